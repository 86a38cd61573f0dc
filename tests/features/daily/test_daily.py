"""The deal of the day over REST: one attempt, practice, boards, and secrets that are told when the day is over."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest

from bocage.features.daily.background import commit
from bocage.features.daily.deals import SECRETS, Deals
from bocage.features.daily.feature import Daily
from bocage.log import judge
from bocage.log.deals import DAY, day_of, first_moment
from bocage.log.export import verify
from bocage.log.projection import project
from bocage.rules.kernel.registry import find_game
from tests.http.site import Site

#: The days of these tests lie ahead: no entry is stored after they are over.
TODAY, TOMORROW = "2099-06-15", "2099-06-16"
NOON = first_moment(TODAY) + DAY // 2


@pytest.fixture(autouse=True)
def noon(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    at(site, monkeypatch, NOON)
    numbers = iter(range(1, 1000))
    monkeypatch.setattr("bocage.features.daily.endpoints.new_id", lambda: f"daily{next(numbers):07}")


def at(site: Site, monkeypatch: pytest.MonkeyPatch, now: int) -> None:
    """Set the service's clock; boards are read anew."""
    monkeypatch.setattr(site.store, "now", lambda: now)
    site.feature(Daily).boards.forget()


async def begin(site: Site, token: str, game: str = "omaha", **more: Any) -> dict[str, Any]:
    answer = await site.post("/api/daily", {"game": game, **more}, token)
    assert answer.status_code == 201, answer.text
    started: dict[str, Any] = answer.json()
    return started


async def finish(site: Site, match: str, token: str, steps: int = 0) -> None:
    """Take the first action so many times, then give up."""
    await site.act(match, steps)
    await site.post(f"/api/matches/{match}/resign", {}, token)


async def the_day_is_over(site: Site, monkeypatch: pytest.MonkeyPatch, *matches: str) -> None:
    """It is noon of the next day, and what was due has happened."""
    at(site, monkeypatch, NOON + DAY)
    site.store.on_due(list(matches))
    for match in matches:
        while not (await site.node.rooms.room(match)).match.revealed:
            await site.node.command(match, lambda match: judge.Again(match.seq))


async def test_first_attempt_counts_and_practice_follows(site: Site) -> None:
    _, token = await site.player()
    first = await begin(site, token)
    assert first["counted"] is True
    assert await begin(site, token) == first
    await finish(site, first["match"], token)
    second = await begin(site, token)
    assert second["match"] != first["match"]
    assert "counted" not in second
    # Another game has an attempt of its own.
    assert (await begin(site, token, "zombies"))["counted"] is True


async def test_a_deal_keeps_the_options_of_its_making(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    _, token = await site.player()
    game, sunday = find_game("zombies"), NOON + 6 * DAY
    there = game.scenarios()
    # An earlier release dealt this Sunday, another one the next.
    await site.store.topology.call(SECRETS, "HSET", SECRETS, f"{day_of(sunday)}/zombies", f"1 {b'7'.hex() * 32}")
    await Deals(site.store).secret(day_of(sunday + 7 * DAY), "zombies")

    async def told(now: int) -> dict[str, Any]:
        at(site, monkeypatch, now)
        deals = (await site.get("/api/daily")).json()["deals"]
        return next(deal for deal in deals if deal["game"] == "zombies")

    kept = (await told(sunday + 7 * DAY))["scenario"]
    monkeypatch.setattr(type(game), "scenarios", lambda _: there[::-1])
    assert (await told(sunday + 7 * DAY))["scenario"] == kept
    earlier = await told(sunday)
    assert ("scenario" in earlier, earlier["options"]) == (False, game.daily[6])
    match = (await site.node.rooms.room((await begin(site, token, "zombies"))["match"])).match
    assert {name: match.created.options[name] for name in game.daily[6]} == game.daily[6]


async def test_deals_of_sundays_are_scenarios_in_turn(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    _, token = await site.player()
    told = []
    for sunday in range(3):
        at(site, monkeypatch, NOON + (6 + 7 * sunday) * DAY)
        deals = (await site.get("/api/daily")).json()["deals"]
        told.append(next(deal["scenario"]["id"] for deal in deals if deal["game"] == "zombies"))
    assert sorted(told[:2]) == ["broken-track", "stragglers"]
    assert told[2] == told[0]
    match = (await site.node.rooms.room((await begin(site, token, "zombies"))["match"])).match
    (scenario,) = [one for one in find_game("zombies").scenarios() if one.id == told[2]]
    assert {name: match.created.options[name] for name in scenario.options} == scenario.options
    # The dice are those of the day.
    assert match.created.deal is not None
    assert not match.created.deal.fixed
    at(site, monkeypatch, NOON)
    assert all("scenario" not in deal for deal in (await site.get("/api/daily")).json()["deals"])


async def test_who_has_just_played_stands_on_the_board_at_once(site: Site) -> None:
    """Boards are a few seconds old; who looks for themselves there has them read anew."""
    player, token = await site.player()
    started = await begin(site, token)

    async def deal() -> dict[str, Any]:
        table = (await site.get("/api/daily", token)).json()
        return next(one for one in table["deals"] if one["game"] == "omaha")

    assert "place" not in await deal()
    await finish(site, started["match"], token)
    assert (await deal())["place"] == 1
    board = (await site.get("/api/daily/board?game=omaha", token)).json()
    assert [row["player"] for row in board["rows"]] == [player]


async def test_everybody_meets_the_same_dice_and_cards(site: Site) -> None:
    tables = []
    for _ in range(2):
        _, token = await site.player()
        match = (await begin(site, token))["match"]
        await site.act(match, 6)
        tables.append((await site.node.rooms.room(match)).match.state)
    assert tables[0] == tables[1]


async def test_boards_of_day_week_and_all_time(site: Site) -> None:
    ann, anns = await site.player("Ann")
    bob, bobs = await site.player("Bob")
    scores: dict[str, int] = {}
    for player, token, steps in ((ann, anns, 1), (bob, bobs, 3)):
        match = (await begin(site, token))["match"]
        await finish(site, match, token, steps)
        state = (await site.node.rooms.room(match)).match
        scores[player] = state.game.score(state.state) or 0
        # Practice adds nothing.
        practice = (await begin(site, token))["match"]
        await finish(site, practice, token, 2)
    order = sorted(scores, key=lambda player: (-scores[player], player))
    for span, name in (("day", TODAY), ("week", "2099-W25"), ("all", "all")):
        board = (await site.get(f"/api/daily/board?game=omaha&span={span}", anns)).json()
        assert (board["span"], board["players"]) == (name, 2)
        assert [(row["player"], row["score"]) for row in board["rows"]] == [(who, scores[who]) for who in order]
        assert {row["name"] for row in board["rows"]} == {"Ann", "Bob"}
        assert board["mine"]["player"] == ann
    table = (await site.get("/api/daily", bobs)).json()
    (deal,) = [deal for deal in table["deals"] if deal["game"] == "omaha"]
    assert (deal["players"], deal["score"], deal["match"] != "") == (2, scores[bob], True)
    assert deal["symbols"].startswith("🟥")


async def test_boards_are_those_that_a_rebuild_makes(site: Site) -> None:
    for name in ("Ann", "Bob", "Cid"):
        _, token = await site.player(name)
        for game in ("omaha", "zombies"):
            match = (await begin(site, token, game))["match"]
            await finish(site, match, token, len(name))
    spans = [(game, span) for game in ("omaha", "zombies") for span in (TODAY, "2099-W25", "all")]
    before = [await Deals(site.store).board(*one) for one in spans]
    assert all(len(board) == 3 for board in before)
    for _ in range(2):
        await site.store.rebuild(project)
        assert [await Deals(site.store).board(*one) for one in spans] == before


async def test_secrets_are_committed_before_and_revealed_after(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    at(site, monkeypatch, NOON - DAY)
    await commit(Deals(site.store), site.node.now())
    ahead = {deal["game"]: deal for deal in (await site.get("/api/daily")).json()["next"]}
    at(site, monkeypatch, NOON)
    _, token = await site.player()
    started = await begin(site, token)
    today = {deal["game"]: deal for deal in (await site.get("/api/daily", token)).json()["deals"]}
    for game, deal in ahead.items():
        assert deal["day"] == TODAY
        assert deal["committed"] == NOON - DAY
        assert today[game]["commitment"] == deal["commitment"]
        assert "secret" not in today[game]
    match = started["match"]
    assert (await site.node.rooms.room(match)).match.created.commitment == ahead["omaha"]["commitment"]
    await finish(site, match, token, 3)
    assert (await site.get(f"/api/matches/{match}/export", token)).json()["code"] == "not_over"
    await the_day_is_over(site, monkeypatch, match)
    table = (await site.get(f"/api/daily?day={TODAY}", token)).json()
    for deal in table["deals"]:
        assert hashlib.sha256(bytes.fromhex(deal["secret"])).hexdigest() == deal["commitment"]
    assert table["days"][0] == TOMORROW
    report = verify((await site.get(f"/api/matches/{match}/export")).content.splitlines(keepends=True))
    assert (report.finished, report.states, report.findings) == (True, True, [])


async def test_nobody_looks_into_a_deal_before_the_day_is_over(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    _, ann = await site.player()
    _, bob = await site.player()
    started, own = await begin(site, ann), await begin(site, bob)
    match = started["match"]
    await finish(site, match, ann, 3)
    info = (await site.get(f"/api/matches/{match}", ann)).json()
    # One secret for all: an invite code made from it would open everybody's match.
    assert "invite" not in info
    for path in ("", "/replay", "/export", "/replay?as=open"):
        refused = await site.get(f"/api/matches/{match}{path}", bob)
        assert (refused.status_code, refused.json()["code"]) == (403, "private"), path
    refused = await site.get(f"/api/matches/{match}/replay?as=open", ann)
    assert refused.json()["code"] == "open_hands_closed"
    shown = (await site.get(f"/api/matches/{match}/replay", ann)).json()
    secret = (await Deals(site.store).secret(TODAY, "omaha")).secret.hex()
    assert secret not in msgspec.json.encode([shown, info]).decode()
    assert (await site.get("/api/matches")).json()["matches"] == []
    await finish(site, own["match"], bob)
    await the_day_is_over(site, monkeypatch, match, own["match"])
    assert (await site.get(f"/api/matches/{match}/replay?as=open", bob)).status_code == 200


async def test_days_gone_are_for_practice(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    _, token = await site.player()
    await commit(Deals(site.store), site.node.now())
    at(site, monkeypatch, NOON + DAY)
    old = await begin(site, token, day=TODAY)
    assert "counted" not in old
    await finish(site, old["match"], token, 4)
    assert (await site.get(f"/api/daily/board?game=omaha&day={TODAY}")).json()["rows"] == []
    # Its secret is known anyway: it is told at once.
    assert (await site.get(f"/api/matches/{old['match']}/export", token)).status_code == 200


@pytest.mark.parametrize("day", ["2099-06-17", "2099-06-16", "1999-01-01", "yesterday", "2099-6-1"])
async def test_days_that_there_are_not(site: Site, day: str) -> None:
    _, token = await site.player()
    assert (await site.get(f"/api/daily?day={day}")).json()["code"] == "no_deal"
    assert (await site.post("/api/daily", {"game": "omaha", "day": day}, token)).json()["code"] == "no_deal"


async def test_games_without_a_deal(site: Site) -> None:
    _, token = await site.player()
    assert (await site.post("/api/daily", {"game": "squad"}, token)).json()["code"] == "no_deal"
    assert (await site.get("/api/daily/board?game=squad")).json()["code"] == "no_deal"
    assert (await site.get("/api/daily/board?game=omaha&span=year")).json()["code"] == "bad_request"


async def test_interrupted_attempt_keeps_its_id(site: Site) -> None:
    player, token = await site.player()
    await Deals(site.store).attempt(TODAY, "omaha", player, "reserved0001")
    assert await begin(site, token) == {"match": "reserved0001", "counted": True}


async def test_points_of_all_games_are_listed(site: Site) -> None:
    _, token = await site.player()
    match = await site.match(token, "omaha")
    await finish(site, match, token, 5)
    (row,) = (await site.get("/api/matches/mine", token)).json()["matches"]
    state = (await site.node.rooms.room(match)).match
    assert row["score"] == state.game.score(state.state)
    assert "deal" not in row
