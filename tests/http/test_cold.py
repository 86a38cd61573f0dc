"""A finished match that has left Redis is served as before; storage that does not answer is told."""

from __future__ import annotations

from tests.http.site import Site
from tests.http.test_replays import ended
from tests.store.cold_storage import MemoryStorage, use_cold

#: What is asked about a match, besides its lists.
PATHS = ("", "/replay?as=open", "/export", "/picture.png")


async def told(site: Site, match: str, token: str) -> dict[str, tuple[int, bytes]]:
    """All answers about a match, by path."""
    site.state.archivist._kept.clear()
    site.node._rooms.open.clear()
    lists = ("/api/matches/recent", "/api/matches/mine")
    paths = (*(f"/api/matches/{match}{path}" for path in PATHS), *lists)
    found = {}
    for path in paths:
        answer = await site.get(path, token)
        found[path] = (answer.status_code, answer.content)
    return found


async def test_a_match_in_cold_storage_is_served_as_before(site: Site) -> None:
    storage = MemoryStorage()
    use_cold(site.store, storage)
    match, ann, _ = await ended(site)
    while site.store._tasks:
        await site.get("/api/matches")
    before = await told(site, match, ann)
    assert {status for status, _ in before.values()} == {200}
    assert await site.store.cold_moves.move_before(10**15) == 1
    assert await told(site, match, ann) == before
    rematch = await site.post(f"/api/matches/{match}/rematch", {}, ann)
    assert rematch.status_code in (200, 201), rematch.text


async def test_storage_that_does_not_answer_is_told(site: Site) -> None:
    storage = MemoryStorage()
    use_cold(site.store, storage)
    match, ann, _ = await ended(site)
    while site.store._tasks:
        await site.get("/api/matches")
    assert await site.store.cold_moves.move_before(10**15) == 1
    storage.dead = True
    after = await told(site, match, ann)
    for path in PATHS:
        status, content = after[f"/api/matches/{match}{path}"]
        assert (status, b'"cold_unavailable"' in content) == (503, True), path
    assert after["/api/matches/mine"][0] == 200
    assert "bocage_cold_up 0.0" in await site.metrics()
