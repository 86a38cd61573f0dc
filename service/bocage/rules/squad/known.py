"""The open part of the table as a state: for questions that the rules answer without hidden cards."""

from __future__ import annotations

from bocage.rules.kernel import Seen
from bocage.rules.squad.data import OPEN_GROUND
from bocage.rules.squad.imagine import known_squad
from bocage.rules.squad.state import Squad, State
from bocage.rules.squad.view import SquadView


def known_state(seen: Seen) -> State:
    """The viewer's knowledge. The deck, the hands of others and the stack of steps are empty.

    Any copy of a card stands for one that lies open: the rules do not distinguish copies.
    """
    table = seen.table
    return State(
        stack=[],
        result=None,
        options=seen.options,
        first=table["first"],
        squads={name: _squad(seen, name, shown) for name, shown in table["squads"].items()},
        objectives=(table["objectives"]["0"], table["objectives"]["1"]),
        turn=table["turn"],
        active=table["active"],
        phase=table["phase"],
        range=table.get("range", ""),
        terrain=dict(table.get("map", {})),
    )


def _squad(seen: Seen, name: str, shown: SquadView) -> Squad:
    squad = known_squad(seen, name, shown)
    variant = seen.options.variant
    if variant != "map" and shown["terrain"] != OPEN_GROUND:
        squad.terrain = f"{shown['terrain']}_1"
    if "concealed" in shown:
        squad.concealment = "concealment_1"
    # In the flanking variant the mark stands for what lies against the squad, not for a card on its place.
    if "encircled" in shown and variant != "flanking":
        squad.encircled = "encircled_1"
    squad.left = ("flanking_fire_1",) * shown.get("left", 0)
    squad.right = ("flanking_fire_1",) * shown.get("right", 0)
    return squad
