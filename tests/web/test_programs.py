"""Bots on the page: created, with tokens; challenged and challenging; their record against one another."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bocage.protocol.challenges import NewChallenge
from bocage.protocol.terms import ClockRules
from bocage.sdk import BocageError, Client, Program, RefusedError
from tests.web.test_access import assert_nothing_serious_in_light_and_dark
from tests.web.visitor import PATIENCE, Visitors


def first(view: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
    return actions[0]


async def online(client: Client) -> None:
    """Wait until a program offers its tables."""
    async with asyncio.timeout(PATIENCE):
        while not (await client.rest.program(client.player)).tables:  # noqa: ASYNC110 - nobody is told of offers
            await asyncio.sleep(0.05)


async def bot(url: str, name: str) -> Client:
    """A program that belongs to somebody."""
    async with Client(url).rest as rest:
        owner = await rest.create_player(f"Owner of {name}")
    async with Client(url, token=owner.token).rest as rest:
        made = await rest.create_program(name)
    return Client(url, token=made.token)


async def test_a_bot_is_created_plays_and_is_shut_out(visitors: Visitors) -> None:
    ann = await visitors.open(size="phone", painted=True)
    page = ann.page
    await ann.go("programs/mine")
    await page.locator(".creation [name=name]").fill("Robo")
    await assert_nothing_serious_in_light_and_dark(ann)
    await page.locator(".creation [name=named]").check()
    await page.locator(".creation .create").click()
    token = await page.locator("input.token").input_value()
    await assert_nothing_serious_in_light_and_dark(ann)
    await page.locator(".kept").click()
    await page.locator(".tokens li", has_text="play, and make and answer challenges").wait_for()
    assert token not in await page.content()
    assert await ann.sideways() == 0
    await assert_nothing_serious_in_light_and_dark(ann)
    async with Client(ann.url, token=token) as client:
        running = asyncio.create_task(Program(client, first, tables=2).run())
        await online(client)
        await ann.move_to(f"player/{client.player}")
        await page.locator(".program .tables", has_text="2 of 2 tables free").wait_for()
        await ann.move_to("programs/mine")
        await page.locator(".revoke").click()
        await page.locator("dialog .yes").click()
        await page.get_by_text("No token: no program can sign in.").wait_for()
        with pytest.raises(BocageError):
            await running
    with pytest.raises(RefusedError, match="token"):
        await Client(ann.url, token=token)


async def test_challenges_between_a_person_and_a_bot(visitors: Visitors) -> None:
    bob = await visitors.open()
    page = bob.page
    await bob.lobby()
    async with await bot(bob.url, "Robo") as client:
        program = Program(client, first, tables=1)
        running = asyncio.create_task(program.run())
        await online(client)
        await bob.move_to(f"player/{client.player}")
        await page.locator(".program .play").click()
        await page.locator("dialog [name=game]").select_option("squad")
        await page.locator("dialog .send").click()
        await bob.begun()
        await page.locator(".seat", has_text="(bot)").wait_for()
        await bob.resign()
        await bob.ended()
        player = await page.evaluate("JSON.parse(localStorage['bocage.identity']).player")
        await bob.move_to("programs")
        await page.locator(".challenges h2").wait_for()
        refused = await client.rest.challenge(player, NewChallenge("squad"))
        await page.locator(".challenges li", has_text="Robo (bot) challenges you").wait_for()
        await page.locator(".challenges .decline").click()
        await page.locator("dialog [name=reason]").select_option("clock")
        await page.locator("dialog .decline-now").click()
        await page.locator(".challenges li").wait_for(state="detached")
        answered = await client.rest.find_challenge(refused.challenge)
        assert (answered.status, answered.reason) == ("declined", "clock")
        await client.rest.challenge(player, NewChallenge("company_commander"))
        await page.locator(".challenges .accept").click()
        await bob.begun()
        await bob.resign()
        await bob.ended()
        running.cancel()


async def test_a_record_has_each_opponent_with_an_error_bar(visitors: Visitors) -> None:
    visitor = await visitors.open(size="phone", lang="ja", painted=True)
    page = visitor.page
    terms = NewChallenge(
        "squad", options={"variant": "flanking"}, rated=True, clock=ClockRules("bank", base=600_000)
    )
    async with await bot(visitor.url, "One") as one, await bot(visitor.url, "Other") as other:
        account = other.account()
        await anext(account)
        made = await one.rest.challenge(other.player, terms)
        match = (await other.rest.accept_challenge(made.challenge)).match
        await one.resign(match)
        await visitor.go(f"programs/squad/{one.player}")
        row = page.locator(".versus tbody tr", has_text="Other")
        await row.locator(".range").wait_for()
        assert "0 %（0～79 %）" in await row.inner_text()
        await page.locator(".versus td", has_text="側面ルール").wait_for()
    assert await visitor.sideways() == 0
    await assert_nothing_serious_in_light_and_dark(visitor)
