"""Looking back: who may see what, exports that verify, matches that go on from the middle of others."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from bocage.log import judge
from bocage.log.entries import told_secret
from bocage.log.export import verify
from bocage.log.match import Match
from bocage.log.view import view
from bocage.protocol import patch
from bocage.rules.kernel import OPEN, PUBLIC, Viewer
from tests.http.site import HOUSE, NONCE, Site


async def begun(site: Site, acts: int = 12, **wishes: Any) -> tuple[str, str, str]:
    """A match of two players after some answers, and their tokens."""
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    match = await site.match(ann, **wishes)
    code = (await site.get(f"/api/matches/{match}", ann)).json().get("invite", "")
    await site.post(f"/api/matches/{match}/join", {"invite": code, "nonce": NONCE}, bob)
    await site.act(match, acts)
    return match, ann, bob


async def ended(site: Site, **wishes: Any) -> tuple[str, str, str]:
    """The same match, given up."""
    match, ann, bob = await begun(site, **wishes)
    await site.post(f"/api/matches/{match}/resign", {}, bob)
    table = await site.node.rooms.room(match)
    while not table.match.revealed:
        await site.get("/api/matches")
    return match, ann, bob


async def played(site: Site, path: str, token: str = "") -> tuple[Any, list[Any]]:
    """The last view of a replay, and its updates."""
    replay = (await site.get(path, token)).json()
    shown = replay["snapshot"]["view"]
    for update in replay["updates"]:
        shown = patch.apply(shown, update.get("patch", {}))
    return shown, replay["updates"]


async def expected(site: Site, match: str, viewer: Viewer) -> Any:
    log = await site.store.load(match)
    seen = view(Match.fold(log.entries, log.secret, log.names), viewer)
    return patch.apply({}, seen)


@pytest.mark.parametrize(
    ("eyes", "who", "viewer"), [("", 1, 0), ("?as=0", 1, 0), ("?as=public", 1, PUBLIC), ("", 0, PUBLIC)]
)
async def test_running_match_is_replayed_as_public_or_own_seat(
    site: Site, eyes: str, who: int, viewer: Viewer
) -> None:
    match, ann, _ = await begun(site)
    shown, updates = await played(site, f"/api/matches/{match}/replay{eyes}", ann if who else "")
    assert shown["table"] == _plain((await expected(site, match, viewer))["table"])
    assert [update["seq"] for update in updates] == list(range(2, len(updates) + 2))


@pytest.mark.parametrize("eyes", ["open", "1"])
async def test_while_it_goes_on_other_hands_are_closed(site: Site, eyes: str) -> None:
    match, ann, _ = await begun(site)
    for token in (ann, ""):
        refused = await site.get(f"/api/matches/{match}/replay?as={eyes}", token)
        assert (refused.status_code, refused.json()["code"]) == (403, "open_hands_closed")


@pytest.mark.parametrize(("eyes", "viewer"), [("open", OPEN), ("0", 0), ("1", 1), ("public", PUBLIC)])
async def test_after_the_end_all_hands_are_open(site: Site, eyes: str, viewer: Viewer) -> None:
    match, _, _ = await ended(site)
    shown, updates = await played(site, f"/api/matches/{match}/replay?as={eyes}")
    assert shown["table"] == _plain((await expected(site, match, OPEN))["table"])
    assert updates[-1]["events"][0]["ev"] == "revealed"
    assert shown["outcome"] == {"winners": [0], "reason": "resigned"}


async def test_a_replay_is_sent_once_until_the_match_moves_on(site: Site) -> None:
    match, ann, _ = await begun(site)
    path = f"/api/matches/{match}/replay"
    first = await site.get(path, ann)
    assert first.headers["cache-control"] == "private, no-cache"
    tag = {"If-None-Match": first.headers["etag"]}
    assert (await site.get(path, ann, **tag)).status_code == 304
    assert (await site.get(path, "", **tag)).status_code == 200
    assert (await site.get(path, ann)).content == first.content
    await site.act(match)
    again = await site.get(path, ann, **tag)
    assert again.status_code == 200
    assert len(again.json()["updates"]) == len(first.json()["updates"]) + 1


async def test_an_export_verifies(site: Site) -> None:
    match, ann, _ = await ended(site, access={"private": True})
    answer = await site.get(f"/api/matches/{match}/export", ann)
    assert answer.headers["content-disposition"] == f'attachment; filename="bocage-{match}.jsonl"'
    report = verify(answer.content.splitlines(keepends=True))
    assert (report.finished, report.states, report.findings) == (True, True, [])
    tag = {"If-None-Match": answer.headers["etag"]}
    assert (await site.get(f"/api/matches/{match}/export", ann, **tag)).status_code == 304
    assert (await site.get(f"/api/matches/{match}/export", ann)).content == answer.content
    assert (await site.get(f"/api/matches/{match}/export")).json()["code"] == "private"
    code = (await site.get(f"/api/matches/{match}", ann)).json()["invite"]
    assert (await site.get(f"/api/matches/{match}/export?invite={code}")).status_code == 200
    assert (await site.get(f"/api/matches/{match}/export", **{"Bocage-Invite": code})).status_code == 200


async def test_export_at_the_end_waits_for_the_last_entries(site: Site) -> None:
    for _ in range(5):
        match, ann, _ = await begun(site, 2)
        await site.node.command(match, partial(judge.resign, seat=0))
        answer = await site.get(f"/api/matches/{match}/export", ann)
        assert verify(answer.content.splitlines(keepends=True)).finished


async def test_a_match_that_goes_on_is_not_exported(site: Site) -> None:
    match, ann, _ = await begun(site, 1)
    refused = await site.get(f"/api/matches/{match}/export", ann)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_over")
    assert refused.json().get("retry", 0) == 0


async def test_fork_of_a_finished_match_continues_its_position(site: Site) -> None:
    match, ann, _ = await ended(site)
    made = await site.post(f"/api/matches/{match}/fork", {"seq": 9, "seat": 1, "opponent": "random"}, ann)
    assert made.status_code == 201
    fork = made.json()["match"]
    assert site.bots.invited == [("squad", fork, "random", "")]
    _, cid = await site.player("Cid")
    await site.post(f"/api/matches/{fork}/join", {"bot": True}, cid, **HOUSE)
    log = await site.store.load(match)
    past = Match.fold(log.entries[:9], told_secret(log.entries))
    table = (await site.node.rooms.room(fork)).match
    assert (table.created.undo, table.created.hints) == (True, site.state.has_engine("squad"))
    assert table.state == past.state
    assert table.seat_of((await site.get("/api/players/me", ann)).json()["player"]) == 1
    seen = (await site.get(f"/api/matches/{fork}")).json()["view"]
    assert seen["fork"] == {"match": match, "seq": 9, "resampled": False}


async def test_a_fork_of_a_running_match_tells_nothing(site: Site) -> None:
    match, ann, _ = await begun(site, access={"private": True})
    made = (await site.post(f"/api/matches/{match}/fork", {"seq": 8}, ann)).json()
    assert made["invite"]
    fork = (await site.node.rooms.room(made["match"])).match.created.fork
    assert fork is not None
    assert fork.resampled
    log = await site.store.load(match)
    past = Match.fold(log.entries[:8], log.secret)
    state = past.game.unpack(fork.state)
    assert past.game.view(state, 0) == past.game.view(past.state, 0)
    assert state != past.state


async def test_fork_of_a_running_match_hides_its_creators_hand(site: Site) -> None:
    match, ann, bob = await begun(site)
    made = (await site.post(f"/api/matches/{match}/fork", {"seq": 8}, ann)).json()
    fork, code = made["match"], made["invite"]
    assert (await site.node.rooms.room(fork)).match.created.access.private
    assert fork not in [row["match"] for row in (await site.get("/api/matches")).json()["matches"]]
    for path in ("", "/replay", "/replay?as=0", "/replay?as=open"):
        for token in ("", bob):
            assert (await site.get(f"/api/matches/{fork}{path}", token)).json()["code"] == "private"
    assert (await site.post(f"/api/matches/{fork}/join", {}, bob)).json()["code"] == "private"
    assert (await site.post(f"/api/matches/{fork}/join", {"invite": code}, bob)).status_code == 200


async def test_fork_inherits_privacy_of_a_finished_match(site: Site) -> None:
    for private in (False, True):
        match, ann, _ = await ended(site, access={"private": private})
        fork = (await site.post(f"/api/matches/{match}/fork", {"seq": 9}, ann)).json()["match"]
        assert (await site.node.rooms.room(fork)).match.created.access.private == private


@pytest.mark.parametrize(("seq", "code"), [(99, "no_such_entry"), (2, "not_playing"), (0, "bad_request")])
async def test_moments_from_which_nothing_goes_on(site: Site, seq: int, code: str) -> None:
    match, ann, _ = await begun(site, 2)
    assert (await site.post(f"/api/matches/{match}/fork", {"seq": seq}, ann)).json()["code"] == code


async def test_nothing_goes_on_after_the_end(site: Site) -> None:
    match, ann, _ = await ended(site)
    last = (await site.get(f"/api/matches/{match}")).json()["seq"]
    assert (await site.post(f"/api/matches/{match}/fork", {"seq": last}, ann)).json()["code"] == "game_over"


def _plain(value: Any) -> Any:
    """As JSON gives it back."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, (list, tuple)) else value


async def test_lists_name_the_source_of_a_fork(site: Site) -> None:
    match, ann, _ = await ended(site)
    fork = (await site.post(f"/api/matches/{match}/fork", {"seq": 9}, ann)).json()["match"]
    running, bob, _ = await begun(site)
    drawn = (await site.post(f"/api/matches/{running}/fork", {"seq": 8}, bob)).json()["match"]
    rows = {row["match"]: row for row in (await site.get("/api/matches")).json()["matches"]}
    assert (rows[fork]["fork"], rows[fork]["unrated"]) == ({"match": match, "seq": 9}, True)
    assert not {"fork", "unrated"} & rows[running].keys()
    (row,) = [row for row in (await site.get("/api/matches/mine", bob)).json()["matches"] if row["match"] == drawn]
    assert (row["fork"], row["unrated"]) == ({"match": running, "seq": 8, "resampled": True}, True)


async def test_a_guided_game_is_played_on(site: Site) -> None:
    _, ann = await site.player("Ann")
    _, bot = await site.player("clever")
    lesson = (await site.get("/api/games/squad/lesson")).json()
    seq = lesson["snapshot"]["seq"]
    made = await site.post("/api/games/squad/lesson", {"seq": seq, "opponent": "random"}, ann)
    match = made.json()["match"]
    await site.post(f"/api/matches/{match}/join", {"bot": True, "invite": made.json()["invite"]}, bot, **HOUSE)
    table = (await site.node.rooms.room(match)).match
    assert table.status == "playing"
    assert table.seat_of((await site.get(f"/api/matches/{match}", ann)).json()["creator"]) == 0
    seen = (await site.get(f"/api/matches/{match}", ann)).json()["view"]
    assert seen["fork"] == {"match": "lesson", "seq": seq, "resampled": True}
    last = lesson["updates"][-1]["seq"]
    for wrong, code in ((1, "not_playing"), (last, "game_over"), (last + 9, "no_such_entry")):
        assert (await site.post("/api/games/squad/lesson", {"seq": wrong}, ann)).json()["code"] == code
