"""A finished match that has left Redis is served as before; storage that does not answer is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bocage.features.cold_storage.files import FileStorage
from tests.features.cold_storage.memory import MemoryStorage, moves_of, reader_of, use_cold
from tests.http.site import Site
from tests.http.test_replays import ended

#: What is asked about a match, besides its lists.
PATHS = ("", "/replay?as=open", "/export")


async def told(site: Site, match: str, token: str) -> dict[str, tuple[int, bytes]]:
    """All answers about a match, by path."""
    site.state.long_responses._kept.clear()
    site.node.rooms.open.clear()
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
    assert await moves_of(site.store).move_before(10**15) == 1
    assert await told(site, match, ann) == before
    rematch = await site.post(f"/api/matches/{match}/rematch", {}, ann)
    assert rematch.status_code in (200, 201), rematch.text


async def test_storage_that_does_not_answer_is_told(site: Site) -> None:
    storage = MemoryStorage()
    use_cold(site.store, storage)
    match, ann, _ = await ended(site)
    while site.store._tasks:
        await site.get("/api/matches")
    assert await moves_of(site.store).move_before(10**15) == 1
    storage.dead = True
    after = await told(site, match, ann)
    for path in PATHS:
        status, content = after[f"/api/matches/{match}{path}"]
        assert (status, b'"cold_unavailable"' in content) == (503, True), path
    for path in ("/api/matches/mine", "/api/matches/recent"):
        status, content = after[path]
        (row,) = json.loads(content)["matches"]
        assert (status, row["match"], row["status"], row["unreadable"]) == (200, match, "ended", True), path
        assert (row["game"], row["names"], "unknown_rules" in row) == ("", [], False)
    assert "bocage_cold_up 0.0" in await site.metrics()


async def test_player_record_includes_moved_matches(site: Site) -> None:
    storage = MemoryStorage()
    use_cold(site.store, storage)
    for _ in range(2):
        _, token, _ = await ended(site)
    while site.store._tasks:
        await site.get("/api/matches")
    player = (await site.get("/api/players/me", token)).json()["player"]
    before = (await site.get(f"/api/players/{player}", token)).json()
    assert (before["counted"], "unreadable" in before) == (1, False)
    assert await moves_of(site.store).move_before(10**15) == 2
    assert (await site.get(f"/api/players/{player}", token)).json() == before
    await site.post("/api/players/me/profile", {"seen_by": "everybody"}, token)
    storage.dead = True
    reader_of(site.store)._kept.clear()
    found = (await site.get(f"/api/players/{player}", token)).json()
    assert (found["counted"], found["games"], found["unreadable"]) == (0, [], 1)
    # To others it could be a private match.
    assert "unreadable" not in (await site.get(f"/api/players/{player}")).json()


@pytest.mark.parametrize("what", ["missing", "damaged"])
async def test_a_lost_record_is_no_reason_to_try_again(site: Site, what: str) -> None:
    storage = MemoryStorage()
    use_cold(site.store, storage)
    match, ann, _ = await ended(site)
    while site.store._tasks:
        await site.get("/api/matches")
    assert await moves_of(site.store).move_before(10**15) == 1
    (name,) = [name for name in storage.records if name.endswith(f"/{match}")]
    if what == "missing":
        del storage.records[name]
    else:
        storage.records[name] = storage.records[name][:-1]
    after = await told(site, match, ann)
    for path in PATHS:
        status, content = after[f"/api/matches/{match}{path}"]
        assert (status, json.loads(content)["code"], b"retry" in content) == (410, "record_lost", False), path
    answer = await site.get(f"/api/matches/{match}", ann)
    assert ("retry-after" in answer.headers, answer.headers["cache-control"]) == (False, "no-store")
    rematch = await site.post(f"/api/matches/{match}/rematch", {}, ann)
    assert (rematch.status_code, rematch.json()["code"]) == (410, "record_lost")
    for path in ("/api/matches/mine", "/api/matches/recent"):
        status, content = after[path]
        assert (status, [row["unreadable"] for row in json.loads(content)["matches"]]) == (200, [True]), path
    assert "bocage_cold_up 1.0" in await site.metrics()


async def test_storage_that_is_not_mounted_is_told(site: Site, tmp_path: Path) -> None:
    folder = tmp_path / "cold"
    use_cold(site.store, FileStorage(folder))
    match, ann, _ = await ended(site)
    while site.store._tasks:
        await site.get("/api/matches")
    assert await moves_of(site.store).move_before(10**15) == 1
    folder.rename(tmp_path / "elsewhere")
    for mounted in ("gone", "empty"):
        if mounted == "empty":
            folder.mkdir()
        after = await told(site, match, ann)
        for path in PATHS:
            status, content = after[f"/api/matches/{match}{path}"]
            assert (status, b'"cold_unavailable"' in content) == (503, True), path
        assert "bocage_cold_up 0.0" in await site.metrics()
