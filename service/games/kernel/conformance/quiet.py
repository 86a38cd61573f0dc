"""Quiet steps: what can be taken back told its player nothing that was hidden, and whether it can tells nothing."""

from __future__ import annotations

from service.games.kernel.conformance.moment import BrokenError, Moment, encode, viewers
from service.games.kernel.conformance.telling import asked, told_to
from service.games.kernel.conformance.views import name_of
from service.games.kernel.quiet import is_quiet

#: Worlds that are tried per viewer.
_WORLDS = 3


def check_quiet(moment: Moment) -> None:
    """One step beside the same step in worlds that its viewers cannot tell apart.

    If it is quiet, its own seat sees, hears and is asked the same in all of them. And who hears and sees the same
    finds it quiet in all of them or in none: that it can be taken back must not tell what lies hidden.
    """
    game, action = moment.game, moment.action
    quiet = is_quiet(game, moment.after.events, moment.draws)
    for viewer in viewers(game):
        for attempt in range(_WORLDS):
            other = game.resample(moment.state, viewer, moment.chance(f"quiet {viewer} {attempt}"))
            owed = game.decision(other)
            if owed is None or action not in owed.actions:
                continue
            dice = moment.dice()
            there = game.apply(other, action, dice)
            alike = (
                moment.seen(viewer, after=True) == encode(game.view(there.state, viewer))
                and told_to(moment.after.events, viewer) == told_to(there.events, viewer)
                and asked(game.decision(moment.after.state), viewer) == asked(game.decision(there.state), viewer)
            )
            if quiet and viewer == moment.decision.seat and not alike:
                raise BrokenError(f"{action!r} is quiet, but shows its player what was hidden")
            if alike and quiet != is_quiet(game, there.events, dice.draws):
                raise BrokenError(
                    f"LEAK: whether {action!r} is quiet depends on what {name_of(viewer)} cannot know"
                )
