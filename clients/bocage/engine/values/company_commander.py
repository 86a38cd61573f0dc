"""Features of a position of COMPANY COMMANDER: those of the side to move, then those of the other."""

from __future__ import annotations

from functools import cache

from bocage.engine.levels import Level
from bocage.engine.values.value import Value
from bocage.rules.company_commander import flags as f
from bocage.rules.company_commander.data import HQS, LANES, SCORE_TO_WIN, Side
from bocage.rules.company_commander.state import State, Unit
from bocage.rules.company_commander.tactical import TACTICAL

_EFFECTS = tuple(dict.fromkeys(row.effect for row in TACTICAL.values()))
_OF_A_SIDE = (
    "units",
    "strength",
    "assault dice",
    "defence dice",
    "guns",
    "armour",
    "pinned strength",
    "running",
    "hqs",
    "fronts",
    "one front",
    "all fronts",
    "score",
    "score from 6",
    "score from 8",
    "squad cards",
    "best lane",
    "worst lane",
    "open lanes",
    "threat",
    "cards",
    *(f"card {effect}" for effect in _EFFECTS),
)
NAMES = (
    *(f"own {name}" for name in _OF_A_SIDE),
    *(f"other {name}" for name in _OF_A_SIDE),
    "us",
    "turn",
    "wins by fronts",
)


def kind(state: State) -> str:
    """Return the kind of match, which selects the weights."""
    return "commander" if state.options.commander else "default"


def features(state: State, seat: int) -> list[float]:
    """Return the features of a position; ``seat`` is to move."""
    me = state.side(seat)
    lanes = (_lanes(state, 0), _lanes(state, 1))
    mine, theirs = _side(state, me, lanes), _side(state, 1 - me, lanes)
    over = float(state.turn + 1 >= state.options.auto_from_turn)
    by_fronts = over * ((mine[9] == 3 and theirs[9] <= 1) - (theirs[9] == 3 and mine[9] <= 1))
    return [*mine, *theirs, float(me == 0), min(state.turn, 40) / 40, by_fronts]


def _left(unit: Unit) -> int:
    return unit.row.strength - unit.casualties


def _lanes(state: State, side: Side) -> list[tuple[float, float]]:
    """Return, by lane, the dice of an assault from there, and of a defence there."""
    sums = [[0.0, 0.0] for _ in LANES]
    for unit in state.units[side].values():
        if not unit.pins:
            row = unit.row
            if not row.cannot_assault:
                sums[unit.lane][0] += _left(unit) + row.assault
            sums[unit.lane][1] += _left(unit) + row.defence
    return [(assault, defence) for assault, defence in sums]


def _side(state: State, side: Side, lanes: tuple[list[tuple[float, float]], ...]) -> list[float]:
    units = list(state.units[side].values())
    here, there = lanes[side], lanes[1 - side]
    held = [any(unit.lane == lane for unit in units) for lane in LANES]
    strength = float(sum(map(_left, units)))
    balance = [mine[0] - theirs[1] for mine, theirs in zip(here, there, strict=True)]
    fronts = sum(held)
    score = state.score[side]
    return [
        float(len(units)),
        strength,
        sum(unit.row.assault for unit in units if not unit.pins) + 0.0,
        sum(unit.row.defence for unit in units if not unit.pins) + 0.0,
        float(sum(unit.row.suppression is not None and not unit.flags & f.OUT_OF_AMMO for unit in units)),
        float(sum(unit.row.armour is not None for unit in units)),
        float(sum(_left(unit) for unit in units if unit.pins)),
        float(sum(unit.casualties + unit.pins > unit.row.strength for unit in units)),
        float(sum(unit.card in HQS for unit in units)),
        float(fronts),
        float(fronts <= 1),
        float(fronts == 3),
        score / SCORE_TO_WIN,
        max(0, score - 5) / 4,
        max(0, score - 7) / 2,
        len(state.squads[side]) / 10,
        max(balance),
        min(balance),
        float(sum(theirs[1] == 0 for theirs in there)),
        sum(max(0.0, one) for one in balance),
        float(len(state.hands[side])),
        *_hand(state.hands[side]),
    ]


@cache
def _hand(cards: tuple[str, ...]) -> tuple[float, ...]:
    effects = [TACTICAL[card].effect for card in cards]
    return tuple(float(effects.count(effect)) for effect in _EFFECTS)


HINT_NODES = 6_000
REVIEW_NODES = 200_000
#: No level searches, as no search was shown to be stronger than the heuristic.
LEVELS = {
    "recruit": Level(searches=False, by_chance=0.5),
    "regular": Level(searches=False, by_chance=0.25),
    "veteran": Level(rounds=4, worlds=32, nodes=1200, turns=2, sure=3.0, searches=False),
}
VALUE = Value(NAMES, features, kind, lambda state: state.turn, lambda state: state.seat(state.active), {})
