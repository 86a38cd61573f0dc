"""Steps of random games, reckoned again from the table alone: what is legal, what it costs, how it ends.

The sheet's sections 3.3 and 5 are written a second time here, over views instead of states. Open hands show where
the mines are.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from bocage.rules.kernel import OPEN
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.omaha import GAME
from bocage.rules.omaha.actions import Blast, Move
from bocage.rules.omaha.data import CELLS, Cell
from bocage.rules.omaha.options import Options
from tests.rules.omaha.policies import planner

View = Mapping[str, Any]

PLANNER = planner()

COLUMNS = "LCR"
EYES = ("x_eye", "delta_eye")
OBSTACLES = ("x", "delta", *EYES)


def steps(cell: str) -> list[Cell]:
    """Forward and sideways, as far as there are cells."""
    column, row = COLUMNS.index(cell[0]), int(cell[1])
    around = [(column, row + 1), (column - 1, row), (column + 1, row)]
    return [name for name in CELLS if (COLUMNS.index(name[0]), int(name[1])) in around]


def covered(view: View, cell: str) -> bool:
    return view["grid"].get(f"{cell[0]}{int(cell[1]) + 1}") in EYES


def draws_fire(view: View, cell: str, options: Options) -> bool:
    look, forward = view["grid"][cell], cell[0] == view["squad"][0]
    if covered(view, cell):
        return False
    if look == "nest":
        return not forward
    if look in OBSTACLES and options.crawl_fire != "always":
        return look not in EYES and not (forward and options.crawl_fire == "never")
    return True


def legal(view: View, options: Options) -> set[Any]:
    found: set[Any] = set()
    for cell in steps(view["squad"]):
        look = view["grid"][cell]
        if look in ("wire", *OBSTACLES):
            found.add(Blast(cell))
        if look == "wire":
            continue
        fire = draws_fire(view, cell, options)
        if fire or cell not in view["trail"]:
            found.add(Move(cell))
        if fire and view["rounds"] and not covered(view, view["squad"]):
            found.add(Move(cell, sniper=True))
    return found


def hits(view: View, move: Move, options: Options) -> list[str]:
    """What a step costs, in order."""
    crawled = view["grid"][move.cell] in (*OBSTACLES, *(["open"] if options.mines_under_open else []))
    mine = ["mine"] if crawled and move.cell in view["mines"] else []
    return mine + (["fire"] if draws_fire(view, move.cell, options) and not move.sniper else [])


def way_out(view: View) -> bool:
    """Whether wire leaves a way to the far row, or to the nest if there is one."""
    grid, seen, ends = view["grid"], {view["squad"]}, [view["squad"]]
    goals = {cell for cell in grid if grid[cell] == "nest"} or {cell for cell in grid if cell[1] == "3"}
    while ends:
        for cell in steps(ends.pop()):
            if cell not in seen and grid[cell] != "wire":
                seen.add(cell)
                ends.append(cell)
    return bool(seen & goals)


def ending(before: View, action: Any, after: View) -> str:
    """Why the game is over after an action; "" while it goes on."""
    if after["strength"] == 0:
        return "squad_dead"
    if isinstance(action, Move) and before["grid"][action.cell] == "nest":
        return "nest_destroyed"
    if after["charges"] == 0:
        return "out_of_charges"
    laid_out = after["phase"] != "place_nest"
    return "blocked" if laid_out and after["charges"] == 1 and not way_out(after) else ""


@pytest.mark.parametrize("crawl_fire", ["icon", "never", "always"])
def test_steps_follow_from_the_table(crawl_fire: Any) -> None:
    taken = 0
    for seed in range(40):
        rng = Random(seed)
        options = Options(crawl_fire=crawl_fire, mines_under_open=seed % 2 == 1)
        table = new_playthrough(GAME, f"reckoned {seed}", options)
        state = GAME.setup(table.options, table.seats, table.dice(0)).state
        while (decision := GAME.decision(state)) is not None:
            view = GAME.view(state, OPEN)
            action = PLANNER(GAME, state, decision, rng) if seed % 4 else rng.choice(decision.actions)
            table.actions.append(action)
            step = GAME.apply(state, action, table.dice(len(table.actions)))
            after = GAME.view(step.state, OPEN)
            if decision.kind == "assault":
                taken += 1
                assert set(decision.actions) == legal(view, options)
                assert len(set(decision.actions)) == len(decision.actions)
                by = [told.public.by for told in step.events if hasattr(told.public, "by")]
                due = hits(view, action, options) if isinstance(action, Move) else []
                assert by == due or (after["strength"] == 0 and by == due[: len(by)])
                outcome = GAME.outcome(step.state)
                assert (outcome.reason if outcome else "") == ending(view, action, after)
            state = step.state
    assert taken > 300
