"""Bugs that are none: the code does the same, or what differs is promised to nobody. Each with its reason."""

from __future__ import annotations

import msgspec


class Equivalent(msgspec.Struct, frozen=True):
    """The line before and after, without indentation; ``why`` nobody can notice.

    ``after`` "": whatever becomes of the line.
    """

    before: str
    after: str
    why: str


EQUIVALENTS: tuple[Equivalent, ...] = ()


def reason(before: str, after: str) -> str:
    """Why this is no bug; empty: it is one."""
    for known in EQUIVALENTS:
        if known.before == before and known.after in ("", after):
            return known.why
    return ""
