"""Shapes as SVG: every style, and letters as paths."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from bocage.protocol.presentation import Shape
from bocage.rules.kernel import drawing
from bocage.rules.kernel.drawing import LOOKS, SIZE, centred, outlines
from bocage.rules.kernel.presentation import PICTURE
from tests.checkout import ROOT

#: Every style once. ``python -m tests.rules.kernel.test_drawing`` writes it anew; look at it then.
SAMPLE = Path(__file__).with_name("styles.svg")
STYLES: list[Any] = list(LOOKS)
SHAPES = [
    *(
        Shape(style, "M0 0h20v12z", x=24 * (number % 8), y=20 * (number // 8))
        for number, style in enumerate(STYLES)
    ),
    Shape("letter", text="<7>", x=120, y=100),
    Shape("letter_light", text="Z", x=0, y=9),
    Shape("fields", "M0 0h9"),
]


def test_every_style_is_drawn_as_in_the_sample() -> None:
    assert drawing.svg(SHAPES, "Styles & <titles>").decode() == SAMPLE.read_text(encoding="utf-8")


def test_pictures_have_the_size_of_previews() -> None:
    root = ElementTree.fromstring(drawing.svg([], "t"))
    assert (root.get("width"), root.get("height")) == ("1200", "630")
    assert root.get("viewBox") == "0 0 240 126"
    assert SIZE == (5 * PICTURE[0], 5 * PICTURE[1]) == (1200, 630)


def test_texture_is_left_out() -> None:
    assert drawing.svg([Shape("fields", "M0 0h9v9z"), Shape("ink", "M0 0h9v9z")], "t").count(b"<path") == 1


@pytest.mark.parametrize("text", ["8", "Z8", "888", "0123456789?Z!", "Alegreya"])
def test_letters_stand_side_by_side_around_the_middle(text: str) -> None:
    glyphs = outlines().glyphs
    letters = [*centred(text)]
    assert [letter.path for letter in letters] == [glyphs[each][1] for each in text]
    ends = [letter.x + glyphs[each][0] for letter, each in zip(letters, text, strict=True)]
    assert [letter.x for letter in letters[1:]] == ends[:-1]
    assert letters[0].x == -ends[-1]


def test_unknown_letters_keep_the_place_of_a_figure() -> None:
    assert "ü" not in outlines().glyphs
    unknown, known = ([*centred(text)] for text in ("8ü8", "808"))
    assert unknown[1].path == ""
    assert [letter.x for letter in unknown] == [letter.x for letter in known]


def test_outlines_are_of_the_typeface_of_the_page() -> None:
    font = (ROOT / "clients" / "web" / "fonts" / "alegreya-700.woff2").read_bytes()
    assert outlines().of == hashlib.sha256(font).hexdigest(), "run: make fonts"


def test_letters_are_paths_with_a_label() -> None:
    root = ElementTree.fromstring(drawing.svg([Shape("letter", text="36", x=100, y=50)], "t"))
    assert not list(root.iter("{http://www.w3.org/2000/svg}text"))
    (group,) = root.iter("{http://www.w3.org/2000/svg}g")
    assert group.get("aria-label") == "36"
    assert [path.get("d") for path in group] == [outlines().glyphs[letter][1] for letter in "36"]


if __name__ == "__main__":
    SAMPLE.write_bytes(drawing.svg(SHAPES, "Styles & <titles>"))
