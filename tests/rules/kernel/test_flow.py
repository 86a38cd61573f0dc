"""Games on a stack of frames: automatic steps, windows, the end, and the kit's word on them."""

from __future__ import annotations

import pytest

from bocage.rules.dice import ScriptedDice
from bocage.rules.kernel import Context, Outcome, StackFrame, Stage
from bocage.rules.kernel.conformance import check_game
from tests.rules.kernel.flow_toy import TEN, Bid, Bidding, Double, Pass, Raise, Raised, Round, Window

DICE = ScriptedDice([])


def test_automatic_steps_run_up_to_the_next_decision() -> None:
    state = TEN.setup(TEN.Options(), (), DICE).state
    assert state.stack == [Round(), Bid(0)]
    step = TEN.apply(state, Raise(1), DICE)  # nothing to double: the window closes by itself
    assert step.state.stack == [Round(), Bid(1)]
    assert [told.public for told in step.events] == [Raised(0, 1)]


def test_a_window_waits_and_its_seat_decides() -> None:
    state = TEN.setup(TEN.Options(), (), DICE).state
    step = TEN.apply(state, Raise(2), DICE)
    assert step.events == []
    owed = TEN.decision(step.state)
    assert owed
    assert (owed.seat, owed.kind, owed.actions) == (1, "window", [Double(), Pass()])
    after = TEN.apply(step.state, Double(), DICE)
    assert after.state.total == 4
    assert step.state.stack == [Round(), Window(1, 2)]


def test_the_result_ends_everything() -> None:
    state = Bidding([Round(), Bid(0)], None, total=9, turn=1)
    TEN.reduce(state, Raise(1), Context(DICE))
    assert TEN.outcome(state) == Outcome((0,), "ten")
    assert TEN.decision(state) is None


def test_a_stage_that_never_waits_owes_nothing() -> None:
    stage: Stage[Bidding, StackFrame] = Stage()
    state = Bidding([Round()], None)
    assert not stage.waits(state, Round())
    with pytest.raises(TypeError, match="Round never waits"):
        stage.decision(state, Round())
    with pytest.raises(TypeError, match="Round never waits"):
        stage.act(state, Round(), Pass(), Context(DICE))
    stage.run(state, Round(), Context(DICE))
    assert state.stack == []


def test_the_kit_accepts_a_game_without_secrets() -> None:
    with pytest.raises(AssertionError, match="resample never changed anything"):
        check_game(TEN, games=20)
    coverage = check_game(TEN, games=20, unreachable={"resample": "nothing is hidden"})
    assert coverage.missing() == []
