"""How shapes become a picture: each style as it looks, letters where they should stand."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from bocage.http import drawing
from bocage.http.drawing import INK, LETTER, LOOKS, PAPER, SCALE, SIZE
from bocage.http.letters import outlines
from bocage.http.pages import folder
from bocage.protocol.presentation import Shape
from bocage.rules.kernel.presentation import PICTURE

#: Every style once. Written anew with ``python -m tests.http.test_drawing``; look at it before it is committed.
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


def test_every_style_looks_as_it_did() -> None:
    assert drawing.svg(SHAPES, "Styles & <titles>").decode() == SAMPLE.read_text(encoding="utf-8")


def test_a_picture_has_the_shape_that_chats_want() -> None:
    root = ElementTree.fromstring(drawing.svg([], "t"))
    assert (root.get("width"), root.get("height")) == ("1200", "630")
    assert root.get("viewBox") == "0 0 240 126"
    assert PICTURE[0] * SCALE == SIZE[0] == 1200
    assert PICTURE[1] * SCALE == SIZE[1] == 630


class Paint:
    """A canvas that notes what it is asked for."""

    made: list[Paint]

    def __init__(self, size: tuple[int, int], colour: tuple[int, int, int]) -> None:
        self.size, self.colour = size, colour
        self.fills: list[Any] = []
        self.strokes: list[Any] = []
        self.made.append(self)

    def fill(self, lines: Any, colour: Any) -> None:
        self.fills.append((lines, colour))

    def stroke(self, lines: Any, width: float, colour: Any, dash: Any) -> None:
        self.strokes.append((lines, round(width, 3), colour, [round(each, 3) for each in dash]))

    def png(self) -> bytes:
        return b"picture"


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[Paint]:
    Paint.made = []
    monkeypatch.setattr(drawing, "Canvas", Paint)
    return Paint.made


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


@pytest.mark.parametrize("style", STYLES)
def test_the_png_is_painted_as_the_svg_is_drawn(style: Any, painted: list[Paint]) -> None:
    look = LOOKS[style]
    assert drawing.png([Shape(style, "M1 2h10v4z", x=30, y=5)]) == b"picture"
    (canvas,) = painted
    assert (canvas.size, canvas.colour) == (SIZE, rgb(PAPER))
    lines = [[(155, 35), (205, 35), (205, 55), (155, 35)]]
    assert canvas.fills == ([(lines, rgb(look.fill))] if look.fill else [])
    dash = [round(each * 5, 3) for each in look.dash]
    assert canvas.strokes == ([(lines, round(look.width * 5, 3), rgb(look.stroke), dash)] if look.stroke else [])


def test_styles_that_are_texture_are_left_out_and_what_comes_after_them_is_not(painted: list[Paint]) -> None:
    drawing.png([Shape("fields", "M0 0h9v9z"), Shape("ink", "M0 0h9v9z")])
    assert len(painted[0].fills) == 1
    assert drawing.svg([Shape("fields", "M0 0h9v9z"), Shape("ink", "M0 0h9v9z")], "t").count(b"<path") == 1


@pytest.mark.parametrize("text", ["8", "Z8", "888", "0123456789?Z!", "Alegreya"])
def test_letters_stand_on_their_line_around_their_middle(text: str, painted: list[Paint]) -> None:
    drawing.png([Shape("letter", text=text, x=100, y=50)])
    (canvas,) = painted
    assert canvas.strokes == []
    assert [colour for _, colour in canvas.fills] == [rgb(INK)] * len(text)
    em = LETTER * SCALE
    wide = sum(outlines().glyphs[letter][0] for letter in text) / outlines().units * em
    points = [point for lines, _ in canvas.fills for line in lines for point in line]
    # They begin and end within their advances, but for a serif.
    assert 500 - wide / 2 - 0.02 * em <= min(x for x, _ in points) <= 500 - wide / 2 + 0.1 * em
    assert 500 + wide / 2 - 0.1 * em <= max(x for x, _ in points) <= 500 + wide / 2 + 0.02 * em
    figures = [point for lines, _ in canvas.fills[:1] for line in lines for point in line]
    assert max(y for _, y in figures) == pytest.approx(250, abs=0.03 * em)
    # Lining figures: as high as capitals.
    assert min(y for _, y in figures) == pytest.approx(250 - 0.64 * em, abs=0.05 * em)
    starts = [min(x for line in lines for x, _ in line) for lines, _ in canvas.fills]
    assert starts == sorted(starts)


def test_a_sign_that_is_not_known_keeps_its_place(painted: list[Paint]) -> None:
    drawing.png([Shape("letter", text="8ü8", x=100, y=50)])
    drawing.png([Shape("letter", text="808", x=100, y=50)])
    unknown, known = painted
    assert unknown.fills[1][0] == []
    assert (unknown.fills[0], unknown.fills[2]) == (known.fills[0], known.fills[2])
    assert "ü" not in outlines().glyphs


def test_the_outlines_are_those_of_the_page_s_typeface() -> None:
    font = (folder() / "fonts" / "alegreya-700.woff2").read_bytes()
    assert outlines().of == hashlib.sha256(font).hexdigest(), "run: make fonts"


def test_a_picture_asks_for_no_font() -> None:
    root = ElementTree.fromstring(drawing.svg([Shape("letter", text="36", x=100, y=50)], "t"))
    assert not list(root.iter("{http://www.w3.org/2000/svg}text"))
    (group,) = root.iter("{http://www.w3.org/2000/svg}g")
    assert group.get("aria-label") == "36"
    assert [path.get("d") for path in group] == [outlines().glyphs[letter][1] for letter in "36"]


def test_the_crest_is_a_crossed_box_in_the_middle(painted: list[Paint]) -> None:
    assert drawing.icon() == b"picture"
    (canvas,) = painted
    assert (canvas.size, canvas.colour) == ((512, 512), rgb("#4f5a33"))
    ((box,), colour) = canvas.fills[0]
    assert box == [(76, 156), (436, 156), (436, 356), (76, 356), (76, 156)]
    assert colour == rgb("#a3b075")
    ((frame, *cross), width, ink, dash) = canvas.strokes[0]
    assert (frame, width, ink, dash) == (box, 18, rgb(INK), [])
    assert cross == [[(76, 156), (436, 356)], [(436, 156), (76, 356)]]


if __name__ == "__main__":
    SAMPLE.write_bytes(drawing.svg(SHAPES, "Styles & <titles>"))
