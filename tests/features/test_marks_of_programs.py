"""Programs are marked as such in everything that features list."""

from __future__ import annotations

from typing import Any

from bocage.log.deals import day_of
from bocage.store.keys import shard_key, shard_of
from tests.features.maps.drawings import TEXT
from tests.http.site import Site


async def test_programs_are_marked_wherever_they_are_named(site: Site) -> None:
    (ann, anns), (robo, robos) = await site.player("Ann"), await site.player("Robo")
    await site.post("/api/players/me/program", {}, robos)
    await site.post("/api/players/me/profile", {"seen_by": "everybody"}, anns)
    await site.post("/api/players/me/profile", {"seen_by": "everybody"}, robos)
    match = await site.match(anns)
    await site.post(f"/api/matches/{match}/join", {}, robos)
    await site.post(f"/api/matches/{match}/resign", {}, anns)
    await site.post("/api/players/me/mutes", {"player": robo}, anns)
    await site.post("/api/players/me/friends", {"player": robo}, anns)
    daily = (await site.post("/api/daily", {"game": "omaha"}, robos)).json()["match"]
    board = shard_key(shard_of(daily), f"board:omaha:{day_of(site.node.now())}")
    await site.store.topology.server(board).call("ZADD", board, 7, robo, 5, ann)
    twin = (await site.post("/api/duplicates", {"game": "omaha"}, robos)).json()["duplicate"]
    drawn = (await site.post("/api/maps", {"text": TEXT, "name": "Ford", "shared": True}, robos)).json()["id"]

    async def read(path: str) -> Any:
        return (await site.get(path, anns)).json()

    rows = (await read("/api/daily/board?game=omaha"))["rows"]
    assert [row.get("program", False) for row in rows] == [True, False]
    assert (await read("/api/players/me/friends"))["asked"][0]["program"]
    assert (await read("/api/players/me/blocks"))["muted"][0]["program"]
    assert (await read(f"/api/players/{ann}"))["opponents"][0]["program"]
    assert "program" not in (await read(f"/api/players/{robo}"))["opponents"][0]
    assert (await read(f"/api/duplicates/{twin}"))["players"][0]["program"]
    assert (await read(f"/api/maps/{drawn}"))["owner_program"]
    assert len((await read(f"/api/matches/{match}"))["row"]["bots"]) == 1
