"""Acts and dice of random games, reckoned again from what everybody sees and the printed facts alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bocage.rules.company_commander import GAME, actions
from bocage.rules.company_commander.events import TurnBegan
from bocage.rules.company_commander.options import Options
from bocage.rules.kernel import OPEN
from bocage.rules.kernel.play import new_playthrough
from tests.rules.company_commander.reckoner import Acts, Dice

UNIT_ACTS = (actions.Move, actions.Recon, actions.Suppress, actions.Join, actions.Rally)
IDLE = (actions.EndPhase, actions.Pass, actions.Withdraw, actions.Move)


@pytest.mark.parametrize(
    "options",
    [Options(), Options(commander=True), Options(hq_help="same_front", support="sum")],
    ids=["usual", "commander", "same_front"],
)
def test_acts_and_dice_follow_from_view_and_facts(options: Options) -> None:
    lists = rolls = 0
    for seed in range(3):
        table = new_playthrough(GAME, f"reckoned {seed}", options)
        rng = Random(seed)
        state = GAME.setup(table.options, table.seats, table.dice(0)).state
        while (decision := GAME.decision(state)) is not None:
            view: Any = GAME.view(state, OPEN)
            if decision.kind in ("deploy", "recon", "suppression", "assault", "build", "rally"):
                lists += 1
                offered: list[Any] = [action for action in decision.actions if isinstance(action, UNIT_ACTS)]
                assert {_named(action) for action in offered} == Acts(view, options).of(decision.kind)
            busy = [action for action in decision.actions if not isinstance(action, IDLE)]
            action = rng.choice(busy if busy and rng.random() < 0.6 else decision.actions)
            table.actions.append(action)
            step = GAME.apply(state, action, table.dice(len(table.actions)))
            dice = Dice(view, action, options)
            for told in step.events:
                if isinstance(told.public, TurnBegan):
                    break
                dice.see(told.public)
            rolls += dice.rolls
            state = step.state
    assert lists > 300
    assert rolls > 150


def _named(action: Any) -> tuple[type[Any], str, str]:
    return type(action), action.unit, getattr(action, "front", "") or getattr(action, "helper", "")
