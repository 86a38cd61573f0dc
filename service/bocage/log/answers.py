"""Answers to decisions: those that were given, and the preview of one that is not stored yet."""

from __future__ import annotations

from typing import Any, final

import msgspec

from bocage.log.entries import Body
from bocage.rules.kernel import Decision, Outcome, Told

#: How many of the last answers are kept, so that an answer that is sent again is recognised.
REMEMBERED_ANSWERS = 32


class Answer(msgspec.Struct, frozen=True, gc=False):
    """An answered decision: number of the entry, seat, and action."""

    seq: int
    seat: int
    action: Any


@final
class Again(msgspec.Struct, frozen=True, gc=False):
    """The same command is stored already, as entry ``seq``."""

    seq: int


class Preview(msgspec.Struct, frozen=True, gc=False):
    """The result of an answer, computed before the answer is stored: the state after it, and its events."""

    body: Body
    state: Any
    told: list[Told]
    draws: list[tuple[int, int]]
    outcome: Outcome | None
    decision: Decision | None
