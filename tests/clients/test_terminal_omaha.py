"""OMAHA's table in the terminal and in previews of links: what is counted there is what the table counts."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bocage.rules.omaha import GAME
from bocage.rules.omaha.options import Options
from bocage.rules.omaha.text import TEXT
from bocage.terminal.layouts.omaha import WORDS, lines
from bocage.terminal.words import Words
from tests.rules.omaha.scene import OPEN_BEACH, beach


@pytest.mark.parametrize(("track", "hits", "said"), [(7, 0, "7"), (7, 6, "1"), (8, 0, "8"), (8, 6, "2")])
def test_remaining_hits_are_shown(track: Any, hits: int, said: str) -> None:
    state = beach(OPEN_BEACH, options=Options(squad_track=track), hits=hits)
    view = {"table": msgspec.to_builtins(GAME.view(state, 0)), "options": {"squad_track": track}}
    words = Words("en", TEXT["en"]).and_these(WORDS)
    told = lines(view, words, msgspec.to_builtins(GAME.facts()))
    assert f"Hits until dead {said}" in told[0]
    # Where the track is not known, no number is drawn.
    assert [shape.text for shape in GAME.picture(view["table"]) if shape.text] == []
