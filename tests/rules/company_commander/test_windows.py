"""When windows open and steps are skipped, and what they hide: CC-68, CC-69, sheet 1.5, 1.8, 5.2."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bocage.rules.company_commander import GAME
from bocage.rules.company_commander.actions import Commit, Join, Move, Play, Recon, Suppress
from bocage.rules.company_commander.events import Passed
from bocage.rules.company_commander.options import Options
from bocage.rules.company_commander.state import State, WindowFrame
from bocage.rules.company_commander.tactical import OWN_POINTS, POINTS, ROWS, tactical_deck
from bocage.rules.dice import Dice
from bocage.rules.kernel.game import PUBLIC
from tests.rules.company_commander.scene import Scene, f

#: A card that nobody can play in any window.
USELESS = "radio"


def test_cc_68_window_opens_on_any_card_in_hand() -> None:
    us = "recon1:left 60mm:center rifle1:center:p1"
    for at in ("recon", "suppression", "assault", "rally"):
        scene = Scene(at, us=us, us_hand="mud", de="sniper:center", de_hand=USELESS)
        assert (scene.asks, scene.legal) == ((f"on_{at}", "de"), [scene.decision().default])
        assert Scene(at, us=us, us_hand="mud", de="sniper:center").asks == (at, "us")
        assert scene.passes().told(Passed) == [Passed("de", f"on_{at}")]


@pytest.mark.parametrize(
    ("at", "us", "de"),
    [
        ("recon", "60mm:center", "sniper:center"),  # nobody can go on a mission
        ("suppression", "60mm:center", ""),  # one side has no unit
        ("suppression", "", "sniper:center"),
        ("assault", "60mm:center", ""),
        ("rally", "60mm:center", "sniper:center:p1"),  # nobody of A is pinned
    ],
)
def test_cc_68_phase_start_windows_have_public_conditions(at: str, us: str, de: str) -> None:
    scene = Scene(at, us=us, us_hand="mud", de=de, de_hand="green_unit shaken")
    assert scene.asks == (at, "us")


def test_cc_68_after_every_declaration_and_after_a_spotted_result() -> None:
    us = "60mm:center recon1:center"
    scene = Scene("suppression", us=us, us_hand="dive_bomber mud", de="sniper:center", de_hand=USELESS).passes()
    scene.do(Suppress("us_60mm", "de_c"))
    assert scene.asks == ("on_roll", "de")
    scene.passes(1, 1).do(Play("dive_bomber", front="de_c"))
    assert scene.asks == ("on_roll", "de")
    spotted = Scene("recon", us=us, us_hand=USELESS, de="sniper:center").do(Recon("us_recon1"), 1)
    assert spotted.asks == ("spotted", "us")
    assert Scene("recon", us=us, de="sniper:center").do(Recon("us_recon1"), 1, 1, 1).phase != "recon"


def test_cc_68_step_is_skipped_without_cards_and_options() -> None:
    assert Scene("recon", us="rifle1:center", us_hand="mud").asks == ("recon", "us")
    assert Scene("recon", us="rifle1:center", de="sniper:center").asks == ("assault", "us")
    assert Scene("suppression", us="60mm:center", de="sniper:center").asks == ("suppression", "us")


def test_cc_69_the_attackers_cards_then_the_defenders_and_no_reopening() -> None:
    scene = Scene("assault", us="rifle1:center", de="sniper:center", us_hand="overrun trapped", de_hand="woods")
    scene.passes().do(Join("us_rifle1", "de_c")).do(Commit())
    assert scene.asks == ("attack", "us")
    scene.do(Play("overrun"))
    assert scene.asks == ("attack", "us")
    scene.passes()
    assert scene.asks == ("defence", "de")
    scene.do(Play("woods"), 1, 1, 1)
    assert scene.asks == ("assault", "us")


def test_every_card_is_playable_by_its_nation_only() -> None:
    seen = Counter(row.id for point in POINTS for row in ROWS if point in row.points)
    assert set(seen) == set(tactical_deck())
    assert {point for row in ROWS for point in row.points} == set(POINTS)


def test_every_play_point_belongs_to_one_player() -> None:
    us = "recon1:left 60mm:center rifle1:center:p1"
    for at in ("tactics", "recon", "suppression", "assault", "rally"):
        scene = Scene(at, us=us, us_hand="mud", de="sniper:center", de_hand="woods")
        kind, side = scene.asks
        assert (kind in OWN_POINTS) == (side == "us")


def _play(seed: int, commander: bool) -> None:
    key, rng = f"windows {seed}".encode(), Random(seed)
    state: State = GAME.setup(Options(commander=commander), (), Dice(key, 1)).state
    steps = 0
    while (decision := GAME.decision(state)) is not None:
        steps += 1
        dice = Dice(key, steps + 1)
        before = state.stack[-1]
        action = rng.choice(decision.actions)
        step = GAME.apply(state, action, dice)
        after = step.state.stack[-1]
        GAME.assert_invariants(step.state)
        if isinstance(after, WindowFrame) and isinstance(before, WindowFrame) and after == before:
            assert not dice.draws, "a die was thrown while a window was open"
        for unit in (unit for units in step.state.units for unit in units.values()):
            old = state.units[unit.row.side].get(unit.id)
            if old is not None and old.flags & f.BROKEN_DOWN:
                assert unit.lane == old.lane or unit.came_from < 0, "a broken down unit moved"
        state = step.state


@pytest.mark.parametrize("commander", [False, True])
def test_open_window_rolls_no_die(commander: bool) -> None:
    for seed in range(4):
        _play(seed, commander)


def test_public_sees_only_sizes_of_hands() -> None:
    scene = Scene("tactics", us="rifle1:left", us_hand="mud smoke smoke", de_hand="woods")
    public = GAME.view(scene.state, PUBLIC)
    assert (public["hands"], public["cards"]) == ({"us": 3, "de": 1}, {})
    assert GAME.view(scene.state, 0)["cards"] == {"us": {"mud": 1, "smoke": 2}}
    assert GAME.view(scene.state, 1)["cards"] == {"de": {"woods": 1}}


def test_refused_play_reveals_no_hidden_hand() -> None:
    reasons = set()
    for hand in ("smoke", "woods"):
        scene = Scene("suppression", us="60mm:center", us_hand="mud", de="sniper:center", de_hand=hand)
        scene.passes()
        reasons.add(GAME.refusal(scene.state, 0, Play("smoke")))
    assert len(reasons) == 1


def test_moves_open_the_movement_window_of_a_player_with_cards() -> None:
    scene = Scene("deploy", us="rifle1:left", us_hand="mud", de_hand=USELESS)
    scene.do(Move("us_rifle1", "us_c")).ends()
    assert (scene.asks, len(scene.legal)) == (("on_move", "de"), 1)
