"""Shapes as a picture for links: SVG, or the PNG that chats show."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import msgspec

from bocage.http.letters import centred, outlines
from bocage.http.raster import Canvas, flatten
from bocage.protocol.presentation import Shape
from bocage.rules.kernel.presentation import PICTURE

#: Pixels of a picture, as chats show them; the canvas of shapes is a fifth of it.
SIZE = (1200, 630)
SCALE = SIZE[0] / PICTURE[0]
PAPER = "#efe5cb"
INK = "#23221d"
#: Height of a letter's em, as on the page: Alegreya is made larger there (css/tokens.css).
LETTER = 19 * 1.06


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
    """The picture as SVG. Letters are outlines: it needs no font."""
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
            em = LETTER / outlines().units
            size = f'transform="translate({shape.x:g} {shape.y:g}) scale({em:g})"'
            paths = (f'<path transform="translate({each.x:g})" d="{each.path}"/>' for each in centred(shape.text))
            label = escape(shape.text, quote=True)
            parts.append(f'<g {size} fill="{look.fill}" role="img" aria-label="{label}">{"".join(paths)}</g>')
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
    """The picture as PNG."""
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


def _letters(canvas: Canvas, shape: Shape, look: Look) -> None:
    em = LETTER / outlines().units
    for letter in centred(shape.text):
        lines = [
            [((shape.x + (letter.x + x) * em) * SCALE, (shape.y + y * em) * SCALE) for x, y in line]
            for line in flatten(letter.path)
        ]
        canvas.fill(lines, _rgb(look.fill))
