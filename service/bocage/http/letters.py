"""Letters in pictures: outlines of the page's own Alegreya, whatever fonts a machine has."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from bocage.http.pages import folder

#: What is missing is as wide as a figure.
_LIKE = "0"


class Outlines(msgspec.Struct, frozen=True):
    """A typeface. ``of``: digest of its file; ``units``: of its em; ``glyphs``: letter → advance and path."""

    of: str
    units: int
    glyphs: dict[str, tuple[int, str]]


class Letter(msgspec.Struct, frozen=True):
    """The path of a letter in units of the typeface, and how far from the middle of its text it begins."""

    path: str
    x: float


@cache
def outlines() -> Outlines:
    """The bold Alegreya, as `make fonts` writes it."""
    data = (folder() / "fonts" / "alegreya-700.json").read_bytes()
    return msgspec.json.decode(data, type=Outlines)


def centred(text: str) -> Iterator[Letter]:
    """The letters of a text, side by side around its middle. Of what the typeface lacks the place stays empty."""
    glyphs = outlines().glyphs
    set_in = [glyphs.get(letter, (glyphs[_LIKE][0], "")) for letter in text]
    x = -sum(advance for advance, _ in set_in) / 2
    for advance, path in set_in:
        yield Letter(path, x)
        x += advance
