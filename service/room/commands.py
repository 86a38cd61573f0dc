"""What tables are asked to do. A command is judged against the match as it stands, stored, then answered."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TypeAlias

from protocol.refusal import RefusedError
from service.match import judge
from service.match.entries import Body
from service.match.match import Match

#: Gives the body of the entry to append (or what is stored already); raises ``RefusedError``. Asked again
#: whenever somebody else's entry came first.
Decide: TypeAlias = Callable[[Match], Body | judge.Again]


class Command(ABC):
    """Somebody's wish to add an entry."""

    __slots__ = ("asked", "decide", "seen")

    def __init__(self, decide: Decide) -> None:
        self.decide = decide
        #: The last entry that whoever wants it had seen, as far as that is known.
        self.seen = 0
        #: When it came in, by the store's clock (ms); 0: when it is carried out.
        self.asked = 0

    @abstractmethod
    def stored(self, seq: int, again: bool) -> None:
        """It is stored as entry ``seq``; ``again``: it already was."""

    @abstractmethod
    def refused(self, error: RefusedError) -> None:
        """It was not carried out."""


class AwaitedCommand(Command):
    """A command that somebody awaits."""

    __slots__ = ("answer",)

    def __init__(self, decide: Decide) -> None:
        super().__init__(decide)
        #: The number of the entry, or :class:`RefusedError`.
        self.answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def stored(self, seq: int, again: bool) -> None:
        if not self.answer.done():
            self.answer.set_result(seq)

    def refused(self, error: RefusedError) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


#: The code with which :class:`Housekeeping` refuses itself; nobody outside is told.
NOTHING_DUE = "nothing_due"


class Housekeeping(Command):
    """What the service itself adds: an entry that is owed, or a timeout."""

    __slots__ = ("_idle",)

    def __init__(
        self, now: Callable[[], int], outages: Sequence[tuple[int, int]], idle: Callable[[], None]
    ) -> None:
        """``idle`` is called when there was nothing to do."""

        def decide(match: Match) -> Body:
            body = judge.owed(match, outages) or judge.timeout(match, now())
            if body is None:
                raise RefusedError(NOTHING_DUE)
            return body

        super().__init__(decide)
        self._idle = idle

    def stored(self, seq: int, again: bool) -> None:
        """Whatever else is owed follows by itself."""

    def refused(self, error: RefusedError) -> None:
        if error.code == NOTHING_DUE:
            self._idle()


class RestoreTime(Command):
    """Time without storage is nobody's: it is given back before a command that came after it is judged."""

    __slots__ = ("_go_on", "_waiting")

    def __init__(
        self, outages: Sequence[tuple[int, int]], waiting: Command, go_on: Callable[[Command], None]
    ) -> None:
        """``waiting`` goes to ``go_on`` when the clock is right, and is refused when that cannot be stored."""

        def decide(match: Match) -> Body:
            body = judge.owed(match, outages)
            if body is None:
                raise RefusedError(NOTHING_DUE)
            return body

        super().__init__(decide)
        self._waiting = waiting
        self._go_on = go_on

    def stored(self, seq: int, again: bool) -> None:
        self._go_on(self._waiting)

    def refused(self, error: RefusedError) -> None:
        if error.code == NOTHING_DUE:
            self._go_on(self._waiting)
        else:
            self._waiting.refused(error)
