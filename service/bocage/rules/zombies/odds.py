"""Odds of a roll or an action, from face-up counters and those out of sight."""

from __future__ import annotations

from typing import Any

from bocage.rules.dice import Dice, ScriptedDice
from bocage.rules.kernel import Context, Decision, Figure, Odds, Seen, Share
from bocage.rules.kernel.odds import ALWAYS, die_at_least
from bocage.rules.zombies import actions as act
from bocage.rules.zombies import events as ev
from bocage.rules.zombies import figures as fig
from bocage.rules.zombies.data import EVENT, INFANTRY, INFANTRY_COUNTERS, RECON_AP, STRENGTH, TURNS
from bocage.rules.zombies.enemy import counterattack
from bocage.rules.zombies.imagine import imagine
from bocage.rules.zombies.state import State, copy
from bocage.rules.zombies.tank import attack_mods, benefits, needs

#: Face of the action die → hexes that the zombies then advance.
_STEPS = {5: 1, 6: 2}
_KEY = b"odds"


def odds(seen: Seen, decision: Decision) -> Odds | None:
    """The odds of a roll, of actions, and of asking the locals; other choices have none."""
    if decision.kind not in ("roll", "action", "event_recon"):
        return None
    # Which counter lies where in it is imagined, so only its face-up part and the pool as a whole are used.
    state = imagine(seen, Dice(_KEY, 1))
    if decision.kind == "roll":
        return Odds(_roll(state))
    return Odds([], [_figures(state, action) for action in decision.actions])


def _roll(state: State) -> list[Figure]:
    found: list[Figure] = [fig.TurnEnds((2, 6), state.turn == TURNS), fig.CounterattackOdds((len(_STEPS), 6))]
    if not state.zombies:
        return found
    struck: list[int] = []
    overrun = 0
    destroys = False
    for face, steps in _STEPS.items():
        after = copy(state)
        ctx = Context(ScriptedDice())  # with zombies in sight nothing is rolled
        counterattack(after, steps, ctx)
        kinds = {type(one.public) for one in ctx.events}
        if ev.Struck in kinds:
            struck.append(face)
        overrun += ev.Overrun in kinds
        destroys |= ev.TankDestroyed in kinds
    if struck:
        found.append(fig.StrikeOdds((len(struck), 6), tuple(struck), destroys))
    if overrun:
        found.append(fig.OverrunOdds((overrun, 6)))
    return found


def _figures(state: State, action: Any) -> list[Figure]:
    match action:
        case act.Move():
            zombies = [zombie for zombie, at in state.zombies.items() if at == action.hex]
            cost: list[Figure] = [_cost(state, 1)]
            return [*cost, fig.OverrunOdds(ALWAYS)] if len(zombies) > 1 else cost
        case act.Recon():
            return [_cost(state, RECON_AP), *_face_down(state)]
        case act.Reveal():
            return _face_down(state)
        case act.Fire() | act.Ram():
            return [_cost(state, 1), *_attack(state, action)]
        case act.Repair():
            what = tuple(benefits(state))
            return [_cost(state, action.ap), fig.Mends(action.ap, (action.ap, 6), what, len(what) > 1)]
        case _:
            return []


def _cost(state: State, ap: int) -> fig.Cost:
    return fig.Cost(ap, state.ap - ap)


def _attack(state: State, action: act.Fire | act.Ram) -> list[Figure]:
    fires = isinstance(action, act.Fire)
    mods = attack_mods(state, fires)
    least = needs(state, action.target)
    found: list[Figure] = [fig.Hit(least, die_at_least(least - sum(value for _, value in mods)), mods)]
    if not state.options.simple_breakdowns:
        found.append(fig.Breaks("ammo" if fires else "track", (1, 6)))
    # The chances of what may lie there add up alone: no other chance stands among them.
    return [*found, *_face_down(state), *_rescue(state)] if action.target == act.FACE_DOWN else found


def _rescue(state: State) -> list[Figure]:
    """True if a hit may lose the infantry that is still needed."""
    rescue = state.options.rescue
    if not rescue or state.gone.count(INFANTRY) + 1 <= INFANTRY_COUNTERS - rescue:
        return []
    chance = _share(_pool(state), (INFANTRY,))
    return [fig.FailsRescue(chance)] if chance[0] else []


def _pool(state: State) -> list[str]:
    """All counters that are out of sight, the turn marker with them."""
    return [*state.face_down.values(), *(() if state.marker_shown else (state.marker,))]


def _face_down(state: State) -> list[Figure]:
    """Possible identities of a face-down counter: all counters out of sight are alike, the turn marker included."""
    pool = _pool(state)
    found: list[Figure] = [fig.IsZombie(_share(pool, STRENGTH))]
    friendly = {*pool} - {*STRENGTH, EVENT}
    if friendly:
        found.append(fig.IsFriendly(_share(pool, friendly)))
    if EVENT in pool:
        found.append(fig.IsEvent(_share(pool, (EVENT,))))
    return found


def _share(pool: list[str], wanted: Any) -> Share:
    return sum(counter in wanted for counter in pool), len(pool)
