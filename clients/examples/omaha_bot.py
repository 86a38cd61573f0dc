"""A bot that plays ATTACK ON OMAHA BEACH once: ``pip install bocage``, then ``python omaha_bot.py URL``."""

import asyncio
import json
import sys
from typing import Any

from bocage.sdk import MatchState, run_bot

Fields = dict[str, Any]


def choose(view: Fields, actions: list[Fields]) -> Fields:
    """Go up the beach where that is possible, else blast what is in the way."""
    here = view["table"].get("squad", "C-1")
    up = [action for action in actions if action["do"] == "move" and row(action["cell"]) > row(here)]
    blasts = [action for action in actions if action["do"] == "blast"]
    return (up or blasts or actions)[0]


def row(cell: str) -> int:
    """Return the row of a cell: 0 is the water's edge, 3 the bluff."""
    return int(cell[1:])


def report(state: MatchState) -> None:
    print(json.dumps({"match": state.match, "outcome": state.view["outcome"], "entries": state.seq}))


url = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8700"
asyncio.run(run_bot(choose, url, name="Python", game="omaha", matches=1, on_end=report))
