"""Letters in pictures: outlines of the page's Alegreya, independent of installed fonts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from bocage.http.pages import folder

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
    data = (folder() / "fonts" / "alegreya-700.json").read_bytes()
    return msgspec.json.decode(data, type=Outlines)


def centred(text: str) -> Iterator[Letter]:
    """Lay out a text around its middle. Missing glyphs leave a gap."""
    glyphs = outlines().glyphs
    set_in = [glyphs.get(letter, (glyphs[_LIKE][0], "")) for letter in text]
    x = -sum(advance for advance, _ in set_in) / 2
    for advance, path in set_in:
        yield Letter(path, x)
        x += advance
