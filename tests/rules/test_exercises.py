"""Exercises: legal positions, words in both languages, nothing hidden is shown, and the engine stands by them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from bocage.http.exercise import shown
from bocage.log.lesson import EXERCISE, Script, exercise_log
from bocage.log.match import Match
from bocage.protocol.codes import common_text
from bocage.rules.kernel import Exercise, Game
from bocage.rules.kernel.exercise import FILE, read_exercises
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.kernel.registry import house_games
from tests.exercises import lead

GAMES = house_games()
EXERCISES = [
    pytest.param(game, one, id=f"{game.id}-{number}")
    for game in GAMES
    for number, one in enumerate(game.exercises(), 1)
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_with_exercises_has_five_and_no_position_twice(game: Game[Any]) -> None:
    exercises = game.exercises()
    assert len(exercises) in (0, 5)
    assert len({(one.secret, len(one.actions)) for one in exercises}) == len(exercises)


@pytest.mark.parametrize(("game", "exercise"), EXERCISES)
def test_exercise_lists_all_actions_with_a_clear_best(game: Game[Any], exercise: Exercise) -> None:
    match = Match.fold(exercise_log(game, exercise), bytes.fromhex(exercise.secret))
    decision = match.decision()
    assert decision is not None
    assert decision.seat == exercise.seat
    assert msgspec.to_builtins(decision.actions) == [one.action for one in exercise.choices]
    best, played = exercise.choices[exercise.best], exercise.choices[exercise.played]
    assert best.behind == 0
    assert all(0 <= one.chance <= 1 and 0 <= one.behind <= 1 for one in exercise.choices)
    assert 0 < exercise.margin < played.behind


@pytest.mark.parametrize(("game", "exercise"), EXERCISES)
def test_what_is_said_is_said_in_both_languages(game: Game[Any], exercise: Exercise) -> None:
    for comment in (exercise.question, exercise.answer):
        assert comment.en
        assert comment.ja
        assert comment.en != comment.ja
    assert f"why.{exercise.why.theme}" in common_text("en")


@pytest.mark.parametrize(("game", "exercise"), EXERCISES)
def test_exercise_hides_what_the_seat_cannot_see(game: Game[Any], exercise: Exercise) -> None:
    """With another hidden part of the true state the page gets the same."""
    secret = bytes.fromhex(exercise.secret)
    match = Match.fold(exercise_log(game, exercise), secret)
    log = shown(game, exercise)
    assert log.snapshot.decision is not None
    assert msgspec.to_builtins(log.snapshot.view)["table"] == msgspec.to_builtins(
        game.view(match.state, exercise.seat)
    )
    playthrough = new_playthrough(game, exercise.secret)
    other = game.resample(match.state, exercise.seat, playthrough.chance(0, "other"))
    assert game.view(other, exercise.seat) == game.view(match.state, exercise.seat)
    assert exercise.secret not in msgspec.json.encode(log).decode()


@pytest.mark.parametrize(("game", "exercise"), EXERCISES)
def test_the_engine_still_finds_the_better_move_better(game: Game[Any], exercise: Exercise) -> None:
    script = Script(game, bytes.fromhex(exercise.secret), exercise.options, exercise.seats, EXERCISE)
    for action in exercise.actions:
        script.act(action)
    decision = script.match.decision()
    assert decision is not None
    better, played = decision.actions[exercise.best], decision.actions[exercise.played]
    assert lead(script, better, played, exercise.whole) >= exercise.margin


def test_without_a_file_there_are_none(tmp_path: Path) -> None:
    assert read_exercises(tmp_path) == ()
    (tmp_path / FILE).write_bytes(b"{}")
    with pytest.raises(msgspec.ValidationError):
        read_exercises.__wrapped__(tmp_path)
