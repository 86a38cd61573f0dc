"""The chance that units which are fired at first still cause a casualty."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from bocage.rules.company_commander.combat import Source, blows
from bocage.rules.company_commander.data import FIRE_CASUALTY, FIRE_PIN
from bocage.rules.company_commander.state import Unit
from bocage.rules.kernel.odds import die_at_least

#: Chances are shown in per cent; their fraction need not be finer than this.
_FINEST = 10_000


class Incoming(NamedTuple):
    """Dice that fire before: how many, what is added to each, and what they come from."""

    dice: int
    plus: int
    by: Source


class Shooter(NamedTuple):
    """A unit that fires afterwards: its dice while unhurt, and the chance of a casualty per die."""

    unit: Unit
    dice: int
    hits: Fraction


class After(NamedTuple):
    """The chance of a casualty; and of each shooter the share of its dice that it fires on average."""

    casualty: Fraction
    fires: list[Fraction]


def after_fire(fire: Iterable[Incoming], party: Sequence[Shooter], others: list[Unit], commander: bool) -> After:
    """Casualty chance and dice left of ``party`` after that fire at ``others``, all of whom can be hit.

    Each unit's part is exact except for two simplifications: hits are drawn among fewer units after a removal, and
    hits on one unit miss another. Both change little.
    """
    fired = [each for each in fire if each.dice]
    faces = [_faces(each.plus) for each in fired]
    harm = [blows(others, each.by, commander) for each in fired]
    quiet, fires = 1.0, []
    for unit, dice, hits in party:
        at = others.index(unit)
        bears = unit.row.strength - unit.casualties
        #: By casualties taken: the chance of that number, and no pin.
        sound = [1.0] + [0.0] * (bears - 1)
        for each, (pin_face, casualty_face), harms in zip(fired, faces, harm, strict=True):
            pinned, stopped, wounded = harms[at]
            wound = float(casualty_face * wounded)
            stays = 1 - float(pin_face * pinned + casualty_face * stopped) - wound
            for _ in range(each.dice):
                sound = [
                    chance * stays + (sound[taken - 1] * wound if taken else 0.0)
                    for taken, chance in enumerate(sound)
                ]
        misses = float(1 - hits)
        silent = 1 - sum(sound)
        quiet *= silent + sum(chance * misses ** max(0, dice - taken) for taken, chance in enumerate(sound))
        left = sum(chance * max(0, dice - taken) for taken, chance in enumerate(sound))
        fires.append(Fraction(left / max(1, dice)).limit_denominator(_FINEST))
    return After(Fraction(1 - quiet).limit_denominator(_FINEST), fires)


def _faces(plus: int) -> tuple[Fraction, Fraction]:
    """The chances that a die pins, and that it is a casualty."""
    casualty = Fraction(*die_at_least(FIRE_CASUALTY - plus))
    return Fraction(*die_at_least(FIRE_PIN - plus)) - casualty, casualty
