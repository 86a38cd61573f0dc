"""The kernel's contract over all options, and that random play reaches everything printed."""

from __future__ import annotations

from random import Random

from bocage.log.lesson import lesson_log
from bocage.log.match import Match
from bocage.rules.company_commander import GAME
from bocage.rules.company_commander.events import Deployed, Played
from bocage.rules.company_commander.lesson import LESSON
from bocage.rules.company_commander.options import Options
from bocage.rules.company_commander.state import State
from bocage.rules.company_commander.tactical import ROWS
from bocage.rules.dice import Dice
from bocage.rules.kernel.conformance import check_game, random_choice
from bocage.rules.kernel.game import PUBLIC
from bocage.rules.kernel.play import new_playthrough, play_out
from tests.rules.company_commander.policies import evenly, lazy
from tests.rules.company_commander.scene import CARD_OF

#: Both sides at ten in one exchange of fire; seen in test_victory.
UNREACHABLE = {"outcome.mutual": "needs Surprise Contact at nine all; test_cc_73 plays it"}


def test_the_contract_of_a_game() -> None:
    """Over random options; all units, tactical cards, play points, verbs, events and decisions are met."""
    policies = (random_choice, evenly, lazy)
    coverage = check_game(GAME, games=12, seed="cc2", deep=20, cap=60, policies=policies, unreachable=UNREACHABLE)
    assert coverage.missing() == ["outcome.mutual"]


def test_every_unit_and_card_play_point_is_reached() -> None:
    wanted = {(row.id, point) for row in ROWS for point in row.points}
    units = set(CARD_OF)
    for index in range(400):
        if not wanted and not units:
            return
        key, rng = f"points {index}".encode(), Random(index)
        state: State = GAME.setup(Options(), (), Dice(key, 1)).state
        steps = 0
        while (decision := GAME.decision(state)) is not None:
            steps += 1
            step = GAME.apply(state, evenly(GAME, state, decision, rng), Dice(key, steps + 1))
            state = step.state
            for told in step.events:
                event = told.public
                if isinstance(event, Played):
                    wanted.discard((event.card, event.at))
                elif isinstance(event, Deployed):
                    units.discard(event.unit)
    raise AssertionError(f"never seen: {sorted(wanted)} {sorted(units)}")


def test_games_of_random_players_end_well_before_the_cap() -> None:
    for number in range(20):
        state = play_out(new_playthrough(GAME, f"length {number}", Options()))
        assert isinstance(state, State)
        assert state.turn < Options().turn_cap


def test_the_guided_game_is_the_one_its_comments_tell_of() -> None:
    match = Match(LESSON.secret)
    for entry in lesson_log(GAME, LESSON):
        match.extend(entry)
    state = match.state
    assert isinstance(state, State)
    assert (state.score, state.turn, state.removed[1]) == (
        (4, 0),
        5,
        ("de_sniper", "de_panzerschreck_team", "de_pioniere_squad", "de_jager_squad"),
    )
    assert state.discards == ("air_support", "breakthrough", "blitzkrieg", "grenades", "open_field")


def test_facets_of_a_finished_game() -> None:
    state = play_out(new_playthrough(GAME, "facets", Options(creator_side="us")))
    assert isinstance(state, State)
    assert state.result is not None
    view = GAME.view(state, PUBLIC)
    first = 0 if view["first"] == "us" else 1
    assert GAME.facets(state) == {
        "side_0": "us",
        "side_1": "de",
        f"mover_{first}": "first",
        f"mover_{1 - first}": "second",
    }
