"""The chance that fire dice remove a unit, over several dice in a row."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from bocage.rules.company_commander.combat import Source, wounds
from bocage.rules.company_commander.state import Unit


class Volley(NamedTuple):
    """Dice alike: how many, the chance that one says *casualty*, and what they come from."""

    dice: int
    casualty: Fraction
    by: Source


#: For each unit its kind, as a number, and the casualties it can still take; in order.
_Line: TypeAlias = tuple[tuple[int, int], ...]


def removed_chance(volleys: Iterable[Volley], targets: list[Unit], commander: bool) -> Fraction:
    """The chance that at least one of ``targets`` is removed, armour included. ``commander``: the option."""
    fired = [volley for volley in volleys if volley.dice]
    # Effect of each die of each volley on each unit: units with the same effects are one kind.
    harm = [wounds(targets, volley.by, commander) for volley in fired]
    kinds = [tuple(each[at] for each in harm) for at in range(len(targets))]
    numbers = {kind: number for number, kind in enumerate(dict.fromkeys(kinds))}
    begun = sorted(
        (numbers[kind], unit.row.strength - unit.casualties - 1) for unit, kind in zip(targets, kinds, strict=True)
    )
    lines: dict[_Line, Fraction] = {tuple(begun): Fraction(1)}
    for at, volley in enumerate(fired):
        share = {number: kind[at] * volley.casualty for kind, number in numbers.items()}
        for _ in range(volley.dice):
            lines = _after(lines, share)
    return 1 - sum(lines.values(), Fraction(0))


def _after(lines: dict[_Line, Fraction], share: dict[int, Fraction]) -> dict[_Line, Fraction]:
    """Lines in which all still stand, one die later. ``share``: by kind, the chance that it takes one unit."""
    found: defaultdict[_Line, Fraction] = defaultdict(Fraction)
    for line, chance in lines.items():
        found[line] += chance * (1 - sum((share[kind] for kind, _ in line), Fraction(0)))
        for at, (kind, bears) in enumerate(line):
            if bears > 0 and share[kind]:
                hurt = tuple(sorted((*line[:at], (kind, bears - 1), *line[at + 1 :])))
                found[hurt] += chance * share[kind]
    return found
