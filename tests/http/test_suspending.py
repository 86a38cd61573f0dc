"""Suspending a player: nobody waits for them, whatever happens at the same moment; what they may still do."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bocage.live.stored_matches import suspend
from bocage.log import judge
from bocage.store import Store, StoreError, StoreSettings
from bocage.store.players import new_token, set_field, stored_sign_in
from tests.http.site import HOUSE, NONCE, Site

DAYS = {"kind": "days", "base": 86_400_000}


async def status(site: Site, match: str) -> tuple[str, list[int], str]:
    """How a match stands: its status, who won, and why."""
    row = await site.store.row(match)
    assert row is not None
    return row.status, row.winners, row.reason


async def pair(site: Site, first: str, second: str, **wishes: Any) -> str:
    """A match that two play."""
    match = await site.match(first, **wishes)
    answer = await site.post(f"/api/matches/{match}/join", {"nonce": NONCE}, second)
    assert answer.status_code == 200, answer.text
    return match


@pytest.mark.parametrize("private", [False, True])
async def test_open_matches_of_a_suspended_player_are_called_off(site: Site, private: bool) -> None:
    ann, token = await site.player()
    _, bobs = await site.player("Bob")
    access = {"private": private}
    matches = [await site.match(token, access=access), await site.match(token, access=access, clock=DAYS)]
    assert sorted(await suspend(site.store, ann)) == sorted(matches)
    assert [await status(site, match) for match in matches] == [("ended", [], "cancelled")] * 2
    assert (await site.get("/api/matches")).json()["matches"] == []
    refused = await site.post(f"/api/matches/{matches[0]}/join", {}, bobs)
    assert refused.json()["code"] == ("private" if private else "not_open")


async def test_an_opponent_without_a_clock_wins_at_once(site: Site) -> None:
    ann, anns = await site.player()
    _, bobs = await site.player("Bob")
    match = await pair(site, anns, bobs)
    assert await suspend(site.store, ann) == [match]
    assert await status(site, match) == ("ended", [1], "resigned")
    assert await suspend(site.store, ann) == []


async def test_what_nobody_waits_for_goes_on(site: Site) -> None:
    ann, anns = await site.player()
    _, bobs = await site.player("Bob")
    _, bot = await site.player("clever")
    alone = await site.match(anns, "omaha")
    timed = await pair(site, anns, bobs, clock=DAYS)
    housed = await site.match(anns, opponent="clever")
    await site.post(f"/api/matches/{housed}/join", {"bot": True, "nonce": NONCE}, bot, **HOUSE)
    assert await suspend(site.store, ann) == []
    assert {(await status(site, match))[0] for match in (alone, timed, housed)} == {"playing"}
    refused = await site.post(f"/api/matches/{timed}/resign", {}, anns)
    assert refused.json()["code"] == "suspended"


async def test_a_rematch_offer_is_called_off(site: Site) -> None:
    ann, anns = await site.player()
    _, bobs = await site.player("Bob")
    match = await pair(site, anns, bobs)
    await site.post(f"/api/matches/{match}/resign", {}, bobs)
    offer = (await site.post(f"/api/matches/{match}/rematch", {}, anns)).json()["match"]
    assert await suspend(site.store, ann) == [offer]
    assert (await site.get(f"/api/matches/{match}/rematch", bobs)).json() == {}


async def test_another_node_shows_the_end_at_once(site: Site, redis_url: str) -> None:
    ann, anns = await site.player()
    match = await site.match(anns)
    room = await site.node.rooms.room(match)
    other = await Store.open(StoreSettings(redis_url))
    try:
        await suspend(other, ann)
    finally:
        await other.close()
    await site.node.command(match, lambda now: judge.Again(now.seq))
    assert room.match.status == "ended"


def suspended_before(monkeypatch: pytest.MonkeyPatch, site: Site, player: str, where: Any, step: str) -> None:
    """The player is suspended after their next request was let in, before this step of it."""
    real = getattr(where, step)

    async def late(*given: Any) -> Any:
        monkeypatch.undo()
        await suspend(site.store, player)
        return await real(*given)

    monkeypatch.setattr(where, step, late)


@pytest.mark.parametrize("way", ["make", "join"])
async def test_a_seat_taken_during_the_suspension_is_given_up(
    site: Site, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    ann, anns = await site.player()
    _, bobs = await site.player("Bob")
    made = await site.match(bobs)
    if way == "make":
        suspended_before(monkeypatch, site, ann, site.node, "create")
        refused = await site.post("/api/matches", {"game": "squad", "nonce": NONCE}, anns)
    else:
        suspended_before(monkeypatch, site, ann, site.store, "keep_player")
        refused = await site.post(f"/api/matches/{made}/join", {"nonce": NONCE}, anns)
    assert refused.json()["code"] == "suspended"
    rows = await site.store.matches_of(ann)
    assert [(row.status, row.winners) for row in rows] == [("ended", [] if way == "make" else [0])]


@pytest.mark.parametrize("first", ["join", "suspend"])
async def test_an_opponent_who_joins_meanwhile_does_not_wait(
    site: Site, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    ann, anns = await site.player()
    _, bobs = await site.player("Bob")
    match = await site.match(anns)
    listed = site.store.matches_of

    async def then_join(player: str, limit: int = 100) -> Any:
        monkeypatch.undo()
        rows = await listed(player, limit)
        if first == "join":
            await site.post(f"/api/matches/{match}/join", {"nonce": NONCE}, bobs)
        return rows

    monkeypatch.setattr(site.store, "matches_of", then_join)
    await suspend(site.store, ann)
    answer = await site.post(f"/api/matches/{match}/join", {"nonce": NONCE}, bobs)
    assert answer.json()["code"] == ("already_seated" if first == "join" else "not_open")
    assert await status(site, match) == (
        ("ended", [1], "resigned") if first == "join" else ("ended", [], "cancelled")
    )


async def test_an_answer_of_the_same_moment_keeps_the_end(site: Site) -> None:
    ann, anns = await site.player()
    _, bobs = await site.player("Bob")
    match = await pair(site, anns, bobs)
    await asyncio.gather(suspend(site.store, ann), site.act(match), return_exceptions=True)
    assert await status(site, match) == ("ended", [1], "resigned")


async def test_a_sign_in_added_before_the_mark_is_closed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _ = await site.player()
    closed: list[str] = []
    heard = asyncio.Event()

    def ended(sign_ins: Any) -> None:
        closed.extend(sign_ins)
        heard.set()

    site.store.on_signed_out = ended
    mark = site.store.audit.suspend
    added = False

    async def add_first(player: str, sign_ins: list[str], suspended: bool) -> None:
        nonlocal added
        if not added:
            added = True
            field, value = stored_sign_in(new_token(ann), 1, "phone")
            await set_field(site.store.topology, ann, field, value)
        await mark(player, sign_ins, suspended)

    audit = type("Audit", (), {"suspend": staticmethod(add_first)})()
    monkeypatch.setattr(site.store, "audit", audit)
    await suspend(site.store, ann)
    async with asyncio.timeout(60):
        await heard.wait()
    assert len(closed) == 2


async def test_a_seat_stays_where_storage_fails_after_it(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    _, token = await site.player()

    async def fail(player: str) -> None:
        raise StoreError

    monkeypatch.setattr(site.store, "player", fail)
    assert await status(site, await site.match(token)) == ("open", [], "")
