"""The page reads a game's presentation as Python does: luck, marks and flags of whole random games."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bocage.rules.kernel import OPEN, Game
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.kernel.registry import house_games
from tests.page.node import run_module
from tests.rules.luck import luck

GAMES = 6

SOURCE = """
import { flagLabels, isReaction, luckOf, markOf, passVerb } from "WEB/js/table/presentation.js";
const { presentation, told } = given;
const words = { say: (key, { n }) => `${key} ${n}` };
console.log(JSON.stringify({
  luck: told.map(({ event, view }) => luckOf(presentation, event, view)),
  marks: told.map(({ event }) => markOf(presentation, event)),
  flags: presentation.flags.map(({ of, name }) => flagLabels(presentation, words, of, { [name]: 2 })),
  unset: presentation.flags.map(({ of, name }) => flagLabels(presentation, words, of, { [name]: 0 })),
  verbs: presentation.windows.map(({ decision }) => passVerb(presentation, decision)),
  reactions: presentation.windows.map(({ decision }) => isReaction(presentation, decision)),
  none: passVerb(presentation, "no such decision"),
}));
"""


def told_in(game: Game[Any], number: int) -> list[dict[str, Any]]:
    """Every public event of a random game, and the view that it led to."""
    table = new_playthrough(game, f"page/{number}", usual=True)
    state = game.setup(table.options, table.seats, table.dice(0)).state
    rng = table.chance(0, "page")
    told: list[dict[str, Any]] = []
    while (decision := game.decision(state)) is not None:
        action = decision.actions[rng.below(len(decision.actions))]
        table.actions.append(action)
        step = game.apply(state, action, table.dice(len(table.actions)))
        state = step.state
        view = msgspec.to_builtins(game.view(state, OPEN))
        told += [{"event": msgspec.to_builtins(each.public), "view": view} for each in step.events]
    return told


@pytest.mark.parametrize("game", house_games(), ids=lambda game: game.id)
def test_the_page_reads_what_python_reads(game: Game[Any]) -> None:
    shown = game.presentation
    told = [each for number in range(GAMES) for each in told_in(game, number) if each["event"]]
    read = run_module(SOURCE, {"presentation": msgspec.to_builtins(shown), "told": told})
    lucky = [luck(shown, each["event"], each["view"]) for each in told]
    assert sum(each is not None for each in lucky) >= 5
    for here, there in zip(read["luck"], lucky, strict=True):
        assert (here is None) == (there is None)
        if there is not None:
            assert (here["who"], here["rolled"]) == there[:2]
            assert here["expected"] == pytest.approx(there[2])
    marks = {(mark.event, mark.when): mark.kind for mark in shown.marks}
    for here, each in zip(read["marks"], told, strict=True):
        event = each["event"]
        kinds = [
            kind for (name, when), kind in marks.items() if name == event["ev"] and (not when or event.get(when))
        ]
        assert here == (kinds[0] if kinds else "")
    assert {"turn", "loss"} <= set(read["marks"])
    assert read["flags"] == [[f"{flag.text} 2"] for flag in shown.flags]
    assert read["unset"] == [[] for _ in shown.flags]
    assert read["verbs"] == [window.verb for window in shown.windows]
    # A question in one's own turn is no reaction to another seat.
    assert read["reactions"] == [not window.own for window in shown.windows]
    assert read["none"] == ""
