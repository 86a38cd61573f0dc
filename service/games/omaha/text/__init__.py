"""Everything a reader sees, in each language."""

from service.games.omaha.text.en import EN
from service.games.omaha.text.ja import JA

TEXT = {"en": EN, "ja": JA}

__all__ = ["TEXT"]
