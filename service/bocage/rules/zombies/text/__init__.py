"""The words of the game, in each language."""

from bocage.rules.zombies.text.en import EN
from bocage.rules.zombies.text.ja import JA

TEXT = {"en": EN, "ja": JA}
