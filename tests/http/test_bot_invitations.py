"""Calls for house bots: stored with the match, told in lists and views, taken up by any node."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest

from bocage.http import bot_invitations
from bocage.http.bot_invitations import BotInvitations
from bocage.log.entries import Created, decode
from bocage.log.fairness import invite_code
from bocage.log.projection import project
from bocage.store import StorageUnavailableError, Store, StoreSettings
from bocage.store.keys import shard_key, shard_of
from tests.http.site import HOUSE, Site
from tests.virtual_time import run


@pytest.fixture
async def other(redis_url: str) -> AsyncIterator[Site]:
    """Another node on the same Redis, with a house of its own."""
    store = await Store.open(StoreSettings(redis_url))
    made = Site(store)
    await made.node.start()
    yield made
    await made.http.aclose()
    await made.node.close()
    await store.close()


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is given time to come first."""
    monkeypatch.setattr(bot_invitations, "OWN_TIME", -60_000)


async def test_bot_invitation_is_stored_and_any_node_takes_it_up(site: Site, other: Site) -> None:
    _, token = await site.player()
    public = await site.match(token, opponent="clever")
    private = await site.match(token, opponent="random", access={"private": True})
    await site.match(token)
    body = decode((await site.store.read(public))[0].raw)
    assert isinstance(body, Created)
    assert body.house == "clever"
    code = invite_code((await other.node.rooms.room(private)).match.secret)
    await BotInvitations(other.node, other.bots).look()
    assert sorted(other.bots.invited) == [("squad", public, "clever", ""), ("squad", private, "random", code)]


async def test_absent_bot_is_invited_again_after_a_pause(
    site: Site, other: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, token = await site.player()
    await site.match(token, opponent="clever")
    looking = BotInvitations(other.node, other.bots)
    await looking.look()
    await looking.look()
    assert len(other.bots.invited) == 1
    monkeypatch.setattr(bot_invitations, "AGAIN", 0.0)
    await looking.look()
    assert len(other.bots.invited) == 2


async def test_invitation_is_first_left_to_the_node_that_was_asked(
    site: Site, other: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_invitations, "OWN_TIME", 3_600_000)
    _, token = await site.player()
    await site.match(token, opponent="clever")
    await BotInvitations(other.node, other.bots).look()
    assert other.bots.invited == []


async def test_full_matches_and_unknown_strategies_invite_nobody(
    site: Site, other: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, token = await site.player()
    _, bot = await site.player("clever")
    taken, withdrawn, kept = [await site.match(token, opponent="clever") for _ in range(3)]
    assert (await site.post(f"/api/matches/{taken}/join", {"bot": True}, bot, **HOUSE)).is_success
    assert (await site.post(f"/api/matches/{withdrawn}/withdraw", {}, token)).is_success
    assert [row.match for row in await other.store.called()] == [kept]
    monkeypatch.setattr(other.bots, "strategies", lambda game: ["random"])
    await BotInvitations(other.node, other.bots).look()
    assert other.bots.invited == []


async def test_kept_seat_is_shown_and_refused_to_people(site: Site) -> None:
    _, token = await site.player()
    _, bob = await site.player("Bob")
    match = await site.match(token, opponent="clever")
    assert (await site.get("/api/matches")).json()["matches"][0]["house"] == "clever"
    info = (await site.get(f"/api/matches/{match}")).json()
    assert (info["row"]["house"], info["view"]["house"]) == ("clever", "clever")
    refused = await site.post(f"/api/matches/{match}/join", {}, bob)
    assert (refused.status_code, refused.json()["code"]) == (409, "seat_kept")
    assert (await site.post(f"/api/matches/{match}/join", {"bot": True}, bob, **HOUSE)).is_success
    info = (await site.get(f"/api/matches/{match}")).json()
    assert "house" not in info["row"]
    assert "house" not in info["view"]
    assert info["view"]["status"] == "playing"


async def test_a_fork_calls_as_well(site: Site, other: Site) -> None:
    _, token = await site.player()
    _, bob = await site.player("Bob")
    match = await site.match(token)
    assert (await site.post(f"/api/matches/{match}/join", {}, bob)).is_success
    made = (await site.post(f"/api/matches/{match}/fork", {"seq": 4, "opponent": "clever"}, token)).json()
    await BotInvitations(other.node, other.bots).look()
    assert other.bots.invited == [("squad", made["match"], "clever", made["invite"])]


async def test_invitations_are_rebuilt_from_logs_without_filled_seats(site: Site, other: Site) -> None:
    _, token = await site.player()
    match = await site.match(token, opponent="clever")
    assert await other.store.rebuild(project) == 1
    (row,) = await other.store.called()
    assert (row.match, row.house) == (match, "clever")
    # What an older release writes when the bot sits down: a row without the call, and not a word to this list.
    topology = other.store.topology
    group = topology.group(match)
    (stored,) = await group.answer(group.call("HGET", shard_key(shard_of(match), "rows"), match))
    await group.answer(
        group.call("HSET", shard_key(shard_of(match), "rows"), match, stored.replace(b'"house":"clever",', b""))
    )
    assert await other.store.called() == []
    (left,) = await group.answer(group.call("SMEMBERS", shard_key(shard_of(match), "called")))
    assert list(left) == []


def test_calls_are_looked_for_again_and_again_whatever_fails(caplog: pytest.LogCaptureFixture) -> None:
    looks: list[float] = []

    class Looking(BotInvitations):
        async def look(self) -> None:
            looks.append(asyncio.get_running_loop().time() - 1000)
            if len(looks) == 1:
                raise StorageUnavailableError()
            if len(looks) == 2:
                raise LookupError("a mistake of ours")

    async def main() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(3.5 * bot_invitations.LOOK):
                await Looking(cast(Any, None), cast(Any, None)).run()

    run(main())
    assert looks == [bot_invitations.LOOK * number for number in range(4)]
    assert caplog.messages == ["following up bot invitations failed"]
