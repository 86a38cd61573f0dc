"""Answers to decisions."""

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
    """The result of an answer, computed before it is stored: the new state, events, draws."""

    body: Body
    state: Any
    told: list[Told]
    draws: list[tuple[int, int]]
    outcome: Outcome | None
    decision: Decision | None


class Position(msgspec.Struct, frozen=True):
    """The state before an answer, with the answer's entry and seat. Immutable."""

    entry: int
    seat: int
    state: Any
