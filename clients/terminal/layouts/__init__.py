"""How the table of each game is laid out in text. Games without a module here get the generic form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from clients.terminal import generic
from clients.terminal.layouts import company_commander, omaha, squad, zombies
from clients.terminal.words import Words

#: (whole view of the match, words, the game's facts) → lines.
Layout: TypeAlias = Callable[[Mapping[str, Any], Words, Mapping[str, Any]], list[str]]

LAYOUTS: Mapping[str, Layout] = {
    "company_commander": company_commander.lines,
    "omaha": omaha.lines,
    "squad": squad.lines,
    "zombies": zombies.lines,
}


def table(view: Mapping[str, Any], words: Words, facts: Mapping[str, Any]) -> list[str]:
    """The table of a match, in lines."""
    layout = LAYOUTS.get(view["game"])
    if layout is None or "table" not in view:
        return generic.lines(view.get("table", {}), words)
    return layout(view, words, facts)
