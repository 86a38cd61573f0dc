"""A complete state from a seat's knowledge: the view, the decision owed, and the events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from bocage.rules.company_commander import flags as f
from bocage.rules.company_commander.board import with_item
from bocage.rules.company_commander.data import FRONTS, LANE_OF, SIDES, UNITS, Lane, Side, squad_deck
from bocage.rules.company_commander.imagined_stack import phase_number, rebuild_stack
from bocage.rules.company_commander.recall import Recall
from bocage.rules.company_commander.state import Assault, Bonus, Cards, Glimpse, State, TurnFrame, Unit
from bocage.rules.company_commander.tactical import TACTICAL, tactical_deck
from bocage.rules.company_commander.view import AssaultView, FrontView
from bocage.rules.dice import Chance
from bocage.rules.kernel import OPEN, PUBLIC, Seen, UnimaginableError

UNIT_BITS = {name: 1 << bit for bit, name in enumerate(f.UNIT_FLAGS)}
FRONT_BITS = {name: 1 << bit for bit, name in enumerate(f.FRONT_FLAGS)}
#: The card that lays mines.
_MINES = next(row for row in TACTICAL.values() if row.effect == "mines")


def imagine(seen: Seen, dice: Chance) -> State:
    """A state with that view: the other hand and the order of all decks are drawn uniformly.

    Cards that the viewer saw in the other hand stay there until they are seen to leave. The other side's knowledge
    of the viewer's hand is not imagined. Without events, anything not shown (the place a unit came from, seen cards
    that have left) is any value that fits.
    """
    if seen.viewer == OPEN:
        raise UnimaginableError("open hands leave nothing to imagine but the decks")
    if seen.owed is None:
        raise UnimaginableError("the view alone does not say which step is on")
    table = seen.table
    active: Side = SIDES.index(table["active"])
    recall = Recall(seen)
    state = State(
        stack=[TurnFrame(phase_number(table["phase"]))],
        result=None,
        options=seen.options,
        us_seat=table["seats"]["us"],
        active=active,
        squads=((), ()),
        tactical=(),
        units=_units(table["units"], recall, dice),
        removed=(_heap(table["lost"]["us"]), _heap(table["lost"]["de"])),
        pending=tuple(table["pending"]),
        discards=_heap(table["discards"]),
        score=(table["score"]["us"], table["score"]["de"]),
        turn=table["turn"],
        quiet=-1 if recall.removed else table["quiet"],
        fronts=tuple(bits_of(table["fronts"][front], FRONT_BITS) for side in (0, 1) for front in FRONTS[side]),
        bonuses=known_bonuses(table["fronts"]),
        hq_drawn=table["hq_drawn"],
        proxy=LANE_OF[table["proxy"]] if table["proxy"] else -1,
        proxy_used=bool(table["proxy"]),
        assault=known_assault(table["assault"]) if "assault" in table else None,
    )
    _shuffle_squads(state, dice)
    _draw_hands(state, seen, dice)
    rebuild_stack(state, seen, recall)
    return state


def _heap(counts: Mapping[str, int]) -> Cards:
    return tuple(card for card, count in counts.items() for _ in range(count))


def _less(cards: Iterable[str], *gone: Iterable[str]) -> list[str]:
    """``cards`` less one copy for each of ``gone``, in a fixed order."""
    left = Counter(cards)
    for some in gone:
        left.subtract(some)
    return [card for card, count in left.items() for _ in range(count)]


def bits_of(shown: Mapping[str, object], bits: Mapping[str, int]) -> int:
    """The flags that a view shows, as bits."""
    return sum(bit for name, bit in bits.items() if name in shown)


def _units(shown: Mapping[str, Any], recall: Recall, dice: Chance) -> tuple[dict[str, Unit], dict[str, Unit]]:
    units: tuple[dict[str, Unit], dict[str, Unit]] = ({}, {})
    for name, one in shown.items():
        flags = bits_of(one, UNIT_BITS)
        lane = LANE_OF[one["front"]]
        came_from: Lane = -1
        if flags & f.MOVED:
            flags |= f.MOVE_TRIED
            came_from = 1 if lane != 1 else recall.came_from.get(name, -1)
            if came_from < 0:
                came_from = dice.pick((0, 2))
        unit = Unit(name, one["card"], one["n"], lane, one["casualties"], one["pins"], flags, came_from)
        units[UNITS[unit.card].side][name] = unit
    return units


def known_bonuses(fronts: Mapping[str, FrontView]) -> tuple[Bonus, ...]:
    """Bonuses of suppression rolls against each front; their cause is not shown."""
    return tuple((front, "mark", shown["bonus"]) for front, shown in fronts.items() if shown["bonus"])


def known_assault(shown: AssaultView) -> Assault:
    """The assault that a view shows."""
    laid = shown["mines"] // _MINES.n
    return Assault(
        LANE_OF[shown["front"]],
        tuple(shown["units"]),
        tuple((whom, why, n) for whom, why, n in shown["dice"]),
        tuple(shown["silenced"]),
        ((_MINES.id, _MINES.n),) * laid,
        shown["simultaneous"],
    )


def _shuffle_squads(state: State, dice: Chance) -> None:
    """The squad decks hold all cards that lie nowhere else."""
    for side in (0, 1):
        pending = state.pending if side == state.active else ()
        table = (unit.card for unit in state.units[side].values())
        left = _less(squad_deck(side), state.removed[side], table, pending)
        dice.shuffle(left)
        state.squads = with_item(state.squads, side, tuple(left))


def _draw_hands(state: State, seen: Seen, dice: Chance) -> None:
    """Hands that are not shown, and the tactical deck."""
    table = seen.table
    for name, cards in table["cards"].items():
        state.hands = with_item(state.hands, SIDES.index(name), tuple(sorted(_heap(cards))))
    pool = _less(tactical_deck(), state.discards, *state.hands)
    if seen.viewer != PUBLIC:
        mine = state.side(seen.viewer)
        if shown := table["glimpses"].get(SIDES[mine]):
            glimpse = Glimpse(shown["turn"], tuple(sorted(_heap(shown["cards"]))))
            known = tuple(sorted(_heap(shown["held"])))
            state.glimpses = with_item(state.glimpses, mine, glimpse)
            state.known = with_item(state.known, mine, known)
            state.hands = with_item(state.hands, 1 - mine, known)
            pool = _less(pool, known)
    dice.shuffle(pool)
    for side in (0, 1):
        if SIDES[side] not in table["cards"]:
            held = state.hands[side]
            count = table["hands"][SIDES[side]] - len(held)
            state.hands = with_item(state.hands, side, tuple(sorted((*held, *pool[:count]))))
            del pool[:count]
    state.tactical = tuple(pool)
