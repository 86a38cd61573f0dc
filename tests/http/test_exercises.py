"""Exercises over the wire: as the player sees them who has to choose, and played on from there."""

from __future__ import annotations

import pytest

from tests.http.site import Site

#: A game of one player whose exercises the service has.
GAME = "omaha"


async def test_exercise_shows_position_and_worth_of_each_choice(site: Site) -> None:
    count = (await site.get(f"/api/games/{GAME}")).json()["exercises"]
    assert count == 5
    for number in range(1, count + 1):
        told = (await site.get(f"/api/games/{GAME}/exercises/{number}")).json()
        decision = told["snapshot"]["decision"]
        assert decision["seat"] == told["seat"]
        assert [choice["action"] for choice in told["choices"]] == decision["actions"]
        assert told["choices"][told["best"]]["behind"] == 0 < told["choices"][told["played"]]["behind"]
        assert told["question"]["en"] != told["question"]["ja"]
        # What tells dice and hidden cards stays on the service.
        assert set(told) == {
            *("seat", "snapshot", "choices", "played", "best", "why", "question", "answer"),
        }


@pytest.mark.parametrize("number", ["0", "6", "x", "-1", "²", "9" * 9])
async def test_there_is_no_other_exercise(site: Site, number: str) -> None:
    _, ann = await site.player("Ann")
    path = f"/api/games/{GAME}/exercises/{number}"
    assert (await site.get(path)).json()["code"] == "not_found"
    assert (await site.post(path, {}, ann)).json()["code"] == "not_found"


async def test_an_exercise_is_played_on(site: Site) -> None:
    _, ann = await site.player("Ann")
    told = (await site.get(f"/api/games/{GAME}/exercises/2")).json()
    made = (await site.post(f"/api/games/{GAME}/exercises/2", {}, ann)).json()
    view = (await site.get(f"/api/matches/{made['match']}", ann)).json()["view"]
    assert view["status"] == "playing"
    assert view["fork"] == {"match": "exercise", "seq": told["snapshot"]["seq"], "resampled": True}
    table = (await site.node.rooms.room(made["match"])).match
    assert table.game.view(table.state, 0) == told["snapshot"]["view"]["table"]
