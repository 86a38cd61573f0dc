"""Hints: asked of the engine with what one seat sees, stored, and told to that seat alone."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx2
import msgspec

from bocage.features.reviews import hints as made
from bocage.features.reviews.feature import Reviews
from bocage.http.app_state import NoOpponents
from bocage.limits import Limits
from bocage.log.view import view
from bocage.store import Store
from tests.http.site import NO_LIMITS, Site


async def ask(site: Site, match: str, token: str, seq: int = 0) -> httpx2.Response:
    table = await site.node.rooms.room(match)
    return await site.post(f"/api/matches/{match}/hint", {"seq": seq or table.match.seq}, token)


async def two(site: Site, **wishes: Any) -> tuple[str, list[str]]:
    """A match of two people, and their tokens, the one who is to decide first."""
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    match = await site.match(ann, "squad", **wishes)
    await site.post(f"/api/matches/{match}/join", {}, bob)
    decision = (await site.node.rooms.room(match)).match.decision()
    assert decision is not None
    return match, [ann, bob] if decision.seat == 0 else [bob, ann]


async def code(answer: httpx2.Response) -> str:
    assert not answer.is_success
    return str(answer.json()["code"])


async def test_hint_uses_the_seats_view_and_is_stored(site: Site) -> None:
    match, (decider, _) = await two(site)
    table = (await site.node.rooms.room(match)).match
    owed = table.decision()
    assert owed is not None
    seen = msgspec.json.encode(view(table, owed.seat))
    answer = await ask(site, match, decider)
    assert answer.status_code == 200
    (asked,) = site.bots.asked
    assert (bytes(asked.view), bytes(asked.actions)) == (seen, msgspec.json.encode(owed.actions))
    given = answer.json()
    assert given["hint"] == {
        "action": msgspec.to_builtins(owed.actions[0]),
        "why": {"theme": "close"},
    }
    assert (given["seq"], given["engine"]) == (table.seq, "first")
    assert view(table, 1 - owed.seat)["hints"] == {str(owed.seat): 1}


async def test_others_learn_only_that_a_hint_was_taken(site: Site) -> None:
    match, (decider, other) = await two(site)
    await ask(site, match, decider)
    for token, knows in ((decider, True), (other, False), ("", False)):
        updates = (await site.get(f"/api/matches/{match}/replay", token)).json()["updates"]
        assert [event["ev"] for event in updates[-1]["events"]] == ["hinted"]
        assert ("action" in updates[-1]["events"][0]) is knows
        assert ("decision" in updates[-1]) is knows


async def test_asked_again_about_the_same_decision_it_says_the_same(site: Site) -> None:
    match, (decider, _) = await two(site)
    position = (await site.node.rooms.room(match)).match.seq
    first = await ask(site, match, decider)
    for seq in (position, 0):
        assert (await ask(site, match, decider, seq)).json() == first.json()
    assert len(site.bots.asked) == 1


async def test_who_cannot_have_one(site: Site) -> None:
    match, (decider, other) = await two(site)
    _, cid = await site.player("Cid")
    assert await code(await ask(site, match, other)) == "not_your_turn"
    assert await code(await ask(site, match, cid)) == "not_seated"
    assert await code(await ask(site, match, decider, 10**6)) == "stale"
    secret, (decider, _) = await two(site, hints=False)
    assert await code(await ask(site, secret, decider)) == "no_hints"
    private = await site.match(decider, "squad", access={"private": True})
    assert await code(await ask(site, private, cid)) == "private"
    assert site.bots.asked == []


async def test_a_match_knows_no_hints_where_nobody_could_give_any(site: Site) -> None:
    _, ann = await site.player("Ann")
    match = await site.match(ann, "zombies")
    assert await code(await ask(site, match, ann)) == "no_hints"


async def test_a_decision_that_is_answered_meanwhile_has_none(site: Site) -> None:
    match, (decider, _) = await two(site)
    site.bots.hold = asyncio.Event()
    asking = asyncio.create_task(ask(site, match, decider))
    await site.bots.was_asked.wait()
    await site.act(match)
    site.bots.hold.set()
    assert await code(await asking) == "stale"
    assert (await site.node.rooms.room(match)).match.hints.counts == {}


async def test_each_person_waits_for_one_at_a_time(site: Site) -> None:
    match, (decider, _) = await two(site)
    site.bots.hold = asyncio.Event()
    asking = asyncio.create_task(ask(site, match, decider))
    await site.bots.was_asked.wait()
    refused = await ask(site, match, decider)
    assert (await code(refused), refused.status_code, refused.json()["retry"] > 0) == ("hint_busy", 503, True)
    site.bots.hold.set()
    assert (await asking).status_code == 200
    hints = site.feature(Reviews).hints
    assert (hints.made, hints.full) == (1, 1)


async def test_the_queue_has_an_end(site: Site, monkeypatch: Any) -> None:
    monkeypatch.setattr(made, "MOST", 1)
    (match, (ann, _)), (second, (bob, _)) = await two(site), await two(site)
    site.bots.hold = asyncio.Event()
    asking = asyncio.create_task(ask(site, match, ann))
    await site.bots.was_asked.wait()
    assert await code(await ask(site, second, bob)) == "hint_busy"
    site.bots.hold.set()
    assert (await asking).status_code == 200
    assert (await ask(site, second, bob)).status_code == 200


async def test_an_engine_that_fails_says_so(site: Site) -> None:
    match, (decider, _) = await two(site)
    site.bots.version = "broken"
    assert await code(await ask(site, match, decider)) == "no_hint"
    assert 'bocage_hints_total{result="failed"} 1.0' in await site.metrics()
    site.feature(Reviews).hints.opponents = NoOpponents()
    assert await code(await ask(site, match, decider)) == "no_hint"


async def test_a_machine_that_has_no_time_asks_for_patience(site: Site) -> None:
    match, (decider, _) = await two(site)
    site.bots.version = "late"
    refused = await ask(site, match, decider)
    assert (await code(refused), refused.status_code, refused.json()["retry"] > 0) == ("hint_busy", 503, True)
    site.bots.version = "1"
    assert (await ask(site, match, decider)).status_code == 200


async def test_there_are_so_many_a_minute(store: Store) -> None:
    limits = msgspec.structs.replace(NO_LIMITS, hint_rate=1, hint_burst=2)
    assert (Limits().hint_burst, Limits().hint_rate) < (20, 20)
    site = Site(store, limits)
    await site.start()
    try:
        _, ann = await site.player("Ann")
        match = await site.match(ann, "omaha")
        for _ in range(2):
            assert (await ask(site, match, ann)).status_code == 200
            await site.act(match)
        refused = await ask(site, match, ann)
        assert (await code(refused), refused.json()["limit"]) == ("limit", "hint_rate")
    finally:
        await site.http.aclose()
        await site.node.close()


async def test_forks_and_rematches_have_hints_as_new_matches_have(site: Site) -> None:
    match, (decider, _) = await two(site, hints=False)
    made = (await site.post(f"/api/matches/{match}/fork", {"seq": 4}, decider)).json()
    assert (await site.node.rooms.room(made["match"])).match.created.hints
