"""ATTACK ON OMAHA BEACH: the beach as three columns, the far row on top."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bocage.terminal.words import Words, grid

#: Texts of this layout, by language.
WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "omaha.dead": "DEAD",
        "omaha.L": "left",
        "omaha.C": "centre",
        "omaha.R": "right",
        "omaha.squad": "SQUAD",
        "omaha.trail": "been there",
        "omaha.mine": "mine",
        "omaha.removed": "The nest took the place of: {card}.",
        "omaha.stock": "stock {n}",
    },
    "ja": {
        "omaha.dead": "全滅",
        "omaha.L": "左",
        "omaha.C": "中央",
        "omaha.R": "右",
        "omaha.squad": "分隊",
        "omaha.trail": "通過済み",
        "omaha.mine": "地雷",
        "omaha.removed": "機関銃陣地に置き換えられたカード：{card}",
        "omaha.stock": "山札 {n}",
    },
}

COLUMNS = "LCR"


def lines(view: Mapping[str, Any], words: Words, facts: Mapping[str, Any]) -> list[str]:
    """Format counters, then rows 3 to 0, with squad, open mines and closed cells in their places."""
    table = view["table"]
    track = facts["tracks"][str(view["options"]["squad_track"])]
    left = len(track) - 1 - track.index(table["strength"])
    shown = {"assault": table["assault"], "hits": left or words.ui("omaha.dead")}
    shown |= {name: table[name] for name in ("charges", "rounds")}
    counters = [f"{words.name('track', name)} {value}" for name, value in shown.items()]
    result = [words.join([*counters, words.ui("omaha.stock", n=table["stock"])])]
    rows = [["", *(words.ui(f"omaha.{column}") for column in COLUMNS)]]
    rows += [[str(row), *(_cell(f"{column}{row}", table, words) for column in COLUMNS)] for row in (3, 2, 1, 0)]
    result += grid(rows)
    if "removed" in table:
        result.append(words.ui("omaha.removed", card=words.name("card", table["removed"])))
    return result


def _cell(cell: str, table: Mapping[str, Any], words: Words) -> str:
    marks = []
    if table.get("squad") == cell:
        marks.append(words.ui("omaha.squad"))
    elif cell in table["trail"]:
        marks.append(words.ui("omaha.trail"))
    if table.get("mines", {}).get(cell):
        marks.append(words.ui("omaha.mine"))
    look = words.name("card", table["grid"][cell])
    return f"{look} [{words.join(marks)}]" if marks else look
