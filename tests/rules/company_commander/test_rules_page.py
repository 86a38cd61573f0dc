"""The guides docs/games/company_commander.md and company_commander.ja.md list the cards as the rules have them."""

from __future__ import annotations

import pytest

from bocage.rules.company_commander.data import SQUAD_DECKS, UnitCard
from bocage.rules.company_commander.tactical import ROWS, TacticalCard
from bocage.rules.company_commander.text import TEXT
from tests.rules.card_tables import Listed, guide, listed

#: Headings of the tables: tactical cards, American and German squad cards.
HEADINGS = {
    "en": ("Tactical cards", "American squad cards", "German squad cards"),
    "ja": ("戦術カード", "アメリカ軍の分隊カード", "ドイツ軍の分隊カード"),
}

#: The cards of each table.
DECKS: tuple[tuple[TacticalCard | UnitCard, ...], ...] = (ROWS, *SQUAD_DECKS)


@pytest.mark.parametrize("language", HEADINGS)
def test_the_guide_lists_every_card_as_it_is(language: str) -> None:
    """Each kind of card stands there once, with its number in the deck, its name and what it does."""
    words = TEXT[language]
    for heading, deck in zip(HEADINGS[language], DECKS, strict=True):
        assert listed(guide("company_commander", language), heading) == {
            words[f"card.{card.id}"]: Listed(card.count, [words[f"card.{card.id}.help"]]) for card in deck
        }
