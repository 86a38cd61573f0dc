"""Requests about vacations: take, change and end one, days of a year, logs of matches, races."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bocage.features.vacations.change import DAY, YEAR, table
from bocage.features.vacations.taken import Vacations
from bocage.limits import Limits
from bocage.log.entries import Vacation, decode
from bocage.log.match import Match
from bocage.log.records import TimeAway
from bocage.protocol.refusal import RefusedError
from bocage.store import Store
from tests.http.site import NONCE, Site

DAYS = {"kind": "days", "base": 3 * DAY}


async def go(site: Site, token: str, days: int) -> dict[str, Any]:
    answer = await site.post("/api/players/me/vacation", {"days": days}, token)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def refused(site: Site, token: str, days: Any) -> tuple[str, str | None]:
    answer = (await site.post("/api/players/me/vacation", {"days": days}, token)).json()
    return answer["code"], answer.get("limit")


async def begun(site: Site, maker: str, other: str, **wishes: Any) -> str:
    """A match of two that has begun."""
    made = (await site.post("/api/matches", {"game": "squad", "nonce": NONCE, **wishes}, maker)).json()
    await site.post(f"/api/matches/{made['match']}/join", {"invite": made.get("invite", "")}, other)
    return str(made["match"])


async def log_of(site: Site, match: str) -> Match:
    found = await site.store.load(match)
    return Match.fold(found.entries, found.secret)


async def told(site: Site, match: str) -> list[tuple[int, int, int]]:
    """The vacations that a log holds."""
    bodies = [decode(entry.raw) for entry in await site.store.read(match)]
    return [(body.seat, body.since, body.until) for body in bodies if isinstance(body, Vacation)]


async def test_logs_of_matches_with_days_per_move_hold_the_vacation(site: Site) -> None:
    (_, anns), (_, bobs) = await site.player("Ann"), await site.player("Bob")
    slow = [
        await begun(site, anns, bobs, clock=DAYS),
        await begun(site, bobs, anns, clock=DAYS, access={"private": True}),
    ]
    live = await begun(site, anns, bobs, clock={"kind": "bank", "base": 600_000})
    none = await begun(site, anns, bobs)
    waits = await site.match(anns, clock=DAYS)
    assert (await site.get("/api/players/me/vacation", anns)).json() == {
        "since": 0,
        "until": 0,
        "most": 30,
        "left": 30,
    }
    away = await go(site, anns, 10)
    assert away["until"] == away["since"] + 10 * DAY
    assert (away["most"], away["left"]) == (30, 20)
    assert (await site.get("/api/players/me/vacation", anns)).json() == away
    assert [await told(site, match) for match in slow] == [
        [(0, away["since"], away["until"])],
        [(1, away["since"], away["until"])],
    ]
    assert [await told(site, match) for match in (live, none, waits)] == [[], [], []]
    match = await log_of(site, slow[0])
    assert match.clock.deadline(0) == away["until"] + 3 * DAY - (away["since"] - match.clock.since)
    assert match.clock.deadline(1) == match.clock.since + 3 * DAY
    rows = (await site.get("/api/matches", bobs)).json()["matches"]
    assert {row["match"]: row.get("away") for row in rows if row["status"] == "playing"} == {
        slow[0]: [away["until"], 0],
        live: None,
        none: None,
    }
    # The one that waited begins while its maker is away.
    await site.post(f"/api/matches/{waits}/join", {}, bobs)
    assert await until(site, waits, 5) == [(0, away["since"], away["until"])]


async def test_rooms_opened_for_a_vacation_are_closed(site: Site) -> None:
    (_, anns), (_, bobs) = await site.player("Ann"), await site.player("Bob")
    matches = [await begun(site, anns, bobs, clock=DAYS) for _ in range(3)]
    for match in matches[1:]:
        site.node.rooms.drop(await site.node.rooms.room(match), None)
    away = await go(site, anns, 3)
    assert list(site.node.rooms.open) == matches[:1]
    assert [await told(site, match) for match in matches] == [[(0, away["since"], away["until"])]] * 3


async def until(site: Site, match: str, many: int) -> list[tuple[int, int, int]]:
    """The vacations in a log, as soon as it has so many entries."""
    room = await site.node.rooms.room(match)
    async with asyncio.timeout(60):
        while room.match.seq < many:
            await asyncio.gather(asyncio.sleep(0.01), *site.node._background._tasks)
    return await told(site, match)


async def test_a_vacation_is_prolonged_shortened_and_ended(site: Site) -> None:
    (_, anns), (_, bobs) = await site.player("Ann"), await site.player("Bob")
    match = await begun(site, anns, bobs, clock=DAYS)
    since = (await go(site, anns, 3))["since"]
    assert (await go(site, anns, 5))["until"] == since + 5 * DAY
    # A repeated request writes nothing.
    assert (await go(site, anns, 5))["left"] == 25
    over = await go(site, anns, 0)
    assert over == {"since": 0, "until": 0, "most": 30, "left": 29}
    assert await go(site, anns, 0) == over
    ends = [until for _, _, until in await told(site, match)]
    assert ends[:2] == [since + 3 * DAY, since + 5 * DAY]
    assert len(ends) == 3
    last = await log_of(site, match)
    assert since < ends[2] <= last.at == last.clock.away[0][-1].until
    # A new one is another.
    again = await go(site, anns, 1)
    assert again["since"] > since
    assert again["left"] == 28
    assert (await told(site, match))[-1] == (0, again["since"], again["until"])


async def test_days_within_a_year_are_limited(store: Store) -> None:
    site = Site(store, Limits(vacation_days=3))
    ann, anns = await site.player()
    assert await refused(site, anns, 4) == ("limit", "vacation_days")
    assert (await go(site, anns, 2))["left"] == 1
    assert await refused(site, anns, 4) == ("limit", "vacation_days")
    await go(site, anns, 0)
    # A day that has begun counts.
    assert (await go(site, anns, 1))["left"] == 1
    await go(site, anns, 0)
    await go(site, anns, 1)
    await go(site, anns, 0)
    assert await refused(site, anns, 1) == ("limit", "vacation_days")
    # Vacations that ended more than a year ago neither count nor are kept.
    taken = await Vacations(store.topology).of(ann)
    old = tuple(TimeAway(one.since - YEAR - DAY, one.until - YEAR - DAY) for one in taken[:2])
    assert await Vacations(store.topology).change(ann, taken, (*old, taken[2]))
    assert (await site.get("/api/players/me/vacation", anns)).json()["left"] == 2
    await go(site, anns, 2)
    assert len(await Vacations(store.topology).of(ann)) == 2


@pytest.mark.parametrize("days", [-1, 367, 1.5, "3", None])
async def test_invalid_numbers_of_days_are_refused(site: Site, days: Any) -> None:
    _, anns = await site.player()
    assert (await refused(site, anns, days))[0] == "bad_request"


async def test_a_limit_of_zero_allows_no_vacation(store: Store) -> None:
    site = Site(store, Limits(vacation_days=0))
    _, anns = await site.player()
    assert await refused(site, anns, 1) == ("limit", "vacation_days")
    assert await go(site, anns, 0) == {"since": 0, "until": 0, "most": 0, "left": 0}


async def test_changes_per_day_are_limited(store: Store) -> None:
    site = Site(store, Limits(vacation_changes=2))
    _, anns = await site.player()
    await go(site, anns, 3)
    await go(site, anns, 4)
    assert await refused(site, anns, 5) == ("limit", "vacation_changes")


async def test_an_end_in_the_past_is_refused(site: Site) -> None:
    ann, anns = await site.player()
    now = site.store.now()
    assert await Vacations(site.store.topology).change(ann, (), (TimeAway(now - 2 * DAY, now + DAY),))
    assert (await refused(site, anns, 1))[0] == "bad_request"
    assert (await go(site, anns, 3))["until"] == now + DAY


def test_days_are_rounded_up() -> None:
    for until, left in ((1, 29), (DAY, 29), (DAY + 1, 28)):
        assert table([TimeAway(5, 5 + until)], 6 + until, 30).left == left
    # A limit that was lowered leaves none.
    assert table([TimeAway(0, 9 * DAY)], 0, 3).left == 0


async def test_a_token_is_needed(site: Site) -> None:
    for call in (site.get("/api/players/me/vacation"), site.post("/api/players/me/vacation", {"days": 3})):
        assert (await call).json()["code"] == "no_token"


async def test_a_vacation_ended_while_logs_are_written_ends_in_all(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One request takes thirty days; another ends the vacation before the logs hold it."""
    (ann, anns), (_, bobs) = await site.player("Ann"), await site.player("Bob")
    matches = [await begun(site, anns, bobs, clock=DAYS) for _ in range(2)]
    command, ended = site.node.command, False

    async def slow(match: str, decide: Any) -> int:
        nonlocal ended
        if not ended:
            ended = True
            await go(site, anns, 0)
        return await command(match, decide)

    monkeypatch.setattr(site.node, "command", slow)
    await go(site, anns, 30)
    (taken,) = await Vacations(site.store.topology).of(ann)
    assert taken.until - taken.since < DAY
    for match in matches:
        last = await log_of(site, match)
        assert last.clock.away[0][-1].until <= last.at
        assert last.clock.away[0][-1].said == taken.until


async def test_concurrent_requests_take_one_vacation(site: Site) -> None:
    (ann, anns), (_, bobs) = await site.player("Ann"), await site.player("Bob")
    match = await begun(site, anns, bobs, clock=DAYS)
    await asyncio.gather(*[go(site, anns, days) for days in (1, 2, 3)])
    (taken,) = await Vacations(site.store.topology).of(ann)
    assert (await told(site, match))[-1][1:] == (taken.since, taken.until)


async def test_a_repeated_request_completes_the_logs(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Storage fails after the vacation was stored, before the logs of matches hold it."""
    (_, anns), (_, bobs) = await site.player("Ann"), await site.player("Bob")
    match = await begun(site, anns, bobs, clock=DAYS)
    broken = await begun(site, anns, bobs, clock=DAYS)
    command = site.node.command

    async def out_of_reach(match: str, decide: Any) -> int:
        raise RefusedError("unavailable", retry=1000)

    monkeypatch.setattr(site.node, "command", out_of_reach)
    assert await refused(site, anns, 7) == ("unavailable", None)
    assert await told(site, match) == []

    async def not_that_one(match: str, decide: Any) -> int:
        if match == broken:
            raise RefusedError("unknown_rules")
        return await command(match, decide)

    monkeypatch.setattr(site.node, "command", not_that_one)
    away = await go(site, anns, 7)
    assert await told(site, match) == [(0, away["since"], away["until"])]
    assert await told(site, broken) == []
