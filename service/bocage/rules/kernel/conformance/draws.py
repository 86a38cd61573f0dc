"""Other draws: a step, or setup, is repeated with one draw changed, which only some viewers may notice.

Resampled worlds differ in what was hidden *before* a step. Things hidden only since then (a hand just dealt, dice
rerolled under the cup, the order of a reshuffled deck) are the same in them, since both use the same dice. Here the
state before is the same, and one draw of the step has another value. The two worlds are compared for a viewer when
both made the same draws (number and bounds), the states afterwards differ, and view, next question and outcome are
the same for that viewer: the draw is hidden from them, and their events must be the same.

If a seat or a spectator got the same events, the view is the same too, as in ``leaks`` (except for setup, whose
view exists from the start).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Any

from bocage.rules.dice import Chance, Dice, Drawing
from bocage.rules.kernel.conformance.coverage import Coverage
from bocage.rules.kernel.conformance.hidden import PAIRS, note_draw
from bocage.rules.kernel.conformance.moment import BrokenError, Moment, encode, viewers
from bocage.rules.kernel.conformance.paths import first_difference
from bocage.rules.kernel.conformance.telling import asked, lasting, names_told, parted, told_to
from bocage.rules.kernel.conformance.views import name_of
from bocage.rules.kernel.game import OPEN, PUBLIC, AnyGame, S, Step, Viewer
from bocage.rules.kernel.play import Playthrough

#: Number of draws that are changed, one after the other: at a step, and at setup.
_AT_A_STEP, _AT_SETUP = 3, 12


class OtherDice(Drawing):
    """The dice of an entry, draw number ``at`` moved on by ``by`` (around the bound)."""

    __slots__ = ("_at", "_by", "_dice")

    def __init__(self, dice: Dice, at: int, by: int) -> None:
        super().__init__()
        self._dice = dice
        self._at = at
        self._by = by

    def below(self, bound: int) -> int:
        value = self._dice.below(bound)
        if len(self.draws) == self._at:
            value = (value + self._by) % bound
        self.draws.append((bound, value))
        return value


def check_draws(moment: Moment, coverage: Coverage, transient: Collection[str]) -> None:
    """One step with other draws."""
    game = moment.game

    def again(dice: Chance) -> Step[Any]:
        return game.apply(moment.state, moment.action, dice)

    what = f"after {moment.action!r}"
    pair = _Pair(moment.playthrough, what, moment.after, moment.draws, coverage, transient)
    pair.check(again, moment.dice, moment.random("draws"), _AT_A_STEP)


def check_setup_draws(
    playthrough: Playthrough,
    begun: Step[S],
    draws: Sequence[tuple[int, int]],
    coverage: Coverage,
    transient: Collection[str],
) -> None:
    """Setup with other draws."""
    game: AnyGame = playthrough.game

    def again(dice: Chance) -> Step[Any]:
        return game.setup(playthrough.options, playthrough.seats, dice)

    pair = _Pair(playthrough, "", begun, draws, coverage, transient)
    pair.check(again, lambda: playthrough.dice(0), Random(f"{playthrough.seed}/setup draws"), _AT_SETUP)


class _Pair:
    """The real step, for comparison with other draws."""

    def __init__(
        self,
        playthrough: Playthrough,
        what: str,
        here: Step[Any],
        draws: Sequence[tuple[int, int]],
        coverage: Coverage,
        transient: Collection[str],
    ) -> None:
        self.playthrough = playthrough
        self.game: AnyGame = playthrough.game
        self.setup = not what
        self.what = what or "at setup"
        self.here = here
        self.draws = draws
        self.coverage = coverage
        self.transient = transient

    def check(
        self, again: Callable[[Chance], Step[Any]], dice: Callable[[], Dice], rng: Random, count: int
    ) -> None:
        bounds = [bound for bound, _ in self.draws]
        real = [at for at, bound in enumerate(bounds) if bound > 1]
        if not real:
            return
        packed = self.game.pack(self.here.state)
        views = {viewer: encode(self.game.view(self.here.state, viewer)) for viewer in viewers(self.game)}
        for at in rng.sample(real, min(count, len(real))):
            other = OtherDice(dice(), at, rng.randrange(1, bounds[at]))
            there = again(other)
            if [bound for bound, _ in other.draws] != bounds or self.game.pack(there.state) == packed:
                continue
            for viewer, seen in views.items():
                self._compare(there, viewer, encode(self.game.view(there.state, viewer)) == seen, at)

    def _compare(self, there: Step[Any], viewer: Viewer, same_view: bool, at: int) -> None:
        game, here, who = self.game, self.here, name_of(viewer)
        told_here, told_there = told_to(here.events, viewer), told_to(there.events, viewer)
        if not same_view:
            # Viewers of open hands are not told what has come to lie face-down.
            if told_here == told_there and viewer != OPEN and not self.setup:
                where = first_difference(game.view(here.state, viewer), game.view(there.state, viewer))
                raise BrokenError(
                    f"LEAK: {self.what} the view shows {who} what came of draw {at}, and no event told them, "
                    f"at {where!r}"
                )
            return
        if _all_see(game, here.state) != _all_see(game, there.state):
            return  # everybody knows by now what the draw was
        if told_here == told_there:
            self.coverage.compared.update(names_told(here.events, viewer, self.setup))
            self._note(viewer, there, at)
        elif lasting(told_here, self.transient) != lasting(told_there, self.transient):
            raise BrokenError(
                f"LEAK: {self.what} {parted(told_here, told_there)} tell {who} what came of draw {at}, "
                "which their view does not show (name kinds that show it for a moment only in transient)"
            )

    def _note(self, viewer: Viewer, there: Step[Any], at: int) -> None:
        """The draw is hidden from ``viewer``, and so is all that came of it."""
        playthrough, number = self.playthrough, len(self.playthrough.actions)
        place = f"{'setup' if self.setup else 'draw'} {viewer}"
        if self.coverage.pairs[place] >= PAIRS:
            return
        self.coverage.pairs[place] += 1
        paths = self.coverage.hidden.setdefault(f"resample for {name_of(viewer)}", {})

        def chance(purpose: str) -> Dice:
            return playthrough.chance(number, f"draw {at} {purpose}")

        here = self.game.unpack(self.game.pack(self.here.state))
        note_draw(self.game, paths, viewer, here, there.state, chance, playthrough.line)


def _all_see(game: AnyGame, state: Any) -> tuple[Any, bytes]:
    """Public facts besides the table: the outcome, the deciding seat and kind."""
    return game.outcome(state), asked(game.decision(state), PUBLIC)
