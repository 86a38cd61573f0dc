"""The README in both languages: the same commands, pictures, and pages; labels as the page writes them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EN, JA = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.ja.md"))

COMMAND = re.compile(r"^    (?:\.venv/bin/bocage \w+(?: &&)?|make \w+)", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
LABEL = re.compile(r'"(play\.(?:now|bot|friend))": "([^"]+)"')


def test_both_show_the_same_commands_and_pictures() -> None:
    assert COMMAND.findall(EN) == COMMAND.findall(JA)
    pictures = [[link for link in LINK.findall(text) if link.endswith(".png")] for text in (EN, JA)]
    assert pictures[0] == pictures[1] != []
    assert re.findall(r"```python\n.*?```", EN, re.DOTALL) == re.findall(r"```python\n.*?```", JA, re.DOTALL)


@pytest.mark.parametrize("text", [EN, JA], ids=["en", "ja"])
def test_what_is_linked_is_there(text: str) -> None:
    assert [link for link in LINK.findall(text) if not (ROOT / link).exists()] == []


@pytest.mark.parametrize(("text", "language"), [(EN, "en"), (JA, "ja")], ids=["en", "ja"])
def test_buttons_are_named_as_the_page_names_them(text: str, language: str) -> None:
    words = (ROOT / "clients" / "web" / "js" / "words" / f"lobby_{language}.js").read_text(encoding="utf-8")
    labels = LABEL.findall(words)
    assert len(labels) == 3
    assert [label for _, label in labels if label not in text] == []
