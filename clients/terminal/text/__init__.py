"""The terminal's own texts, by language. All languages have the same keys; a test compares them."""

from clients.terminal.text.en import EN
from clients.terminal.text.ja import JA

UI = {"en": EN, "ja": JA}
