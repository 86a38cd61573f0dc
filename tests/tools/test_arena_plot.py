"""Ratings of an arena, and its picture."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from bocage_tools.arena.command import main, picture, rated, summary
from bocage_tools.arena.games import Contest, Played, Results
from bocage_tools.arena.plot import Panel, Row, plot, ticks
from bocage_tools.arena.ratings import Counts, ratings
from bocage_tools.arena.scores import elo_of, mean_interval, score_of

SVG = "{http://www.w3.org/2000/svg}"
THREE = ("a", "b", "c")


def test_two_players_are_rated_by_their_score() -> None:
    """The imagined pair is one of 1,001, and the interval is that of the mean."""
    counts = [200, 0, 300, 0, 500]
    best, worst = ratings(("a", "b"), {(0, 1): counts})
    mean, low, high = mean_interval(counts)
    assert (best.player, worst.player) == ("a", "b")
    assert best.elo == pytest.approx(-worst.elo)
    assert best.elo - worst.elo == pytest.approx(elo_of(mean), abs=0.3)
    assert 2 * (best.high - best.low) == pytest.approx(elo_of(high) - elo_of(low), rel=0.02)


def test_ratings_do_not_depend_on_the_order_of_players() -> None:
    counts: dict[tuple[int, int], list[int]] = {
        (0, 1): [1, 2, 3, 4, 5],
        (0, 2): [0, 1, 0, 3, 9],
        (1, 2): [2, 2, 2, 2, 4],
    }
    turned = {(2 - b, 2 - a): found[::-1] for (a, b), found in counts.items()}
    found, again = ratings(THREE, counts), ratings(THREE[::-1], turned)
    assert [one.player for one in found] == [one.player for one in again] == ["a", "b", "c"]
    for one, other in zip(found, again, strict=True):
        assert (one.elo, one.low, one.high) == pytest.approx((other.elo, other.low, other.high))
    assert sum(one.elo for one in found) == pytest.approx(0)


def test_intervals_hold_the_true_ratings_as_often_as_they_say() -> None:
    truth, rng, held = {"a": 90.0, "b": 0.0, "c": -90.0}, Random("ratings"), 0
    for _ in range(100):
        counts: dict[tuple[int, int], list[int]] = {}
        for one, other in combinations(range(3), 2):
            found = counts[one, other] = [0] * 5
            chance = score_of(truth[THREE[one]] - truth[THREE[other]])
            for _ in range(60):
                found[2 * ((rng.random() < chance) + (rng.random() < chance))] += 1
        held += sum(one.low <= truth[one.player] <= one.high for one in ratings(THREE, counts))
    assert 270 <= held <= 297


@pytest.mark.parametrize("counts", [{(0, 1): [0, 0, 0, 0, 50]}, {(0, 1): [0] * 5}])
def test_ratings_are_finite(counts: Counts) -> None:
    best, worst = ratings(("a", "b"), counts)
    assert all(map(math.isfinite, (best.elo, best.low, best.high, worst.elo, worst.low, worst.high)))
    assert best.elo - worst.elo == pytest.approx(elo_of(50.5 / 51) if any(counts.get((0, 1), ())) else 0)


def test_unknown_rating_has_a_wide_interval() -> None:
    few, many = (ratings(("a", "b"), {(0, 1): [n, 0, 0, 0, n]})[0] for n in (5, 500))
    none, _ = ratings(("a", "b"), {(0, 1): [0] * 5})
    assert none.high - none.low > 2 * (few.high - few.low) > 16 * (many.high - many.low)


def results(players: tuple[str, ...] = THREE) -> Results:
    """Four pairs each; who comes first in the alphabet wins, but for one game of every pair number 3."""
    made = Results(Contest("squad", 1, {"variant": "map"}, "test", players))
    for one, other in combinations(players, 2):
        for pair in range(4):
            for seats in ((one, other), (other, one)):
                best = seats.index(one)
                winner = 1 - best if pair == 3 and best else best
                made.add(Played(pair, seats, (winner,), "r", 9, (4, 4), (1.0, 1.0), (1.0, 1.0)))
    return made


def test_three_are_rated_in_the_summary() -> None:
    lines = summary(results()).splitlines()
    assert lines[-5:-3] == ["| strategy | rating | 95 % interval |", "|---|---|---|"]
    assert [line.split("|")[1].strip() for line in lines[-3:]] == ["`a`", "`b`", "`c`"]
    best, *_ = rated(results())
    assert f"| {best.elo:+.0f} | {best.low:+.0f} – {best.high:+.0f} |" in lines[-3]
    assert "rating" not in summary(results(("a", "b")))


def test_the_picture_shows_every_score_and_rating() -> None:
    root = ET.fromstring(picture(results()))
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert words[0] == 'squad {"variant":"map"}'
    for said in ("a – b", "a – c", "b – c", "87.5 % (4)", "50 %", "rating", "+0", "+100", "a", "b", "c"):
        assert said in words
    assert len(list(root.iter(f"{SVG}circle"))) == 3 + 3
    only = ET.fromstring(picture(results(("a", "b<c>"))))
    assert len(list(only.iter(f"{SVG}circle"))) == 1
    assert [text.text for text in only.iter(f"{SVG}text")][1:] == [
        "points of the first one (pairs)", "0 %", "25 %", "50 %", "75 %", "100 %", "a – b<c>", "87.5 % (4)",
    ]  # fmt: skip


def test_what_lies_outside_the_scale_ends_at_its_edge() -> None:
    row = Row("a", 2.0, -3.0, 0.5, "far")
    root = ET.fromstring(plot("t", [Panel("p", [row], 0, (-1.0, 0.0, 1.0), str)]))
    (circle,) = root.iter(f"{SVG}circle")
    paths = [path.get("d") or "" for path in root.iter(f"{SVG}path")]
    assert [path.partition(" ")[0] for path in paths] == ["M300.0", "M515.0", "M730.0", "M300.0"]
    assert circle.get("cx") == "730.0"
    assert paths[-1].endswith("H622.5")


def test_scales_hold_all_values() -> None:
    assert ticks(-120, 30, 100) == [-200, -100, 0, 100]
    assert ticks(0, 0, 100) == [0, 100]


def test_the_command_draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCAGE_LANG", "en")
    file = tmp_path / "arena.svg"
    line = ["planner", "random", "--game", "omaha", "--games", "2", "--plot", str(file)]
    assert main(line) == 0
    assert "planner – random" in [text.text for text in ET.parse(file).iter(f"{SVG}text")]


def test_each_panel_stands_below_the_one_before() -> None:
    """Two panels, of two rows and of one: where everything is, from the top to the bottom."""
    scores = Panel("Scores", [Row("a", 0.5, 0.25, 0.75, "half"), Row("b", 1, 0, 1, "all")], 0.5, (0, 0.5, 1), str)
    rating = Panel("Ratings", [Row("c", 50, 0, 100, "+50")], 0, (0, 100), lambda elo: f"{elo:+.0f}")
    root = ET.fromstring(plot("t", [scores, rating]))
    assert (root.get("viewBox"), root.get("width"), root.get("height")) == ("0 0 860 274", "860", "274")
    (paper,) = root.iter(f"{SVG}rect")
    assert (paper.get("width"), paper.get("height")) == ("860", "274")
    assert [(text.get("x"), text.get("y"), text.text) for text in root.iter(f"{SVG}text")] == [
        ("20", "34", "t"),
        ("20", "74", "Scores"),
        ("300.0", "164", "0"),
        ("515.0", "164", "0.5"),
        ("730.0", "164", "1"),
        ("20", "106", "a"),
        ("744", "106", "half"),
        ("20", "136", "b"),
        ("744", "136", "all"),
        ("20", "198", "Ratings"),
        ("300.0", "258", "+0"),
        ("730.0", "258", "+100"),
        ("20", "230", "c"),
        ("744", "230", "+50"),
    ]
    assert [(path.get("d"), path.get("stroke-width")) for path in root.iter(f"{SVG}path")] == [
        ("M300.0 86V146", "0.7"),
        ("M515.0 86V146", "1.5"),
        ("M730.0 86V146", "0.7"),
        ("M407.5 101H622.5", "3"),
        ("M300.0 131H730.0", "3"),
        ("M300.0 210V240", "1.5"),
        ("M730.0 210V240", "0.7"),
        ("M300.0 225H730.0", "3"),
    ]
    assert [tuple(map(circle.get, ("cx", "cy", "r"))) for circle in root.iter(f"{SVG}circle")] == [
        ("515.0", "101", "5"),
        ("730.0", "131", "5"),
        ("515.0", "225", "5"),
    ]
    # The middle is drawn in ink.
    strokes = [path.get("stroke") for path in root.iter(f"{SVG}path")]
    assert strokes[1] == strokes[5] != strokes[0] == strokes[2] == strokes[6]


def test_ratings_have_a_line_for_every_hundred() -> None:
    words = [text.text or "" for text in ET.fromstring(picture(results())).iter(f"{SVG}text")]
    marks = [int(word) for word in words if word[:1] in "+-" and word[1:].isdigit()][: -len(THREE)]
    assert marks == list(range(marks[0], marks[-1] + 1, 100))
    assert marks[0] < 0 < marks[-1]


def test_places_are_told_in_tenths() -> None:
    root = ET.fromstring(plot("t", [Panel("p", [Row("a", 1 / 3, 0, 2 / 3, "")], 0, (0, 1), str)]))
    (circle,) = root.iter(f"{SVG}circle")
    assert circle.get("cx") == "443.3"


def test_ratings_are_found_where_one_has_none_to_gain() -> None:
    """The one in the middle is rated right at once; the others are not."""
    counts = {(0, 1): [0, 0, 0, 0, 20], (1, 2): [0, 0, 0, 0, 20], (0, 2): [0, 0, 0, 0, 20]}
    at = {one.player: one.elo for one in ratings(THREE, counts)}
    assert at["b"] == pytest.approx(0)
    for player, got in (("a", 2 * 20.5), ("b", 21.0), ("c", 2 * 0.5)):
        wanted = sum(21 * score_of(at[player] - at[other]) for other in THREE if other != player)
        assert wanted == pytest.approx(got, abs=1e-6)
