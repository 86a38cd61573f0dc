"""Rolls that hurt: one hit, a suppression roll, the fire of a unit (sheet 1.7, 1.8)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec

from bocage.rules.company_commander import flags as f
from bocage.rules.company_commander.board import put, remove, replace
from bocage.rules.company_commander.data import (
    ARMOUR_HELPS,
    FIRE_CASUALTY,
    FIRE_PIN,
    FRONTS,
    HARD,
    HQ_LOST,
    HQS,
    SUPPRESSION_CASUALTY,
    SUPPRESSION_PIN,
    UNITS,
    Lane,
    Side,
)
from bocage.rules.company_commander.events import Fire, Hit, Mods, Suppression
from bocage.rules.company_commander.state import State, Unit
from bocage.rules.kernel.game import Context
from bocage.rules.kernel.odds import die_at_least


class Source(msgspec.Struct, frozen=True):
    """The source of a hit, as far as targets care."""

    anti_tank: bool = False
    sniper: bool = False


PLAIN = Source()


def source(unit: Unit) -> Source:
    """A unit as the source of hits; Panzerfausts make it anti-tank. CC-48, CC-61, CC-62"""
    row = UNITS[unit.card]
    if not row.anti_tank and not unit.flags & f.ANTI_TANK and not row.classes:
        return PLAIN
    return Source(row.anti_tank or bool(unit.flags & f.ANTI_TANK), "sniper" in row.classes)


def in_front(state: State, side: Side, lane: Lane) -> list[Unit]:
    """The units of a front in order of arrival."""
    return [unit for unit in state.units[side].values() if unit.lane == lane]


def hit(state: State, side: Side, candidates: list[Unit], result: str, by: Source, ctx: Context) -> None:
    """Resolve one pin or casualty on living units of ``side``, step by step as in 1.7."""
    if by.anti_tank:  # CC-62
        candidates = [unit for unit in candidates if unit.card in HARD] or candidates
    if not candidates:  # CC-22
        ctx.tell(Hit(result, "lost"))
        return
    unit = ctx.dice.pick(candidates)
    row = UNITS[unit.card]
    if by.sniper and "tank" in row.classes:  # CC-61
        ctx.tell(Hit(result, "immune", unit.id))
        return
    effect, armour, total, hq = result, 0, 0, 0
    mods: Mods = ()
    if row.armour is not None:  # CC-59, CC-60
        armour = ctx.dice.d6()
        mods = _mods(("armour", row.armour))
        total = armour + row.armour
        if total >= ARMOUR_HELPS:
            effect = "ignored" if result == "pin" else "pin"
    elif unit.card in HQS and result == "casualty" and state.options.commander:  # CC-O10
        hq = ctx.dice.d6()
        if hq > HQ_LOST:
            effect = "unhurt"
    ctx.tell(Hit(result, effect, unit.id, armour, mods, hq, total))
    if effect == "pin":
        put(state, side, replace(unit, pins=unit.pins + 1))
    elif effect == "casualty":
        unit = put(state, side, replace(unit, casualties=unit.casualties + 1))
        if unit.casualties >= row.strength:
            remove(state, side, unit, "fire", ctx)


def _mods(*pairs: tuple[str, int]) -> Mods:
    return tuple(pair for pair in pairs if pair[1])


def suppression_result(total: int) -> str:
    """Result of a suppression total: nothing, pin or casualty."""
    if total >= SUPPRESSION_CASUALTY:
        return "casualty"
    return "pin" if total >= SUPPRESSION_PIN else "nothing"


def front_bonuses(state: State, front: str) -> Mods:
    """Recon marks and observers on a front. CC-15"""
    return tuple((why, n) for whom, why, n in state.bonuses if whom == front)


def spotted_roll(state: State, unit: Unit, ctx: Context) -> None:
    """The plain suppression roll on a spotted unit, no other target, no bonus. CC-14"""
    dice = ctx.dice.roll(2)
    result = suppression_result(sum(dice))
    ctx.tell(Suppression(tuple(dice), sum(dice), result, target=unit.id))
    if result != "nothing":
        hit(state, state.active, [unit], result, PLAIN, ctx)


def removal_chance(candidates: list[Unit], result: str, by: Source, commander: bool) -> Fraction:
    """The chance that :func:`hit` removes one of ``candidates``. ``commander``: the option."""
    if result != "casualty":
        return Fraction(0)
    return _share(candidates, by, lambda unit: unit.casualties + 1 >= unit.row.strength, commander)


def wound_chance(candidates: list[Unit], by: Source, commander: bool) -> Fraction:
    """Chance that a casualty for one of ``candidates`` survives armour and the other checks of :func:`hit`."""
    return _share(candidates, by, lambda _: True, commander)


def wounds(candidates: list[Unit], by: Source, commander: bool) -> list[Fraction]:
    """For each of ``candidates``, the chance that a casualty for one of them is theirs."""
    return [wounded for *_, wounded in blows(candidates, by, commander)]


def blows(candidates: list[Unit], by: Source, commander: bool) -> list[tuple[Fraction, Fraction, Fraction]]:
    """For each of ``candidates``: chances that their pin pins, their casualty pins, and their casualty is one."""
    able = [unit for unit in candidates if unit.card in HARD] if by.anti_tank else []
    able = able or candidates
    found = []
    for unit in candidates:
        drawn = Fraction(int(unit in able), len(able))
        wound = _wound(unit, by, commander)
        armoured = unit.row.armour is not None
        immune = by.sniper and "tank" in unit.row.classes  # CC-61
        pinned = Fraction(0) if immune else wound if armoured else Fraction(1)
        found.append(
            (drawn * pinned, drawn * (1 - wound) if armoured and not immune else Fraction(0), drawn * wound)
        )
    return found


def saved_chance(candidates: list[Unit], by: Source, commander: bool) -> Fraction:
    """Chance that armour saves the hit one of ``candidates``: a casualty becomes a pin, a pin nothing."""
    return sum((saved for _, saved, _ in blows(candidates, by, commander)), Fraction(0))


def _share(candidates: list[Unit], by: Source, counts: Callable[[Unit], bool], commander: bool) -> Fraction:
    hurt = wounds(candidates, by, commander)
    return sum((share for unit, share in zip(candidates, hurt, strict=True) if counts(unit)), Fraction(0))


def _wound(unit: Unit, by: Source, commander: bool) -> Fraction:
    row = UNITS[unit.card]
    if by.sniper and "tank" in row.classes:
        return Fraction(0)
    if row.armour is not None:
        return 1 - Fraction(*die_at_least(ARMOUR_HELPS - row.armour))
    if unit.card in HQS and commander:
        return 1 - Fraction(*die_at_least(HQ_LOST + 1))
    return Fraction(1)


def suppression_mods(state: State, unit: Unit, lane: Lane) -> Mods:
    """Modifiers of a unit's suppression roll against the other side's front in ``lane``. CC-15, CC-31"""
    own = UNITS[unit.card].suppression or 0
    front = FRONTS[1 - state.active][lane]
    return (*_mods(("unit", own), ("flank", int(unit.lane != lane))), *front_bonuses(state, front))


def support_dice(state: State, rolls: int) -> tuple[int, int]:
    """Number of rolls of a support card, and of dice in each. CC-18"""
    return (1, rolls) if state.options.support == "sum" else (rolls, 2)


def unit_roll(state: State, unit: Unit, lane: Lane, ctx: Context) -> None:
    """A unit's suppression attack on the other side's front in ``lane``. CC-23, CC-31"""
    enemy = 1 - state.active
    front = FRONTS[enemy][lane]
    mods = suppression_mods(state, unit, lane)
    dice = ctx.dice.roll(2)
    total = sum(dice) + sum(n for _, n in mods)
    result = suppression_result(total)
    ctx.tell(Suppression(tuple(dice), total, result, unit=unit.id, front=front, mods=mods))
    if result != "nothing":
        hit(state, enemy, in_front(state, enemy, lane), result, source(unit), ctx)


def support_rolls(state: State, card: str, rolls: int, lane: Lane, ctx: Context) -> None:
    """A support card's rolls, one resolved before the next; with ``support=sum`` one total. CC-18, CC-20"""
    enemy = 1 - state.active
    front = FRONTS[enemy][lane]
    mods = front_bonuses(state, front)
    times, each = support_dice(state, rolls)
    for _ in range(times):
        dice = ctx.dice.roll(each)
        total = sum(dice) + sum(n for _, n in mods)
        result = suppression_result(total)
        ctx.tell(Suppression(tuple(dice), total, result, card=card, front=front, mods=mods))
        if result != "nothing":
            hit(state, enemy, in_front(state, enemy, lane), result, PLAIN, ctx)
            if state.result is not None:  # CC-70: remaining dice stay unrolled
                return


def volley(
    state: State, fire: Fire, side: Side, targets: Callable[[], list[Unit]], by: Source, ctx: Context
) -> None:
    """Tell a fire whose dice are rolled, then resolve each hit, left to right, on ``side``."""
    ctx.tell(fire)
    for die in fire.dice:
        if die + fire.plus >= FIRE_PIN:
            result = "casualty" if die + fire.plus >= FIRE_CASUALTY else "pin"
            hit(state, side, targets(), result, by, ctx)
            if state.result is not None:
                return
