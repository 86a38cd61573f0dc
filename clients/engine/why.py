"""Why one action is better than another, from the named sums of the evaluation; or from how games end.

Both actions are played on in the same imagined worlds, and are compared world by world. Where most of the lead
comes of worlds in which a game ends meanwhile, the reason is the ending that becomes rarer or more frequent, if it
changes as much; what either side may bring about is told apart by who wins by it. Else it is the theme, a group of
features, that does most for the better action. Themes are those of worlds in which both games go on: where one goes
on more often, there is more of everything.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from clients.engine.values.value import Value
from protocol.review import Why
from service.games.kernel import Game

#: Theme → the features that it sums up, without "own" and "other". The texts are in ``protocol.why``.
THEMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "men": ("men", "root men", "last men", "squads", "units", "strength"),
        "pins": ("pinned", "check", "check pinned", "pinned strength", "running"),
        "leader": ("leaderless", "hqs"),
        "cover": ("cover", "concealed"),
        "flank": ("encircled", "flanking fire"),
        "fire": ("fire", "best fire", "guns"),
        "cards": (
            *(
                "cards",
                "squad cards",
                "later fire",
                "attacks",
                "terrain",
                "barrier",
                "conceal",
                "smoke",
                "engineer",
            ),
            *("morale_enemy", "morale_own", "rally_own", "bonus"),
        ),
        "objectives": (
            *("objective in hand", "objectives in hand", "objectives 1", "objectives 2", "objective wins"),
            "objectives suffice",
        ),
        "lanes": (*("assault dice", "defence dice", "armour", "best lane", "worst lane", "open lanes", "threat"),),
        "fronts": ("fronts", "one front", "all fronts"),
        "score": ("score", "score from 6", "score from 8"),
    }
)
_THEME_OF = {feature: theme for theme, features in THEMES.items() for feature in features}
_SIDES = ("own", "other")


def theme_of(feature: str) -> str:
    """The theme of a feature without its side; empty: it has none."""
    if feature.startswith("card "):
        return "cards"
    return "range" if " at " in feature else _THEME_OF.get(feature, "")


#: What a drawn game is worth.
DRAWN = 0.5


class Ending(NamedTuple):
    """A reason of an outcome, and whether the seat had ``won`` or ``lost`` by it."""

    reason: str
    won: bool = False
    lost: bool = False


class Reached(NamedTuple):
    """Where playing on stopped in one world, and what that is worth to the seat."""

    worth: float
    ending: Ending | None = None
    #: "men.own" and so on → what it adds to the evaluation's sum, for this seat; nothing where the game is over.
    themes: Mapping[str, float] = MappingProxyType({})


class Account:
    """What becomes of the games in which one action was played, in one world after the other."""

    def __init__(self, game: Game[Any], value: Value | None, seat: int) -> None:
        self._game = game
        self._value = value
        self._seat = seat
        self.alone = game.seats == 1
        self.worlds: list[Reached] = []

    def add(self, state: Any, worth: float) -> None:
        """Note a state in which playing on stopped, and what it is worth to the seat."""
        outcome = self._game.outcome(state)
        if outcome is not None:
            self.worlds.append(Reached(worth, Ending(outcome.reason, worth > DRAWN, worth < DRAWN)))
        else:
            self.worlds.append(Reached(worth, themes=self._sums(self._value, state) if self._value else {}))

    def _sums(self, value: Value, state: Any) -> Mapping[str, float]:
        mover = value.mover(state)
        sign = 1 if mover == self._seat else -1
        linear = value.weights.get(value.kind(state)) or next(iter(value.weights.values()))
        sums: defaultdict[str, float] = defaultdict(float)
        for name, weight, feature in zip(value.names, linear.weights, value.features(state, mover), strict=True):
            side, _, of = name.partition(" ")
            theme = theme_of(of) if side in _SIDES else ""
            if theme and feature:
                # Own and other are those of the seat that moves.
                mine = side if sign > 0 else _SIDES[1 - _SIDES.index(side)]
                sums[f"{theme}.{mine}"] += sign * weight * feature
        return sums


def why(better: Account, played: Account) -> Why:
    """The reason for the lead of one action over another; both were played on in the same worlds."""
    pairs = list(zip(better.worlds, played.worlds, strict=True))
    most = _lead(pairs) / 2
    over = [(one, other) for one, other in pairs if one.ending or other.ending]
    if _lead(over) >= most and (ending := _ending(over, most, better.alone)):
        mine, theirs = (_share(one.worlds, ending) for one in (better, played))
        return Why("ending", ending.reason, mine, theirs, won=ending.won, lost=ending.lost)
    gains: defaultdict[str, float] = defaultdict(float)
    for one, other in pairs:
        if not (one.ending or other.ending):
            for theme in one.themes.keys() | other.themes.keys():
                gains[theme] += one.themes.get(theme, 0.0) - other.themes.get(theme, 0.0)
    theme = max(sorted(gains), key=gains.__getitem__, default="")
    return Why(theme) if theme and gains[theme] > 0 else Why("ahead")


def _lead(pairs: list[tuple[Reached, Reached]]) -> float:
    return sum(one.worth - other.worth for one, other in pairs)


def _ending(over: list[tuple[Reached, Reached]], least: float, alone: bool) -> Ending | None:
    """The ending whose number differs most; None: by less than ``least``, or not at all.

    To win less often by something, or to lose more often by it, is no reason for an action; nor is how it is won,
    of who plays ``alone``: there is one way.
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
