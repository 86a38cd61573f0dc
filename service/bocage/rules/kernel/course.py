"""The course of a game: where it began, and every action with the draws that it took. It can be played again.

A course holds what the rules need and nothing else: no players, no clock, no entry that is not an action.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from bocage.rules.dice import ScriptedDice
from bocage.rules.kernel.game import AnyGame, Context, Decision


class CourseStep(msgspec.Struct, frozen=True, array_like=True):
    """One action that counts: the log entry that holds it, who did it, and its draws as (bound, value)."""

    seq: int
    seat: int
    action: Any
    draws: list[tuple[int, int]] = []


class Course(msgspec.Struct, frozen=True):
    """A whole game. ``start``: the packed first state; ``options``: of the match, as plain data."""

    match: str
    game: str
    rules: int
    options: Any
    start: bytes
    steps: list[CourseStep]


def play_again(
    game: AnyGame, course: Course
) -> Iterator[tuple[msgspec.Struct, Decision | None, CourseStep | None]]:
    """Every position: the state, the decision owed there, and the step that answered it; None at the end.

    A state is valid until the next one is asked for. Actions come with the types of ``game``.
    Raises ``ValueError`` or ``LookupError`` for draws that are not those of the rules.
    """
    actions = msgspec.convert([step.action for step in course.steps], list[game.Actions])  # type: ignore[name-defined]
    state = game.unpack(course.start)
    for step, action in zip(course.steps, actions, strict=True):
        yield state, game.decision(state), msgspec.structs.replace(step, action=action)
        game.reduce(state, action, Context(ScriptedDice([value + 1 for _, value in step.draws])))
    yield state, game.decision(state), None
