"""The odds of attacks, as things stand: the fire dice of an assault, and suppression rolls."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from bocage.rules.company_commander import figures as fig
from bocage.rules.company_commander.after_fire import After, Incoming, Shooter, after_fire
from bocage.rules.company_commander.assault import fire_dice
from bocage.rules.company_commander.board import replace
from bocage.rules.company_commander.combat import (
    PLAIN,
    Source,
    front_bonuses,
    in_front,
    removal_chance,
    saved_chance,
    source,
    support_dice,
    suppression_mods,
    wound_chance,
)
from bocage.rules.company_commander.data import (
    FIRE_CASUALTY,
    FLANK_BONUS,
    LANE_OF,
    SUPPRESSION_CASUALTY,
    SUPPRESSION_PIN,
)
from bocage.rules.company_commander.events import Mods
from bocage.rules.company_commander.removal import Volley, removed_chance
from bocage.rules.company_commander.state import State, Unit
from bocage.rules.company_commander.tactical import TacticalCard
from bocage.rules.company_commander.targets import committed, fighters
from bocage.rules.kernel import Figure
from bocage.rules.kernel.odds import at_least, die_at_least, share, totals

Role: TypeAlias = Literal["attack", "defence", "mines"]


def fight(state: State) -> list[Figure]:
    """The dice of both sides, and of mines, in the order in which they fire."""
    found: list[Figure] = []
    if state.assault is not None and state.assault.mines:
        found.append(fire(state, "mines"))
    return [*found, fire(state, "defence"), fire(state, "attack")]


def fire(state: State, role: Role) -> fig.FireOdds:
    """The dice of one role in the assault of ``state``."""
    dice, misses = 0, Fraction(1)
    volleys: list[Volley] = []
    flank = flanking = 0
    assault = committed(state)
    enemy, active = 1 - state.active, state.units[state.active]
    targets = (
        in_front(state, enemy, assault.lane) if role == "attack" else [active[one] for one in assault.attackers]
    )
    for count, plus, by in _dice_of(state, role):
        dice += count
        flank, flanking = max(flank, plus), flanking + (count if plus else 0)
        casualty = Fraction(*die_at_least(FIRE_CASUALTY - plus))
        misses *= (1 - casualty * wound_chance(targets, by, state.options.commander)) ** count
        volleys.append(Volley(count, casualty, by))
    # One figure for dice that are all alike.
    if flanking == dice:
        flanking = 0
    # Defenders fire first, mines even before them.
    first = role == "defence" and not assault.simultaneous
    earlier: tuple[Role, ...] = ("mines",) if assault.simultaneous else ("mines", "defence")
    before = [Incoming(*each) for other in earlier if role == "attack" for each in _dice_of(state, other)]
    if not any(each.dice for each in before):
        removed = removed_chance(volleys, targets, state.options.commander)
        found = fig.FireOdds(role, dice, share(1 - misses), first=first, removed=share(removed))
        return replace(found, flank=flank, flanking=flanking)
    chance, fires = _after_fire(state, before, targets)
    thinned = [each._replace(casualty=each.casualty * kept) for each, kept in zip(volleys, fires, strict=True)]
    removed = min(chance, removed_chance(thinned, targets, state.options.commander))
    found = fig.FireOdds(role, dice, share(chance), after=True, removed=share(removed))
    return replace(found, flank=flank, flanking=flanking)


def _after_fire(state: State, before: list[Incoming], targets: list[Unit]) -> After:
    """Fire of the attackers that are still able after the fire before them. CC-28"""
    assault, own = committed(state), state.units[state.active]
    commander = state.options.commander
    party = [
        Shooter(unit, count, Fraction(*die_at_least(FIRE_CASUALTY - plus)) * wound_chance(targets, by, commander))
        for unit, (count, plus, by) in zip(fighters(state, state.active), _dice_of(state, "attack"), strict=True)
    ]
    return after_fire(before, party, [own[one] for one in assault.attackers], commander)


def _dice_of(state: State, role: Role) -> list[tuple[int, int, Source]]:
    """Numbers of dice, what is added to each of them, and what they come from. CC-31"""
    assault = committed(state)
    if role == "mines":
        return [(rolls, 0, PLAIN) for _, rolls in assault.mines]
    side = state.active if role == "attack" else 1 - state.active
    flank = {unit.id for unit in fighters(state, side) if role == "attack" and unit.lane != assault.lane}
    return [
        (fire_dice(state, side, unit)[2], FLANK_BONUS if unit.id in flank else 0, source(unit))
        for unit in fighters(state, side)
    ]


def unit_odds(state: State, unit: Unit, front: str) -> list[Figure]:
    """Odds of a unit's suppression attack on a front."""
    lane = LANE_OF[front]
    mods = suppression_mods(state, unit, lane)
    return suppression(mods, in_front(state, 1 - state.active, lane), source(unit), state)


def suppression(mods: Mods, targets: list[Unit], by: Source, state: State) -> list[Figure]:
    """The roll, and the chance that it removes a unit."""
    roll = _roll(mods)
    removal = removal_chance(targets, "casualty", by, state.options.commander)
    return [roll, *_after_armour(Fraction(*roll.casualty) * removal, targets, by, state)]


def _after_armour(removed: Fraction, targets: list[Unit], by: Source, state: State) -> list[Figure]:
    """The chance that a unit is removed, and that armour saves the unit hit."""
    saved = saved_chance(targets, by, state.options.commander)
    return [
        *([fig.RemovalOdds(share(removed))] if removed else []),
        *([fig.ArmourOdds(share(saved))] if saved else []),
    ]


def _roll(mods: Mods, rolls: int = 1, dice: int = 2) -> fig.SuppressionOdds:
    n = sum(value for _, value in mods)
    hit, of = at_least(totals(dice), SUPPRESSION_PIN - n)
    casualty, _ = at_least(totals(dice), SUPPRESSION_CASUALTY - n)
    return fig.SuppressionOdds((hit - casualty, of), (casualty, of), rolls, dice, n, mods)


def support(state: State, row: TacticalCard, front: str) -> list[Figure]:
    """The rolls of a support card, and the effect of all together. CC-18"""
    rolls, dice = support_dice(state, row.n)
    roll = _roll(front_bonuses(state, front), rolls, dice)
    targets = in_front(state, 1 - state.active, LANE_OF[front])
    removed = removed_chance([Volley(rolls, Fraction(*roll.casualty), PLAIN)], targets, state.options.commander)
    return [roll, *_after_armour(removed, targets, PLAIN, state)]
