"""The words of the game, in each language."""

from service.games.zombies.text.en import EN
from service.games.zombies.text.ja import JA

TEXT = {"en": EN, "ja": JA}
