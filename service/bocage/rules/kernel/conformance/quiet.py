"""Quiet steps, which can be undone: they revealed nothing hidden to their player, nor does their being quiet."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.rules.kernel.conformance.moment import BrokenError, Moment, encode, viewers
from bocage.rules.kernel.conformance.telling import asked, told_to
from bocage.rules.kernel.conformance.views import name_of
from bocage.rules.kernel.game import S, Step, Viewer
from bocage.rules.kernel.quiet import is_quiet

#: Worlds that are tried per viewer beside a step that is quiet.
_WORLDS = 3


def check_quiet(moment: Moment) -> None:
    """Compare a quiet step with the same step in worlds that its viewers cannot tell apart.

    Its own seat gets the same view, events and question in all of them. Viewers with the same view and events find
    it quiet in all of them or in none, so the offer of undo reveals nothing. (The leak test checks steps that are
    not quiet, in its own worlds.)
    """
    game, action = moment.game, moment.action
    if not is_quiet(game, moment.after.events, moment.draws):
        return
    for viewer in viewers(game):
        for attempt in range(_WORLDS):
            other = game.resample(moment.state, viewer, moment.chance(f"quiet {viewer} {attempt}"))
            owed = game.decision(other)
            if owed is None or action not in owed.actions:
                continue
            dice = moment.dice()
            check_quiet_beside(moment, viewer, game.apply(other, action, dice), dice.draws)


def check_quiet_beside(moment: Moment, viewer: Viewer, there: Step[S], draws: Sequence[tuple[int, int]]) -> None:
    """The step beside the same step ``there``, in a world that ``viewer`` cannot tell apart; ``draws``: its own."""
    game = moment.game
    here = is_quiet(game, moment.after.events, moment.draws)
    own = here and viewer == moment.decision.seat
    if not own and here == is_quiet(game, there.events, draws):
        return
    alike = (
        moment.seen(viewer, after=True) == encode(game.view(there.state, viewer))
        and told_to(moment.after.events, viewer) == told_to(there.events, viewer)
        and asked(game.decision(moment.after.state), viewer) == asked(game.decision(there.state), viewer)
    )
    if own and not alike:
        raise BrokenError(f"{moment.action!r} is quiet, but shows its player what was hidden")
    if alike and here != is_quiet(game, there.events, draws):
        raise BrokenError(f"LEAK: whether {moment.action!r} is quiet depends on what {name_of(viewer)} cannot know")
