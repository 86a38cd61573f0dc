"""Duplicates over REST: the same deals for two, nothing of one match told to the other, and the comparison."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bocage.features.duplicates.endpoints import TIME
from bocage.log import judge
from bocage.log.export import verify
from bocage.log.projection import project
from tests.http.site import HOUSE, NONCE, Site

#: Ahead, so that no entry is stored after a duplicate's time.
NOW = 4_000_000_000_000


@pytest.fixture(autouse=True)
def early(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site.store, "now", lambda: NOW)
    numbers = iter(range(1, 1000))
    monkeypatch.setattr("bocage.features.duplicates.endpoints.new_id", lambda: f"twice{next(numbers):07}")
    monkeypatch.setattr("bocage.features.duplicates.endpoints.new_secret", lambda: bytes(range(32)))


async def make(site: Site, token: str, game: str = "omaha", **wishes: Any) -> str:
    answer = await site.post("/api/duplicates", {"game": game, **wishes}, token)
    assert answer.status_code == 201, answer.text
    assert answer.json()["until"] == NOW + TIME
    return str(answer.json()["duplicate"])


async def play(site: Site, duplicate: str, token: str, turn: int = 0) -> str:
    answer = await site.post(f"/api/duplicates/{duplicate}/play", {"round": turn, "nonce": NONCE}, token)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["match"])


async def refused(site: Site, duplicate: str, token: str, turn: int = 0) -> str:
    answer = await site.post(f"/api/duplicates/{duplicate}/play", {"round": turn}, token)
    assert not answer.is_success
    return str(answer.json()["code"])


async def shown(site: Site, duplicate: str, token: str = "") -> dict[str, Any]:
    answer = await site.get(f"/api/duplicates/{duplicate}", token)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def finish(site: Site, match: str, token: str, steps: int = 0) -> None:
    """Take the first action so many times, then give up."""
    await site.act(match, steps)
    await site.post(f"/api/matches/{match}/resign", {}, token)


async def bring_bot(site: Site, match: str, token: str) -> None:
    answer = await site.post(f"/api/matches/{match}/join", {"bot": True, "nonce": "f" * 32}, token, **HOUSE)
    assert answer.status_code == 200, answer.text


async def test_the_same_choices_meet_the_same_fate(site: Site) -> None:
    _, anns = await site.player("Ann")
    _, bobs = await site.player("Bob")
    duplicate = await make(site, anns)
    states = []
    for token in (anns, bobs):
        match = await play(site, duplicate, token)
        assert await play(site, duplicate, token) == match
        await site.act(match, 6)
        states.append((await site.node.rooms.room(match)).match.state)
    assert states[0] == states[1]
    other = await play(site, await make(site, anns), anns)
    await site.act(other, 6)
    assert (await site.node.rooms.room(other)).match.state != states[0]


async def test_both_players_play_both_sides_against_the_bot(site: Site) -> None:
    _, anns = await site.player("Ann")
    _, bobs = await site.player("Bob")
    _, bot = await site.player("clever")
    duplicate = await make(site, anns, "squad", opponent="clever")
    states, matches = [], []
    for token in (anns, bobs):
        for turn in (0, 1):
            match = await play(site, duplicate, token, turn)
            # Nobody comes in by a code: all matches of a duplicate have one secret, and so would have one code.
            assert site.bots.invited[-1] == ("squad", match, "clever", "")
            assert (await site.post(f"/api/matches/{match}/join", {}, bot)).json()["code"] == "private"
            await bring_bot(site, match, bot)
            room = await site.node.rooms.room(match)
            assert room.match.seat_of(room.match.created.creator) == turn
            await site.act(match, 5)
            # An entry more would give the same choices other dice.
            with pytest.raises(Exception, match="no_draws"):
                judge.draw(room.match, turn, room.match.seq)
            assert (room.match.created.undo, room.match.created.hints) == (False, False)
            states.append(room.match.state)
            matches.append((match, token))
            if len(matches) == 1:
                # The only match there is, and it is over; three are to come.
                await finish(site, match, token)
                assert "over" not in await shown(site, duplicate, anns)
    for match, token in matches[1:]:
        assert "over" not in await shown(site, duplicate, anns)
        await finish(site, match, token)
    assert (await shown(site, duplicate, anns))["over"]
    assert states[0] == states[2]
    assert states[1] == states[3]
    assert states[0] != states[1]
    answer = await site.post("/api/duplicates", {"game": "squad"}, anns)
    assert answer.json()["code"] == "no_bot"


async def test_running_half_of_a_duplicate_stays_secret(site: Site) -> None:
    ann, anns = await site.player("Ann")
    bob, bobs = await site.player("Bob")
    _, eves = await site.player("Eve")
    duplicate = await make(site, anns)
    mine, theirs = await play(site, duplicate, anns), await play(site, duplicate, bobs)
    await site.post("/api/players/me/profile", {"seen_by": "everybody"}, bobs)
    ends = await site.match(anns, "omaha")
    while (await site.node.rooms.room(ends)).match.outcome is None:
        await site.act(ends)
    await site.node.command(ends, lambda match: judge.Again(match.seq))
    paths = (
        f"/api/duplicates/{duplicate}",
        f"/api/matches/{theirs}",
        f"/api/matches/{theirs}/replay",
        f"/api/matches/{theirs}/replay?as=open",
        f"/api/matches/{theirs}/export",
        f"/api/matches/{theirs}/review",
        f"/api/players/{bob}",
        f"/api/players/{ann}",
        "/api/matches",
        "/api/matches/recent",
        "/api/matches/mine",
    )

    async def told(token: str) -> list[tuple[int, bytes]]:
        answers = [await site.get(path, token) for path in paths]
        return [(answer.status_code, answer.content) for answer in answers]

    readers = (anns, eves, "")
    before = [await told(token) for token in readers]
    await site.act(theirs, 3)
    assert [await told(token) for token in readers] == before
    room = await site.node.rooms.room(theirs)
    while room.match.outcome is None:
        await site.act(theirs)
    await site.node.command(theirs, lambda match: judge.Again(match.seq))
    assert [await told(token) for token in readers] == before
    # The player themselves see no more than they saw, until the other has finished.
    assert room.match.status == "ended"
    assert not room.match.revealed
    assert (await site.get(f"/api/matches/{theirs}/replay?as=open", bobs)).json()["code"] == "open_hands_closed"
    assert (await site.get(f"/api/matches/{theirs}/export", bobs)).json()["code"] == "not_over"
    # Who forks what goes on meets other dice, and hands that are drawn anew.
    seq = (await site.node.rooms.room(mine)).match.seq
    made = (await site.post(f"/api/matches/{mine}/fork", {"seq": seq, "nonce": NONCE}, anns)).json()["match"]
    forked = (await site.node.rooms.room(made)).match
    assert (forked.created.deal, forked.created.commitment == room.match.created.commitment) == (None, False)
    assert "results" not in await shown(site, duplicate, anns)
    await finish(site, mine, anns)
    assert (await shown(site, duplicate, anns))["over"] is True


async def test_finished_duplicate_reveals_results_and_verifiable_secret(site: Site) -> None:
    ann, anns = await site.player("Ann")
    bob, bobs = await site.player("Bob")
    duplicate = await make(site, anns)
    first = await shown(site, duplicate, bobs)
    assert (first["players"], "you" in first) == ([{"player": ann, "name": "Ann"}], False)
    matches = [await play(site, duplicate, token) for token in (anns, bobs)]
    await finish(site, matches[0], anns, 4)
    alone = await shown(site, duplicate, anns)
    assert (alone["you"], alone["mine"]) == (0, [{"match": matches[0], "round": 0, "ended": True}])
    assert "over" not in alone
    await finish(site, matches[1], bobs, 2)
    found = await shown(site, duplicate)
    assert [one["player"] for one in found["players"]] == [ann, bob]
    rows = [await site.store.row(match) for match in matches]
    assert [(one["match"], one["player"], one["points"], one["reason"]) for one in found["results"]] == [
        (match, number, row.score, "resigned")
        for number, (match, row) in enumerate(zip(matches, rows, strict=True))
        if row is not None
    ]
    secrets = set()
    for match in matches:
        file = (await site.get(f"/api/matches/{match}/export")).content.splitlines(keepends=True)
        result = verify(file)
        assert (result.finished, result.states, result.findings) == (True, True, [])
        created, revealed = (json.loads(json.loads(file[at])["raw"]) for at in (1, -1))
        assert created["commitment"] == found["commitment"]
        assert created["deal"]["duplicate"] == f"{duplicate}/0"
        secrets.add(revealed["secret"])
    assert len(secrets) == 1
    # Everybody may look at both now, and the lists are the same if they are made anew.
    assert (await site.get(f"/api/matches/{matches[0]}/replay?as=open", bobs)).status_code == 200
    await site.store.rebuild(project)
    assert await shown(site, duplicate) == found


async def test_what_is_not_over_in_time_counts_nothing(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    _, anns = await site.player("Ann")
    _, bobs = await site.player("Bob")
    duplicate = await make(site, anns)
    mine = await play(site, duplicate, anns)
    await finish(site, mine, anns, 4)
    await play(site, duplicate, bobs)
    monkeypatch.setattr(site.store, "now", lambda: NOW + TIME)
    found = await shown(site, duplicate, bobs)
    assert [("reason" in one, one["points"]) for one in found["results"]][1] == (False, 0)
    assert found["results"][0]["reason"] == "resigned"
    # The first match's secret is due now, as that of a day is when it is over.
    site.store.on_due([mine])
    while not (await site.node.rooms.room(mine)).match.revealed:
        await site.node.command(mine, lambda match: judge.Again(match.seq))


async def test_who_can_play_and_who_cannot(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    _, anns = await site.player("Ann")
    bob, bobs = await site.player("Bob")
    _, cids = await site.player("Cid")
    duplicate = await make(site, anns)
    assert await refused(site, duplicate, anns, 1) == "no_duplicate"
    assert await refused(site, "nosuchduplicate", anns) == "no_duplicate"
    assert (await site.get("/api/duplicates/..%2Fx")).status_code == 404
    await play(site, duplicate, cids)
    await site.post("/api/players/me/blocks", {"player": bob, "blocked": False}, anns)
    assert await refused(site, duplicate, bobs) == "duplicate_taken"
    assert (await site.post(f"/api/duplicates/{duplicate}/play", {})).json()["code"] == "no_token"
    monkeypatch.setattr(site.store, "now", lambda: NOW + TIME)
    assert await refused(site, duplicate, anns) == "duplicate_over"
