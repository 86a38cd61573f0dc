"""Scenarios over REST: the list, and matches made from it."""

from __future__ import annotations

from typing import Any

from tests.http.site import NONCE, Site
from tests.http.test_heads import head


async def listed(site: Site) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await site.get("/api/scenarios")).json()["scenarios"]
    return found


async def test_a_match_can_be_made_of_each_scenario(site: Site) -> None:
    _, ann = await site.player("Ann")
    for one in await listed(site):
        wish = {"game": one["game"], "nonce": NONCE, "options": one["options"], "key": one.get("key", "")}
        made = await site.post("/api/matches", {**wish, "opponent": "random"}, ann)
        assert made.status_code == 201, made.text
        view = (await site.get(f"/api/matches/{made.json()['match']}", ann)).json()["view"]
        assert view["options"] == one["options"]
        assert view.get("fixed", False) is bool(one.get("key"))


async def test_the_list_has_an_address(site: Site) -> None:
    assert (await head(site, "/scenarios"))["title"] != "Bocage"


async def test_dice_of_two_players_follow_from_no_key(site: Site) -> None:
    _, ann = await site.player("Ann")
    refused = await site.post("/api/matches", {"game": "squad", "nonce": NONCE, "key": "0" * 64}, ann)
    assert (refused.status_code, refused.json()["code"]) == (400, "not_solo")
