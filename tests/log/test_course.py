"""The course of a log: what is played again from it is what happened."""

from __future__ import annotations

import json

import pytest

from bocage.log.course import course_of
from bocage.log.match import Match
from bocage.rules.kernel import AnyGame
from bocage.rules.kernel.course import play_again
from bocage.rules.kernel.registry import find_game
from bocage.rules.squad import GAME as SQUAD
from tests.all_games import GAMES
from tests.cli.stored import play_out
from tests.log.test_undo import whole
from tests.tally import TALLY


@pytest.mark.parametrize("name", GAMES)
def test_a_course_leads_to_the_same_end(name: str) -> None:
    entries = play_out(name, 3)
    match = Match.fold(entries)
    course = course_of(entries)
    assert course is not None
    assert (course.match, course.game, course.rules) == (match.id, name, match.game.rules)
    game = find_game(name)
    positions = 0
    for state, decision, step in play_again(game, course):
        positions += 1
        assert (decision is None) == (step is None)
        if decision is not None and step is not None:
            assert decision.seat == step.seat
            assert step.action in decision.actions
        last = game.pack(state)
    assert positions == len(course.steps) + 1
    assert last == game.pack(match.state)


@pytest.mark.parametrize("game", [TALLY, SQUAD], ids=lambda game: game.id)
def test_what_was_taken_back_is_not_in_it(game: AnyGame) -> None:
    played = whole(game, 0)
    bodies = [json.loads(entry.raw)["e"] for entry in played.entries]
    course = course_of(played.entries)
    assert course is not None
    assert bodies.count("undone") > 0
    assert len(course.steps) == bodies.count("acted") - bodies.count("undone")
    *_, (last, _, _) = play_again(game, course)
    assert game.pack(last) == played.state


def test_a_match_that_never_began_has_none() -> None:
    assert course_of(play_out("omaha", 3)[:1]) is None
