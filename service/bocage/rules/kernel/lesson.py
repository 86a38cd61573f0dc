"""A guided first game: a scripted match with comments, folded like any other when it is asked for."""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.protocol.rest import Comment

__all__ = ["Comment", "Lesson"]


class Lesson(msgspec.Struct, frozen=True):
    """A script. The learner sits on seat 0 and makes its moves; the others are played automatically.

    ``secret``: 32 bytes from which the dice follow, as in a real match. ``actions``: every action of every seat, in
    order; each is legal where it stands (a test plays the script). ``comments``: by number of actions taken so far;
    0 comes before the first one. A lesson may stop before the game is over.
    """

    secret: bytes
    actions: tuple[Any, ...]
    comments: dict[int, Comment]
    options: Any = {}
    seats: tuple[Any, ...] = ()
