"""The terminal's own texts, by language, with the same keys in all languages."""

from bocage.terminal.text.en import EN
from bocage.terminal.text.ja import JA

UI = {"en": EN, "ja": JA}
