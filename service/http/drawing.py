"""Shapes as a picture for links: SVG, or the PNG that chats show."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import msgspec

from protocol.presentation import Shape
from service.games.kernel.presentation import PICTURE
from service.http.raster import Canvas, flatten

#: Pixels of a picture, as chats show them; the canvas of shapes is a fifth of it.
SIZE = (1200, 630)
SCALE = SIZE[0] / PICTURE[0]
PAPER = "#efe5cb"
INK = "#23221d"
#: Height of letters, as a part of which they are drawn.
LETTER = 19


class Look(msgspec.Struct, frozen=True):
    """How a style is drawn: fill, stroke (empty: none), its width, and its dashes."""

    fill: str = ""
    stroke: str = ""
    width: float = 0
    dash: tuple[float, ...] = ()


_COUNTER = 1.6
#: Patterns are left out: they are texture.
LOOKS: dict[str, Look] = {
    "wood": Look("#b9c49a", INK, 0.7),
    "sand": Look("#dcc794", INK, 0.7),
    "sea": Look("#b8cdcb"),
    "grey": Look("#56625f", INK, 1),
    "ink": Look(INK),
    "olive": Look("#a3b075", INK, 1),
    "counter": Look("#a3b075", INK, _COUNTER),
    "counter_grey": Look("#a9b4b2", INK, _COUNTER),
    "counter_dark": Look("#6c6a5d", INK, _COUNTER),
    "counter_pale": Look("#d6cfbf", INK, _COUNTER),
    "line": Look("", INK, 1.5),
    "line_red": Look("", "#96281b", 2.8),
    "dash_red": Look("", "#96281b", 2.8, (6, 4)),
    "beam": Look("", INK, 4.5),
    "surf": Look("", "#f7f0dd", 2.6),
    "hedge": Look("", "#4f5a33", 5, (0.1, 6)),
    "letter": Look(INK),
    "letter_light": Look("#fbf7ea"),
}


def svg(shapes: Iterable[Shape], title: str) -> bytes:
    """The picture as SVG. Letters are set in whatever font its reader has."""
    width, height = PICTURE
    box = f'viewBox="0 0 {width} {height}" width="{SIZE[0]}" height="{SIZE[1]}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
    ]
    for shape in shapes:
        look = LOOKS.get(shape.style)
        if look is None:
            continue
        move = f' transform="translate({shape.x:g} {shape.y:g})"' if shape.x or shape.y else ""
        if shape.text:
            font = f'font-family="serif" font-weight="700" font-size="{LETTER}" text-anchor="middle"'
            parts.append(f'<text{move} {font} fill="{look.fill}">{escape(shape.text)}</text>')
            continue
        dash = f' stroke-dasharray="{" ".join(f"{each:g}" for each in look.dash)}"' if look.dash else ""
        line = (
            f' stroke="{look.stroke}" stroke-width="{look.width:g}" stroke-linecap="round"{dash}'
            if look.stroke
            else ""
        )
        parts.append(f'<path{move} d="{escape(shape.path)}" fill="{look.fill or "none"}"{line}/>')
    return ("\n".join(parts) + "\n</svg>\n").encode()


def png(shapes: Iterable[Shape]) -> bytes:
    """The picture as PNG. Of letters only digits, ``?`` and ``Z`` are drawn: there is no font here."""
    canvas = Canvas(SIZE, _rgb(PAPER))
    for shape in shapes:
        look = LOOKS.get(shape.style)
        if look is None:
            continue
        if shape.text:
            _letters(canvas, shape, look)
            continue
        lines = [[((x + shape.x) * SCALE, (y + shape.y) * SCALE) for x, y in line] for line in flatten(shape.path)]
        if look.fill:
            canvas.fill(lines, _rgb(look.fill))
        if look.stroke:
            dash = [each * SCALE for each in look.dash]
            canvas.stroke(lines, look.width * SCALE, _rgb(look.stroke), dash)
    return canvas.png()


def icon() -> bytes:
    """The crest, an infantry unit's sign, as PNG for home screens: its edges may be cut off."""
    side, ink = 512, _rgb(INK)
    canvas = Canvas((side, side), _rgb("#4f5a33"))
    canvas.fill(flatten("M76 156h360v200h-360z"), _rgb("#a3b075"))
    canvas.stroke(flatten("M76 156h360v200h-360zM76 156l360 200M436 156l-360 200"), 18, ink, [])
    return canvas.png()


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


#: Letters as strokes on a grid 4 wide and 6 high.
GLYPHS = {
    "0": "M0 1Q0 0 2 0T4 1V5Q4 6 2 6T0 5z",
    "1": "M1 1L2 0V6",
    "2": "M0 1Q0 0 2 0T4 1.6Q4 3 0 6H4",
    "3": "M0 0H4L2 2.4Q4 2.4 4 4.2T2 6Q0.5 6 0 5",
    "4": "M3 6V0L0 4.4H4",
    "5": "M4 0H0.4L0 2.8Q1 2.2 2 2.2Q4 2.2 4 4.1T2 6Q0.5 6 0 5",
    "6": "M3.6 0Q0 2 0 4.2Q0 6 2 6T4 4.2T2 2.5T0 4.2",
    "7": "M0 0H4L1.5 6",
    "8": "M2 2.8Q0.2 2.6 0.2 1.4T2 0T3.8 1.4T2 2.8Q0 3 0 4.4T2 6T4 4.4T2 2.8",
    "9": "M0.4 6Q4 4 4 1.8Q4 0 2 0T0 1.8T2 3.5T4 1.8",
    "?": "M0 1Q0 0 2 0T4 1.5Q4 2.6 2 3.2V4.2M2 5.8V6",
    "Z": "M0 0H4L0 6H4",
    "!": "M2 0V4M2 5.8V6",
}
_STEP = 5.6


def _letters(canvas: Canvas, shape: Shape, look: Look) -> None:
    size = SCALE * LETTER * 0.68 / 6
    left = shape.x * SCALE - size * (_STEP * len(shape.text) - (_STEP - 4)) / 2
    for number, letter in enumerate(shape.text):
        lines = [
            [(left + size * (x + _STEP * number), shape.y * SCALE + size * (y - 6)) for x, y in line]
            for line in flatten(GLYPHS.get(letter, ""))
        ]
        canvas.stroke(lines, size * 1.1, _rgb(look.fill), [])
