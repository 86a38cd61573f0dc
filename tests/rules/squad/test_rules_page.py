"""The guides docs/games/squad.md and squad.ja.md list the cards as the rules have them."""

from __future__ import annotations

import pytest

from bocage.rules.squad.data import CARDS, RANGES, Card, Use, Weapon, deck
from bocage.rules.squad.text import TEXT
from tests.rules.card_tables import guide, listed

HEADINGS = {"en": "The cards", "ja": "カード一覧"}


def at_ranges(card: Card) -> list[str]:
    """The weapon's number at each range, as the table prints it; "": out of reach."""
    reach = card.uses[0].weapon.ranges
    return [f"{reach[at]:+}".replace("+0", "0").replace("-", "−") if at in reach else "" for at in RANGES]


@pytest.mark.parametrize("language", HEADINGS)
def test_the_guide_lists_every_card_as_it_is(language: str) -> None:
    """Each kind of card stands there once, with its number in the deck, its name and what it does."""
    words = TEXT[language]
    found = listed(guide("squad", language), HEADINGS[language])
    assert len(found) == len(CARDS)
    for card in CARDS.values():
        copies, cells = found[words[f"card.{card.id}"]]
        helped = words[f"card.{card.id}.help"]
        assert copies == card.copies, card.id
        if card.uses and card.uses[0].role == "attack":
            *ranges, special = cells
            assert ranges == at_ranges(card), card.id
            assert special in helped, card.id
            assert bool(special) == (card.uses != (Use("attack", weapon=Weapon(card.uses[0].weapon.ranges)),)), (
                card.id
            )
        else:
            assert cells == [helped], card.id


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["of {base} cards", "has {flanking} Flanking Fire", ": {map} cards in all"]),
        ("ja", ["{base}枚の共通デッキ", "側面射撃が{flanking}枚", "全部で{map}枚"]),
    ],
)
def test_the_guide_tells_the_size_of_each_deck(language: str, said: list[str]) -> None:
    """All cards of the base game and of the map, and the copies of the card that the flanking variant adds."""
    page = guide("squad", language)
    numbers = {
        "base": len(deck("base")),
        "flanking": sum(instance.startswith("flanking_fire_") for instance in deck("flanking")),
        "map": len(deck("map")),
    }
    assert [text for text in said if text.format(**numbers) not in page] == []
