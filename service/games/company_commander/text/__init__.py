"""Words in both languages; the numbers in them come from the tables."""

from __future__ import annotations

from collections.abc import Mapping

from service.games.company_commander.text.en import EN
from service.games.company_commander.text.en_table import LABELS as EN_LABELS
from service.games.company_commander.text.ja import JA
from service.games.company_commander.text.ja_table import LABELS as JA_LABELS
from service.games.kernel.game import Language

TEXT: Mapping[Language, Mapping[str, str]] = {"en": {**EN, **EN_LABELS}, "ja": {**JA, **JA_LABELS}}

__all__ = ["TEXT"]
