"""Why one action is better than another, from the named sums of the evaluation; or from how games end.

Both actions are played on in the same imagined worlds. Where most of the difference comes of games that end
meanwhile, the reason is the ending that becomes rarer or more frequent, if it changes as much; what either side may
bring about is told apart by who wins by it. Else it is the theme, a group of features, that does most for the
better action.
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


class Account:
    """What becomes of the games in which one action was played: how they end, and sums by theme."""

    def __init__(self, game: Game[Any], value: Value | None, seat: int) -> None:
        self._game = game
        self._value = value
        self._seat = seat
        self.worlds = 0
        #: How a game ended → games that ended so; and how many of all that ended were won.
        self.endings: Counter[Ending] = Counter()
        self.won = 0.0
        #: "men.own" and so on → what it adds to the evaluation's sum, for this seat.
        self.themes: defaultdict[str, float] = defaultdict(float)

    def add(self, state: Any, worth: float) -> None:
        """Note a state in which playing on stopped, and what it is worth to the seat."""
        self.worlds += 1
        outcome = self._game.outcome(state)
        if outcome is not None:
            self.endings[Ending(outcome.reason, worth > DRAWN, worth < DRAWN)] += 1
            self.won += worth
        elif self._value is not None:
            self._sums(self._value, state)

    def _sums(self, value: Value, state: Any) -> None:
        mover = value.mover(state)
        sign = 1 if mover == self._seat else -1
        linear = value.weights.get(value.kind(state)) or next(iter(value.weights.values()))
        for name, weight, feature in zip(value.names, linear.weights, value.features(state, mover), strict=True):
            side, _, of = name.partition(" ")
            theme = theme_of(of) if side in _SIDES else ""
            if theme and feature:
                # Own and other are those of the seat that moves.
                mine = side if sign > 0 else _SIDES[1 - _SIDES.index(side)]
                self.themes[f"{theme}.{mine}"] += sign * weight * feature


def why(better: Account, played: Account, lead: float) -> Why:
    """The reason for a ``lead`` of one action over another; both were played on in as many worlds."""
    most = lead * better.worlds / 2
    if abs(better.won - played.won) >= most and (ending := _ending(better, played, most)):
        shares = _share(better, ending), _share(played, ending)
        return Why("ending", ending.reason, *shares, won=ending.won, lost=ending.lost)
    gains = {theme: better.themes[theme] - played.themes[theme] for theme in [*better.themes, *played.themes]}
    theme = max(sorted(gains), key=gains.__getitem__, default="")
    return Why(theme) if theme and gains[theme] > 0 else Why("ahead")


def _ending(better: Account, played: Account, least: float) -> Ending | None:
    """The ending whose number differs most; None: by less than ``least``, or not at all."""
    differences = {
        ending: abs(better.endings[ending] - played.endings[ending])
        for ending in sorted(better.endings.keys() | played.endings.keys())
    }
    found = max(differences, key=differences.__getitem__, default=None)
    return found if found and differences[found] >= max(1, least) else None


def _share(account: Account, ending: Ending) -> tuple[int, int]:
    return round(100 * account.endings[ending] / account.worlds), 100
