"""Texts of cards in a language: names from its words, numbers from the tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from bocage.rules.company_commander.data import SIDES, SQUAD_DECKS, UnitCard, unit_name
from bocage.rules.company_commander.tactical import ROWS


class CardWords(msgspec.Struct, frozen=True):
    """Words of one language for units and cards.

    ``unit_names``, ``numbered_names``: what a side's units are called, the card's name being ``{name}``;
    ``own_numbered``: to that side itself.
    ``abilities``: sentences, ``{n}`` being the bonus.
    ``tactical_help``: sentences by cards (ids with spaces between), ``{n}`` being the card's number. ``join``
    stands between sentences.
    """

    units: Mapping[str, str]
    abilities: Mapping[str, str]
    tactical: Mapping[str, str]
    tactical_help: Mapping[str, str]
    unit_names: Mapping[str, str]
    numbered_names: Mapping[str, str]
    own_numbered: str
    join: str
    signed: Callable[[int], str]


def card_texts(words: CardWords) -> dict[str, str]:
    """Every card and its help, every unit, and every change to a roll that a card makes."""
    made: dict[str, str] = {}
    for deck in SQUAD_DECKS:
        for card in deck:
            name = words.units[card.id]
            made[f"card.{card.id}"] = name
            made[f"card.{card.id}.help"] = unit_help(words, card)
            for number in range(1, card.count + 1):
                unit = unit_name(card, number)
                pattern = words.unit_names if card.count == 1 else words.numbered_names
                made[f"unit.{unit}"] = pattern[SIDES[card.side]].format(name=name, n=number)
                made[f"own.{unit}"] = name if card.count == 1 else words.own_numbered.format(name=name, n=number)
    helps = {card: sentence for cards, sentence in words.tactical_help.items() for card in cards.split()}
    for row in ROWS:
        made[f"card.{row.id}"] = made[f"mod.{row.id}"] = words.tactical[row.id]
        made[f"card.{row.id}.help"] = helps[row.id].format(n=abs(row.n))
    return made


def unit_help(words: CardWords, card: UnitCard) -> str:
    """A unit's strength and abilities, one sentence each."""
    said = [words.abilities["strength"].format(n=card.strength)]

    def say(key: str, n: int = 0) -> None:
        said.append(words.abilities[key].format(n=words.signed(n)))

    if card.infantry:
        say("infantry")
    elif card.id.endswith("_squad"):  # CC-65: its name would make one think so
        say("no_infantry")
    for ability in ("recon", "suppression", "armour"):
        bonus: int | None = getattr(card, ability)
        if bonus is not None:
            say(f"{ability}_bonus" if bonus else ability, bonus)
    for ability in ("assault", "defence"):
        dice: int = getattr(card, ability)
        if dice:
            say(ability, dice)
    for flag in ("anti_tank", "cannot_assault"):
        if getattr(card, flag):
            say(flag)
    for kind in card.classes:
        if kind in words.abilities and words.abilities[kind] not in said:  # recon is an ability and a class
            say(kind)
    if card.rally:
        say("rally", card.rally)
    return words.join.join(said)


def signed(value: int) -> str:
    """A number with its sign, as cards print it."""
    return f"+{value}" if value >= 0 else f"−{-value}"
