"""``bocage admin`` on a store that nodes use: what it changes counts at once, and is written down."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bocage.cli import main
from bocage.store import Store, StoreSettings
from tests.http.site import NONCE, Site


@pytest.fixture
def admin(redis_url: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the command in a thread of its own, beside the node; exit code and what it prints."""

    async def call(*line: str) -> tuple[int, str]:
        code = await asyncio.to_thread(main, ["admin", *line, "--redis", redis_url])
        told = capsys.readouterr()
        return code, told.out + told.err

    return call


async def test_who_is_suspended_does_nothing_until_they_may_again(site: Site, admin: Any) -> None:
    ann, token = await site.player()
    code, told = await admin("suspend", ann, "--why", "rude")
    assert (code, ann in told, "suspended" in told) == (0, True, True)
    for method, path in (("GET", "/api/players/me"), ("POST", "/api/matches"), ("GET", "/api/matches/mine")):
        refused = await site.call(method, path, {"game": "squad"} if method == "POST" else None, token=token)
        assert (refused.status_code, refused.json()["code"]) == (403, "suspended")
    await admin("resume", ann)
    assert (await site.get("/api/players/me", token)).json()["player"] == ann
    code, told = await admin("audit")
    assert code == 0
    resumed, suspended = told.splitlines()
    assert f"suspend  {ann}  rude" in suspended
    assert f"resume  {ann}" in resumed


@pytest.mark.parametrize(
    "line",
    [("suspend",), ("audit", "abc"), ("rename", "abc"), ("resume", "abc", "--name", "x"), ("hide",), ("dance",)],
)
async def test_wrong_lines(admin: Any, line: tuple[str, ...]) -> None:
    try:
        code, _ = await admin(*line)
    except SystemExit as left:
        code = left.code
    assert code == 2


async def test_another_name(site: Site, admin: Any) -> None:
    ann, token = await site.player("Rude")
    await admin("rename", ann, "--name", "Guest 1")
    assert (await site.get("/api/players/me", token)).json()["name"] == "Guest 1"


async def test_a_player_that_there_is_not(site: Site, admin: Any) -> None:
    code, told = await admin("suspend", "nobody")
    assert (code, "there is no player nobody" in told) == (1, True)
    assert (await admin("audit"))[1] == ""


async def seen(site: Site, match: str, player: str, token: str = "") -> set[str]:
    """Where somebody finds a match."""
    paths = [
        "/api/matches",
        "/api/matches/recent",
        f"/api/players/{player}",
        f"/api/matches/{match}",
        f"/api/matches/{match}/replay",
        f"/api/matches/{match}/export",
    ]
    answers = {path: await site.get(path, token) for path in paths}
    answers["page"] = await site.http.get(f"/replay/{match}")
    return {path for path, one in answers.items() if one.is_success and match in one.text}


async def carried_out(site: Site, admin: Any, what: str, match: str) -> None:
    """Hide the match or show it again, and wait until the node has heard of it."""
    heard = asyncio.Event()
    site.store.on_row = lambda row: heard.set() if row.hidden is (what == "hide") else None
    code, told = await admin(what, match, "--why", "a name")
    assert (code, match in told) == (0, True)
    async with asyncio.timeout(60):
        await heard.wait()


async def test_a_hidden_match_is_there_for_its_players_alone(site: Site, admin: Any) -> None:
    ann, anns = await site.player()
    _, bobs = await site.player("Bob")
    _, eves = await site.player("Eve")
    await site.post("/api/players/me/profile", {"seen_by": "everybody"}, anns)
    match = await site.match(anns)
    await site.post(f"/api/matches/{match}/join", {"nonce": NONCE}, bobs)
    playing = await seen(site, match, ann, eves)
    assert len(playing) >= 3
    await carried_out(site, admin, "hide", match)
    assert await seen(site, match, ann, eves) == await seen(site, match, ann) == set()
    for path in ("", "/replay", "/export"):
        refused = await site.get(f"/api/matches/{match}{path}", eves)
        assert (refused.status_code, refused.json()["code"]) == (404, "no_match"), path
    # Those who play go on.
    await site.act(match, 3)
    assert (await site.get(f"/api/matches/{match}", bobs)).status_code == 200
    assert match in (await site.get("/api/matches/mine", anns)).text
    await site.post(f"/api/matches/{match}/resign", {}, anns)
    assert (await site.get(f"/api/matches/{match}/replay", bobs)).status_code == 200
    assert await seen(site, match, ann, eves) == set()
    assert match in (await site.get(f"/api/players/{ann}", anns)).text
    await carried_out(site, admin, "unhide", match)
    assert len(await seen(site, match, ann, eves)) >= 5
    lines = (await admin("audit"))[1].splitlines()
    assert [f"unhide  {match}" in lines[0], f"hide  {match}  a name" in lines[1]] == [True, True]
    assert (await admin("hide", "nothere"))[0] == 1


async def test_a_node_that_begins_later_knows_what_is_hidden(site: Site, redis_url: str) -> None:
    _, token = await site.player()
    match = await site.match(token)
    row = await site.store.row(match)
    assert row is not None
    await site.store.hidden.set(row, True)
    other = await Store.open(StoreSettings(redis_url))
    try:
        assert other.hidden.known == {match}
        assert await other.lobby() == []
        assert (await other.matches_of(row.players[0]))[0].match == match
    finally:
        await other.close()
