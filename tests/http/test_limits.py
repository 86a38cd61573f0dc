"""Limits of requests: each names its row and when to try again."""

from __future__ import annotations

from bocage.limits import Limits, rows
from bocage.store import Store
from tests.http.site import Site


async def test_the_table_of_limits_is_the_node_s_own(site: Site) -> None:
    table = {row["name"]: row for row in (await site.get("/api/limits")).json()["limits"]}
    assert list(table) == [row.name for row in rows(Limits())]
    assert table["request_rate"]["value"] == 10**6
    assert table["request_rate"]["help"]["ja"]


async def test_requests_from_one_address(store: Store) -> None:
    site = Site(store, Limits(request_rate=1, request_burst=3))
    site.node.clock = lambda: 100.0
    for _ in range(3):
        assert (await site.get("/api/matches")).status_code == 200
    refused = await site.get("/api/matches")
    assert refused.status_code == 429
    assert refused.json()["code"] == "limit"
    assert refused.json()["limit"] == "request_rate"
    assert 0 < refused.json()["retry"] <= 1001
    assert refused.headers["retry-after"] in ("1", "2")
    assert site.node.counts.refused["limit"] == 1
    # Whoever looks after the service is not counted, nor is the page.
    for path in ("/healthz", "/readyz", "/"):
        assert (await site.http.get(path)).status_code == 200
    async with site.client("10.0.0.7") as other:
        assert (await other.get("/api/matches")).status_code == 200
    site.node.clock = lambda: 101.1
    assert (await site.get("/api/matches")).status_code == 200


async def test_new_players_from_one_address(store: Store) -> None:
    site = Site(store, Limits(player_rate=1, player_burst=2))
    site.node.clock = lambda: 100.0
    await site.player()
    await site.player()
    refused = await site.post("/api/players", {})
    assert (refused.status_code, refused.json()["limit"]) == (429, "player_rate")
    assert refused.json()["retry"] > 59_000


async def test_new_matches_of_one_player(store: Store) -> None:
    site = Site(store, Limits(match_rate=1, match_burst=2))
    site.node.clock = lambda: 100.0
    _, ann = await site.player()
    _, bob = await site.player()
    match = await site.match(ann, game="omaha")
    await site.match(ann, game="omaha")
    await site.post(f"/api/matches/{match}/resign", {}, ann)
    for path, body in (
        ("/api/matches", {"game": "omaha"}),
        (f"/api/matches/{match}/fork", {"seq": 3}),
        (f"/api/matches/{match}/rematch", {}),
    ):
        refused = await site.post(path, body, ann)
        assert (refused.status_code, refused.json()["limit"]) == (429, "match_rate")
    await site.match(bob, game="omaha")
    await site.node.close()


async def test_behind_a_proxy_the_address_is_that_of_the_client(store: Store) -> None:
    site = Site(store, Limits(request_rate=1, request_burst=1), frozenset({"127.0.0.1"}))
    site.node.clock = lambda: 100.0
    forwarded = [{"X-Forwarded-For": f"10.0.0.{number}"} for number in range(3)]
    for headers in forwarded:
        assert (await site.get("/api/matches", **headers)).status_code == 200
    assert (await site.get("/api/matches", **forwarded[0])).status_code == 429
    async with site.client("10.9.9.9") as stranger:
        assert (await stranger.get("/api/matches")).status_code == 200
        lie = await stranger.get("/api/matches", headers={"X-Forwarded-For": "10.0.0.99"})
        assert lie.status_code == 429
