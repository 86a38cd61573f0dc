"""``python outlines.py FONT OUT`` (with fontTools): the outlines of a font's printable ASCII. `make fonts` runs it.

Written as JSON: digest of the font (SHA-256), units of its em; letter → [advance, path], y downwards from the line.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import sys
from pathlib import Path
from typing import Any


def outlines(font: Any) -> dict[str, tuple[int, str]]:
    """Letter → advance and path data, of a ``TTFont``."""
    svg: Any = importlib.import_module("fontTools.pens.svgPathPen")
    transform: Any = importlib.import_module("fontTools.pens.transformPen")
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    found: dict[str, tuple[int, str]] = {}
    for code in range(0x20, 0x7F):
        glyph, pen = glyphs[names[code]], svg.SVGPathPen(glyphs, ntos=lambda value: format(round(value), "d"))
        glyph.draw(transform.TransformPen(pen, (1, 0, 0, -1, 0, 0)))
        found[chr(code)] = (glyph.width, pen.getCommands())
    return found


if __name__ == "__main__":
    font: Any = importlib.import_module("fontTools.ttLib").TTFont(sys.argv[1])
    lines = [f"{json.dumps(letter)}: {json.dumps(glyph)}" for letter, glyph in outlines(font).items()]
    digest = hashlib.sha256(Path(sys.argv[1]).read_bytes()).hexdigest()
    text = f'{{"of": "{digest}", "units": {font["head"].unitsPerEm}, "glyphs": {{\n' + ",\n".join(lines) + "\n}}\n"
    Path(sys.argv[2]).write_text(text, encoding="utf-8")
