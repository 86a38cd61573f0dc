"""One attack: the roll, its modifiers, and its consequences (section 1.5 of the sheet)."""

from __future__ import annotations

from typing import NamedTuple

from bocage.rules.kernel import Context
from bocage.rules.squad import events as ev
from bocage.rules.squad.actions import Attack
from bocage.rules.squad.cards import spend
from bocage.rules.squad.casualties import bury, lose_men
from bocage.rules.squad.data import (
    CARDS,
    COVERING,
    KIND,
    NATIONS,
    OPEN_GROUND,
    OPPORTUNITY,
    POSITION,
    WORTH,
    Weapon,
    find_use,
)
from bocage.rules.squad.events import Modifiers
from bocage.rules.squad.state import Squad, State
from bocage.rules.squad.variants import ground_of

PINNED = ("pinned", -1)
COVERED = ("covered", -1)
MOVED = ("moved", -1)
FLANKED = ("flanked", -1)
FLANK_BONUS = ("flank_bonus", +1)


class Aim(NamedTuple):
    """An attack before its dice: range, the target's terrain, modifiers; ``one``: one man falls at most."""

    reach: str
    terrain: str
    mods: Modifiers
    one: bool


def aim(state: State, squad: Squad, action: Attack, phase: str) -> Aim:
    """Everything about an attack of ``squad`` but its dice."""
    target = state.squads[action.target]
    ground = ground_of(state)
    weapon = find_use(state.options.variant, squad.nation, "attack", action.card, action.trait).weapon
    reach = ground.range_between(state, squad, target)
    terrain = ground.terrain_of(state, target)
    mods = (
        *_from_weapon(weapon, "PB" if action.mode == "jp_pb" else reach),
        *((PINNED,) if squad.pinned else ()),
        *from_phase(squad, target, phase),
        *ground.flanking_bonus(state, squad),
        *((("enfilade", WORTH["enfilade"]),) if squad.enfilade and weapon.machine_gun else ()),
        *_from_position(target, terrain, weapon),
    )
    point_man = phase == OPPORTUNITY and target.point_man  # SQ-74
    return Aim(reach, terrain, mods, weapon.max_one or point_man)


def resolve(state: State, squad: Squad, action: Attack, phase: str, ctx: Context) -> int:
    """Play an attack of ``squad``; return the men killed."""
    target = state.squads[action.target]
    reach, terrain, mods, one = aim(state, squad, action, phase)
    spend(state, squad, action.card)
    if action.mode == "jp_pb":
        squad.close_combat = True
    first, second = ctx.dice.d6(), ctx.dice.d6()
    total = first - second + sum(value for _, value in mods)
    point_man = phase == OPPORTUNITY and target.point_man  # SQ-74
    kills = lose_men(target, min(total, 1) if one else total)
    target.fired_at += 1
    target.killed += kills
    squad.attacked = True
    if phase == COVERING:
        squad.covering = True
    if phase == OPPORTUNITY:
        target.shot_at = True
    ctx.tell(
        ev.Attacked(
            squad.id,
            target.id,
            KIND[action.card],
            reach,
            (first, second),
            total,
            first - second,
            action.trait,
            action.mode,
            "" if terrain == OPEN_GROUND else terrain,
            mods,
            kills,
            one,
        )
    )
    if not bury(state, target, ctx) and point_man and kills:
        target.stopped = True
        ctx.tell(ev.PointManHit(target.id))
    return kills


def _from_weapon(weapon: Weapon, reach: str) -> Modifiers:
    value = weapon.ranges[reach]
    return (("weapon", value),) if value else ()


def from_phase(squad: Squad, target: Squad, phase: str) -> Modifiers:
    """The rows of the current phase; Return Fire has none (SQ-92)."""
    mods: list[tuple[str, int]] = []
    if phase == COVERING:
        moving_fire = NATIONS[squad.nation].moving_fire
        if moving_fire:
            mods.append(("moving_fire", moving_fire))
        if squad.smoke:
            mods.append(("smoke", WORTH["smoke"]))
    elif phase == OPPORTUNITY:
        if target.covering:
            mods.append(COVERED)
        if target.smoke:
            mods.append(("smoke", WORTH["smoke"]))
        if squad.ambush:
            mods.append(("ambush", WORTH["ambush"]))
    elif phase == POSITION:
        if squad.moved:
            mods.append(MOVED)
            if target.id in squad.flanked and not squad.shot_at:
                mods.append(FLANK_BONUS)  # SQ-90
        elif squad.id in target.flanked_before:
            mods.append(FLANKED)  # SQ-89
    return tuple(mods)


def _from_position(target: Squad, terrain: str, weapon: Weapon) -> Modifiers:
    """Cover and concealment, unless ignored; encircled and height always (SQ-26, SQ-27)."""
    mods: list[tuple[str, int]] = []
    printed = CARDS.get(terrain)
    if not weapon.ignores_cover:
        if printed:
            mods.append(("cover", printed.cover))
        if target.concealment:
            mods.append(("concealment", WORTH["concealment"]))
    if target.encircled:
        mods.append(("encircled", WORTH["encircled"]))
    if printed and printed.height:
        mods.append(("hill", printed.height))
    return tuple(mods)
