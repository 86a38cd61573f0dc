"""Exercises for the page: a position of a seeded match as seen by the player who has to choose."""

from __future__ import annotations

from functools import cache

from starlette.responses import Response

from bocage.http.context import ConstantAnswer, RequestContext
from bocage.http.endpoint import Endpoint
from bocage.log.lesson import exercise_log
from bocage.log.replay import Replay
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import ExerciseChoice, ExerciseLog
from bocage.rules.kernel import AnyGame, Exercise


def exercise_named(game: AnyGame, number: str) -> Exercise:
    """Return an exercise by its number in a path, from 1. Refusals: ``not_found``."""
    exercises = game.exercises()
    # No game has a thousand; longer numbers are not parsed.
    if not (number.isascii() and number.isdecimal() and len(number) <= 3 and 1 <= int(number) <= len(exercises)):
        raise RefusedError("not_found")
    return exercises[int(number) - 1]


def shown(game: AnyGame, exercise: Exercise) -> ExerciseLog:
    """Return an exercise as its player sees it, without anything hidden from their seat."""
    log = exercise_log(game, exercise)
    replay = Replay(log, bytes.fromhex(exercise.secret), exercise.seat)
    return ExerciseLog(
        seat=exercise.seat,
        snapshot=replay.snapshot(len(log), exercise.seat),
        choices=[ExerciseChoice(one.action, one.chance, one.behind) for one in exercise.choices],
        played=exercise.played,
        best=exercise.best,
        why=exercise.why,
        question=exercise.question,
        answer=exercise.answer,
    )


@cache
def _shown(game: AnyGame, number: int) -> ConstantAnswer:
    return ConstantAnswer.json(shown(game, game.exercises()[number]))


async def exercise(context: RequestContext) -> Response:
    game = context.game(context.part("game"))
    found = exercise_named(game, context.part("number"))
    return _shown(game, game.exercises().index(found)).to(context.request)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/games/{game}/exercises/{number}",
        handler=exercise,
        tag="Games",
        text="An exercise, counted from 1: a position in which to find the better move, as seen by the player who"
        " has to choose, with the engine's evaluation of every legal action.",
        answer=ExerciseLog,
        refusals=("no_game", "not_found"),
    ),
)
