"""Maps drawn by players (SQ-112, SQ-113) as text, one character per hex.

Each line is a row, from top to bottom. Odd rows are half a hex to the right, which ``str`` shows by a space. Spaces
and case are ignored, and lines that begin with ``#`` are comments.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import msgspec

from bocage.rules.kernel import DrawnMap, OptionError
from bocage.rules.squad.data import OPEN_GROUND, TERRAINS

#: Terrain → character.
SIGNS: Mapping[str, str] = MappingProxyType(
    {
        OPEN_GROUND: ".",
        "pill_box": "P",
        "line_of_trees": "L",
        "low_wall": "W",
        "entrenchments": "E",
        "building": "B",
        "gulley": "G",
        "wheat_field": "C",
        "hedge_row": "H",
        "fox_holes": "F",
        "thick_woods": "T",
        "rubble": "R",
        "hill": "^",
    }
)
_MEANT = {sign: terrain for terrain, sign in SIGNS.items()}

COLUMNS = range(7, 16)
#: Even, so that the map turned by 180° covers itself (SQ-112).
ROWS = range(6, 15, 2)
#: Characters of a map's text, comments included; without these the largest map takes 426.
LONGEST = 2000

#: Options that players of a drawn map may agree to change; the size is that of the map.
NEGOTIABLE = ("map", "home_edge", "columns", "rows")

EXAMPLES = (
    """\
. . . T . . . L .
 . H H . . . . W .
. . . . B . C . .
 G . ^ . . R . . .
. . . R . . ^ . G
 . . C . B . . . .
. W . . . . H H .
 . L . . . T . . .
""",
    """\
T . . . . . . . . . F
 . L L . . B . . H . .
. . . C C . . ^ . . E
 E . . ^ . . C C . . .
. . H . . B . . L L .
 P . . G . . . . . . T
""",
)


#: Code → sentence; in other languages a text ``refusal.<code>`` of the game.
SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "map_columns": "{n} columns; a map has {least} to {most}",
        "map_rows": "{n} rows; a map has {all}",
        "map_terrain": "no terrain is called {name}",
        "map_hex": "no hex is called {name}",
        "map_long": "{n} characters; the text of a map has at most {most}",
        "map_sign": "line {line}: {sign} is no terrain; there is {signs}",
        "map_ragged": "line {line} has {n} hexes, the first row has {first}",
        "map_unused": "a map is given, but terrain is not drawn",
        "map_missing": "terrain is drawn, but no map is given",
    }
)


class MapError(OptionError):
    """A text is not a valid map."""

    def __init__(self, code: str, **fields: str | int) -> None:
        super().__init__(code, SENTENCES[code].format(**fields), fields)


class Map(msgspec.Struct, frozen=True):
    """A drawn map. Raises :class:`MapError` for invalid sizes, hexes and terrain."""

    columns: int
    rows: int
    #: "column,row" → terrain, row by row, without open hexes.
    terrain: dict[str, str] = {}

    def __post_init__(self) -> None:
        if self.columns not in COLUMNS:
            raise MapError("map_columns", n=self.columns, least=COLUMNS[0], most=COLUMNS[-1])
        if self.rows not in ROWS:
            raise MapError("map_rows", n=self.rows, all=", ".join(map(str, ROWS)))
        # A dict, for order and fast lookup.
        hexes = dict.fromkeys(f"{column},{row}" for row in range(self.rows) for column in range(self.columns))
        for name, terrain in self.terrain.items():
            if terrain not in TERRAINS:
                raise MapError("map_terrain", name=f"{terrain!a:.40}")
            if name not in hexes:
                raise MapError("map_hex", name=f"{name!a:.40}")
        ordered = {name: self.terrain[name] for name in hexes if name in self.terrain}
        msgspec.structs.force_setattr(self, "terrain", ordered)

    def __str__(self) -> str:
        """Return the canonical text."""
        lines = []
        for row in range(self.rows):
            kinds = (self.terrain.get(f"{column},{row}", OPEN_GROUND) for column in range(self.columns))
            lines.append(" " * (row % 2) + " ".join(SIGNS[kind] for kind in kinds) + "\n")
        return "".join(lines)

    @property
    def id(self) -> str:
        """Hash of the canonical text, 32 hexadecimal digits."""
        return hashlib.sha256(str(self).encode()).hexdigest()[:32]


@lru_cache(maxsize=256)
def parse(text: str) -> Map:
    """Parse a map. Cached: treat the result as read-only. Raises :class:`MapError`."""
    if len(text) > LONGEST:
        raise MapError("map_long", n=len(text), most=LONGEST)
    rows: list[list[str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#"):
            continue
        signs = "".join(line.upper().split())
        if not signs:
            continue
        for sign in signs:
            if sign not in _MEANT:
                raise MapError("map_sign", line=number, sign=ascii(sign), signs=" ".join(_MEANT))
        if rows and len(signs) != len(rows[0]):
            raise MapError("map_ragged", line=number, n=len(signs), first=len(rows[0]))
        rows.append([_MEANT[sign] for sign in signs])
    terrain = {
        f"{column},{row}": kind
        for row, kinds in enumerate(rows)
        for column, kind in enumerate(kinds)
        if kind != OPEN_GROUND
    }
    return Map(len(rows[0]) if rows else 0, len(rows), terrain)


@lru_cache(maxsize=256)
def canonical(text: str) -> str:
    """Return the canonical text of a map. Raises :class:`MapError`."""
    return str(parse(text))


def read_map(text: str) -> DrawnMap:
    """Parse a map, with its options and its number of hexes by terrain. Raises :class:`MapError`."""
    drawn = parse(text)
    kinds = list(drawn.terrain.values())
    counts = {f"card.{kind}": kinds.count(kind) for kind in TERRAINS if kind in kinds}
    options = {
        "variant": "map",
        "terrain": "drawn",
        "columns": drawn.columns,
        "rows": drawn.rows,
        "map": canonical(text),
    }
    view = {"columns": drawn.columns, "rows": drawn.rows, "map": drawn.terrain, "squads": {}}
    return DrawnMap(drawn.id, options, counts, view)


def map_id(options: Mapping[str, object]) -> str:
    """Return the id of the map in the options of a match; empty: none."""
    text = options.get("map")
    return _id(text) if isinstance(text, str) else ""


@lru_cache(maxsize=256)
def _id(text: str) -> str:
    return parse(text).id
