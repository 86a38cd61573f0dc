"""A person alone with the page: two clicks, then a game to its end by roles and accessible names alone.

SQUAD is played so by both seats in test_squad_match.py.
"""

from __future__ import annotations

import random

import pytest

from tests.web.visitor import Visitors

#: Moves that are made with the mouse; the games that are drawn here have many more.
BY_MOUSE = 6


@pytest.mark.parametrize("game", ["omaha", "zombies"])
async def test_a_solo_game_is_played_to_its_end(visitors: Visitors, game: str) -> None:
    """From the first move to the last, without seeing the board."""
    visitor = await visitors.open(draws=game)
    await visitor.lobby()
    await visitor.start(game)
    played = await visitor.play_by_names(seed=2)
    assert played["status"] == "ended"
    # Every other move begins on the board, where there is something to press.
    assert played["pressed"]["pieces"] > 0
    assert played["pressed"]["button"] > 0
    assert await visitor.page.locator(".status").inner_text()
    assert await visitor.page.locator(".log-lines .line").count() >= played["made"]
    await visitor.page.locator(".ending .replay").click()
    await visitor.page.locator(".scrubber").wait_for()


@pytest.mark.parametrize("game", ["omaha", "zombies"])
async def test_the_board_and_the_list_take_the_mouse_in_turn(visitors: Visitors, game: str) -> None:
    visitor = await visitors.open(draws=game)
    await visitor.lobby()
    await visitor.start(game)
    rng = random.Random(game)
    for move in range(BY_MOUSE):
        state = await visitor.move(rng, on_board=move % 2 == 0)
        assert state["status"] == "playing"


async def test_a_piece_and_the_button_are_the_first_move(visitors: Visitors) -> None:
    visitor = await visitors.open()
    await visitor.lobby()
    await visitor.page.locator('[data-game="omaha"] .start').click()
    first = visitor.page.locator(".pieces .target").first
    await first.wait_for()
    before = await visitor.state()
    await first.click()
    await visitor.page.locator(".staged .go").click()
    await visitor.reached(before["seq"] + 1)
    assert await visitor.page.locator("button.name").inner_text() not in ("", "Guest")
