"""Records of players over REST: one's own, public ones, and nothing of all others."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.http import profiles
from bocage.limits import Limits
from bocage.log import judge
from bocage.log.projection import project
from bocage.store import Store
from tests.http.site import NONCE, Site
from tests.http.test_rated import kept, rated_match

PRIVATE: dict[str, Any] = {"access": {"private": True}}


async def record(site: Site, player: str, token: str = "") -> dict[str, Any]:
    answer = await site.get(f"/api/players/{player}", token)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def publish(site: Site, token: str, seen_by: str = "everybody") -> None:
    answer = await site.post("/api/players/me/profile", {"seen_by": seen_by}, token)
    assert answer.json() == (await site.get("/api/players/me", token)).json()


async def played(site: Site, loser: str, winner: str, **wishes: Any) -> str:
    answer = await site.post("/api/matches", {"game": "squad", "nonce": NONCE, **wishes}, loser)
    made = answer.json()
    match = str(made["match"])
    await site.post(f"/api/matches/{match}/join", {"invite": made.get("invite", "")}, winner)
    await site.post(f"/api/matches/{match}/resign", {}, loser)
    return match


async def test_ones_own_record(site: Site) -> None:
    ann, anns = await kept(site)
    bob, bobs = await kept(site, "Bob")
    await rated_match(site, anns, bobs)
    private = await played(site, bobs, anns, access={"private": True}, options={"variant": "map"})
    found = await record(site, ann, anns)
    assert (found["name"], found["counted"], found["kept"], "seen_by" in found) == ("Ann", 2, True, False)
    (squad,) = found["games"]
    assert squad["total"] == {"played": 2, "won": 2, "drawn": 0}
    assert (squad["streak"], squad["longest"]) == (2, 2)
    assert sum(side["played"] for side in squad["sides"]) == 2
    assert all(side["side"].startswith("nation.") for side in squad["sides"])
    assert [(one["option"], one["value"]) for one in squad["options"]] == [("variant", "map")]
    assert found["opponents"] == [{"played": 2, "won": 2, "drawn": 0, "player": bob, "name": "Bob"}]
    assert found["matches"][0]["match"] == private


async def test_the_record_of_a_program_is_public(site: Site) -> None:
    _, anns = await site.player()
    robo, robos = await site.player("Robo")
    await site.post("/api/players/me/program", {}, robos)
    await played(site, anns, robos)
    found = await record(site, robo)
    assert (found["program"], found["counted"], found["opponents"]) == (True, 1, [])


async def test_others_see_public_records_and_public_matches_only(site: Site) -> None:
    ann, anns = await site.player()
    bob, bobs = await site.player("Bob")
    _, eves = await site.player("Eve")
    public = await played(site, bobs, anns)
    private = await played(site, bobs, anns, access={"private": True})
    solo = await site.match(anns, "omaha", access={"private": True})
    await site.post(f"/api/matches/{solo}/resign", {}, anns)
    await publish(site, anns)
    for token in ("", eves, bobs):
        answer = await site.get(f"/api/players/{ann}", token)
        assert private not in answer.text
        assert solo not in answer.text
        assert "omaha" not in answer.text
        # Bob's record is not public: nobody reads there that they met.
        found = answer.json()
        assert found["opponents"] == []
        assert [row["match"] for row in found["matches"]] == [public]
        assert (found["counted"], found["games"][0]["total"]["played"]) == (1, 1)
        assert "kept" not in found
    await publish(site, bobs)
    assert [one["player"] for one in (await record(site, ann))["opponents"]] == [bob]
    await publish(site, anns, "nobody")
    assert (await site.get(f"/api/players/{ann}", eves)).json()["code"] == "no_profile"
    assert (await record(site, ann, anns))["counted"] == 3


async def test_private_record_is_refused_like_an_unknown_player(site: Site) -> None:
    """Who tries ids learns nothing, whatever they send along."""
    ann, anns = await site.player()
    await played(site, (await site.player("Bob"))[1], anns)
    _, eves = await site.player("Eve")
    for token in ("", eves):
        there = await site.get(f"/api/players/{ann}", token)
        nobody = await site.get(f"/api/players/{'a' * 16}", token)
        assert (there.status_code, there.content) == (nobody.status_code, nobody.content)
        assert sorted(there.headers.items()) == sorted(nobody.headers.items())
        assert there.json()["code"] == "no_profile"


@pytest.mark.parametrize("player", ["x" * 41, "..%2Fme", "a%00b", "%E3%81%82", "player:abc"])
async def test_what_can_be_no_id(site: Site, player: str) -> None:
    assert (await site.get(f"/api/players/{player}")).status_code == 404


async def test_records_are_not_scraped_fast(store: Store) -> None:
    site = Site(store, Limits(profile_rate=1, profile_burst=3))
    for number in range(3):
        assert (await site.get(f"/api/players/nobody{number}")).json()["code"] == "no_profile"
    answer = await site.get("/api/players/nobody")
    assert (answer.status_code, answer.json()["limit"]) == (429, "profile_rate")


async def test_a_match_that_goes_on_tells_no_side(site: Site) -> None:
    ann, anns = await site.player()
    _, bobs = await site.player("Bob")
    match = await site.match(anns)
    await site.post(f"/api/matches/{match}/join", {}, bobs)
    row = await site.store.row(match)
    assert row is not None
    assert (row.status, row.sides) == ("playing", [])
    assert (await record(site, ann, anns))["games"] == []


async def test_points_are_personal_bests_among_all_of_the_same_kind(site: Site) -> None:
    ann, anns = await site.player()
    _, bobs = await site.player("Bob")
    matches: dict[str, list[str]] = {anns: [], bobs: []}
    for token in (anns, bobs):
        for _ in range(2):
            match = await site.match(token, "omaha")
            while (await site.node.rooms.room(match)).match.outcome is None:
                await site.act(match)
            await site.node.command(match, lambda match: judge.Again(match.seq))
            matches[token].append(match)
    resigned = await site.match(anns, "omaha")
    await site.post(f"/api/matches/{resigned}/resign", {}, anns)
    scores: dict[str, int] = {}
    for match in (*matches[anns], *matches[bobs]):
        row = await site.store.row(match)
        assert row is not None
        assert row.score is not None
        scores[match] = row.score
    for _ in range(2):
        (best,) = (await record(site, ann, anns))["games"][0]["bests"]
        top = max(scores[match] for match in matches[anns])
        assert (best["score"], best["played"], best["all"]) == (top, 3, 4)
        assert best["fewer"] == sum(score < top for score in scores.values())
        await site.store.rebuild(project)


async def test_private_matches_push_no_public_one_out_of_a_record(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profiles, "MOST", 2)
    ann, anns = await site.player()
    _, bobs = await site.player("Bob")
    await publish(site, anns)
    public = [await played(site, bobs, anns) for _ in range(2)]
    for _ in range(5):
        await played(site, bobs, anns, **PRIVATE)
    found = await record(site, ann)
    assert (found["counted"], {row["match"] for row in found["matches"]}) == (2, set(public))
