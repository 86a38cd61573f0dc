"""The matchmaker on a node: who is asked for, budgets, pauses, house bots."""

from __future__ import annotations

import random

import pytest

from bocage.features.programs.feature import ProgramsFeature
from bocage.features.programs.matchmaker import Matchmaker
from bocage.features.programs.tables import Offer
from bocage.limits import Limits
from bocage.store import Store
from tests.http.site import HOUSE, NO_LIMITS, Site


async def offering(site: Site, owner: str, name: str, ladder: int = 9, **more: object) -> tuple[str, str]:
    """Id and token of a program that offers a table."""
    made = (await site.post("/api/programs", {"name": name}, owner)).json()
    feature = site.feature(ProgramsFeature)
    await feature.tables.renew(Offer(made["player"], 1, ("squad",), ladder))
    return made["player"], made["token"]


def matchmaker(site: Site) -> Matchmaker:
    found = site.feature(ProgramsFeature).matchmaker
    assert found is not None
    return found


async def test_two_programs_that_ask_are_seated_at_a_rated_match(site: Site) -> None:
    (_, anns), (_, bobs) = await site.player("Ann"), await site.player("Bob")
    (one, _), (other, _) = await offering(site, anns, "One"), await offering(site, bobs, "Other")
    await offering(site, anns, "Silent", ladder=0)
    (match,) = await matchmaker(site).round()
    row = (await site.get(f"/api/matches/{match}")).json()["row"]
    assert (set(row["players"]), row["rated"], row["status"]) == ({one, other}, True, "playing")
    # Their tables are taken now.
    assert await matchmaker(site).round() == []


async def test_a_program_alone_meets_the_house_in_a_rated_match(site: Site) -> None:
    _, anns = await site.player("Ann")
    _, token = await offering(site, anns, "One")
    (match,) = await matchmaker(site).round()
    game, invited, strategy, _ = site.bots.invited[-1]
    assert (game, invited) == ("squad", match)
    _, bots = await site.player("House")
    joined = await site.post(f"/api/matches/{match}/join", {"bot": True}, bots, **HOUSE)
    assert joined.is_success, joined.text
    row = (await site.get(f"/api/matches/{match}")).json()["row"]
    assert (row["status"], row["rated"], len(row["house_bots"])) == ("playing", True, 1)
    await site.post(f"/api/matches/{match}/resign", {}, token)
    (result,) = (await site.get("/api/players/me/data", token)).json()["results"]
    assert (set(result["houses"]), result["programs"]) == ({"", strategy}, True)


async def test_people_cannot_make_rated_matches_against_the_house(site: Site) -> None:
    _, anns = await site.player("Ann")
    await site.post("/api/players/me/recovery-codes", {}, anns)
    clock = {"kind": "bank", "base": 60_000}
    wish = {"game": "squad", "opponent": "random", "rated": True, "clock": clock}
    assert (await site.post("/api/matches", wish, anns)).json()["code"] == "not_ratable"


@pytest.mark.parametrize("limits", [{"ladder_matches": 0}, {"ladder_people": -1}])
async def test_nothing_is_arranged_beyond_the_limits_of_the_node(store: Store, limits: dict[str, int]) -> None:
    from msgspec.structs import replace

    site = Site(store, replace(NO_LIMITS, **limits))
    await site.start()
    _, anns = await site.player("Ann")
    await offering(site, anns, "One")
    assert await matchmaker(site).round() == []
    assert matchmaker(site).paused == ("ladder_people" in limits)
    await site.node.close()


async def test_a_program_gets_no_more_matches_than_it_asked_for(site: Site) -> None:
    _, anns = await site.player("Ann")
    _, token = await offering(site, anns, "One", ladder=1)
    (match,) = await matchmaker(site).round()
    await site.post(f"/api/matches/{match}/resign", {}, token)
    assert await matchmaker(site).round() == []


async def test_an_owner_keeps_a_program_from_the_ladder(site: Site) -> None:
    _, anns = await site.player("Ann")
    one, _ = await offering(site, anns, "One")
    assert (await site.get(f"/api/programs/{one}")).json()["ladder"]
    kept = (await site.post(f"/api/programs/{one}", {"ladder": False}, anns)).json()
    assert (kept["ladder"], kept["named"]) == (False, False)
    assert await matchmaker(site).round() == []
    assert "ladder" not in (await site.get(f"/api/programs/{one}")).json()
    await site.post(f"/api/programs/{one}", {"ladder": True}, anns)
    assert len(await matchmaker(site).round()) == 1


async def test_one_node_at_a_time_arranges(store: Store) -> None:
    site = Site(store, Limits())
    await site.start()
    makers = [
        Matchmaker(site.state, feature.tables, feature.accounts, random.Random(1))
        for feature in [site.feature(ProgramsFeature)] * 2
    ]
    assert [await maker._has_turn() for maker in makers] == [True, False]
    await site.node.close()
