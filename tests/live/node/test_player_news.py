"""What nodes tell each other about players: whom it reaches here, and what is made up for after an outage."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage.limits import Limits
from bocage.live.background import Background
from bocage.live.counts import Counts
from bocage.live.session import Sessions
from bocage.store import StorageUnavailableError
from bocage.word_filter import unfiltered
from tests.store.wire import turns


class Store:
    """Knows whom players do not hear, and which sign-ins hold."""

    def __init__(self) -> None:
        self.not_heard: dict[str, set[str]] = {}
        self.ended: set[tuple[str, str]] = set()
        self.asked: list[str] = []
        self.error: Exception | None = None

    async def unheard(self, player: str) -> frozenset[str]:
        self.asked.append(player)
        if self.error:
            raise self.error
        return frozenset(self.not_heard.get(player, ()))

    async def signed_in(self, sign_in: str, player: str) -> bool:
        if self.error:
            raise self.error
        return (sign_in, player) not in self.ended


class Session:
    """A connection, and what it is closed with."""

    def __init__(self, player: str, sign_in: str = "") -> None:
        self.player, self.sign_in, self.name = player, sign_in, "before"
        self.unheard: frozenset[str] = frozenset()
        self.closed: list[str] = []

    def close(self, name: str) -> None:
        self.closed.append(name)


class World:
    """The sessions of a node: two of Ann's, one of Bob's, and one of somebody unknown."""

    def __init__(self) -> None:
        self.store, self.background = Store(), Background()
        rooms = SimpleNamespace(store=self.store, background=self.background, counts=Counts(), clock=lambda: 0.0)
        self.sessions = [Session("ann", "s1"), Session("ann", "s2"), Session("bob", "s3"), Session("")]
        self.news = Sessions(
            cast(Any, rooms), cast(Any, None), Limits(), word_filter=unfiltered, rng=random.Random(1)
        )
        self.news.all = cast(Any, self.sessions)
        self.news.unheard_of = self.store.unheard

    async def quiet(self) -> None:
        while self.background._tasks:
            await asyncio.gather(*self.background._tasks, return_exceptions=True)
            await turns(1)


@pytest.fixture
async def world() -> AsyncIterator[World]:
    made = World()
    yield made
    await made.background.close()


async def test_a_new_name_reaches_the_connections_of_its_player(world: World) -> None:
    world.news.named("ann", "Anna")
    assert [session.name for session in world.sessions] == ["Anna", "Anna", "before", "before"]


async def test_unheard_players_are_looked_up_at_the_connected_node(world: World) -> None:
    world.store.not_heard = {"ann": {"eve"}}
    world.news.unheard("nobody here")
    await world.quiet()
    assert world.store.asked == []
    world.news.unheard("ann")
    await world.quiet()
    assert [session.unheard for session in world.sessions] == [{"eve"}, {"eve"}, set(), set()]
    assert (world.store.asked, world.news.unheard_changes) == (["ann"], 2)
    # What cannot be read now stays as it was.
    world.store.error = StorageUnavailableError()
    world.news.unheard("ann")
    await world.quiet()
    assert world.sessions[0].unheard == {"eve"}


async def test_outage_is_followed_by_a_lookup_of_untold_news(world: World) -> None:
    world.store.ended = {("s2", "ann"), ("", "")}
    world.store.not_heard = {"bob": {"eve"}}
    await world.news.look_for_signed_out()
    await world.quiet()
    assert [session.closed for session in world.sessions] == [[], ["signed_out"], [], []]
    assert sorted(world.store.asked) == ["ann", "bob"]
    assert world.sessions[2].unheard == {"eve"}


async def test_what_fails_again_is_left_for_the_next_time(world: World, caplog: pytest.LogCaptureFixture) -> None:
    world.store.error = StorageUnavailableError()
    await world.news.look_for_signed_out()
    await world.quiet()
    assert world.store.asked == []
    assert [session.closed for session in world.sessions] == [[]] * 4
    assert "failed" not in caplog.text
