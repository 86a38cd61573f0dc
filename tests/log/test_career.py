"""What a player has done, from the rows of their matches."""

from __future__ import annotations

from typing import Any

from bocage.log.career import career_of
from bocage.log.records import Row


def row(number: int, winner: int | None, other: str = "bob", **more: Any) -> Row:
    """A match of Ann (seat 0) that ended; ``winner`` None: a draw."""
    fields: dict[str, Any] = {
        "match": f"m{number:03}",
        "game": "squad",
        "status": "ended",
        "names": ["Ann", other.title()],
        "players": ["ann", other],
        "winners": [] if winner is None else [winner],
        "reason": "men",
        "at": number,
    }
    return Row(**fields | more)


def solo(number: int, score: int, **more: Any) -> Row:
    fields: dict[str, Any] = {"game": "omaha", "names": ["Ann"], "players": ["ann"], "score": score, "winners": []}
    return row(number, None, **fields | more)


def test_results_streaks_and_opponents() -> None:
    rows = [row(1, 0), row(2, 0), row(3, 0), row(4, None), row(5, 1, "cid"), row(6, 1, "cid")]
    career = career_of("ann", reversed(rows), {})
    squad = career.games["squad"]
    assert (squad.total.played, squad.total.won, squad.total.drawn) == (6, 3, 1)
    assert (squad.streak, squad.longest) == (-2, 3)
    assert {who: (count.played, count.won) for who, count in career.opponents.items()} == {
        "bob": (4, 3),
        "cid": (2, 0),
    }
    # Seen from the other side.
    cid = career_of("cid", rows[4:], {}).games["squad"]
    assert (cid.total.won, cid.streak) == (2, 2)


def test_cancelled_running_and_closed_matches_do_not_count() -> None:
    rows = [
        row(1, None, reason="cancelled"),
        row(2, None, reason="expired"),
        row(3, None, reason="closed"),
        row(4, None, status="playing"),
        row(5, None, names=["Ann", ""], players=["ann", ""]),
    ]
    career = career_of("ann", rows, {})
    assert (career.games, career.rows, career.opponents) == ({}, [], {})


def test_a_match_that_somebody_only_made_is_not_theirs() -> None:
    assert career_of("dot", [row(1, 0, creator="dot")], {}).games == {}


def test_sides_and_options_that_are_not_as_usual() -> None:
    usual = {"squad": {"variant": "base", "columns": 9}}
    rows = [
        row(1, 0, sides=["nation.us", "nation.de"], options={"variant": "map", "columns": 9}),
        row(2, 1, sides=["nation.us", "nation.ru"], options={"variant": "base", "columns": 9}),
        row(3, 0, sides=["nation.jp", ""], options={"variant": "map", "columns": 11, "gone": 1}),
    ]
    squad = career_of("ann", rows, usual).games["squad"]
    assert {side: (count.played, count.won) for side, count in squad.sides.items()} == {
        "nation.us": (2, 1),
        "nation.jp": (1, 1),
    }
    assert {key: count.played for key, count in squad.options.items()} == {
        ("variant", b'"map"'): 2,
        ("columns", b"11"): 1,
    }


def test_the_most_points_with_each_set_of_options() -> None:
    hard = {"hard": True}
    rows = [solo(1, 5), solo(2, 9), solo(3, 9), solo(4, 7, options=hard), solo(5, 3, winners=[0])]
    omaha = career_of("ann", rows, {}).games["omaha"]
    found = [(dict(top.options), top.score, top.match, top.played) for top in omaha.tops.values()]
    # Of equal ones the first.
    assert found == [({}, 9, "m002", 4), (hard, 7, "m004", 1)]
    # Alone nobody draws.
    assert (omaha.total.won, omaha.total.drawn) == (1, 0)


def test_foreign_and_unreadable_rows_are_left_out() -> None:
    rows = [row(1, 0, players=["cid", "dot"]), row(2, 0), row(3, 0, unreadable=True), row(4, 0)]
    career = career_of("ann", rows, {})
    assert [one.match for one in career.rows] == ["m001", "m002", "m004"]
    assert career.games["squad"].total.played == 2


def test_streaks_go_on_as_long_as_results_are_alike() -> None:
    results = [0, 0, None, None, 0, 1, 1, None, 1, 0, 0, 0]
    streaks = [1, 2, 0, 0, 1, -1, -2, 0, -1, 1, 2, 3]
    longest = [1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3]
    rows = [row(number, winner) for number, winner in enumerate(results)]
    found = [career_of("ann", rows[: number + 1], {}).games["squad"] for number in range(len(rows))]
    assert [(game.streak, game.longest) for game in found] == list(zip(streaks, longest, strict=True))


def test_a_seat_without_a_side_is_no_side() -> None:
    rows = [row(1, 0, sides=["", "nation.de"]), row(2, 0, sides=[]), row(3, 0, sides=["nation.us"])]
    assert list(career_of("ann", rows, {}).games["squad"].sides) == ["nation.us"]
    swapped = row(4, 0, "bob", players=["bob", "ann"], sides=["nation.us"])
    assert career_of("ann", [swapped], {}).games["squad"].sides == {}


def test_options_are_the_same_in_whatever_order_they_stand() -> None:
    rows = [solo(1, 5, options={"a": 1, "b": 2}), solo(2, 9, options={"b": 2, "a": 1})]
    (top,) = career_of("ann", rows, {}).games["omaha"].tops.values()
    assert (top.score, top.match, top.played) == (9, "m002", 2)


def test_of_matches_that_ended_together_the_id_decides() -> None:
    rows = [row(2, 0, at=7), row(1, 0, at=7), row(3, 0, at=6)]
    assert [one.match for one in career_of("ann", rows, {}).rows] == ["m003", "m001", "m002"]
