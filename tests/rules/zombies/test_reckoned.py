"""Actions, dice and counterattacks of random games, reckoned again from the table and the printed facts alone.

The sheet's sections 3.2, 3.3 and 5 are written a second time here, over views instead of states.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from bocage.rules.kernel import OPEN
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.zombies import GAME
from bocage.rules.zombies import actions as act
from bocage.rules.zombies import events as ev
from bocage.rules.zombies.options import Options
from tests.rules.zombies.policies import SCOUT, SHOOT

View = Mapping[str, Any]

FACTS: Any = GAME.facts()
HEXES: Mapping[str, View] = FACTS["hexes"]
NUMBER: Mapping[str, int] = {name: row["number"] for name, row in FACTS["counters"].items() if "number" in row}


def path(goal: str) -> dict[str, int]:
    """Printed hexes walked to ``goal``, from every hex."""
    found = {goal: 0}
    ends = [goal]
    for here in ends:  # grows while it is read
        for near in HEXES[here]["neighbours"]:
            if near not in found:
                found[near] = found[here] + 1
                ends.append(near)
    return found


def in_range(one: str, other: str) -> bool:
    dq, dr = (HEXES[one][axis] - HEXES[other][axis] for axis in "qr")
    return bool(max(abs(dq), abs(dr), abs(dq + dr)) <= 2)


def legal(view: View, options: Options) -> set[Any]:
    """Everything that the points left pay for."""
    tank, here = view["tank"], view["tank"]["hex"]
    crippled = options.simple_breakdowns and tank["damaged"]
    drives = not (tank["track_broken"] or crippled)
    near = HEXES[here]["neighbours"]
    targets = [(hex_, act.FACE_DOWN) for hex_ in view["face_down"]]
    targets += [(hex_, zombie) for zombie, hex_ in view["zombies"].items()]
    found: set[Any] = {act.END}
    if drives:
        found |= {act.Move(hex_) for hex_ in near}
        found |= {act.Ram(target) for hex_, target in targets if hex_ == here}
    if view["ap"] >= 2:
        found |= {act.Recon(hex_) for hex_ in view["face_down"] if hex_ in (here, *near)}
    if not (tank["ammo_out"] or crippled):
        found |= {act.Fire(hex_, target) for hex_, target in targets if in_range(here, hex_)}
    restock = tank["ammo_out"] and here == FACTS["star"]
    mounts = view["items"].get(here) in ("m8", "cutter")
    if tank["damaged"] or restock or tank["track_broken"] or mounts:
        found |= {act.Repair(points) for points in range(1, view["ap"] + 1)}
    return found


def advance(view: View, steps: int) -> tuple[list[tuple[str, tuple[str, ...]]], dict[str, str]]:
    """Who moves along which path in a counterattack, and where all zombies are then (an overrun stops it)."""
    tank = view["tank"]["hex"]
    far = path(tank)
    zombies: dict[str, str] = dict(view["zombies"])
    moves = []
    for zombie in sorted(zombies, key=lambda one: (far[zombies[one]], NUMBER[one])):
        taken = {*view["face_down"], *view["items"], *(at for one, at in zombies.items() if one != zombie)} - {tank}
        walked: list[str] = []
        for _ in range(steps):
            here = zombies[zombie]
            ahead = [hex_ for hex_ in HEXES[here]["neighbours"] if far[hex_] < far[here] and hex_ not in taken]
            if here == tank or not ahead:
                break
            zombies[zombie] = ahead[0]
            walked.append(ahead[0])
        if walked:
            moves.append((zombie, tuple(walked)))
        if list(zombies.values()).count(tank) > 1:
            break
    return moves, zombies


def check_attack(view: View, event: ev.Fired | ev.Rammed, options: Options) -> None:
    helped = view["tank"]["m8" if isinstance(event, ev.Fired) else "cutter"]
    needs = 5 if event.target == act.FACE_DOWN else NUMBER[event.target] + (not options.equal_kills)
    assert event.total == event.die + (2 if helped else 0)
    assert event.needs == needs
    assert event.hit == (event.total >= needs)


def check_roll(view: View, roll: ev.ApRolled, told: list[Any]) -> None:
    """An AP roll and the counterattack that it brings."""
    assert (roll.ap, roll.steps) == {1: (0, 0), 5: (5, 1), 6: (0, 2)}.get(roll.die, (roll.die, 0))
    if not roll.steps:
        return
    if not view["zombies"]:
        search = next(event for event in told if isinstance(event, ev.RevealRolled))
        assert search.number == search.die + (2 if view["killed"] else 0)
        assert HEXES[search.hex]["number"] == search.number
        assert search.found == (search.hex in view["face_down"])
        return
    moves, zombies = advance(view, roll.steps)
    assert [(event.zombie, event.path) for event in told if isinstance(event, ev.ZombieMoved)] == moves
    here = [zombie for zombie, hex_ in zombies.items() if hex_ == view["tank"]["hex"]]
    assert any(isinstance(event, ev.Overrun) for event in told) == (len(here) > 1)
    if len(here) < 2:
        assert [event.zombie for event in told if isinstance(event, ev.Struck)] == here


@pytest.mark.parametrize(
    "options",
    [Options(), Options(rescue=1, equal_kills=True), Options(simple_breakdowns=True)],
    ids=["usual", "rescue", "simple"],
)
def test_actions_and_dice_follow_from_the_table(options: Options) -> None:
    lists = rolls = attacks = 0
    for seed in range(30):
        rng = Random(seed)
        table = new_playthrough(GAME, f"reckoned {seed}", options)
        state = GAME.setup(table.options, table.seats, table.dice(0)).state
        while (decision := GAME.decision(state)) is not None:
            view: Any = GAME.view(state, OPEN)
            if decision.kind == "action":
                lists += 1
                assert set(decision.actions) == legal(view, options)
                assert len(set(decision.actions)) == len(decision.actions)
            bot = (SCOUT, SHOOT)[seed % 2]
            chosen = bot(GAME, state, decision, rng) if seed % 5 else rng.choice(decision.actions)
            table.actions.append(chosen)
            step = GAME.apply(state, chosen, table.dice(len(table.actions)))
            told = [one.public for one in step.events]
            if isinstance(told[0], ev.ApRolled):
                rolls += 1
                check_roll(view, told[0], told)
            elif isinstance(told[0], (ev.Fired, ev.Rammed)):
                attacks += 1
                check_attack(view, told[0], options)
            state = step.state
    assert lists > 500
    assert rolls > 300
    assert attacks > 100
