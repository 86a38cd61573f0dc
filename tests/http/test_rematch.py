"""Playing again: the same match for both, with the sides changed, whatever chance had chosen."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bocage.rules.squad.drawn import EXAMPLES
from tests.http.site import HOUSE, NONCE, Site


async def played(site: Site, ann: str, bob: str, game: str = "squad", **wishes: Any) -> str:
    """A match of the two that Ann has given up."""
    match = await site.match(ann, game, **wishes)
    await site.post(f"/api/matches/{match}/join", {}, bob)
    await site.post(f"/api/matches/{match}/resign", {}, ann)
    return match


async def again(site: Site, match: str, token: str) -> Any:
    answer = await site.post(f"/api/matches/{match}/rematch", {"nonce": NONCE}, token)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def sides(site: Site, match: str, *tokens: str) -> list[Any]:
    """What each player leads: the squads' nations, or the side."""
    table = (await site.node.rooms.room(match)).match
    found: list[Any] = []
    for token in tokens:
        seat = (await site.get(f"/api/matches/{match}", token)).json()["seat"]
        view: Any = table.game.view(table.state, seat)
        if table.created.game == "squad":
            found.append([squad["nation"] for squad in view["squads"].values() if squad["seat"] == seat])
        else:
            found.append(next(side for side, of in view["seats"].items() if of == seat))
    return found


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("squad", {}),
        ("squad", {"variant": "map", "squads_per_seat": 3}),
        ("squad", {"nation_0": "us"}),
        ("company_commander", {}),
    ],
)
async def test_sides_change_also_where_chance_chose_them(site: Site, game: str, options: dict[str, Any]) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    choice = {"nation_2": "random", "nation_3": "random"} if game == "squad" else {}
    for _ in range(3):
        match = await played(site, ann, bob, game, options=options, seat_options=choice)
        before = await sides(site, match, ann, bob)
        made = await again(site, match, bob)
        assert made["invite"]
        assert (await site.get(f"/api/matches/{match}/rematch", ann)).json() == {"match": made["match"]}
        assert (await site.get(f"/api/matches/{match}/rematch", bob)).json()["seated"]
        joined = await again(site, match, ann)
        assert (joined["match"], joined["seat"], made["seat"]) == (made["match"], 1, 0)
        assert await sides(site, made["match"], ann, bob) == before[::-1]


async def test_the_players_of_a_drawn_map_change_edges(site: Site) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    ground = {"variant": "map", "terrain": "drawn", "map": EXAMPLES[1], "home_edge": "west"}
    made = await again(site, await played(site, ann, bob, options=ground), bob)
    assert made["seat"] == 0  # Ann had it, and with it the edge in the west (SQ-116).
    options = (await site.node.rooms.room(made["match"])).match.created.options
    assert {name: options[name] for name in ground} == ground


async def test_both_who_ask_at_once_sit_at_one_table(site: Site) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    match = await played(site, ann, bob)
    first, second = await asyncio.gather(again(site, match, ann), again(site, match, bob))
    assert first["match"] == second["match"] != match
    assert {first["seat"], second["seat"]} == {0, 1}
    assert (await site.node.rooms.room(first["match"])).match.status == "playing"
    assert (await again(site, match, ann)) == first


async def test_withdrawn_rematch_can_be_asked_for_again(site: Site) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    match = await played(site, ann, bob)
    first = await again(site, match, ann)
    await site.post(f"/api/matches/{first['match']}/withdraw", {}, ann)
    assert (await site.get(f"/api/matches/{match}/rematch", bob)).json() == {}
    assert (await again(site, match, bob))["match"] != first["match"]


async def test_a_house_bot_is_brought_again_and_strangers_are_not(site: Site) -> None:
    _, ann = await site.player("Ann")
    _, bot = await site.player("clever")
    _, eve = await site.player("Eve")
    match = await site.match(ann, "squad", opponent="clever", clock={"kind": "bank", "base": 60_000})
    await site.post(f"/api/matches/{match}/join", {"bot": True}, bot, **HOUSE)
    await site.post(f"/api/matches/{match}/resign", {}, ann)
    made = (await again(site, match, ann))["match"]
    assert site.bots.invited[-1] == ("squad", made, "clever", "")
    created = (await site.node.rooms.room(made)).match.created
    assert (created.house, created.clock.base) == ("clever", 60_000)
    assert {created.options["nation_0"], created.options["nation_1"]} & {"open"} == set()
    assert (await site.post(f"/api/matches/{match}/rematch", {}, eve)).json()["code"] == "not_seated"


async def test_running_or_cancelled_match_has_no_rematch(site: Site) -> None:
    _, ann = await site.player("Ann")
    solo = await site.match(ann, "omaha")
    assert (await site.post(f"/api/matches/{solo}/rematch", {}, ann)).json()["code"] == "not_over"
    waiting = await site.match(ann)
    await site.post(f"/api/matches/{waiting}/withdraw", {}, ann)
    assert (await site.post(f"/api/matches/{waiting}/rematch", {}, ann)).json()["code"] == "not_playing"
    await site.post(f"/api/matches/{solo}/resign", {}, ann)
    assert (await again(site, solo, ann))["match"] not in (solo, "")


@pytest.mark.parametrize("undo", [True, False])
async def test_whether_actions_can_be_taken_back_stays_as_it_was(site: Site, undo: bool) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    made = await again(site, await played(site, ann, bob, undo=undo), bob)
    assert (await site.node.rooms.room(made["match"])).match.created.undo is undo


async def test_rematch_takes_nonce_and_bot_flag_of_each_player(site: Site) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    match = await played(site, ann, bob)
    for token, bot in ((bob, True), (ann, False)):
        wish = {"nonce": NONCE, "bot": bot}
        made = (await site.post(f"/api/matches/{match}/rematch", wish, token)).json()
        seated = (await site.node.rooms.room(made["match"])).match.seats[made["seat"]]
        assert seated is not None
        assert (seated.bot, seated.nonce) == (bot, NONCE)
