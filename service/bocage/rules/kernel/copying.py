"""Copies of structs, for the ``copy`` of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)

if TYPE_CHECKING:

    def shallow(struct: T) -> T:
        """A copy that shares the values of all fields."""
else:
    # Called directly, without a Python frame of its own: up to five copies for each action.
    shallow = msgspec.Struct.__copy__
