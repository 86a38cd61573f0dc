"""Answers to decisions: those that were given, and the preview of one that is not stored yet."""

from __future__ import annotations

from typing import Any, NamedTuple

from service.games.kernel import Decision, Outcome, Told
from service.match.entries import Body

#: How many of the last answers are kept, so that an answer that is sent again is recognised.
REMEMBERED_ANSWERS = 32


class Answer(NamedTuple):
    """An answered decision: number of the entry, seat, and action."""

    seq: int
    seat: int
    action: Any


class Again(NamedTuple):
    """The same command is stored already, as entry ``seq``."""

    seq: int


class Preview(NamedTuple):
    """The result of an answer, computed before the answer is stored: the state after it, and its events."""

    body: Body
    state: Any
    told: list[Told]
    draws: list[tuple[int, int]]
    outcome: Outcome | None
    decision: Decision | None
