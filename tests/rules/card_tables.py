"""The tables of cards that guides hold, as tests read them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

GAMES = Path(__file__).parents[2] / "docs" / "games"


class Listed(NamedTuple):
    """What a guide says of a card: how many there are, and the other cells of its row."""

    copies: int
    cells: list[str]


def guide(game: str, language: str) -> str:
    """The text of a guide."""
    return (GAMES / (f"{game}.md" if language == "en" else f"{game}.{language}.md")).read_text(encoding="utf-8")


def listed(page: str, heading: str) -> dict[str, Listed]:
    """Name of a card → what the tables below that heading, up to the next one, say of it."""
    section, *_ = re.split(r"^#", page.partition(f"# {heading}\n")[2], maxsplit=1, flags=re.MULTILINE)
    found: dict[str, Listed] = {}
    for line in section.splitlines():
        copies, *cells = (cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|"))
        if copies.isdecimal():
            for name in re.split(", |、", cells.pop(0)):
                assert name not in found, f"{name} stands there twice"
                found[name] = Listed(int(copies), cells)
    return found
