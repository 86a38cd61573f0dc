"""Whole random matches, seen decision by decision at the page's own tables (layout.js)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.all_games import SEATS
from tests.web.contexts import Language
from tests.web.visitor import SIZES, Size, Visitor, Visitors

MEASURE = (Path(__file__).parent / "layout.js").read_text()

#: Table → game, seats, options.
TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    **{game: (game, seats, {}) for game, seats in SEATS.items()},
    "squad": ("squad", 2, {"turn_cap": 20}),
    "map": ("squad", 2, {"variant": "map", "squads_per_seat": 2, "turn_cap": 20}),
    "toy": ("toy", 2, {}),
}


async def open_table(visitor: Visitor, match: str, seat: int = 0) -> None:
    """See the table of a seat, at every decision that it had."""
    await visitor.page.evaluate("([match, seat]) => layout.open(match, seat)", [match, seat])


async def measured(guests: Visitors, lang: Language, painted: bool = False) -> Visitor:
    """A visitor whose page can be measured. ``painted``: the browser reports layout shifts of painted parts
    only.
    """
    if painted:
        visitor = await guests.open(lang=lang, painted=True)
        await visitor.lobby()
    else:
        visitor = await guests.stage(lang=lang)
    await visitor.page.evaluate(MEASURE)
    return visitor


async def at_table(
    visitors: Visitors, match: str, *, size: Size = "desktop", lang: Language = "en", motion: bool = False
) -> Visitor:
    """A visitor on a stage, with the table of a stored match's first seat open: see layout.js."""
    visitor = await visitors.stage(size=size, lang=lang, motion=motion)
    await visitor.page.evaluate(MEASURE)
    await open_table(visitor, match)
    return visitor


async def resize(visitor: Visitor, size: Size) -> None:
    width, height = SIZES[size]
    await visitor.page.set_viewport_size({"width": width, "height": height})
