"""How shapes become a picture: each style as it looks, letters where they should stand."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from protocol.presentation import Shape
from service.games.kernel.presentation import PICTURE
from service.http import drawing
from service.http.drawing import GLYPHS, INK, LETTER, LOOKS, PAPER, SCALE, SIZE

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


@pytest.mark.parametrize("text", ["8", "Z8", "888", "0123456789?Z!"])
def test_letters_stand_on_their_line_around_their_middle(text: str, painted: list[Paint]) -> None:
    drawing.png([Shape("letter", text=text, x=100, y=50)])
    (canvas,) = painted
    assert canvas.fills == []
    assert [colour for _, _, colour, _ in canvas.strokes] == [rgb(INK)] * len(text)
    tall = 0.68 * LETTER * SCALE
    assert {width for _, width, _, _ in canvas.strokes} == {round(tall / 6 * 1.1, 3)}
    assert all(dash == [] for _, _, _, dash in canvas.strokes)
    points = [point for lines, *_ in canvas.strokes for line in lines for point in line]
    assert max(y for _, y in points) == pytest.approx(250, abs=0.5)
    assert min(y for _, y in points) == pytest.approx(250 - tall, abs=0.5)
    # The eight is 0.4 narrower than its grid.
    first, last = ([x for line in canvas.strokes[n][0] for x, _ in line] for n in (0, -1))
    if text[0] == text[-1] or text == "Z8":
        assert (min(first) + max(last)) / 2 == pytest.approx(500, abs=0.25 * tall / 6)
    if len(text) > 1:
        starts = [min(x for line in lines for x, _ in line) for lines, *_ in canvas.strokes]
        assert starts == sorted(starts)
    if text == "888":
        assert starts[1] - starts[0] == pytest.approx(5.6 * tall / 6)


def test_a_sign_that_is_not_known_keeps_its_place(painted: list[Paint]) -> None:
    drawing.png([Shape("letter", text="8ü8", x=100, y=50)])
    drawing.png([Shape("letter", text="888", x=100, y=50)])
    unknown, known = painted
    assert unknown.strokes[1][0] == []
    assert (unknown.strokes[0], unknown.strokes[2]) == (known.strokes[0], known.strokes[2])
    assert "ü" not in GLYPHS


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
