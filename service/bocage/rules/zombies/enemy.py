"""The automatic enemy: counterattacks, counters turned up, events (6.0, 7.2; sheet 3.2, 3.4 to 3.6).

The three call one another (a counterattack may turn up the event counter, whose event may be a counterattack); with
a single event counter the recursion goes no deeper.
"""

from __future__ import annotations

from collections.abc import Callable

from bocage.rules.kernel import Context
from bocage.rules.zombies import events as ev
from bocage.rules.zombies.actions import Loss
from bocage.rules.zombies.board import NEARER, NUMBERED, PATH, REFILL
from bocage.rules.zombies.data import (
    EVENT,
    EVENT_TABLE,
    INFANTRY,
    KILL_BONUS,
    STRENGTH,
    EventKind,
)
from bocage.rules.zombies.endings import check_overrun, defeat, settle
from bocage.rules.zombies.state import CHOOSE_LOSS, CHOOSE_REVEAL, EventOver, State

_AFTER_KILL: ev.Mods = (("kill", KILL_BONUS),)


def kill_bonus(state: State) -> ev.Mods:
    """ZB-30: the killed pool as it is now counts, not whether something was ever killed."""
    return _AFTER_KILL if state.killed else ()


# Counterattack (6.0) -----------------------------------------------------------------------------


def counterattack(state: State, steps: int, ctx: Context) -> None:
    """All face-up zombies advance by up to ``steps`` hexes; without any, a die turns up one counter (ZB-13)."""
    if not state.zombies:
        _search(state, ctx)
        return
    ctx.tell(ev.Counterattack(steps))
    tank = state.tank
    paths = PATH[tank]
    nearest_first = sorted(state.zombies, key=lambda zombie: (paths[state.zombies[zombie]], STRENGTH[zombie]))
    for zombie in nearest_first:  # ZB-14
        if _approach(state, zombie, steps, ctx) and check_overrun(state, ctx):
            return
    # ZB-20: damage once, after all moves.
    for zombie in nearest_first:
        if state.zombies[zombie] == tank:
            ctx.tell(ev.Struck(zombie))
            damage(state, ctx)
            return


def _approach(state: State, zombie: str, steps: int, ctx: Context) -> bool:
    """Move one zombie; True: it entered the M5's hex, where it stops (ZB-19)."""
    start = here = state.zombies[zombie]
    tank = state.tank
    nearer = NEARER[tank]
    taken = {*state.face_down, *state.items, *state.zombies.values()}
    path: list[str] = []
    while len(path) < steps and here != tank:
        # ZB-17, ZB-18: one counter per hex, except the M5's. ZB-16: no detours.
        step = next((hex_ for hex_ in nearer[here] if hex_ == tank or hex_ not in taken), "")
        if not step:
            break
        path.append(step)
        here = step
    if not path:
        return False
    state.zombies[zombie] = here
    ctx.tell(ev.ZombieMoved(zombie, start, tuple(path)))
    return here == tank


def _search(state: State, ctx: Context) -> None:
    """No zombie in sight: one die, whatever the number of steps (ZB-27), names a hex (ZB-25)."""
    mods = kill_bonus(state)
    die = ctx.dice.d6()
    number = die + (KILL_BONUS if mods else 0)
    at = NUMBERED[number]
    found = at in state.face_down  # ZB-26
    ctx.tell(ev.RevealRolled(die, number, at, mods, found))
    if found:
        reveal(state, at, ctx)


def damage(state: State, ctx: Context) -> None:
    """6.1: equipment or riders absorb it first (ZB-63); the player chooses between kinds (ZB-64)."""
    kinds = carried(state)
    if len(kinds) > 1:
        state.stack.append(CHOOSE_LOSS)
    elif kinds:
        lose(state, kinds[0], ctx)
    elif state.damaged:
        ctx.tell(ev.TankDestroyed())
        defeat(state, "tank_destroyed", ctx)
    else:
        state.damaged = True
        ctx.tell(ev.HullDamaged())


def carried(state: State) -> list[Loss]:
    """Kinds of things aboard that can absorb a damage."""
    kinds: list[Loss] = []
    if state.m8:
        kinds.append("m8")
    if state.cutter:
        kinds.append("cutter")
    if state.aboard:
        kinds.append("infantry")
    return kinds


def lose(state: State, what: Loss, ctx: Context) -> None:
    """Something aboard takes a damage, and leaves the game (ZB-62)."""
    if what == "infantry":
        state.aboard -= 1
    elif what == "m8":
        state.m8 = False
    else:
        state.cutter = False
    state.gone += (what,)
    ctx.tell(ev.Lost(what))
    settle(state, ctx)


# Counters turned up (7.2) ------------------------------------------------------------------------


def reveal(state: State, at: str, ctx: Context) -> None:
    """Turn up the face-down counter of a hex; it acts at once."""
    counter = state.face_down.pop(at)
    ctx.tell(ev.TurnedUp(at, counter))
    if counter == EVENT:
        state.items[at] = EVENT
        resolve_event(state, at, ctx)
        return
    if counter in STRENGTH:
        # ZB-24, ZB-28: it stays, and does nothing yet.
        state.zombies[counter] = at
        if check_overrun(state, ctx):
            return
    else:
        state.items[at] = counter
        board(state, ctx)
    settle(state, ctx)


def board(state: State, ctx: Context) -> None:
    """Infantry face-up in the M5's hex climbs on, freely and always (ZB-65)."""
    tank = state.tank
    if state.items.get(tank) == INFANTRY:
        del state.items[tank]
        state.aboard += 1
        ctx.tell(ev.Boarded(tank, state.aboard))


# Events (7.2) ------------------------------------------------------------------------------------


def resolve_event(state: State, at: str, ctx: Context) -> None:
    """Roll on the event table. The event counter lies face-up in ``at`` meanwhile (ZB-31)."""
    mods = kill_bonus(state)
    die = ctx.dice.d6()
    row = die + (KILL_BONUS if mods else 0)
    kind = EVENT_TABLE[row]
    ctx.tell(ev.EventRolled(die, row, kind, mods))
    _EVENTS[kind](state, at, row, ctx)


def _event_counterattack(state: State, at: str, row: int, ctx: Context) -> None:
    state.stack.append(EventOver(at))
    counterattack(state, row, ctx)  # ZB-32


def _event_recon(state: State, at: str, row: int, ctx: Context) -> None:
    state.stack.append(EventOver(at))
    if state.face_down:  # ZB-34
        state.stack.append(CHOOSE_REVEAL)


def _event_zombification(state: State, at: str, row: int, ctx: Context) -> None:
    if not (state.killed and state.aboard):  # ZB-40, ZB-41
        _swap_marker(state, at, ctx)
        return
    state.stack.append(EventOver(at))  # ZB-36
    # ZB-37
    zombie = min(state.killed, key=STRENGTH.__getitem__)
    state.killed = tuple(other for other in state.killed if other != zombie)
    state.aboard -= 1
    state.gone += (INFANTRY,)
    state.zombies[zombie] = state.tank
    ctx.tell(ev.Zombified(zombie, state.tank))
    if check_overrun(state, ctx):
        return
    settle(state, ctx)
    if state.result is None:
        # ZB-35: the new zombie strikes, no other moves. ZB-38
        ctx.tell(ev.Struck(zombie))
        damage(state, ctx)


def _swap_marker(state: State, at: str, ctx: Context) -> None:
    """ZB-39: the marker's counter goes to the map unseen, the event counter marks the turns, face-up."""
    del state.items[at]
    state.face_down[at] = state.marker
    state.marker = EVENT
    state.marker_shown = True
    ctx.tell(ev.MarkerSwapped(at))
    settle(state, ctx)


def _event_chaos(state: State, at: str, row: int, ctx: Context) -> None:
    """ZB-42 to ZB-45: everything face-down, the event counter and the marker are mixed and laid out anew."""
    del state.items[at]
    state.face_down[at] = EVENT
    pool = [state.face_down[hex_] for hex_ in REFILL if hex_ in state.face_down]
    pool.append(state.marker)
    ctx.dice.shuffle(pool)
    blocked = {*state.items, *state.zombies.values()}
    free = [hex_ for hex_ in REFILL if hex_ not in blocked]
    *laid, state.marker = pool
    state.face_down = dict(zip(free, laid, strict=False))
    ctx.tell(ev.Reshuffled(tuple(state.face_down)))
    settle(state, ctx)


_EVENTS: dict[EventKind, Callable[[State, str, int, Context], None]] = {
    "counterattack": _event_counterattack,
    "recon": _event_recon,
    "zombification": _event_zombification,
    "chaos": _event_chaos,
}


def remove_event(state: State, at: str, ctx: Context) -> None:
    """The event is over: its counter leaves the game."""
    del state.items[at]
    state.gone += (EVENT,)
    ctx.tell(ev.EventRemoved(at))
    settle(state, ctx)


# Targets hit -------------------------------------------------------------------------------------


def destroy_face_down(state: State, at: str, ctx: Context) -> None:
    """A face-down counter was hit unseen: it is shown, and gone (ZB-55), unless it is the event (ZB-46)."""
    counter = state.face_down.pop(at)
    ctx.tell(ev.Destroyed(at, counter, face_down=True))
    if counter == EVENT:
        state.items[at] = EVENT
        resolve_event(state, at, ctx)
        return
    if counter in STRENGTH:
        state.killed += (counter,)
    else:
        state.gone += (counter,)
    settle(state, ctx)


def kill(state: State, zombie: str, ctx: Context) -> None:
    """A face-up zombie was beaten."""
    ctx.tell(ev.Destroyed(state.zombies.pop(zombie), zombie))
    state.killed += (zombie,)
    settle(state, ctx)
