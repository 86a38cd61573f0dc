"""A complete state from the player's knowledge: the view, and the events of the last roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bocage.rules.dice import Chance
from bocage.rules.kernel import OPEN, Event, Seen, UnimaginableError
from bocage.rules.zombies.board import REFILL
from bocage.rules.zombies.data import COUNTERS, CUTTER, EVENT, INFANTRY, M8
from bocage.rules.zombies.events import ApRolled
from bocage.rules.zombies.state import (
    ACTING,
    AWAIT_ROLL,
    CHOOSE_LOSS,
    CHOOSE_REPAIR,
    CHOOSE_REVEAL,
    TURN_OVER,
    EventOver,
    Frames,
    State,
)
from bocage.rules.zombies.view import UNKNOWN

_ASKED: dict[str, Frames] = {"loss": CHOOSE_LOSS, "event_recon": CHOOSE_REVEAL, "repair": CHOOSE_REPAIR}


def imagine(seen: Seen, dice: Chance) -> State:
    """A state with that view: every order of the counters out of sight is equally likely.

    A choice that interrupts a turn without points left looks the same whether the last point or a 6 brought it. The
    events decide; without them either is imagined.
    """
    if seen.viewer == OPEN:
        raise UnimaginableError("open hands leave nothing to imagine")
    table = seen.table
    tank = table["tank"]
    out_of_sight = _out_of_sight(table)
    dice.shuffle(out_of_sight)
    marker = out_of_sight.pop() if table["marker"] == UNKNOWN else table["marker"]
    hexes = [hex_ for hex_ in REFILL if hex_ in table["face_down"]]
    drawn = dict(zip(hexes, out_of_sight, strict=True))
    return State(
        stack=_stack(seen, dice),
        result=None,
        options=seen.options,
        turn=table["turn"],
        ap=table["ap"],
        tank=tank["hex"],
        damaged=tank["damaged"],
        ammo_out=tank["ammo_out"],
        track_broken=tank["track_broken"],
        m8=tank["m8"],
        cutter=tank["cutter"],
        aboard=tank["infantry"],
        killed=tuple(table["killed"]),
        zombies=dict(table["zombies"]),
        items=dict(table["items"]),
        face_down={hex_: drawn[hex_] for hex_ in table["face_down"]},
        marker=marker,
        marker_shown=table["marker"] != UNKNOWN,
        gone=tuple(table["gone"]),
    )


def _out_of_sight(table: Mapping[str, Any]) -> list[str]:
    """The counters that lie face-down, the marker's among them unless it is shown."""
    tank = table["tank"]
    in_sight: Counter[str] = Counter(
        [*table["zombies"], *table["items"].values(), *table["killed"], *table["gone"]]
    )
    in_sight.update({M8: int(tank["m8"]), CUTTER: int(tank["cutter"]), INFANTRY: tank["infantry"]})
    in_sight[table["marker"]] += 1
    return _without(COUNTERS, in_sight)


def _without(counters: Iterable[str], taken: Counter[str]) -> list[str]:
    left = Counter(counters)
    left.subtract({counter: count for counter, count in taken.items() if counter != UNKNOWN})
    return [counter for counter in left if left[counter] > 0 for _ in range(left[counter])]


def _stack(seen: Seen, dice: Chance) -> list[Frames]:
    table = seen.table
    phase = table["phase"]
    stack: list[Frames] = [AWAIT_ROLL]
    if phase == "roll":
        return stack
    stack.append(TURN_OVER if _turn_ends(seen, dice) else ACTING)
    stack.extend(EventOver(hex_) for hex_, item in table["items"].items() if item == EVENT)
    if phase in _ASKED:
        stack.append(_ASKED[phase])
    return stack


def _turn_ends(seen: Seen, dice: Chance) -> bool:
    """True if the turn ends after the choice that is owed: a 6 brought the counterattack."""
    table = seen.table
    if table["ap"] or table["phase"] not in ("loss", "event_recon"):
        return False
    return dice.below(2) == 1 if seen.events is None else _last_roll(seen.events) == 6


def _last_roll(events: Sequence[Event]) -> int:
    return next(event.die for event in reversed(events) if isinstance(event, ApRolled))
