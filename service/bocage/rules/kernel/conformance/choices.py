"""Other choices: a step is repeated with another legal action of the same decider and the same dice.

Resampled worlds agree until a step, and other draws change what chance hides. A *player's* secret (a card laid
face-down, a place marked in secret) differs in neither; here it does. The decider knows their choice; all other
viewers except those of open hands are compared between both worlds. With the same view, question and outcome
afterwards, they must have got the same events; with the same view and events, they must be asked the same, and the
decision must be forced in both or in neither. Both only where the choice left something hidden: a public choice
that leaves no trace may be told. Nor is it a leak when a card laid down openly lies in the shuffled deck
afterwards: where a step shuffles, a kind of event may tell more than the view shows, if elsewhere the view shows
it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from bocage.rules.kernel.conformance.coverage import Coverage, Shuffled
from bocage.rules.kernel.conformance.hidden import note_pair
from bocage.rules.kernel.conformance.moment import BrokenError, Moment, encode, viewers
from bocage.rules.kernel.conformance.telling import asked, lasting, parted, told_to
from bocage.rules.kernel.conformance.views import name_of
from bocage.rules.kernel.game import OPEN, Action, AnyGame, Step, Viewer

#: Other actions that are tried at a step.
_OTHERS = 3


def check_choices(moment: Moment, coverage: Coverage, transient: Collection[str]) -> None:
    """One step beside the same step with other actions."""
    actions = moment.decision.actions
    if len(actions) < 2:
        return
    packed = moment.game.pack(moment.after.state)
    for action in others(moment.action, actions, moment.random("choices")):
        dice = moment.dice()
        there = moment.game.apply(moment.state, action, dice)
        if moment.game.pack(there.state) == packed:
            continue
        pair = _Pair(moment, action, there, dice.draws, coverage, transient)
        for viewer in viewers(moment.game):
            if viewer not in (moment.decision.seat, OPEN):
                pair.compare(viewer)


def check_shuffled(game: AnyGame, coverage: Coverage) -> None:
    """Check that no kind of event tells, in a step that shuffles, what a view never shows."""
    for _, found in sorted(coverage.shuffled.items()):
        if found.said and not found.shown:
            raise BrokenError(f"{game.id}: {found.said}\nrepeat_game(GAME, {found.line!r})")


def others(action: Action, actions: Collection[Action], rng: Random) -> list[Action]:
    """Up to :data:`_OTHERS` of the other actions; those that differ in one field alone come first."""
    rest = [one for one in actions if one != action]
    near = [one for one in rest if _fields_apart(action, one) == 1]
    chosen = rng.sample(near, min(len(near), _OTHERS))
    far = [one for one in rest if one not in chosen]
    return chosen + rng.sample(far, min(len(far), _OTHERS - len(chosen)))


def shuffles(draws: Sequence[tuple[int, int]]) -> bool:
    """True if the draws of a step hold a shuffle, which ends with draws of three and of two."""
    return any((one, other) == (3, 2) for (one, _), (other, _) in pairwise(draws))


def _fields_apart(one: Action, other: Action) -> int:
    if type(one) is not type(other):
        return -1
    return sum(getattr(one, name) != getattr(other, name) for name in one.__struct_fields__)


class _Pair:
    """A step, and the same with another action."""

    def __init__(
        self,
        moment: Moment,
        action: Action,
        there: Step[Any],
        draws: Sequence[tuple[int, int]],
        coverage: Coverage,
        transient: Collection[str],
    ) -> None:
        self.moment = moment
        self.there = there
        self.coverage = coverage
        self.transient = transient
        self.what = f"LEAK: after {moment.action!r}, or {action!r} instead,"
        self.shuffled = shuffles(moment.draws) or shuffles(draws)
        self.rolled = bool(moment.draws or draws)

    def compare(self, viewer: Viewer) -> None:
        game, here, there = self.moment.game, self.moment.after, self.there
        told_here, told_there = told_to(here.events, viewer), told_to(there.events, viewer)
        if encode(game.view(there.state, viewer)) != self.moment.seen(viewer, after=True):
            if not self.shuffled and [kind for kind, _ in told_here] == [kind for kind, _ in told_there]:
                for kind in _kinds(told_here, told_there):
                    self.coverage.shuffled.setdefault(kind, Shuffled()).shown += 1
            return
        if game.outcome(here.state) != game.outcome(there.state):
            return
        same_question = asked(game.decision(here.state), viewer) == asked(game.decision(there.state), viewer)
        if told_here != told_there:
            apart = lasting(told_here, self.transient) != lasting(told_there, self.transient)
            if same_question and apart and (not self.rolled or self._hides()):
                self._told(viewer, told_here, told_there)
        elif same_question and game.forced(here.state) == game.forced(there.state):
            playthrough = self.moment.playthrough
            paths = self.coverage.hidden.setdefault(f"resample for {name_of(viewer)}", {})
            note_pair(game, paths, viewer, here.state, there.state, self.moment.chance, playthrough.line)
        elif self._hides():
            raise BrokenError(
                f"{self.what} the next decision, or whether it is forced, tells {name_of(viewer)} which of both "
                "was chosen: they see the same and were told the same"
            )

    def _told(self, viewer: Viewer, here: list[tuple[str, bytes]], there: list[tuple[str, bytes]]) -> None:
        said = (
            f"{self.what} {parted(here, there)} tell {name_of(viewer)} which of both was chosen, which their view "
            "does not show (name kinds that show it for a moment only in transient)"
        )
        if not self.shuffled:
            raise BrokenError(said)
        for kind in _kinds(here, there):
            found = self.coverage.shuffled.setdefault(kind, Shuffled())
            if not found.said:
                found.said, found.line = said, self.moment.playthrough.line()

    def _hides(self) -> bool:
        """True if the choice left something behind that the decider or open hands see."""
        moment = self.moment
        return any(
            encode(moment.game.view(self.there.state, one)) != moment.seen(one, after=True)
            for one in (moment.decision.seat, OPEN)
        )


def _kinds(here: Collection[tuple[str, bytes]], there: Collection[tuple[str, bytes]]) -> set[str]:
    """Kinds of events that occur in one world only; of all events if only the order differs."""
    ours, theirs = Counter(here), Counter(there)
    return {kind for kind, _ in (ours - theirs) + (theirs - ours) or ours}
