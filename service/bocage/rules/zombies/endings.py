"""Victory, defeat, and the end of the tenth turn (section 5 of the ruling sheet)."""

from __future__ import annotations

from bocage.rules.kernel import Context, Outcome
from bocage.rules.zombies import events as ev
from bocage.rules.zombies.data import EVENT, INFANTRY, INFANTRY_COUNTERS, STRENGTH, TURNS
from bocage.rules.zombies.state import State

_DEFEATS = {reason: Outcome((), reason) for reason in ("overrun", "tank_destroyed", "rescue_failed", "out_of_time")}
_VICTORIES = {reason: Outcome((0,), reason) for reason in ("all_killed", "map_cleared", "last_reveal")}


def _finish(state: State, outcome: Outcome, ctx: Context) -> None:
    state.result = outcome
    ctx.tell(ev.AllRevealed(state.marker, dict(state.face_down)))


def defeat(state: State, reason: str, ctx: Context) -> None:
    """The player loses, at once."""
    _finish(state, _DEFEATS[reason], ctx)


def settle(state: State, ctx: Context) -> None:
    """End the game if it is won, or can no longer be won. Called when a counter has changed hands (ZB-67).

    While an event counter lies face-up its event is not over, and the map is not clear.
    """
    rescue = state.options.rescue
    # ZB-70: defeat once too few infantry are left.
    if rescue and state.gone.count(INFANTRY) > INFANTRY_COUNTERS - rescue:
        defeat(state, "rescue_failed", ctx)
    elif state.aboard >= rescue:  # ZB-71
        if len(state.killed) == len(STRENGTH):
            _finish(state, _VICTORIES["all_killed"], ctx)
        elif not (state.zombies or state.face_down or EVENT in state.items.values()):
            _finish(state, _VICTORIES["map_cleared"], ctx)


def check_overrun(state: State, ctx: Context) -> bool:
    """Two zombies in the M5's hex are a defeat, however they came there (ZB-21). True: it happened."""
    if len(state.zombies) < 2:
        return False
    tank = state.tank
    here = tuple(zombie for zombie, at in state.zombies.items() if at == tank)
    if len(here) < 2:
        return False
    ctx.tell(ev.Overrun(tank, here))
    defeat(state, "overrun", ctx)
    return True


def end_turn(state: State, ctx: Context) -> None:
    """The next turn begins; after the last one every counter on the map is turned up."""
    if state.turn == TURNS:
        _last_reveal(state, ctx)
        return
    state.turn += 1
    ctx.tell(ev.TurnBegan(state.turn))


def _last_reveal(state: State, ctx: Context) -> None:
    """5.0: what lies face-down is only looked at: no event, no boarding (ZB-65, ZB-68), not the marker (ZB-69)."""
    survivors = bool(state.zombies) or any(counter in STRENGTH for counter in state.face_down.values())
    if survivors or state.aboard < state.options.rescue:
        defeat(state, "out_of_time", ctx)
    else:
        _finish(state, _VICTORIES["last_reveal"], ctx)
