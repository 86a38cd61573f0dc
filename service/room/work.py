"""What a room works on: commands of others, and work of its own."""

from __future__ import annotations

import msgspec

from service.match.projection import Proposal
from service.room.commands import Command


class Housekeeping(msgspec.Struct, frozen=True, gc=False):
    """Work of the room's own: add what the log or the time demands. ``asked``: since when it waits, ms."""

    asked: int


class UnderWay(msgspec.Struct, frozen=True, gc=False):
    """The append under way. ``work``: what it was made for; None: the entry before demanded it.

    ``before``: the entry only makes way for ``work``, which is judged after it.
    """

    proposal: Proposal
    work: Command | Housekeeping | None
    before: bool = False
