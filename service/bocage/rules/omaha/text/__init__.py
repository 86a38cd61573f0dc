"""Everything a reader sees, in each language."""

from bocage.rules.omaha.text.en import EN
from bocage.rules.omaha.text.ja import JA

TEXT = {"en": EN, "ja": JA}

__all__ = ["TEXT"]
