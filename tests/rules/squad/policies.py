"""Ways to choose that reach what uniformly random play hardly ever does."""

from __future__ import annotations

from random import Random
from typing import Any

from bocage.rules.kernel import Decision, Game
from bocage.rules.squad import actions
from bocage.rules.squad.data import CARDS, KIND

_QUIET = (actions.Pass, actions.Decline, actions.Done, actions.EndFire, actions.NoSmoke)


def eager(game: Game[Any], state: Any, decision: Decision, rng: Random) -> Any:
    """Any legal action, but mostly one that does something: short, lively matches."""
    loud = [action for action in decision.actions if not isinstance(action, _QUIET)]
    return _any(loud if loud and rng.random() < 0.85 else decision.actions, rng)


def flanker(game: Game[Any], state: Any, decision: Decision, rng: Random) -> Any:
    """North circles South with every terrain card and Flanking Fire it finds; South stays put and fires little."""
    fitting = [action for action in decision.actions if _suits(action, decision.seat)]
    if decision.kind == "move":
        squad = state.squads["0.1"]
        free = "lateral_right" if squad.left and state.options.flank_side == "opposite" else "lateral_left"
        fitting = [move for move in fitting if move.into == "terrain" and move.step == free] or fitting
    elif decision.kind == "post_move":
        fitting = [action for action in fitting if isinstance(action, actions.Flank)] or fitting
    return _any(fitting or decision.actions, rng)


def _suits(action: Any, seat: int) -> bool:
    if isinstance(action, actions.Declare):
        return bool(action.how == ("move" if seat == 0 else "stay"))
    if isinstance(action, actions.Discard):
        return KIND[action.card] != "flanking_fire" and CARDS[KIND[action.card]].type not in "TN"
    return not isinstance(action, (actions.Barrier, actions.Attack) if seat == 1 else actions.Smoke)


def _any(legal: list[Any], rng: Random) -> Any:
    return legal[int(rng.random() * len(legal))]
