"""Duplicates of players who block one another."""

from __future__ import annotations

from tests.features.duplicates.test_duplicates import early as early
from tests.features.duplicates.test_duplicates import finish, make, play, refused, shown
from tests.http.site import Site


async def test_block_keeps_nobody_from_finishing_a_duplicate(site: Site) -> None:
    """A duplicate that both play already goes on; its matches are on no list, hidden by the operator or not."""
    _, anns = await site.player("Ann")
    bob, bobs = await site.player("Bob")
    _, cids = await site.player("Cid")
    duplicate = await make(site, anns)
    first, second = await play(site, duplicate, anns), await play(site, duplicate, bobs)
    await site.post("/api/players/me/blocks", {"player": bob}, anns)
    assert await play(site, duplicate, bobs) == second
    await finish(site, first, anns, 3)
    for path in ("/api/matches", "/api/matches/recent", f"/api/players/{bob}", "/api/daily"):
        for token in (anns, cids):
            text = (await site.get(path, token)).text
            assert first not in text
            assert second not in text
    for path in ("", "/replay", "/export", "/review"):
        answer = await site.get(f"/api/matches/{first}{path}", cids)
        assert (answer.status_code, answer.json()["code"]) in ((403, "private"), (409, "not_over"))
    for token in (bobs, cids):
        assert "results" not in await shown(site, duplicate, token)
    await finish(site, second, bobs, 3)
    over = await shown(site, duplicate, anns)
    assert {one["match"] for one in over["results"]} == {first, second}


async def test_a_blocked_player_cannot_play_the_other_half(site: Site) -> None:
    _, anns = await site.player("Ann")
    bob, bobs = await site.player("Bob")
    duplicate = await make(site, anns)
    await site.post("/api/players/me/blocks", {"player": bob}, anns)
    assert await refused(site, duplicate, bobs) == "apart"
