"""Commands: requests to append an entry, judged against the match as it stands, stored, answered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TypeAlias, final

import msgspec

from bocage.log import judge
from bocage.log.entries import Body
from bocage.log.match import Match
from bocage.log.projection import Proposal
from bocage.log.records import TimeAway
from bocage.protocol.refusal import RefusedError

#: Returns the body of the entry to append, or says that it is stored already; raises ``RefusedError``. Called
#: again when another entry came first.
Decide: TypeAlias = Callable[[Match], Body | judge.Again]


class Command(ABC):
    """A request to append an entry. The room judges it, and names it in an effect; then one of :meth:`stored` and
    :meth:`refused` is called, once."""

    __slots__ = ("asked", "seen")

    #: The last entry that the sender had seen; 0: unknown.
    seen: int
    #: When the room got it first, by the store's clock (ms); 0: not yet.
    asked: int

    @abstractmethod
    def decide(self, match: Match) -> Body | judge.Again:
        """See :data:`Decide`."""

    @abstractmethod
    def stored(self, seq: int, again: bool) -> None:
        """It is stored as entry ``seq``; ``again``: it already was."""

    @abstractmethod
    def refused(self, error: RefusedError) -> None:
        """It is not carried out."""


@final
class Housekeeping(msgspec.Struct, frozen=True, gc=False):
    """A room's own work: append the entry that the log or the time demands. ``asked``: since when it waits, ms.

    ``taken``: the last vacations of its players; None: not looked up.
    """

    asked: int
    taken: Mapping[str, TimeAway] | None = None


class UnderWay(msgspec.Struct, frozen=True, gc=False):
    """The append in flight. ``work``: the command or housekeeping behind it; None: the entry before demanded it.

    ``before``: the entry only makes way for ``work``, which is judged after it.
    """

    proposal: Proposal
    work: Command | Housekeeping | None
    before: bool = False
