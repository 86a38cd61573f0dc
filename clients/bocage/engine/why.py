"""Reasons why one action is better than another, from the named sums of the evaluation or from endings.

Both actions are played on in the same imagined worlds, and compared world by world. If most of the lead comes from
worlds in which a game ends meanwhile, the reason is the ending whose frequency changes that much; endings possible
for both sides are distinguished by the winner. Otherwise it is a theme, a group of features, with a large part of
the lead, if its statement is visible in these worlds, such as more men. A weight alone is no reason, as it may
stand for something correlated with its feature. Themes are taken from worlds in which both games go on: if one goes
on more often, there is more of everything.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from bocage.engine.values.value import Value
from bocage.protocol.review import Why
from bocage.rules.kernel import Game


class Theme(NamedTuple):
    """A group of features, without "own" and "other", and its possible reasons.

    ``seen``: reason → factors of features whose sum is visible and good for a side; empty: the sum of the theme
    itself.
    """

    features: tuple[str, ...]
    seen: Mapping[str, Mapping[str, float]]


#: Distance of the closest enemy, by the ranges of SQUAD.
_PLACES = {"PB": 0.0, "S": 1.0, "M": 2.0, "L": 3.0, "no": 4.0}
_CARDS = (
    *("cards", "squad cards", "later fire", "attacks", "terrain", "barrier", "conceal", "smoke", "engineer"),
    *("morale_enemy", "morale_own", "rally_own", "bonus"),
)
_LANES = ("assault dice", "defence dice", "armour", "best lane", "worst lane", "open lanes", "threat")
_OBJECTIVES = (
    *("objective in hand", "objectives in hand", "objectives 1", "objectives 2", "objective wins"),
    "objectives suffice",
)
#: The texts are in ``bocage.protocol.why``, under the reason and a side.
THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        "men": Theme(
            ("men", "root men", "last men", "squads", "units", "strength"), {"men": {"men": 10, "strength": 1}}
        ),
        "pins": Theme(
            ("pinned", "check", "check pinned", "pinned strength", "running"),
            {"pins": {"pinned": -1, "check": -1, "pinned strength": -1, "running": -1}},
        ),
        "leader": Theme(("leaderless", "hqs"), {"leader": {"leaderless": -1, "hqs": 1}}),
        # Modifiers of cover are below 0.
        "cover": Theme(("cover", "concealed"), {"cover": {"cover": -1}}),
        "flank": Theme(("encircled", "flanking fire"), {"flank": {"encircled": -1, "flanking fire": -1}}),
        "fire": Theme(("fire", "best fire", "guns"), {"fire": {"fire": 1, "best fire": 1, "guns": 1}}),
        "cards": Theme(_CARDS, {"hand": {"cards": 1}, "attacks": {"later fire": 1}}),
        "objectives": Theme(
            _OBJECTIVES,
            {"taken": {"objectives 1": 1, "objectives 2": 2}, "held": {"objectives in hand": 1}},
        ),
        "lanes": Theme(_LANES, {"lanes": {}}),
        "fronts": Theme(("fronts", "one front", "all fronts"), {"fronts": {"fronts": 1}}),
        "score": Theme(("score", "score from 6", "score from 8"), {"score": {"score": 1}}),
        "range": Theme((), {}),
    }
)
_THEME_OF = {feature: name for name, theme in THEMES.items() for feature in theme.features}
_SIDES = ("own", "other")
#: Hidden parts of the other side, which differ in each world.
UNSEEN = ("hand.other", "attacks.other", "held.other")
#: Standard errors of a significant mean; high, as there are about twenty reasons.
SURE = 3.0
#: Least number of worlds.
FEWEST = 4
#: Least share of the total lead that one reason must explain.
PART = 1 / 3


def theme_of(feature: str) -> str:
    """Return the theme of a feature without its side; empty: it has none."""
    if feature.startswith("card "):
        return "cards"
    return "range" if " at " in feature else _THEME_OF.get(feature, "")


#: Result of a drawn game.
DRAWN = 0.5


class Ending(NamedTuple):
    """The reason of an outcome, and whether the seat ``won`` or ``lost`` by it."""

    reason: str
    won: bool = False
    lost: bool = False


class Reached(NamedTuple):
    """The state where playing on stopped in one world, and its value for the seat."""

    worth: float
    ending: Ending | None = None
    #: "men.own" and so on → contribution to the evaluation's sum for this seat; empty if the game is over.
    themes: Mapping[str, float] = MappingProxyType({})
    #: The same names of reasons → visible sums of that side; more is better for the side.
    seen: Mapping[str, float] = MappingProxyType({})


class Account:
    """The results of one action in successive worlds."""

    def __init__(self, game: Game[Any], value: Value | None, seat: int) -> None:
        self._game = game
        self._value = value
        self._seat = seat
        self.alone = game.seats == 1
        self.worlds: list[Reached] = []

    def add(self, state: Any, worth: float) -> None:
        """Add a final state, and its value for the seat."""
        outcome = self._game.outcome(state)
        if outcome is not None:
            self.worlds.append(Reached(worth, Ending(outcome.reason, worth > DRAWN, worth < DRAWN)))
        else:
            self.worlds.append(Reached(worth, None, *(self._sums(self._value, state) if self._value else ())))

    def _sums(self, value: Value, state: Any) -> tuple[Mapping[str, float], Mapping[str, float]]:
        mover = value.mover(state)
        sign = 1 if mover == self._seat else -1
        linear = value.weights.get(value.kind(state)) or next(iter(value.weights.values()))
        sums: defaultdict[str, float] = defaultdict(float)
        seen: defaultdict[str, float] = defaultdict(float)
        for name, weight, feature in zip(value.names, linear.weights, value.features(state, mover), strict=True):
            side, _, of = name.partition(" ")
            theme = theme_of(of) if side in _SIDES else ""
            if theme and feature:
                # Own and other refer to the seat to move.
                mine = side if sign > 0 else _SIDES[1 - _SIDES.index(side)]
                sums[f"{theme}.{mine}"] += sign * weight * feature
                if theme == "range":
                    seen[f"apart.{mine}"] += _PLACES[of.split()[2]] * feature
                for reason, factors in THEMES[theme].seen.items():
                    seen[f"{reason}.{mine}"] += factors.get(of, 0.0) * feature
        return sums, seen


def why(better: Account, played: Account) -> Why:
    """Return the reason for the lead of one action over another, both played in the same worlds."""
    pairs = list(zip(better.worlds, played.worlds, strict=True))
    most = _lead(pairs) / 2
    over = [(one, other) for one, other in pairs if one.ending or other.ending]
    if _lead(over) >= most and (ending := _ending(over, most, better.alone)):
        mine, theirs = (_share(one.worlds, ending) for one in (better, played))
        return Why("ending", ending.reason, mine, theirs, won=ending.won, lost=ending.lost)
    theme = _theme([(one, other) for one, other in pairs if not (one.ending or other.ending)])
    return Why(theme) if theme else Why("ahead")


def _theme(pairs: list[tuple[Reached, Reached]]) -> str:
    """Return the reason with the largest gain, if that is large and significant; empty: there is none."""

    def gains(*names: str) -> list[float]:
        return [
            sum(one.themes.get(name, 0.0) - other.themes.get(name, 0.0) for name in names) for one, other in pairs
        ]

    def seen(name: str, sign: int) -> list[float]:
        return [sign * (one.seen.get(name, 0.0) - other.seen.get(name, 0.0)) for one, other in pairs]

    # The distance is the same for both sides.
    apart = gains("range.own", "range.other")
    found = {"range.closer": (apart, seen("apart.own", -1)), "range.farther": (apart, seen("apart.own", 1))}
    for name, theme in THEMES.items():
        for reason, factors in theme.seen.items():
            for side, sign in zip(_SIDES, (1, -1), strict=True):
                gain = gains(f"{name}.{side}")
                if f"{reason}.{side}" not in UNSEEN:
                    found[f"{reason}.{side}"] = gain, seen(f"{reason}.{side}", sign) if factors else gain
    held = {reason: sum(gain) for reason, (gain, what) in found.items() if _sure(gain) and _sure(what)}
    most = max(held, key=held.__getitem__, default="")
    whole = sum(sum(gains(f"{name}.{side}")) for name in THEMES for side in _SIDES)
    return most if most and held[most] >= PART * whole else ""


def _sure(values: list[float]) -> bool:
    """True if the mean is significantly above 0."""
    if len(values) < FEWEST or not sum(values) > 0:
        return False
    mean = sum(values) / len(values)
    squares = sum((value - mean) ** 2 for value in values)
    return mean > SURE * math.sqrt(squares / (len(values) - 1) / len(values))


def _lead(pairs: list[tuple[Reached, Reached]]) -> float:
    return sum(one.worth - other.worth for one, other in pairs)


def _ending(over: list[tuple[Reached, Reached]], least: float, alone: bool) -> Ending | None:
    """Return the ending whose frequency differs most; None: by less than ``least``.

    Winning less often by something, or losing more often by it, is no reason for an action; nor is the way of
    winning ``alone``, as there is only one.
    """
    more: Counter[Ending] = Counter(one.ending for one, _ in over if one.ending)
    more.subtract(other.ending for _, other in over if other.ending)
    gains = {
        ending: more[ending] if ending.won else -more[ending] if ending.lost else abs(more[ending])
        for ending in sorted(more)
        if not (alone and ending.won)
    }
    found = max(gains, key=gains.__getitem__, default=None)
    return found if found and gains[found] >= max(1, least) else None


def _share(worlds: list[Reached], ending: Ending) -> tuple[int, int]:
    return round(100 * sum(one.ending == ending for one in worlds) / len(worlds)), 100
