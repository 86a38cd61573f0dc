"""Ladders over REST: folded from the ledgers, the same after a rebuild, and right when a result comes late."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bocage.features.ratings.feature import RatingsFeature
from bocage.features.ratings.ladders import Ladders
from bocage.log.deals import DAY
from bocage.log.projection import project
from bocage.log.records import Change, Rated
from bocage.store.keys import TAGS
from tests.http.site import Site
from tests.http.test_rated import CLOCK, kept, rated_match

START = 1_700_000_000_000


def ladders_of(site: Site) -> Ladders:
    return site.feature(RatingsFeature).ladders


async def put(site: Site, *results: Rated) -> None:
    """Results as the scripts store them, each with a log of one entry that nobody reads."""
    for result in results:
        stored: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        change = Change(rated=result)
        site.store.submit(result.match, 1, b"{}", 0, result.at, change, stored.set_result)
        assert (await stored).at == result.at


async def ledger(site: Site) -> list[Any]:
    """Every byte of the ledgers."""
    found = []
    for tag in TAGS:
        key = f"{tag}:rated"
        found.append(await site.store.topology.server(key).call("ZRANGE", key, 0, -1, "WITHSCORES"))
    return found


async def ladder(site: Site, token: str = "", kind: str = "people") -> dict[str, Any]:
    ladders_of(site).forget()
    answer = await site.get(f"/api/ladder?game=squad&kind={kind}", token)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_first_rated_result_stands_on_no_ladder(site: Site) -> None:
    _, ann = await kept(site)
    _, bob = await kept(site, "Bob")
    assert "mine" not in await ladder(site, ann)
    await rated_match(site, ann, bob)
    won, lost = [await ladder(site, token) for token in (ann, bob)]
    assert (won["mine"]["games"], won["mine"]["won"], lost["mine"]["won"]) == (1, 1, 0)
    assert won["mine"]["low"] < 0.5 < won["mine"]["expected"] < won["mine"]["high"]
    assert lost["mine"]["expected"] == pytest.approx(1 - won["mine"]["expected"], abs=2e-4)
    assert (won["players"], won["rows"], "place" in won) == (0, [], False)


async def test_live_running_and_rebuild_make_the_same_bytes(site: Site) -> None:
    tokens = [(await kept(site, name))[1] for name in ("Ann", "Bob", "Cid")]
    for first, second in ((0, 1), (1, 2), (2, 0), (0, 1)):
        await rated_match(site, tokens[first], tokens[second])
    friendly = await site.match(tokens[0], clock=CLOCK)
    await site.post(f"/api/matches/{friendly}/join", {}, tokens[1])
    await site.post(f"/api/matches/{friendly}/resign", {}, tokens[1])
    before = await ledger(site), [await ladder(site, token) for token in tokens]
    assert sum(len(some) for some in before[0]) >= 4
    for _ in range(2):
        await site.store.rebuild(project)
        after = await ledger(site), [await ladder(site, token) for token in tokens]
        for told in (*before[1], *after[1]):
            for name in ("expected", "low", "high"):
                # Less is known of them from moment to moment.
                told["mine"][name] = round(told["mine"][name], 3)
        assert after == before


async def test_the_ladder_goes_by_what_is_sure(site: Site) -> None:
    names = {name: (await site.player(name))[0] for name in ("Ann", "Bob", "Cid", "Dot")}
    ids = list(names.values())
    results = []
    for number in range(36):
        first, second = ids[number % 4], ids[(number + 1 + number // 4 % 3) % 4]
        # Whoever comes first in the alphabet wins.
        half = 2 if ids.index(first) < ids.index(second) else 0
        results.append(Rated(f"r{number:03}", "squad", False, (first, second), half, START + number * DAY))
    await put(site, *results)
    found = await ladder(site)
    assert [row["name"] for row in found["rows"]] == ["Ann", "Bob", "Cid", "Dot"]
    assert [row["place"] for row in found["rows"]] == [1, 2, 3, 4]
    lows = [row["rating"]["low"] for row in found["rows"]]
    assert lows == sorted(lows, reverse=True)
    assert found["players"] == 4
    assert (await ladder(site, kind="programs"))["rows"] == []


async def test_a_result_that_comes_late_is_put_where_it_belongs(site: Site) -> None:
    def result(number: int, half: int) -> Rated:
        return Rated(f"late{number}", "squad", False, ("ann", "bob"), half, START + number * DAY)

    await put(site, result(1, 2), result(3, 0))
    await ladder(site)
    assert ladders_of(site).folded == 2
    await put(site, result(2, 1), result(4, 2))
    ladders_of(site).forget()
    one_by_one = dict(await ladders_of(site).read())
    assert ladders_of(site).anew == 1
    fresh = Site(site.store)
    assert dict(await ladders_of(fresh).read()) == one_by_one
    assert "bocage_ratings_folded_anew_total 1.0" in await site.metrics()


@pytest.mark.parametrize("query", ["game=chess", "game=squad&kind=cats", ""])
async def test_ladders_that_there_are_not(site: Site, query: str) -> None:
    assert (await site.get(f"/api/ladder?{query}")).json()["code"] in ("no_game", "bad_request")


async def test_results_of_a_player_are_ordered_by_their_end(site: Site) -> None:
    pairs = (
        ("m2", "ann", "bob", 200),
        ("m1", "bob", "ann", 200),
        ("m9", "ann", "bob", 100),
        ("m4", "bob", "cem", 50),
    )
    await put(site, *(Rated(match, "squad", False, (one, two), 2, at) for match, one, two, at in pairs))
    results = site.feature(RatingsFeature).results
    assert [one.match for one in await results.of("ann")] == ["m9", "m1", "m2"]
