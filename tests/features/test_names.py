"""A player's new name shows in everything that features list."""

from __future__ import annotations

from bocage.features.daily.feature import Daily
from bocage.log.deals import day_of
from bocage.store.keys import shard_key, shard_of
from tests.features.ratings.test_ladders import ladders_of
from tests.http.site import Site
from tests.http.test_rated import kept, rated_match


async def test_another_name_shows_on_ladders_records_boards_and_duplicates(site: Site) -> None:
    """Nobody reads the old one anywhere, from the moment at which the new one was taken."""
    (ann, anns), (bob, bobs) = await kept(site, "Oldname"), await kept(site, "Bob")
    for other in ("Cid", "Dan", "Eva"):
        _, token = await kept(site, other)
        for _ in range(4):
            await rated_match(site, anns, token)
    await rated_match(site, anns, bobs)
    for token in (anns, bobs):
        await site.post("/api/players/me/profile", {"seen_by": "everybody"}, token)
    daily = (await site.post("/api/daily", {"game": "omaha"}, anns)).json()["match"]
    day = day_of(site.node.now())
    board = shard_key(shard_of(daily), f"board:omaha:{day}")
    await site.store.topology.server(board).call("ZADD", board, 7, ann)
    twin = (await site.post("/api/duplicates", {"game": "omaha"}, anns)).json()["duplicate"]
    paths = (
        "/api/ladder?game=squad&kind=people",
        f"/api/players/{ann}",
        f"/api/players/{bob}",
        f"/api/daily/board?game=omaha&day={day}",
        f"/api/duplicates/{twin}",
        "/api/matches/recent",
    )

    async def read() -> dict[str, str]:
        ladders_of(site).forget()
        site.feature(Daily).boards.forget()
        return {path: (await site.get(path, bobs)).text for path in paths}

    before = await read()
    told = [path for path, text in before.items() if "Oldname" in text]
    assert told == list(paths)
    assert (await site.post("/api/players/me", {"name": "Newname"}, anns)).status_code == 200
    after = await read()
    assert [path for path, text in after.items() if "Oldname" in text] == []
    assert [path for path, text in after.items() if "Newname" in text] == told
