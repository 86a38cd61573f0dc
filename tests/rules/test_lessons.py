"""Every game has a guided first game whose script is legal and whose comments are in both languages."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bocage.http.lesson import lesson_of
from bocage.log.lesson import first_answer, lesson_log
from bocage.protocol.messages import Snapshot, Update
from bocage.rules.kernel import Comment, Game, Lesson
from bocage.rules.kernel.registry import house_games

GAMES = house_games()


def lesson_of_game(game: Game[Any]) -> Lesson:
    """The guided first game, which every game in ``service/bocage/rules`` must have."""
    lesson = game.lesson()
    assert lesson is not None, (
        f"{game.id} has no guided first game: Game.lesson() must give one (docs/adding-a-game.md, step 4)"
    )
    return lesson


def faults(lesson: Lesson) -> list[str]:
    """What is wrong with the comments of a guided game."""
    end = len(lesson.actions)
    found = [
        f"nothing is said after {at} actions, the {what}"
        for at, what in ((0, "start"), (end, "end"))
        if at not in lesson.comments
    ]
    found += [f"the comment after {at} actions comes after the end, {end}" for at in lesson.comments if at > end]
    for at, comment in lesson.comments.items():
        if not comment.en or not comment.ja or comment.en == comment.ja:
            found.append(f"the comment after {at} actions is not there in both languages")
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_action_of_the_script_is_legal_where_it_stands(game: Game[Any]) -> None:
    lesson = lesson_of_game(game)
    entries = lesson_log(game, lesson)  # raises for an action that is not legal where it stands
    assert len(entries) >= first_answer(game) - 1 + len(lesson.actions)
    # One a second.
    assert [entry.at for entry in entries] == [1000 * entry.seq for entry in entries]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_lesson_comments_start_and_end_in_both_languages(game: Game[Any]) -> None:
    assert faults(lesson_of_game(game)) == []


def test_what_is_wrong_with_comments_is_said() -> None:
    comment = Comment("Roll.", "振る。")
    assert faults(Lesson(bytes(32), (1, 2), {0: comment, 2: comment})) == []
    assert faults(Lesson(bytes(32), (1, 2), {3: Comment("Roll.", "Roll.")})) == [
        "nothing is said after 0 actions, the start",
        "nothing is said after 2 actions, the end",
        "the comment after 3 actions comes after the end, 2",
        "the comment after 3 actions is not there in both languages",
    ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_lesson_stops_at_half_of_its_actions_at_most(game: Game[Any]) -> None:
    lesson = lesson_of_game(game)
    assert len(lesson.comments) <= len(lesson.actions) / 2 + 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_learner_makes_each_first_move(game: Game[Any]) -> None:
    lesson_of_game(game)
    taught = lesson_of(game)
    assert taught is not None
    said = {int(at) for at in taught.comments}
    done: set[str] = set(game.presentation.ends)
    by_itself = []
    for seq, action in sorted((int(at), msgspec.to_builtins(action)) for at, action in taught.script.items()):
        if action["do"] not in done and seq - 1 not in said:
            by_itself.append(action["do"])
        done.add(action["do"])
    assert by_itself == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_learner_makes_their_own_moves(game: Game[Any]) -> None:
    lesson_of_game(game)
    taught = lesson_of(game)
    assert taught is not None
    assert taught.script, f"the guided game of {game.id} lets the learner, seat 0, do nothing"
    shown: list[Snapshot | Update] = [taught.snapshot, *taught.updates]
    decided = {frame.seq + 1 for frame in shown if frame.decision and frame.decision.seat == taught.seat}
    assert {int(seq) for seq in taught.script} <= decided


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_lesson_names_every_option(game: Game[Any]) -> None:
    log = lesson_of(game)
    assert log is not None
    assert set(log.snapshot.view["options"]) == msgspec.to_builtins(game.Options()).keys()
