"""Drawing shapes as SVG.

Letters are outlines of the page's Alegreya, independent of installed fonts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from pathlib import Path

import msgspec

from bocage.protocol.presentation import Shape
from bocage.rules.kernel.presentation import PICTURE

#: Size of link previews in pixels: five times the canvas of shapes.
SIZE = (1200, 630)
PAPER = "#efe5cb"
INK = "#23221d"
#: Em of letters, as on the page, where Alegreya is enlarged (css/tokens.css).
LETTER = 19 * 1.06


class Look(msgspec.Struct, frozen=True):
    """Fill, stroke (empty: none), width and dashes of a style."""

    fill: str = ""
    stroke: str = ""
    width: float = 0
    dash: tuple[float, ...] = ()


_COUNTER = 1.6
#: Styles without a row are texture, and not drawn.
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
    """Draw shapes as SVG. Letters become outlines, so that no font is needed."""
    return document(elements(shapes), title, PICTURE[1]).encode()


def document(parts: Iterable[str], title: str, height: float) -> str:
    """Put elements on paper as wide as ``PICTURE`` and ``height`` high."""
    width, scale = PICTURE[0], SIZE[0] / PICTURE[0]
    box = f'viewBox="0 0 {width} {height:g}" width="{SIZE[0]}" height="{height * scale:g}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height:g}" fill="{PAPER}"/>',
        *parts,
    ]
    return "\n".join(lines) + "\n</svg>\n"


def elements(shapes: Iterable[Shape]) -> Iterator[str]:
    """Draw shapes as elements of an SVG, in units of ``PICTURE``."""
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
            yield f'<g {size} fill="{look.fill}" role="img" aria-label="{label}">{"".join(paths)}</g>'
            continue
        dash = f' stroke-dasharray="{" ".join(f"{each:g}" for each in look.dash)}"' if look.dash else ""
        line = (
            f' stroke="{look.stroke}" stroke-width="{look.width:g}" stroke-linecap="round"{dash}'
            if look.stroke
            else ""
        )
        yield f'<path{move} d="{escape(shape.path)}" fill="{look.fill or "none"}"{line}/>'


#: Missing glyphs have the width of this figure.
_LIKE = "0"


class Outlines(msgspec.Struct, frozen=True):
    """A typeface. ``of``: digest of its file; ``units``: per em; ``glyphs``: letter → advance and path."""

    of: str
    units: int
    glyphs: dict[str, tuple[int, str]]


class Letter(msgspec.Struct, frozen=True):
    """A letter's path in units of the typeface, and its offset from the middle of the text."""

    path: str
    x: float


@cache
def outlines() -> Outlines:
    """Return the bold Alegreya, as written by `make fonts`."""
    return msgspec.json.decode(Path(__file__).with_name("alegreya-700.json").read_bytes(), type=Outlines)


def centred(text: str) -> Iterator[Letter]:
    """Lay out a text around its middle. Missing glyphs leave a gap."""
    glyphs = outlines().glyphs
    set_in = [glyphs.get(letter, (glyphs[_LIKE][0], "")) for letter in text]
    x = -sum(advance for advance, _ in set_in) / 2
    for advance, path in set_in:
        yield Letter(path, x)
        x += advance
