"""The kernel's contract, that every game ends, and that every ruling has a test."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from bocage.rules.dice import Dice, Key
from bocage.rules.kernel.conformance import check_game, random_choice
from bocage.rules.zombies import GAME
from bocage.rules.zombies.data import COUNTERS
from bocage.rules.zombies.options import Options
from tests.rules.zombies.policies import SCOUT, SHOOT

TESTS = Path(__file__).parent
RULINGS = Path(__file__).parents[3] / "service" / "bocage" / "rules" / "zombies" / "RULINGS.md"

#: Nothing is left to compare when all counters lie open.
UNCOMPARED = {
    "event.all_revealed": "it turns up every counter that was hidden",
    "event.overrun": "the game ends in the same step, and every counter is turned up",
    "event.tank_destroyed": "the game ends in the same step, and every counter is turned up",
}

OPTIONS = st.builds(
    Options,
    rescue=st.sampled_from((0, 1, 2)),
    equal_kills=st.booleans(),
    simple_breakdowns=st.booleans(),
)


def test_the_contract_of_a_game() -> None:
    """Over random options; every counter, event row, verb, event, decision and outcome is met."""
    policies = (random_choice, SCOUT, SHOOT)
    coverage = check_game(GAME, games=60, seed="zombies", policies=policies, uncompared=UNCOMPARED)
    assert coverage.missing() == []
    assert {f"counter.{counter}" for counter in COUNTERS} <= coverage.seen.keys()
    assert {f"row.{row}" for row in range(1, 9)} <= coverage.seen.keys()


@settings(deadline=None, max_examples=40)
@given(OPTIONS, st.binary(min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_every_game_ends_by_the_tenth_turn(options: Options, key: bytes, rng: object) -> None:
    dice = Key(key)
    state = GAME.setup(options, (), Dice(dice, 1)).state
    played = 0
    while (decision := GAME.decision(state)) is not None:
        played += 1
        action = decision.actions[rng.randrange(len(decision.actions))]  # type: ignore[attr-defined]
        before = state
        state = GAME.apply(state, action, Dice(dice, played + 1)).state
        GAME.assert_invariants(state)
        # No free loops: within a turn, what is no roll and no choice costs points.
        if decision.kind == "action" and state.result is None:
            assert state.ap < before.ap
    assert state.turn <= 10


def test_somebody_who_never_acts_loses_on_turn_ten_or_before() -> None:
    for seed in range(60):
        state = GAME.setup(Options(), (), Dice(b"idle", seed)).state
        number = 0
        while (decision := GAME.decision(state)) is not None:
            number += 1
            state = GAME.apply(state, decision.default, Dice(b"idle %d" % seed, number)).state
        assert state.result is not None
        assert state.result.winners == ()


def test_every_ruling_has_a_test_and_a_row() -> None:
    """ZB-1 to ZB-74, each named by at least one test function and by RULINGS.md."""
    names = re.findall(r"def (test_zb_(\d+)_\w+)", "".join(p.read_text("utf-8") for p in TESTS.glob("test_*.py")))
    tested = {int(number) for _, number in names}
    assert tested == set(range(1, 75))
    rows = re.findall(r"^\| ZB-(\d+) \|", RULINGS.read_text("utf-8"), re.MULTILINE)
    assert [int(number) for number in rows] == list(range(1, 75))


def test_the_rulings_name_code_that_exists() -> None:
    for row in re.findall(r"^\| ZB-.*$", RULINGS.read_text("utf-8"), re.MULTILINE):
        _, _, _, where, tests, _ = row.split("|")
        for module, name in re.findall(r"`(\w+)\.(\w+)`", where):
            assert hasattr(importlib.import_module(f"bocage.rules.zombies.{module}"), name), row
        assert all((TESTS / f"{name.strip()}.py").exists() for name in tests.split(",")), row


def test_options_default_to_the_standard_game() -> None:
    assert GAME.Options() == Options(rescue=0, equal_kills=False, simple_breakdowns=False)
