"""A match over REST whose players still agree on its terms."""

from __future__ import annotations

from bocage.log import judge
from bocage.rules.squad.drawn import EXAMPLES
from tests.http.site import Site

DRAWN = {"variant": "map", "terrain": "drawn", "map": EXAMPLES[0]}


async def test_players_who_agree_wait_and_nobody_else_can_join(site: Site) -> None:
    _, ann = await site.player("Ann")
    bob_id, bob = await site.player("Bob")
    _, eve = await site.player("Eve")
    match = await site.match(ann, options=DRAWN, agree=True)
    await site.post(f"/api/matches/{match}/join", {}, bob)
    for token, sees in ((ann, [match]), (bob, [match]), (eve, []), ("", [])):
        found = (await site.get("/api/matches?joinable=yes", token)).json()["matches"]
        assert [row["match"] for row in found] == sees
    await site.node.command(match, lambda match: judge.propose(match, 1, match.seq, {"home_edge": "east"}))
    info = (await site.get(f"/api/matches/{match}", bob)).json()
    assert (info["row"]["status"], info["row"]["options"]["home_edge"]) == ("open", "east")
    assert info["view"]["agreement"]["accepted"] == [1]
    assert (await site.post(f"/api/matches/{match}/join", {}, eve)).json()["code"] == "not_open"
    seq = await site.node.command(match, lambda match: judge.accept(match, 0, match.seq))
    info = (await site.get(f"/api/matches/{match}", bob)).json()
    assert (info["row"]["status"], info["seq"] > seq) == ("playing", True)
    assert info["row"]["players"][1] == bob_id


async def test_nothing_is_agreed_where_nothing_is_open_to_it(site: Site) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    match = await site.match(ann, agree=True)
    await site.post(f"/api/matches/{match}/join", {}, bob)
    assert (await site.get(f"/api/matches/{match}", bob)).json()["row"]["status"] == "playing"
