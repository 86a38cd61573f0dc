"""The terminal's own texts, by language. All languages have the same keys; a test compares them."""

from bocage.terminal.text.en import EN
from bocage.terminal.text.ja import JA

UI = {"en": EN, "ja": JA}
