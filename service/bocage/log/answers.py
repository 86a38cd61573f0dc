"""Answers to decisions, as a match keeps them."""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.log.entries import Body
from bocage.rules.kernel import Decision, Outcome, Told


class AnsweredDecision(msgspec.Struct, frozen=True):
    """An answered decision: number of the entry, seat, and action."""

    seq: int
    seat: int
    action: Any


class Preview(msgspec.Struct, frozen=True):
    """The result of an answer, computed before the answer is stored: the state after it, and its events."""

    body: Body
    state: Any
    told: list[Told]
    draws: list[tuple[int, int]]
    outcome: Outcome | None
    decision: Decision | None


class Position(msgspec.Struct, frozen=True):
    """The state before an answer: number of the answer's entry, seat that answered, state. Never changed."""

    entry: int
    seat: int
    state: Any
