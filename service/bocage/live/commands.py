"""What a room is asked to add to its log. A command is judged against the match as it stands, stored, answered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeAlias

from bocage.log import judge
from bocage.log.entries import Body
from bocage.log.match import Match
from bocage.protocol.codec import Codec
from bocage.protocol.refusal import RefusedError

#: Gives the body of the entry to append (or what is stored already); raises ``RefusedError``. It is called again
#: when somebody else's entry came first.
Decide: TypeAlias = Callable[[Match], Body | judge.Again]


class Command(ABC):
    """A wish to add an entry. The room names it in an effect; the node then calls one of the two methods, once."""

    __slots__ = ("asked", "decide", "seen")

    def __init__(self, decide: Decide, seen: int = 0) -> None:
        """``seen``: the last entry that the sender had seen; 0: unknown."""
        self.decide = decide
        self.seen = seen
        #: When the room got it first, by the store's clock (ms); 0: not yet.
        self.asked = 0

    @abstractmethod
    def stored(self, seq: int, again: bool) -> None:
        """It is stored as entry ``seq``; ``again``: it already was."""

    @abstractmethod
    def refused(self, error: RefusedError) -> None:
        """It was not carried out."""


def act(player: str, seq: int, raw: object, codec: Codec) -> Decide:
    """``player`` answers the decision seen at position ``seq``; ``raw``: the action, as ``codec`` has it."""

    def decide(match: Match) -> Body | judge.Again:
        return judge.act(match, _seat(match, player), seq, raw, codec)

    return decide


def resign(player: str) -> Decide:
    """``player`` gives up."""
    return lambda match: judge.resign(match, _seat(match, player))


def draw(player: str, seq: int) -> Decide:
    """``player`` offers or accepts a draw, having seen position ``seq``."""
    return lambda match: judge.draw(match, _seat(match, player), seq)


def decline_draw(player: str, seq: int) -> Decide:
    """``player`` declines the draw that is offered, having seen position ``seq``."""
    return lambda match: judge.decline_draw(match, _seat(match, player), seq)


def undo(player: str, seq: int) -> Decide:
    """``player`` takes an answer back, asks for it, or agrees to it, having seen position ``seq``."""
    return lambda match: judge.undo(match, _seat(match, player), seq)


def decline_undo(player: str, seq: int) -> Decide:
    """``player`` declines that the other one takes an answer back, having seen position ``seq``."""
    return lambda match: judge.decline_undo(match, _seat(match, player), seq)


def _seat(match: Match, player: str) -> int:
    return match.seat_of(player) if player else -1
