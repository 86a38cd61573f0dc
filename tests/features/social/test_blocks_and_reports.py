"""Keeping order over REST: who blocked whom, and what it forbids; reports that are kept for the operator."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bocage.features.social.blocks import Blocks
from bocage.features.social.reports import KEPT, Reports
from bocage.features.social.wire import Report
from bocage.limits import Limits
from bocage.store import Store
from bocage.word_filter import small
from tests.http.site import Site


async def block(site: Site, token: str, player: str, blocked: bool = True) -> Any:
    answer = await site.post("/api/players/me/blocks", {"player": player, "blocked": blocked}, token)
    assert answer.status_code == 200, answer.text
    return answer.json()["blocked"]


@pytest.mark.parametrize("blocker", [0, 1])
async def test_neither_sits_down_at_a_match_of_the_other(site: Site, blocker: int) -> None:
    players = [await site.player("Ann"), await site.player("Bob")]
    other, name = players[1 - blocker][0], ("Bob", "Ann")[blocker]
    assert await block(site, players[blocker][1], other) == [{"player": other, "name": name}]
    for host, guest in (players, players[::-1]):
        public = await site.match(host[1])
        made = (await site.post("/api/matches", {"game": "squad", "access": {"private": True}}, host[1])).json()
        for match, code in ((public, ""), (made["match"], made["invite"])):
            answer = await site.post(f"/api/matches/{match}/join", {"invite": code}, guest[1])
            assert answer.json()["code"] == "apart"
    assert await block(site, players[blocker][1], other, blocked=False) == []
    match = await site.match(players[0][1])
    assert (await site.post(f"/api/matches/{match}/join", {}, players[1][1])).status_code == 200


async def test_blocked_match_continues_without_rematch(site: Site) -> None:
    ann, anns = await site.player()
    _, bobs = await site.player("Bob")
    match = await site.match(anns)
    await site.post(f"/api/matches/{match}/join", {}, bobs)
    await block(site, bobs, ann)
    await site.act(match)
    assert (await site.post(f"/api/matches/{match}/join", {}, bobs)).json()["code"] == "already_seated"
    await site.post(f"/api/matches/{match}/resign", {}, anns)
    for token in (anns, bobs):
        assert (await site.post(f"/api/matches/{match}/rematch", {}, token)).json()["code"] == "apart"


async def test_others_are_not_told_who_blocked_them(site: Site) -> None:
    ann, anns = await site.player()
    bob, bobs = await site.player("Bob")
    await block(site, anns, bob)
    assert (await site.get("/api/players/me/blocks", bobs)).json() == {"blocked": [], "muted": []}
    assert (await site.get("/api/players/me/blocks", anns)).json()["blocked"][0]["player"] == bob
    assert (await site.get("/api/players/me/blocks")).json()["code"] == "no_token"
    assert (await site.post("/api/players/me/blocks", {"player": ann}, anns)).json()["code"] == "bad_request"


async def test_muted_players_are_listed_apart_and_still_play_together(site: Site) -> None:
    (ann, anns), (bob, bobs) = await site.player("Ann"), await site.player("Bob")
    answer = await site.post("/api/players/me/mutes", {"player": bob}, anns)
    assert answer.json() == {"blocked": [], "muted": [{"player": bob, "name": "Bob"}]}
    assert await Blocks(site.store.topology).unheard(ann) == {bob}
    match = await site.match(anns)
    assert (await site.post(f"/api/matches/{match}/join", {}, bobs)).status_code == 200
    answer = await site.post("/api/players/me/mutes", {"player": bob, "muted": False}, anns)
    assert answer.json() == {"blocked": [], "muted": []}
    assert (await site.post("/api/players/me/mutes", {"player": ann}, anns)).json()["code"] == "bad_request"


async def test_a_name_that_the_filter_covers_is_refused(site: Site) -> None:
    site.node.word_filter = small
    _, ann = await site.player()
    for path, token in (("/api/players", ""), ("/api/players/me", ann)):
        refused = await site.post(path, {"name": "Mr. Fuck"}, token)
        assert (refused.status_code, refused.json()["code"]) == (400, "name_refused")
        assert (await site.post(path, {"name": "Mr. Puck"}, token)).json()["name"] == "Mr. Puck"


async def test_a_list_of_blocks_has_an_end(store: Store) -> None:
    site = Site(store, Limits(blocks=2))
    _, ann = await site.player()
    for other in ("aa", "bb", "bb"):
        await block(site, ann, other)
    answer = await site.post("/api/players/me/blocks", {"player": "cc"}, ann)
    assert (answer.json()["code"], answer.json()["limit"]) == ("limit", "blocks")
    await block(site, ann, "aa", blocked=False)
    assert [one["player"] for one in await block(site, ann, "cc")] == ["bb", "cc"]


async def test_a_report_is_kept_for_the_operator_with_its_lines(site: Site) -> None:
    ann, anns = await site.player()
    bob, _ = await site.player("Bob")
    lines = [{"player": bob, "text": "you <b>fool</b>", "at": 5}]
    wish = {"player": bob, "reason": "chat", "match": "m1", "note": "rude", "lines": lines}
    kept = await site.post("/api/reports", wish, anns)
    assert kept.status_code == 201
    ((name, stored),) = await Reports(site.store.topology).newest(10)
    report = msgspec.json.decode(stored, type=Report)
    assert (name, report.by, report.wish.player) == (kept.json()["report"], ann, bob)
    assert [line.text for line in report.wish.lines] == ["you <b>fool</b>"]
    server = site.store.topology.server(f"report:{name}")
    assert KEPT - 60 <= await server.call("TTL", f"report:{name}") <= KEPT


@pytest.mark.parametrize(
    "wish",
    [
        {"reason": "chat"},
        {"player": "bob", "reason": "boring"},
        {"player": "bob", "reason": "chat", "note": "x" * 2001},
        {"player": "bob", "reason": "chat", "lines": [{"player": "bob", "text": "x"}] * 51},
        {"player": "bob blocks:ann", "reason": "chat"},
        {"player": "", "reason": "chat"},
    ],
)
async def test_what_is_no_report(site: Site, wish: dict[str, Any]) -> None:
    _, ann = await site.player()
    assert (await site.post("/api/reports", wish, ann)).json()["code"] == "bad_request"
    assert (await site.post("/api/reports", {"player": "bob", "reason": "chat"})).json()["code"] == "no_token"
    assert await Reports(site.store.topology).newest(10) == []


async def test_nobody_floods_the_operator(store: Store) -> None:
    site = Site(store, Limits(report_rate=1, report_burst=2))
    _, ann = await site.player()
    codes = [
        (await site.post("/api/reports", {"player": "bob", "reason": "name"}, ann)).status_code for _ in range(3)
    ]
    assert codes == [201, 201, 429]
