"""The record of a program on its ladder: scores with intervals, by opponent, seat, side and option."""

from __future__ import annotations

import pytest

from bocage.features.ratings.records import score_of, scores_of
from bocage.features.ratings.wire import Score
from bocage.log.records import Rated, Row
from bocage.store.records import stored_result
from tests.http.site import Site


def result(number: int, half: int, players: tuple[str, str] = ("robo", "ann")) -> Rated:
    houses = ("", "veteran" if players[1] == "house" else "")
    return Rated(f"m{number}", "squad", True, players, half, number, houses=houses)


def row(number: int, options: dict[str, object]) -> Row:
    sides = ["nation.us", "nation.de"]
    return Row(f"m{number}", "squad", "ended", ["", ""], ["robo", "ann"], options, sides=sides)


@pytest.mark.parametrize(
    ("halves", "score"),
    [
        ([2], Score(1, 1, 0, 1.0, 0.2065, 1.0)),
        ([0, 2, 1, 1], Score(4, 1, 2, 0.5, 0.15, 0.85)),
        ([0] * 100, Score(100, 0, 0, 0.0, 0.0, 0.037)),
    ],
)
def test_a_score_has_an_interval(halves: list[int], score: Score) -> None:
    assert score_of(halves) == score


def test_results_are_counted_by_opponent_seat_side_and_option() -> None:
    results = [result(1, 2), result(2, 0), result(3, 2, ("robo", "house")), result(4, 0, ("ann", "robo"))]
    rows = {"m1": row(1, {"variant": "map"}), "m2": row(2, {"variant": "usual"})}
    found = scores_of("robo", results, rows, {"variant": "usual"})
    assert [(one.player, one.house, one.score.games, one.score.won) for one in found.opponents] == [
        ("ann", "", 3, 2),
        ("house", "veteran", 1, 1),
    ]
    assert [(one.games, one.won) for one in found.seats] == [(3, 2), (1, 1)]
    assert [(one.side, one.score.games) for one in found.sides] == [("nation.us", 2)]
    assert [(one.option, one.value, one.score.won) for one in found.options] == [("variant", "map", 1)]


async def test_records_of_programs_are_public_and_of_people_not(site: Site) -> None:
    (ann, _), (robo, robos) = await site.player("Ann"), await site.player("Robo")
    await site.post("/api/players/me/program", {}, robos)
    stored = [result(number, 2, (robo, ann)) for number in range(3)]
    for one in stored:
        await site.store.topology.call("{0}:rated", "ZADD", "{0}:rated", one.at, stored_result(one))
    answer = (await site.get(f"/api/ladder/record?game=squad&player={robo}")).json()
    (versus,) = answer["opponents"]
    assert (versus["name"], versus["score"]["won"], answer["rating"]["games"]) == ("Ann", 3, 3)
    for who in (ann, "nobody", ""):
        refused = await site.get(f"/api/ladder/record?game=squad&player={who}")
        assert refused.json()["code"] == "no_profile"
