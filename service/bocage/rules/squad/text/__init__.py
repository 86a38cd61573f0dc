"""The words of the game, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from bocage.rules.squad.data import CARDS, KIND, TRAITS
from bocage.rules.squad.text import en, en_cards, en_table, ja, ja_cards, ja_table, sides

#: Additions to a text that ends with a full stop.
_ASIDE = {"en": "{} ({}).", "ja": "{}（{}）。"}
_ROLLS = ("morale_own", "morale_enemy", "rally_own", "rally_enemy")


def _whole(lang: str, words: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    """A copy reads and is explained as its card; what a card or trait adds to a roll reads as the card or trait.

    A trait that attacks as a card does says how that is: at which ranges.
    """
    whole = {**words, **names}
    for instance, card in KIND.items():
        whole[f"card.{instance}"] = names[f"card.{card}"]
        whole[f"card.{instance}.help"] = names[f"card.{card}.help"]
        if f"stands.{card}" in words:
            whole[f"stands.{instance}"] = words[f"stands.{card}"]
    for printed in CARDS.values():
        if any(use.role in _ROLLS for use in printed.uses):
            whole[f"mod.{printed.id}"] = names[f"card.{printed.id}"]
    for trait in TRAITS:
        if any(use.role in _ROLLS for use in trait.uses):
            whole[f"mod.{trait.id}"] = names[f"trait.{trait.id}"]
        same = next((card.id for card in CARDS.values() if card.uses is trait.uses), "")
        if same and any(use.weapon.ranges for use in trait.uses):
            how = names[f"card.{same}.help"]
            said = names[f"trait.{trait.id}.help"][:-1]
            whole[f"trait.{trait.id}.help"] = _ASIDE[lang].format(said, f"{how[0].lower()}{how[1:-1]}")
    return whole


TEXT: Mapping[str, Mapping[str, str]] = {
    "en": _whole("en", {**en.WORDS, **sides.by_edge("en", en.WORDS), **en_table.LABELS}, en_cards.NAMES),
    "ja": _whole("ja", {**ja.WORDS, **sides.by_edge("ja", ja.WORDS), **ja_table.LABELS}, ja_cards.NAMES),
}
