"""Answers to decisions: those given, and what one will lead to."""

from __future__ import annotations

from typing import Any, NamedTuple

from service.games.kernel import Decision, Outcome, Told
from service.match.entries import Body

#: How many of the last answers are remembered, so that one sent again is known again.
REMEMBERED_ANSWERS = 32


class Answer(NamedTuple):
    """An answered decision: by which entry, whose, and how."""

    seq: int
    seat: int
    action: Any


class Preview(NamedTuple):
    """What an answer will lead to, computed before it is stored: the state after it, and what is told."""

    body: Body
    state: Any
    told: list[Told]
    draws: list[tuple[int, int]]
    outcome: Outcome | None
    decision: Decision | None
