"""Invitations: pages of the invited and the waiting player; finding opponents by clock."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.async_api import Route, expect

from bocage.sdk.rest import Rest
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import guest
from tests.web.visitor import Size, Visitors


@pytest.mark.parametrize(("size", "lang"), [("desktop", "en"), ("phone", "ja"), ("flat", "en")])
async def test_invited_friend_lands_on_one_button(
    visitors: Visitors, size: Size, lang: Literal["en", "ja"]
) -> None:
    host = await visitors.open(size=size, lang=lang)
    friend = await visitors.open(size=size, lang=lang)
    await host.lobby()
    link = await host.invite("squad")
    assert "/match/" in link
    assert "#" in link
    await friend.page.goto(link)
    page = friend.page.locator(".invite")
    assert "SQUAD" in await page.locator("h1").inner_text()
    host_name = await host.page.locator("button.name").inner_text()
    assert host_name in await page.locator(".kicker").inner_text()
    # The picture's fields, which the lobby's map defines there.
    await expect(page.locator(".emblem #tile-fields")).to_have_count(1)
    await expect(page.locator(".brief li")).to_have_count(4)
    await expect(page.locator("button.primary")).to_have_count(1)
    assert await friend.sideways() == 0
    await page.locator(".join").click()
    for visitor in (host, friend):
        await visitor.begun()
        await visitor.page.locator(".tray .rolled").wait_for()


async def test_options_appear_when_they_matter(visitors: Visitors) -> None:
    visitor = await visitors.open()
    await visitor.lobby()
    dialog = await visitor.options("squad", "A friend")
    second = dialog.get_by_text("Nation of the second squad", exact=True)
    width = dialog.get_by_text("Map width", exact=True)
    await expect(width).not_to_be_visible()
    await expect(second).not_to_be_visible()
    await dialog.locator(".tile-choice", has_text="Hex map").click()
    await expect(width).to_be_visible()
    await expect(second).not_to_be_visible()
    await dialog.get_by_text("Squads each", exact=True).locator("..").locator("select").select_option(label="two")
    await expect(second).to_be_visible()
    nation = dialog.get_by_text("Nation", exact=True)
    await expect(nation).to_be_visible()
    await dialog.get_by_text("Nation of North", exact=True).locator("..").locator("select").select_option("1")
    await expect(nation).not_to_be_visible()
    await expect(second).not_to_be_visible()
    await expect(dialog.get_by_text("Which bot", exact=True)).not_to_be_visible()


async def test_whoever_waits_plays_a_bot_meanwhile_and_is_told(visitors: Visitors, node: NodeProcess) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await page.clock.install()
    await visitor.lobby()
    await visitor.invite("company_commander", private=False)
    waiting = visitor.match
    await page.locator(".meanwhile").click()
    await visitor.turn()
    assert visitor.match != waiting
    async with Rest(node.url, token=await guest(node.url, "Late")) as rest:
        await rest.join(waiting)
    await page.clock.run_for(10_000)
    await page.locator(".toast a").click()
    await page.wait_for_url(f"**/match/{waiting}")
    await visitor.begun()


async def test_people_are_paired_by_their_clock(visitors: Visitors, node: NodeProcess) -> None:
    async with Rest(node.url, token=await guest(node.url, "Hasty")) as rest:
        made = await rest.create_match("squad", clock={"kind": "bank", "base": 600_000, "increment": 10_000})
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await page.locator('[data-game="squad"] .pair').click()
    tile = page.locator("dialog .tile-choice", has_text="10 minutes + 10 seconds")
    assert "waiting, the first for" in await tile.inner_text()
    # Nobody wants a rated one, which has a clock.
    rated, none = page.get_by_label("Rated"), page.locator("dialog .tile-choice input").first
    await none.check()
    await rated.check()
    assert await none.is_disabled()
    assert await tile.locator("input").is_checked()
    assert "nobody is waiting" in await tile.inner_text()
    await rated.uncheck()
    await tile.click()
    await page.locator("dialog .primary").click()
    await visitor.begun()
    assert visitor.match == made.match


#: Waiting players at SQUAD.
OPEN = "fetch('/api/matches?game=squad&status=open').then((answer) => answer.json())"


@pytest.mark.parametrize("seen", [0, 1], ids=["while one chose", "while one began to wait"])
async def test_who_comes_meanwhile_is_found(visitors: Visitors, node: NodeProcess, seen: int) -> None:
    """Both would wait, each at their own table. ``seen``: answers after the choice without anybody on the list."""
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await page.locator('[data-game="squad"] .pair').click()
    await expect(page.locator("dialog .tile-choice").first).to_contain_text("nobody is waiting")
    async with Rest(node.url, token=await guest(node.url, "Hasty")) as rest:
        made = await rest.create_match("squad")
    answers = 0

    async def list_late(route: Route) -> None:
        nonlocal answers
        answers += 1
        await (route.fulfill(json={"matches": []}) if answers <= seen else route.continue_())

    await page.route("**/api/matches?game=squad*", list_late)
    await page.locator("dialog .primary").click()
    await visitor.begun()
    assert visitor.match == made.match
    assert answers == 1 + seen
    # Nobody waits any more.
    await page.unroute("**/api/matches?game=squad*")
    assert await page.evaluate(OPEN) == {"matches": []}


async def test_who_finds_somebody_waits_no_longer(visitors: Visitors, node: NodeProcess) -> None:
    """A third player would join the table where they waited, and find nobody there."""
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await page.locator('[data-game="squad"] .pair').click()
    await page.locator("dialog .primary").click()
    await page.locator(".invite").wait_for()
    async with Rest(node.url, token=await guest(node.url, "Hasty")) as rest:
        made = await rest.create_match("squad")
    await visitor.lobby()
    await page.locator('[data-game="squad"] .pair').click()
    await page.locator("dialog .primary").click()
    await visitor.begun()
    assert visitor.match == made.match
    assert await page.evaluate(OPEN) == {"matches": []}
