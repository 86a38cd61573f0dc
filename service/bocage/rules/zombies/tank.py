"""The tank's acts and their effects (7.0; sheet 3.3).

Each verb has its legal targets and its effect side by side; the flow dispatches both by verb.
"""

from __future__ import annotations

from bocage.rules.kernel import Action, Context
from bocage.rules.zombies import actions as act
from bocage.rules.zombies import events as ev
from bocage.rules.zombies.board import IN_RANGE, IN_SIGHT, NEIGHBOURS
from bocage.rules.zombies.data import (
    ATTACK_BONUS,
    EQUIPMENT,
    FACE_DOWN_NEEDS,
    M8,
    RECON_AP,
    STAR,
    STRENGTH,
)
from bocage.rules.zombies.endings import check_overrun, settle
from bocage.rules.zombies.enemy import board, destroy_face_down, kill, reveal
from bocage.rules.zombies.state import CHOOSE_REPAIR, State

_M8: ev.Mods = (("m8", ATTACK_BONUS),)
_CUTTER: ev.Mods = (("cutter", ATTACK_BONUS),)

#: Moves out of each hex, clockwise from north.
_MOVES = {start: tuple(act.MOVES[hex_] for hex_ in around) for start, around in NEIGHBOURS.items()}


# Legal acts --------------------------------------------------------------------------------------


def crippled(state: State) -> bool:
    """ZB-73: with simple breakdowns a damaged M5 neither moves nor fires nor rams."""
    return state.damaged and state.options.simple_breakdowns


def can_drive(state: State) -> bool:
    """Moving and ramming need the track."""
    return not (state.track_broken or crippled(state))


def can_fire(state: State) -> bool:
    """True if the M5 may fire now."""
    return not (state.ammo_out or crippled(state))


def benefits(state: State) -> list[act.Benefit]:
    """Benefits of a successful repair now (7.5)."""
    found: list[act.Benefit] = []
    if state.damaged:
        found.append("hull")
    if state.ammo_out and state.tank == STAR:
        found.append("ammo")
    if state.track_broken:
        found.append("track")
    if state.items.get(state.tank) in EQUIPMENT:
        found.append("mount")
    return found


def legal(state: State) -> list[Action]:
    """Every action that the remaining points pay for."""
    tank, face_down = state.tank, state.face_down
    found: list[Action] = []
    drives = can_drive(state)
    if drives:
        found += _MOVES[tank]
    if state.ap >= RECON_AP:
        found += [act.RECONS[hex_] for hex_ in IN_SIGHT[tank] if hex_ in face_down]
    zombies = sorted((hex_, zombie) for zombie, hex_ in state.zombies.items())
    if can_fire(state):
        near = IN_RANGE[tank]
        found += [act.FIRES[hex_, act.FACE_DOWN] for hex_ in near if hex_ in face_down]
        found += [act.FIRES[target] for target in zombies if target[0] in near]
    if drives:
        if tank in face_down:
            found.append(act.RAMS[act.FACE_DOWN])
        found += [act.RAMS[zombie] for hex_, zombie in zombies if hex_ == tank]
    if benefits(state):  # ZB-58
        found += act.REPAIRS[: state.ap]
    found.append(act.END)
    return found


# Effects -----------------------------------------------------------------------------------------


def move(state: State, action: act.Move, ctx: Context) -> None:
    """7.1: face-down counters are not turned up (ZB-66); one zombie there does nothing (ZB-22), two do (ZB-23)."""
    state.ap -= 1
    ctx.tell(ev.Moved(state.tank, action.hex))
    state.tank = action.hex
    if check_overrun(state, ctx):
        return
    if action.hex in state.items:
        board(state, ctx)
        settle(state, ctx)


def recon(state: State, action: act.Recon, ctx: Context) -> None:
    """Turn up a face-down counter in reach."""
    state.ap -= RECON_AP
    reveal(state, action.hex, ctx)


def fire(state: State, action: act.Fire, ctx: Context) -> None:
    """The tank fires at a zombie (rules 7.3)."""
    state.ap -= 1
    die, total, needs, mods = _attack_roll(state, action.target, attack_mods(state, fires=True), ctx)
    hit = total >= needs
    ctx.tell(ev.Fired(action.hex, action.target, die, total, needs, mods, hit))
    if die == 1 and not state.options.simple_breakdowns:  # ZB-53: whatever the result
        state.ammo_out = True
        ctx.tell(ev.AmmoOut())
    if hit:
        _destroy(state, action.hex, action.target, ctx)


def ram(state: State, action: act.Ram, ctx: Context) -> None:
    """The tank rams a zombie (rules 7.4)."""
    state.ap -= 1
    die, total, needs, mods = _attack_roll(state, action.target, attack_mods(state, fires=False), ctx)
    hit = total >= needs
    ctx.tell(ev.Rammed(state.tank, action.target, die, total, needs, mods, hit))
    if die == 1 and not state.options.simple_breakdowns:
        state.track_broken = True
        ctx.tell(ev.TrackBroken())
    if hit:
        _destroy(state, state.tank, action.target, ctx)


def _attack_roll(state: State, target: str, mods: ev.Mods, ctx: Context) -> tuple[int, int, int, ev.Mods]:
    """The die, the modified die, what it needs, and the modifiers (ZB-52)."""
    die = ctx.dice.d6()
    return die, die + (ATTACK_BONUS if mods else 0), needs(state, target), mods


def attack_mods(state: State, fires: bool) -> ev.Mods:
    """Modifiers of the M5's fire, or of its ram."""
    return (_M8 if state.m8 else ()) if fires else (_CUTTER if state.cutter else ())


def needs(state: State, target: str) -> int:
    """Smallest modified die that destroys a target; 8.0: equal kills zombies, not what lies face-down (ZB-72)."""
    if target == act.FACE_DOWN:
        return FACE_DOWN_NEEDS
    return STRENGTH[target] + (0 if state.options.equal_kills else 1)


def _destroy(state: State, at: str, target: str, ctx: Context) -> None:
    if target == act.FACE_DOWN:
        destroy_face_down(state, at, ctx)
    else:
        kill(state, target, ctx)


def repair(state: State, action: act.Repair, ctx: Context) -> None:
    """7.5: the points are spent either way; the benefit is chosen after the die (ZB-57)."""
    state.ap -= action.ap
    die = ctx.dice.d6()
    success = die <= action.ap
    ctx.tell(ev.RepairRolled(die, action.ap, success))
    if not success:
        return
    found = benefits(state)
    if len(found) > 1:
        state.stack.append(CHOOSE_REPAIR)
    else:
        mend(state, found[0], ctx)


def mend(state: State, what: act.Benefit, ctx: Context) -> None:
    """One benefit of a successful repair."""
    counter = ""
    if what == "hull":
        state.damaged = False
    elif what == "ammo":
        state.ammo_out = False
    elif what == "track":
        state.track_broken = False
    else:
        counter = state.items.pop(state.tank)
        if counter == M8:
            state.m8 = True
        else:
            state.cutter = True
    ctx.tell(ev.Mended(what, counter))
