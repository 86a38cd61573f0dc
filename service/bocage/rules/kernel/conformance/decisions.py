"""Decisions: the list of legal actions is unique, never empty, stable, and holds the default."""

from __future__ import annotations

from bocage.rules.kernel.conformance.moment import BrokenError, Moment, encode
from bocage.rules.kernel.game import AnyGame, Decision
from bocage.rules.kernel.legal import verbs


def check_decision(game: AnyGame, decision: Decision) -> None:
    """Check a decision; cheap enough for every step."""
    if not 0 <= decision.seat < game.seats:
        raise BrokenError(f"decision {decision.kind!r} is owed by seat {decision.seat}, which does not exist")
    if decision.kind not in game.decisions:
        raise BrokenError(f"decision kind {decision.kind!r} is not in Game.decisions")
    actions = decision.actions
    if not actions:
        raise BrokenError(f"decision {decision.kind!r} has no legal action")
    known = verbs(game.Actions)
    for action in actions:
        if type(action) not in known:
            raise BrokenError(f"{action!r} is not in the Actions union")
    try:
        unique = len(set(actions))
    except TypeError as problem:
        raise BrokenError(f"an action of decision {decision.kind!r} is not hashable: {problem}") from None
    if unique != len(actions):
        twice = next(action for action in actions if actions.count(action) > 1)
        raise BrokenError(f"decision {decision.kind!r} lists {twice!r} twice")
    if decision.default not in actions:
        raise BrokenError(f"the default {decision.default!r} of decision {decision.kind!r} is not legal")


def check_stable(moment: Moment) -> None:
    """Asking again, or asking a stored and loaded state, gives the same list in the same order."""
    game = moment.game
    asked = encode(moment.decision)
    if encode(game.decision(moment.state)) != asked:
        raise BrokenError("asking for the decision twice gives two different lists")
    if encode(game.decision(game.unpack(moment.packed))) != asked:
        raise BrokenError("the decision of the packed and unpacked state is a different one")
