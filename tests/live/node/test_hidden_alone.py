"""Who may see a match that the operator hid."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage.live.stored_matches import check_hidden
from bocage.log.records import Row
from bocage.protocol.refusal import RefusedError

ROW = Row("m", "squad", "playing", ["Ann", ""], ["ann", ""])


@pytest.mark.parametrize(
    ("match", "row", "player", "seen"),
    [
        ("m", ROW, "ann", True),
        ("m", ROW, "eve", False),
        # Nobody sits at the free seat.
        ("m", ROW, "", False),
        ("m", None, "ann", False),
        ("other", ROW, "eve", True),
        ("other", None, "", True),
    ],
)
async def test_a_hidden_match_is_there_for_its_players_only(
    match: str, row: Row | None, player: str, seen: bool
) -> None:
    async def look(name: str) -> Row | None:
        assert name == "m"
        return row

    store = cast(Any, SimpleNamespace(hidden=SimpleNamespace(known=frozenset({"m"})), row=look))
    if seen:
        await check_hidden(store, match, player)
    else:
        with pytest.raises(RefusedError, match="no_match"):
            await check_hidden(store, match, player)
