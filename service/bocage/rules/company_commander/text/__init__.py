"""Words in both languages; the numbers in them come from the tables."""

from __future__ import annotations

from collections.abc import Mapping

from bocage.rules.company_commander.text import en, en_cards, en_table, ja, ja_cards, ja_table
from bocage.rules.company_commander.text.cards import card_texts
from bocage.rules.kernel.game import Language

TEXT: Mapping[Language, Mapping[str, str]] = {
    "en": {**en.WORDS, **en_table.LABELS, **card_texts(en_cards.CARDS)},
    "ja": {**ja.WORDS, **ja_table.LABELS, **card_texts(ja_cards.CARDS)},
}

__all__ = ["TEXT"]
