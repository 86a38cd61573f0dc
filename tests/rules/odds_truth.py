"""What the rules really do, counted: every outcome of the dice, or many worlds that a viewer holds for possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, NamedTuple, TypeVar

from bocage.protocol.messages import Odds
from bocage.rules.dice import Chance, Drawing
from bocage.rules.kernel import Decision, Game, Seen
from bocage.rules.kernel.play import Playthrough, Policy, new_playthrough, random_choice

T = TypeVar("T")

#: A count further than this from what is expected, in standard deviations, does not happen by chance.
FAR = 5.0


class Asked(NamedTuple):
    """A decision of a game that is played, with its odds."""

    playthrough: Playthrough
    number: int
    state: Any
    decision: Decision
    seen: Seen
    odds: Odds


def asked(
    game: Game[Any], seed: str, policy: Policy = random_choice, options: Any = None, share: float = 1.0
) -> Iterator[Asked]:
    """Decisions with odds of one game, of which that ``share`` is looked at; options follow from the seed.

    Odds of the others are not reckoned, which takes most of the time.
    """
    picked = Random(f"{seed}/picked")
    playthrough = new_playthrough(game, seed, options)
    rng = Random(f"{seed}/play")
    state = game.setup(playthrough.options, playthrough.seats, playthrough.dice(0)).state
    while (decision := game.decision(state)) is not None:
        if picked.random() < share:
            seen = Seen(game.view(state, decision.seat), playthrough.options, decision.seat)
            odds = game.odds(seen, decision)
            if odds is not None:
                yield Asked(playthrough, len(playthrough.actions), state, decision, seen, odds)
        action = policy(game, state, decision, rng)
        playthrough.actions.append(action)
        state = game.apply(state, action, playthrough.dice(len(playthrough.actions))).state


class TooManyError(Exception):
    """More outcomes than it is worth to count."""


class _Branch(Drawing):
    """Dice that follow a script, and then show the lowest faces."""

    def __init__(self, script: list[int], most: int) -> None:
        super().__init__()
        self._script = script
        self._most = most

    def below(self, bound: int) -> int:
        number = len(self.draws)
        value = self._script[number] if number < len(self._script) else 0
        self.draws.append((bound, value))
        size = 1
        for one, _ in self.draws:
            size *= one
        if size > self._most:
            raise TooManyError
        return value


def outcomes(play: Callable[[Chance], T], most: int = 50_000) -> dict[T, Fraction]:
    """Every result of ``play`` with its exact chance over all faces of all dice that it rolls.

    Raises :class:`TooManyError` where that takes more than ``most`` ways.
    """
    found: dict[T, Fraction] = {}
    script: list[int] = []
    while True:
        dice = _Branch(script, most)
        result = play(dice)
        chance = Fraction(1)
        for bound, _ in dice.draws:
            chance /= bound
        found[result] = found.get(result, Fraction(0)) + chance
        faces = [[bound, value] for bound, value in dice.draws]
        while faces and faces[-1][1] == faces[-1][0] - 1:
            faces.pop()
        if not faces:
            return found
        faces[-1][1] += 1
        script = [value for _, value in faces]


class Tally:
    """How often things happened that were told to be so likely."""

    def __init__(self) -> None:
        self._told: dict[tuple[int, int], list[int]] = {}

    def count(self, share: tuple[int, int], happened: bool) -> None:
        """One trial of a thing with that chance."""
        row = self._told.setdefault(share, [0, 0])
        row[0] += 1
        row[1] += happened

    @property
    def trials(self) -> int:
        """How many things were tried."""
        return sum(row[0] for row in self._told.values())

    def check(self) -> None:
        """Every chance was told as it is. Raises ``AssertionError``."""
        for (ways, of), (trials, times) in self._told.items():
            chance = ways / of
            spread = sqrt(trials * chance * (1 - chance))
            assert abs(times - trials * chance) <= FAR * spread, f"{ways}/{of} came {times} times in {trials}"
