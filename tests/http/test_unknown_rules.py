"""Matches whose rules are not installed: told, exported, refused by code, never lost."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bocage.live import overdue
from bocage.log.export import verify
from bocage.log.projection import project
from bocage.log.records import Change
from bocage.store import Store, StoreSettings
from bocage.store.keys import shard_key, shard_of
from tests.http.site import NONCE, Site
from tests.rules_of_a_game import uninstall
from tests.store.logs import until


@pytest.fixture
async def other(redis_url: str) -> AsyncIterator[Site]:
    """Another node on the same Redis, on which no table is open."""
    store = await Store.open(StoreSettings(redis_url))
    made = Site(store)
    await made.node.start()
    yield made
    await made.http.aclose()
    await made.node.close()
    await store.close()


async def two_at_a_table(site: Site) -> tuple[str, str]:
    """A match of two players that has begun: its id, the first one's token."""
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    match = await site.match(ann)
    # Known dice: a few games end within five answers.
    assert (await site.post(f"/api/matches/{match}/join", {"nonce": NONCE}, bob)).is_success
    await site.act(match, 5)
    return match, ann


async def test_lists_and_match_say_that_rules_are_missing(
    site: Site, other: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, ann = await two_at_a_table(site)
    before = (await other.get(f"/api/matches/{match}", ann)).json()
    assert "unknown_rules" not in before["row"]
    other.node.rooms.drop((await other.node.rooms.room(match)), None)
    uninstall(monkeypatch, "squad")
    info = (await other.get(f"/api/matches/{match}", ann)).json()
    assert info["row"] == before["row"] | {"unknown_rules": True}
    assert (info["seq"], info["seat"], info["view"]["status"]) == (before["seq"], 0, "playing")
    for path in ("/api/matches", "/api/matches/mine"):
        (row,) = (await other.get(path, ann)).json()["matches"]
        assert (row["match"], row["unknown_rules"]) == (match, True)


async def test_commands_that_need_missing_rules_are_refused(
    site: Site, other: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, ann = await two_at_a_table(site)
    length = len(await site.store.read(match))
    uninstall(monkeypatch, "squad")
    asked = [
        await other.get(f"/api/matches/{match}/replay", ann),
        await other.post(f"/api/matches/{match}/resign", {}, ann),
        await other.post(f"/api/matches/{match}/withdraw", {}, ann),
        await other.post(f"/api/matches/{match}/join", {}, ann),
        await other.post(f"/api/matches/{match}/fork", {"seq": 4}, ann),
    ]
    assert [(answer.status_code, answer.json()["code"]) for answer in asked] == [(503, "unknown_rules")] * 5
    assert (await other.get(f"/api/matches/{match}/export", ann)).json()["code"] == "not_over"
    assert len(await site.store.read(match)) == length


async def test_finished_match_without_rules_is_exported_under_another_tag(
    site: Site, other: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, ann = await two_at_a_table(site)
    assert (await site.post(f"/api/matches/{match}/resign", {}, ann)).is_success
    whole = await other.get(f"/api/matches/{match}/export")
    other.node.rooms.drop((await other.node.rooms.room(match)), None)
    uninstall(monkeypatch, "squad")
    bare = await other.get(f"/api/matches/{match}/export")
    assert bare.is_success
    assert bare.headers["etag"] != whole.headers["etag"]
    report = verify(bare.content.splitlines(keepends=True))
    assert (report.finished, report.states, report.findings) == (True, False, [])
    private = await site.match(ann, game="omaha", access={"private": True})
    assert (await other.get(f"/api/matches/{private}/export")).json()["code"] == "private"


async def test_a_private_match_stays_private(site: Site, other: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    _, ann = await site.player("Ann")
    match = await site.match(ann, access={"private": True})
    uninstall(monkeypatch, "squad")
    assert (await other.get(f"/api/matches/{match}")).json()["code"] == "private"
    assert (await other.get(f"/api/matches/{match}", ann)).json()["invite"]


async def test_lists_are_rebuilt_with_the_matches_whose_rules_are_missing(
    site: Site, other: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, _ = await two_at_a_table(site)
    before = await site.store.row(match)
    uninstall(monkeypatch, "squad")
    assert await other.store.rebuild(project) == 1
    assert await other.store.row(match) == before
    assert [row.match for row in await other.store.lobby()] == [match]


async def test_a_match_that_waits_expires_without_its_rules(
    site: Site, other: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, ann = await site.player("Ann")
    monkeypatch.setattr("bocage.http.matches.open_for", lambda ask, clock: 1)
    # Nobody looks while its rules are there.
    site.store.on_due = other.store.on_due = lambda matches: None
    match = await site.match(ann)
    uninstall(monkeypatch, "squad")
    # Redis's clock stamped the entry; what this node takes for its time may lag behind it.
    created = (await other.store.read(match))[0]
    await until(lambda: other.store.now() > created.at + 10)
    other.node._due([match])
    other.node._due([match])
    await until(lambda: not other.node._background._tasks)
    row = await other.store.row(match)
    assert row is not None
    assert (row.status, row.reason) == ("ended", "expired")


async def test_due_match_without_rules_is_left_then_postponed(
    site: Site, other: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, _ = await two_at_a_table(site)
    log = await site.store.read(match)
    await site.node.close()
    due: list[str] = []
    other.store.on_due = due.extend
    assert await other.store.project(match, Change(due=1), len(log), log[-1].at)
    await until(lambda: match in due)
    uninstall(monkeypatch, "squad")
    loads = 0
    load = other.store.load

    async def counted(name: str) -> object:
        nonlocal loads
        loads += 1
        return await load(name)

    monkeypatch.setattr(other.store, "load", counted)
    for _ in range(20):
        other.node._due([match])
        await until(lambda: not other.node._background._tasks)
    assert loads == 1
    # Much later it is still due: nobody has its rules. It makes room for others.
    monkeypatch.setattr(overdue, "LEFT_ALONE", 0.0)
    other.node.rooms._without_rules._until[match] = 0.0
    other.node._due([match])
    await until(lambda: not other.node._background._tasks)
    group = other.store.topology.group(match)
    (deadline,) = await group.answer(group.call("ZSCORE", shard_key(shard_of(match), "due"), match))
    assert float(deadline) > other.store.now() + 60_000
    assert [entry.raw for entry in await other.store.read(match)] == [entry.raw for entry in log]
