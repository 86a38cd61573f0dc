"""Copies of structs, for the ``copy`` of games."""

from __future__ import annotations

from typing import TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


def shallow(struct: T) -> T:
    """A copy that shares the values of all fields; three times as fast as ``copy.copy``."""
    return struct.__copy__()  # type: ignore[attr-defined, no-any-return]  # msgspec has it, its stubs do not
