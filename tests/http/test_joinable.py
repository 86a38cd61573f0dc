"""The lobby for somebody who looks for an opponent: those at whose matches they could sit down, and nobody else."""

from __future__ import annotations

from typing import Any

from tests.http.site import Site
from tests.http.test_rated import CLOCK, kept

WAY = "/api/matches?game=squad&status=open&joinable=yes"


async def found(site: Site, token: str = "") -> set[str]:
    """The matches that somebody is told of."""
    answer = await site.get(WAY, token)
    assert answer.status_code == 200, answer.text
    return {row["match"] for row in answer.json()["matches"]}


async def can_join(site: Site, match: str, token: str) -> bool:
    """Whether sitting down works."""
    return (await site.post(f"/api/matches/{match}/join", {"rated": True}, token)).is_success


async def test_programs_and_people_are_not_found_for_a_rating(site: Site) -> None:
    _, person = await kept(site, "Person")
    _, other = await kept(site, "Other")
    _, program = await kept(site, "Program")
    await site.post("/api/players/me/program", {}, program)
    rated: dict[str, Any] = {"clock": CLOCK, "rated": True}
    mine, theirs = await site.match(person, **rated), await site.match(program, **rated)
    assert await found(site, other) == {mine}
    assert not await can_join(site, theirs, other)
    assert await can_join(site, mine, other)


async def test_begun_or_kept_match_is_not_joinable(site: Site) -> None:
    _, anns = await site.player()
    _, bobs = await site.player("Bob")
    await site.match(anns, opponent="clever")
    begun = await site.match(anns)
    await site.post(f"/api/matches/{begun}/join", {}, bobs)
    own = await site.match(anns)
    assert await found(site, anns) == await found(site, bobs) == {own}


async def test_another_word_than_yes_is_refused(site: Site) -> None:
    refused = await site.get("/api/matches?joinable=no")
    assert refused.json()["code"] == "bad_request"
