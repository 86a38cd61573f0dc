"""Whole games are played by accessible names alone, as somebody does who does not see the board.

SQUAD is played so by one of the two in test_squad_match.py.
"""

from __future__ import annotations

import pytest

from tests.web.visitor import Visitors


@pytest.mark.parametrize("game", ["zombies", "omaha"])
async def test_a_game_is_played_to_its_end_by_names_alone(visitors: Visitors, game: str) -> None:
    visitor = await visitors.open()
    await visitor.lobby()
    await visitor.start(game)
    played = await visitor.play_by_names(seed=2)
    assert played["status"] == "ended"
    # Every other move begins on the board, where there is something to press.
    assert played["pressed"]["pieces"] > 0
    assert played["pressed"]["button"] > 0
