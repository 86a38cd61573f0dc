"""Features of a position of SQUAD: those of the player to move, then those of the other."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from bocage.bots.dice import chance_of_die, mean_difference
from bocage.engine.levels import Level
from bocage.engine.values.value import Value
from bocage.rules.kernel import Seen
from bocage.rules.squad.actions import Attack
from bocage.rules.squad.data import CARDS, KIND, NATIONS, OPEN_GROUND, RANGES, THRESHOLD, uses
from bocage.rules.squad.figures import AttackOdds
from bocage.rules.squad.ground import Ground
from bocage.rules.squad.odds import odds
from bocage.rules.squad.state import Squad, State
from bocage.rules.squad.variants import ground_of

_NATIONS = tuple(NATIONS)
_REACHES = ("", *RANGES)
#: Roles of cards counted in a hand.
_ROLES = ("terrain", "barrier", "conceal", "smoke", "engineer", "morale_enemy", "morale_own", "rally_own", "bonus")
_OF_A_SEAT = (
    "men",
    "root men",
    "last men",
    "squads",
    "pinned",
    "check",
    "check pinned",
    "leaderless",
    "cover",
    "concealed",
    "encircled",
    "flanking fire",
    "cards",
    "fire",
    "best fire",
    "later fire",
    "attacks",
    "objective in hand",
    "objectives in hand",
    "objectives 1",
    "objectives 2",
    "objective wins",
    "objectives suffice",
    *_ROLES,
    *(f"nation {nation}" for nation in _NATIONS),
    *(f"{nation} at {reach or 'no'} range" for nation in _NATIONS for reach in _REACHES),
)
NAMES = (*(f"own {name}" for name in _OF_A_SEAT), *(f"other {name}" for name in _OF_A_SEAT), "turn")


def kind(state: State) -> str:
    """Return the kind of match, which selects the weights."""
    return state.options.variant


def features(state: State, seat: int) -> list[float]:
    """Return the features of a position; ``seat`` is to move."""
    ground = ground_of(state)
    return [*_seat(state, ground, seat), *_seat(state, ground, 1 - seat), min(state.turn, 40) / 40]


def _seat(state: State, ground: Ground, seat: int) -> list[float]:
    squads = state.of(seat)
    sums = [0.0] * 17
    roles = [0.0] * len(_ROLES)
    nations = [0.0] * len(_NATIONS)
    reaches = [0.0] * (len(_NATIONS) * len(_REACHES))
    objectives = 0
    for squad in squads:
        at = _NATIONS.index(squad.nation)
        nations[at] += 1
        near = ground.in_reach(state, squad) if ground.price_of_a_move or squad.hex >= 0 else []
        reach = min((where for _, where in near), key=RANGES.index, default="")
        reaches[at * len(_REACHES) + _REACHES.index(reach)] += 1
        for i, value in enumerate(_squad(state, ground, squad, near)):
            sums[i] += value
        for card in squad.hand:
            playable = _roles(state.options.variant, squad.nation, card)
            objectives += KIND[card] == "mission_objective"
            for i, has in enumerate(playable):
                roles[i] += has
    scored = state.objectives[seat]
    return [
        *sums,
        float(objectives > 0),
        float(objectives),
        float(scored == 1),
        float(scored == 2),
        float(scored == 2 and objectives > 0),
        float(scored + objectives >= 3),
        *roles,
        *nations,
        *reaches,
    ]


def _squad(state: State, ground: Ground, squad: Squad, near: list[tuple[Squad, str]]) -> tuple[float, ...]:
    check = 0.0
    if squad.fired_at:
        check = chance_of_die(THRESHOLD, NATIONS[squad.nation].morale + squad.killed)
    fire = best = later = attacks = 0.0
    aims = [(reach, _shelter(state, ground, enemy), enemy.pinned) for enemy, reach in near]
    for card in squad.hand:
        now = max((_kills(state.options.variant, squad.nation, card, *aim) for aim in aims), default=0.0)
        anywhere = _anywhere(state.options.variant, squad.nation, card)
        fire += now
        best = max(best, now)
        later += anywhere
        attacks += anywhere > 0
    return (
        squad.men / 10,
        squad.men**0.5,
        float(squad.men <= 3),
        1.0,
        float(squad.pinned),
        check,
        check * squad.pinned,
        float(squad.leaderless),
        _shelter(state, ground, squad),
        float(bool(squad.concealment)),
        float(bool(squad.encircled)),
        float(len(squad.flank_cards)),
        float(len(squad.hand)),
        fire,
        best,
        later,
        attacks,
    )


def _shelter(state: State, ground: Ground, squad: Squad) -> int:
    """Return the modifier of position and terrain on attacks, below 0."""
    terrain = ground.terrain_of(state, squad) if ground.price_of_a_move or squad.hex >= 0 else OPEN_GROUND
    printed = CARDS.get(terrain)
    cover = printed.cover + printed.height if printed else 0
    return cover - bool(squad.concealment) + 3 * bool(squad.encircled)


@cache
def _roles(variant: Any, nation: str, card: str) -> tuple[bool, ...]:
    return tuple(card in uses(variant, nation, role) for role in _ROLES)


@cache
def _kills(variant: Any, nation: str, card: str, reach: str, shelter: int, pinned: bool) -> float:
    """Mean number of men killed by a card in its best use as an attack."""
    best = 0.0
    for use in uses(variant, nation, "attack").get(card, ()):
        weapon = use.weapon
        if reach in weapon.ranges and (pinned or not weapon.pinned_only):
            total = weapon.ranges[reach] + (max(0, shelter) if weapon.ignores_cover else shelter)
            best = max(best, mean_difference(total, 1 if weapon.max_one else 10))
    return best


@cache
def _anywhere(variant: Any, nation: str, card: str) -> float:
    return max(_kills(variant, nation, card, reach, -1, True) for reach in RANGES)


def idle(seen: Seen, action: Any) -> bool:
    """True for a shot that cannot hit, and at most causes a morale check."""
    if not isinstance(action, Attack) or seen.owed is None:
        return False
    found = odds(seen, msgspec.structs.replace(seen.owed, actions=[action]))
    figures = found.actions[0] if found and found.actions else []
    return any(isinstance(one, AttackOdds) and not one.chance[0] for one in figures)


HINT_NODES = 16_000
REVIEW_NODES = 500_000
#: A search seldom improves on the corrected heuristic, so most of the budget goes to chances of winning.
REVIEW_SEARCH = 0.2
LEVELS = {
    "recruit": Level(searches=False, by_chance=0.7),
    "regular": Level(searches=False, by_chance=0.35),
    "veteran": Level(rounds=4, worlds=64, nodes=2400, turns=4, sure=1.5, corrected=True),
}
VALUE = Value(NAMES, features, kind, lambda state: state.turn, lambda state: state.active, {})
