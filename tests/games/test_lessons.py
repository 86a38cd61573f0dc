"""Every game has a guided first game whose script is legal and whose comments are in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.messages import Snapshot, Update
from service.games.kernel import Game
from service.games.kernel.registry import house_games
from service.http.lesson import lesson_of
from service.match.lesson import first_answer, lesson_log

GAMES = house_games()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_action_of_the_script_is_legal_where_it_stands(game: Game[Any]) -> None:
    lesson = game.lesson()
    assert lesson is not None
    entries = lesson_log(game, lesson)  # raises for an action that is not legal where it stands
    assert len(entries) >= first_answer(game) - 1 + len(lesson.actions)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_something_is_said_about_the_start_and_the_end_in_both_languages(game: Game[Any]) -> None:
    lesson = game.lesson()
    assert lesson is not None
    assert {0, len(lesson.actions)} <= set(lesson.comments)
    assert set(lesson.comments) <= set(range(len(lesson.actions) + 1))
    for comment in lesson.comments.values():
        assert comment.en
        assert comment.ja
        assert comment.en != comment.ja


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_learner_makes_his_own_moves(game: Game[Any]) -> None:
    taught = lesson_of(game)
    assert taught is not None
    assert taught.script
    shown: list[Snapshot | Update] = [taught.snapshot, *taught.updates]
    decided = {frame.seq + 1 for frame in shown if frame.decision and frame.decision.seat == taught.seat}
    assert {int(seq) for seq in taught.script} <= decided
