"""Every guided first game is a log that folds, with comments where the script goes."""

from __future__ import annotations

from typing import Any

import pytest

from service.games.kernel import Game
from service.games.kernel.registry import all_games
from service.match.lesson import first_answer, lesson_log
from service.match.match import Match

TAUGHT = [game for game in all_games() if game.lesson() is not None]


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_every_action_of_the_script_is_legal_where_it_stands(game: Game[Any]) -> None:
    lesson = game.lesson()
    assert lesson is not None
    entries = lesson_log(game, lesson)
    assert len(entries) == first_answer(game) - 1 + len(lesson.actions)
    match = Match(lesson.secret)
    for entry in entries[: first_answer(game) - 1]:
        match.extend(entry)
    for (seat, action), entry in zip(lesson.actions, entries[first_answer(game) - 1 :], strict=True):
        decision = match.decision()
        assert decision is not None
        assert decision.seat == seat, f"entry {entry.seq}"
        assert action in decision.actions, f"entry {entry.seq}: {action}"
        match.extend(entry)


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_comments_belong_to_the_script_in_both_languages(game: Game[Any]) -> None:
    lesson = game.lesson()
    assert lesson is not None
    assert 0 in lesson.comments
    assert set(lesson.comments) <= set(range(len(lesson.actions) + 1))
    for comment in lesson.comments.values():
        assert comment.en
        assert comment.ja
        assert comment.en != comment.ja


def test_every_game_has_a_lesson() -> None:
    assert [game.id for game in all_games() if game.lesson() is None] == []
