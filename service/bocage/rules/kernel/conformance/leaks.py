"""The leak test: no viewer can distinguish two worlds that differ only in what they cannot know.

For a state and a viewer, ``resample`` makes another world. The test demands, byte for byte:

1. *Now*: the viewer's view, the public part of the decision (seat and kind), the whole decision when the
   viewer owes it, whether it is visibly forced, the outcome, and the refusals of their own actions are the same
   in both worlds.
2. *Next*: the same action with the same dice is applied to both worlds (where it is legal in both). Then

   - same events → same view: a viewer with the same events has the same view afterwards. Anything that a view
     newly shows has been told by an event.
   - same view → same events: events show nothing that the view afterwards does not. Events that show something
     for a moment only (a peek that is forgotten) are named in ``transient``, each with its reason.
   - same view → same question: the next decision is the same (public part, or whole for the decider), and so
     is the outcome. A reaction window that opens only for the holder of a certain card breaks this.

3. *Other draws and choices*: things hidden only since the step, or since setup, are drawn differently
   (``draws``) or chosen differently (``choices``).

4. *Power*: the resampled worlds really differ. A run fails when a viewer's resampling never changed the state,
   or (games for several seats) never changed another viewer's view. And every event was compared: a kind of
   event, public or private, at setup or later, fails if it never met a second world in which it was the same and
   something stayed hidden, unless ``uncompared`` names it with a reason. Things hidden even from open hands (the
   order of a deck) make further worlds for every other viewer.

Not proved: conclusions from several steps together, since worlds of one step are compared; leaks in what
``resample`` keeps, of which ``hidden`` finds part; effects of two draws together, or of a draw that changes the
number of draws; rare variants of an event that was compared in its common ones. ``transient`` events are not
compared for what the view forgets, and ``uncompared`` is taken on trust.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from bocage.rules.dice import Chance
from bocage.rules.kernel.conformance.coverage import Coverage, Leaks
from bocage.rules.kernel.conformance.hidden import PAIRS, note_pair
from bocage.rules.kernel.conformance.moment import BrokenError, Moment, encode, viewers
from bocage.rules.kernel.conformance.paths import first_difference
from bocage.rules.kernel.conformance.quiet import check_quiet_beside
from bocage.rules.kernel.conformance.telling import asked, lasting, names_told, parted, told_to
from bocage.rules.kernel.conformance.views import name_of
from bocage.rules.kernel.game import OPEN, AnyGame, Step, Viewer

#: Worlds tried until the played action is legal in one, too.
_WORLDS = 3
#: Upper bound of counting resampled worlds that other viewers see differently.
_ENOUGH = 100


def check_leaks(moment: Moment, coverage: Coverage, transient: Collection[str]) -> None:
    """All of the leak test for one step."""
    for viewer in viewers(moment.game):
        seen = coverage.leaks.setdefault(name_of(viewer), Leaks())
        for attempt in range(_WORLDS):
            if _check_world(moment, viewer, attempt, coverage, seen, transient):
                break


def _check_world(
    moment: Moment, viewer: Viewer, attempt: int, coverage: Coverage, seen: Leaks, transient: Collection[str]
) -> bool:
    """One resampled world; whether another would show nothing more."""
    game = moment.game
    other = game.resample(moment.state, viewer, moment.chance(f"resample {viewer} {attempt}"))
    if game.pack(moment.state) != moment.packed:
        raise BrokenError("resample changed the state it was given")
    check_now(game, moment.state, other, viewer, moment.seen(viewer))
    seen.resampled += 1
    if game.pack(other) == moment.packed:
        return True
    seen.changed += 1
    if seen.shown < _ENOUGH:
        seen.shown += _shown(moment, other, viewer)
    dice = moment.dice()
    step = _same_action(moment, other, dice)
    if step is None:
        seen.illegal += 1
        return False
    _check_next(moment, step, viewer, coverage, seen, transient)
    check_quiet_beside(moment, viewer, step, dice.draws)
    if viewer == OPEN:
        # Things hidden even from open hands are hidden from all.
        for one in viewers(game)[:-1]:
            check_now(game, moment.state, other, one, moment.seen(one))
            _check_next(moment, step, one, coverage, coverage.leaks.setdefault(name_of(one), Leaks()), transient)
    return True


def _same_action(moment: Moment, other: msgspec.Struct, dice: Chance) -> Step[Any] | None:
    """The result of the step's action in another world; None: it is not legal there."""
    owed = moment.game.decision(other)
    if owed is None or moment.action not in owed.actions:
        return None
    return moment.game.apply(other, moment.action, dice)


def check_now(game: AnyGame, state: msgspec.Struct, other: msgspec.Struct, viewer: Viewer, view: bytes) -> None:
    """Part 1, for one viewer and one resampled world. ``view``: what the viewer sees of ``state``, encoded."""
    who = name_of(viewer)
    try:
        game.assert_invariants(other)
    except AssertionError as problem:
        raise BrokenError(f"resample for {who} broke an invariant: {problem}") from problem
    if encode(shown := game.view(other, viewer)) != view:
        where = first_difference(game.view(state, viewer), shown)
        raise BrokenError(
            f"LEAK: the view of {who} depends on what they cannot know, or resample changed what they know, "
            f"at {where!r}"
        )
    if asked(game.decision(other), viewer) != asked(game.decision(state), viewer):
        raise BrokenError(f"LEAK: the decision, as {who} sees it, depends on what they cannot know")
    if game.forced(other) != game.forced(state):
        raise BrokenError(f"LEAK: whether the decision is forced depends on what {who} cannot know")
    if game.outcome(other) != game.outcome(state):
        raise BrokenError(f"LEAK: the outcome depends on what {who} cannot know")


def _check_next(
    moment: Moment, there: Step[Any], viewer: Viewer, coverage: Coverage, seen: Leaks, transient: Collection[str]
) -> None:
    """Part 2, for one viewer; ``there``: the step in a resampled world."""
    game, who, here = moment.game, name_of(viewer), moment.after
    shown = game.view(there.state, viewer)
    same_view = moment.seen(viewer, after=True) == encode(shown)
    told_here, told_there = told_to(here.events, viewer), told_to(there.events, viewer)
    if told_here == told_there:
        seen.alike += 1
        if game.pack(here.state) != game.pack(there.state):
            coverage.compared.update(names_told(here.events, viewer, setup=False))
        if not same_view:
            where = first_difference(game.view(here.state, viewer), shown)
            raise BrokenError(
                f"LEAK: after {moment.action!r} the view shows {who} something no event told them, at {where!r}"
            )
    else:
        seen.parted += 1
        if same_view and lasting(told_here, transient) != lasting(told_there, transient):
            raise BrokenError(
                f"LEAK: after {moment.action!r} {parted(told_here, told_there)} tell {who} something their view "
                "does not show "
                "(name kinds that show it for a moment only in transient)"
            )
    if not same_view:
        return
    if asked(game.decision(here.state), viewer) != asked(game.decision(there.state), viewer):
        raise BrokenError(
            f"LEAK: after {moment.action!r} the next decision, as {who} sees it, depends on what they cannot know"
        )
    if game.outcome(here.state) != game.outcome(there.state):
        raise BrokenError(f"LEAK: after {moment.action!r} the outcome depends on what {who} cannot know")
    if told_here == told_there and coverage.pairs[who] < PAIRS:
        coverage.pairs[who] += 1
        paths = coverage.hidden.setdefault(f"resample for {who}", {})
        note_pair(game, paths, viewer, here.state, there.state, moment.chance, moment.playthrough.line)


def glance(moment: Moment, viewer: Viewer) -> bool:
    """A quick look at part 2 for one viewer, cheap enough for every step.

    One resampled world is played on. Returns whether a close look is due: events, question or outcome differ.
    """
    game, here = moment.game, moment.after
    other = game.resample(moment.state, viewer, moment.chance(f"glance {viewer}"))
    there = _same_action(moment, other, moment.dice())
    if there is None:
        return False
    if asked(game.decision(here.state), viewer) == asked(game.decision(there.state), viewer) and told_to(
        here.events, viewer
    ) == told_to(there.events, viewer):
        return game.outcome(here.state) != game.outcome(there.state)
    return True


def check_world_at_a_glance(moment: Moment, viewer: Viewer, coverage: Coverage, transient: Collection[str]) -> None:
    """The close look at the world in which :func:`glance` found a difference."""
    other = moment.game.resample(moment.state, viewer, moment.chance(f"glance {viewer}"))
    there = _same_action(moment, other, moment.dice())
    assert there is not None
    _check_next(moment, there, viewer, coverage, coverage.leaks.setdefault(name_of(viewer), Leaks()), transient)


def check_power(game: AnyGame, coverage: Coverage, excused: Collection[str], alone: Collection[str] = ()) -> None:
    """Part 3, over a whole run.

    ``excused`` holds ``resample`` when a game has nothing hidden, ``alone`` the tellings that cannot be compared.
    """
    if "resample" in excused:
        return
    for viewer in viewers(game):
        seen = coverage.leaks.get(name_of(viewer), Leaks())
        if viewer == OPEN or not seen.resampled:
            continue
        if not seen.changed:
            raise BrokenError(
                f"resample never changed anything for {name_of(viewer)}: the leak test proves nothing"
            )
        if game.seats > 1 and not seen.shown:
            raise BrokenError(f"resample for {name_of(viewer)} never changed what another viewer sees")
    if unknown := sorted(set(alone) - coverage.told.keys()):
        raise BrokenError(f"{game.id}: uncompared names {unknown}, which nobody was told")
    if compared := sorted(set(alone) & coverage.compared.keys()):
        raise BrokenError(f"{game.id}: {compared} were compared; take them out of uncompared")
    if never := sorted(set(coverage.uncompared()) - set(alone)):
        raise BrokenError(
            f"{game.id}: told, but never compared by the leak test: {never}. Whenever they were told, every other "
            "world told something else or hid nothing: see that they tell no more than they may, then name them in "
            f"uncompared, each with the reason\n{coverage}"
        )


def _shown(moment: Moment, other: Any, viewer: Viewer) -> bool:
    game = moment.game
    return any(encode(game.view(other, one)) != moment.seen(one) for one in viewers(game) if one != viewer)
