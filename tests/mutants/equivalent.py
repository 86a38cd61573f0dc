"""What is said of a bug that is none."""

from __future__ import annotations

import msgspec


class Equivalent(msgspec.Struct, frozen=True):
    """A line of ``path`` before and after, without indentation; ``why`` nobody can notice.

    ``after`` "": whatever becomes of the line.
    """

    path: str
    before: str
    after: str
    why: str
