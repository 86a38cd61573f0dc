"""The terminal's own words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage import terminal
from bocage.terminal.screen import Screen
from bocage.terminal.text import UI
from bocage.terminal.text.en import EN
from bocage.terminal.text.ja import JA
from bocage.terminal.words import Words, clip, grid, pad, width

HOLE = re.compile(r"\{(\w+)")


def test_every_language_has_the_same_texts_with_the_same_holes() -> None:
    assert UI.keys() == {"en", "ja"}
    assert EN.keys() == JA.keys()
    # English alone tells one from many.
    plural = {"cc.casualties", "cc.pins"}
    for key in EN.keys() - plural:
        english = set(HOLE.findall(EN[key]))
        assert english == set(HOLE.findall(JA[key])), key


def test_every_text_is_used() -> None:
    folder = Path(terminal.__file__).parent
    code = "".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py") if file.parent.name != "text")
    made = re.findall(r'f"([a-z.]+)\{', code)  # keys with an end that is computed
    assert [key for key in EN if f'"{key}"' not in code and not key.startswith(tuple(made))] == []


@given(st.text("abc日本語ｶﾞ́", max_size=12), st.integers(1, 20))
def test_padding_and_clipping_count_columns_not_characters(text: str, columns: int) -> None:
    assert width(pad(text, columns)) == max(columns, width(text))
    assert width(clip(text, columns)) <= columns
    assert text.startswith(clip(text, columns))


@pytest.mark.parametrize(
    ("text", "columns"), [("e\u0301", 1), ("か\u3099", 2), ("ab日本", 6), ("ｶﾞ", 2), ("", 0), ("می\u200cخ", 3)]
)
def test_a_mark_upon_a_letter_takes_no_column(text: str, columns: int) -> None:
    assert width(text) == columns


def test_a_grid_lines_up_in_both_scripts() -> None:
    lines = grid([["", "left", "右"], ["1", "x", "鉄条網"], ["2", "barbed wire", "y"]])
    assert lines == ["  | left        | 右", "1 | x           | 鉄条網", "2 | barbed wire | y"]


@pytest.mark.parametrize(("lang", "joined"), [("en", "Wire, thing one"), ("ja", "Wire、thing one")])
def test_unknown_names_are_shown_verbatim(lang: str, joined: str) -> None:
    words = Words(lang, {"card.wire": "Wire", "mod.wire": "wire in the way", "event.wire": "Wire {n}"})
    assert words.name("card", "wire") == "Wire"
    assert words.name("card", "rope") == "rope"
    assert words.join(words.label(value) for value in ("wire", "thing_one")) == joined
    assert words.event({"ev": "wire", "n": 3}) == "Wire 3"
    assert words.action({"do": "unheard"}) == "unheard"


def test_copies_of_a_card_are_explained_once() -> None:
    text = {"card.hill": "Hill", "card.hill.help": "High.", "card.hill_1": "Hill", "card.hill_1.help": "High."}
    screen = Screen(Words("en", text), {})
    assert [line.count("High.") for line in screen.explain("hill", {})] == [1]
    assert screen.explain("rope", {}) == []


def test_help_follows_the_options_of_the_match() -> None:
    text = {"card.hill": "Hill", "card.hill.help": "High{steep? and steep|}."}
    screen = Screen(Words("en", text), {})
    assert "High." in screen.explain("hill", {"steep": False})[0]
    assert "High and steep." in screen.explain("hill", {"steep": True})[0]
