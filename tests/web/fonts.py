"""The fonts that a test's browser finds: ours, whatever else the machine has.

Each set is a ``FONTCONFIG_FILE`` of its own. All hold DejaVu for Latin and Noto CJK for Japanese. In the narrow and
the wide set, the letters of DejaVu stand closer together or further apart than those of the fonts people use.
"""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path
from typing import Literal

from tests.needs import MissingError

FontSet = Literal["plain", "narrow", "wide"]

#: Width of Latin letters, relative to DejaVu's own.
WIDTHS: dict[FontSet, float] = {"plain": 1, "narrow": 0.8, "wide": 1.25}

#: Font folders of machines.
FOLDERS = tuple(
    Path(folder).expanduser()
    for folder in ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
)
#: Files of Debian's packages.
LATIN = (
    "fonts-dejavu-core",
    [f"DejaVu{face}{bold}.ttf" for face in ("Sans", "Serif", "SansMono") for bold in ("", "-Bold")],
)
JAPANESE = (
    "fonts-noto-cjk",
    [f"Noto{face}CJK-{bold}.ttc" for face in ("Sans", "Serif") for bold in ("Regular", "Bold")],
)

_GENERIC = {
    "sans-serif": ("DejaVu Sans", "Noto Sans CJK JP"),
    "serif": ("DejaVu Serif", "Noto Serif CJK JP"),
    "monospace": ("DejaVu Sans Mono", "Noto Sans CJK JP"),
}


def installed(folders: tuple[Path, ...] = FOLDERS) -> dict[str, Path]:
    """Paths of the font files. Raises ``MissingError`` if a package is not installed."""
    there = {path.name: path for folder in folders for path in folder.rglob("*.tt[cf]")}
    for package, names in (LATIN, JAPANESE):
        if missing := [name for name in names if name not in there]:
            raise MissingError(
                f"The tests of the page need the font {missing[0]}: install Debian's package {package}."
            )
    return there


def stretched(font: bytes, factor: float) -> bytes:
    """A TrueType font whose letters advance ``factor`` times as far; their forms stay.

    https://learn.microsoft.com/typography/opentype/spec/hmtx
    """
    changed = bytearray(font)
    tables: dict[bytes, int] = {}
    for number in range(struct.unpack_from(">H", font, 4)[0]):
        tag, _, start, _ = struct.unpack_from(">4sLLL", font, 12 + 16 * number)
        tables[tag] = start
    for number in range(struct.unpack_from(">H", font, tables[b"hhea"] + 34)[0]):
        place = tables[b"hmtx"] + 4 * number
        struct.pack_into(">H", changed, place, round(struct.unpack_from(">H", font, place)[0] * factor))
    return bytes(changed)


@cache
def config(folder: Path, fonts: FontSet) -> Path:
    """Write a set into ``folder``, once; the file to name as ``FONTCONFIG_FILE``.

    Raises ``MissingError``: a font is not installed.
    """
    there = installed()
    latin, japanese = folder / fonts, folder / "japanese"
    latin.mkdir(parents=True)
    for name in LATIN[1]:
        (latin / name).write_bytes(stretched(there[name].read_bytes(), WIDTHS[fonts]))
    if not japanese.exists():
        japanese.mkdir()
        for name in JAPANESE[1]:
            (japanese / name).symlink_to(there[name])
    aliases = "".join(
        f"<alias><family>{generic}</family><prefer><family>{dejavu}</family><family>{cjk}</family></prefer></alias>"
        for generic, (dejavu, cjk) in _GENERIC.items()
    )
    file = folder / f"{fonts}.conf"
    file.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
        f"<dir>{latin}</dir><dir>{japanese}</dir><cachedir>{folder / 'cache'}</cachedir>{aliases}</fontconfig>\n"
    )
    return file
