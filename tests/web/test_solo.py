"""A person alone with the page: two clicks, then a game by mouse."""

from __future__ import annotations

import random

import pytest

from tests.web.visitor import Visitors

#: Moves that are made with the mouse; a game that has more is played on by pressing the same buttons without one.
BY_MOUSE = 60


@pytest.mark.parametrize("game", ["omaha", "zombies"])
async def test_a_solo_game_is_played_to_its_end(visitors: Visitors, game: str) -> None:
    visitor = await visitors.open()
    await visitor.lobby()
    await visitor.start(game)
    rng = random.Random(game)
    state = await visitor.state()
    moves = 0
    while state["status"] != "ended" and moves < BY_MOUSE:
        # The board and the list take turns: both must always do.
        state = await visitor.move(rng, on_board=moves % 2 == 0)
        moves += 1
    rest = await visitor.play(seed=1, moves=400)
    moves += rest["made"]
    assert rest["status"] == "ended"
    assert await visitor.page.locator(".status").inner_text()
    assert await visitor.page.locator(".log-lines .line").count() >= moves
    replay = visitor.page.locator(f'a[href="/replay/{visitor.match}"]')
    await replay.click()
    await visitor.page.locator(".scrubber").wait_for()


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
