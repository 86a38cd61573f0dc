"""The arena: fair pairs, results that survive a crash, and a test that is as right as it says."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import msgspec
import pytest

from bocage.cli.common import CommandError
from bocage_tools.arena.command import main, verdict
from bocage_tools.arena.games import Contest, Played, Results, _seatings_of_all, play_pairs
from bocage_tools.arena.scores import (
    SCORES,
    bounds,
    elo_of,
    log_likelihood_ratio,
    mean_interval,
    score_of,
    share_interval,
)

SOLO = Contest("omaha", 1, {}, "test", ("planner", "random"))
TWO = Contest("squad", 1, {}, "test", ("sergeant", "random"))


def always(pairs: int) -> bool:
    """Never stop early."""
    return True


def game(pair: int, seats: tuple[str, ...], *winners: int) -> Played:
    return Played(pair, seats, winners, "because", 9, (4,) * len(seats), (2.0,) * len(seats), (1.0,) * len(seats))


def test_elo_and_score_are_inverse() -> None:
    assert score_of(0) == 0.5
    assert score_of(400) == pytest.approx(10 / 11)
    for elo in (-300.0, -10.0, 0.0, 15.0, 250.0):
        assert elo_of(score_of(elo)) == pytest.approx(elo)
    assert (elo_of(1.0), elo_of(0.0)) == (math.inf, -math.inf)


def test_the_ratio_of_two_values_is_the_known_one() -> None:
    """With wins and losses alone the likeliest distribution is the binomial one."""
    counts, low, high = [40, 0, 0, 0, 60], 0.5, 0.6
    known = 60 * math.log(0.6 / 0.5) + 40 * math.log(0.4 / 0.5)
    assert log_likelihood_ratio(counts, low, high) == pytest.approx(known, abs=0.01)
    assert log_likelihood_ratio([0] * 5, low, high) == 0.0


def test_the_ratio_of_many_pairs_is_near_the_normal_one() -> None:
    counts, low, high = [1000, 2400, 3900, 2600, 1100], 0.5, 0.51
    mean, *_ = mean_interval(counts)
    variance = sum(n * (score - mean) ** 2 for n, score in zip(counts, SCORES, strict=True)) / sum(counts)
    normal = sum(counts) * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert log_likelihood_ratio(counts, low, high) == pytest.approx(normal, rel=0.05)


@pytest.mark.parametrize(
    ("tests", "most"),
    [pytest.param(30, 5, marks=pytest.mark.short), pytest.param(200, 20, marks=pytest.mark.long)],
    ids=["few", "many"],
)
@pytest.mark.parametrize(("truth", "wrong"), [(0, 1), (1, 0)])
def test_the_sequential_test_is_hardly_ever_wrong(truth: int, wrong: int, tests: int, most: int) -> None:
    """At most about 5 % of the tests; seldom more than ``most`` by chance."""
    sprt = [0.0, 120.0]
    mean = score_of(sprt[truth])
    rng = Random(f"sprt/{truth}")
    accepted = [0, 0]
    for _ in range(tests):
        counts = [0] * 5
        while (found := verdict(counts, sprt)) is None:
            counts[int(rng.random() < mean) * 2 + int(rng.random() < mean) * 2] += 1
        accepted[found] += 1
    assert accepted[wrong] <= most
    assert bounds() == pytest.approx((-2.944, 2.944), abs=1e-3)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng = Random("intervals")
    held = [0, 0]
    for _ in range(300):
        wins = sum(rng.random() < 0.7 for _ in range(100))
        low, high = share_interval(wins, 100)
        held[0] += low <= 0.7 <= high
        counts = [0] * 5
        for _ in range(100):
            counts[rng.choices(range(5), (1, 2, 3, 2, 2))[0]] += 1
        _, low, high = mean_interval(counts)
        held[1] += low <= 0.55 <= high
    assert all(270 <= count <= 297 for count in held)
    assert share_interval(0, 0) == (0.0, 1.0)


def test_a_pair_has_the_same_cards_and_both_seats() -> None:
    results = Results(TWO)
    play_pairs(results, 2, always)
    assert sorted(results.games) == [
        (pair, seats) for pair in (0, 1) for seats in (("random", "sergeant"), ("sergeant", "random"))
    ]
    assert sum(results.counts("sergeant", "random")) == 2


def test_strategies_meet_in_pairs_and_play_solo_once() -> None:
    results = Results(msgspec.structs.replace(SOLO, players=("planner", "random", "bocage.bots.zombies:make")))
    with pytest.raises(CommandError, match="no strategy"):
        play_pairs(results, 1, always)
    results = Results(msgspec.structs.replace(TWO, players=("sergeant", "random", "tests.tools.test_arena:first")))
    play_pairs(results, 1, always)
    assert len(results.games) == 6


def first(view: dict[str, object], actions: list[dict[str, object]]) -> dict[str, object]:
    """A strategy of somebody's own."""
    return actions[0]


def test_scores_of_pairs() -> None:
    solo = Results(SOLO)
    for pair, (one, other) in enumerate([((0,), ()), ((), (0,)), ((0,), (0,)), ((), ())]):
        solo.add(game(pair, ("planner",), *one))
        solo.add(game(pair, ("random",), *other))
    solo.add(game(9, ("planner",), 0))
    assert solo.counts("planner", "random") == [1, 0, 2, 0, 1]
    two = Results(TWO)
    two.add(game(0, ("sergeant", "random"), 0))
    assert two.pair_score(0, "sergeant", "random") is None
    two.add(game(0, ("random", "sergeant")))
    assert two.pair_score(0, "sergeant", "random") == 0.75
    assert two.pair_score(0, "random", "sergeant") == 0.25


def test_an_arena_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    whole, file = Results(SOLO), tmp_path / "arena.jsonl"
    play_pairs(whole, 6, always)
    play_pairs(Results(SOLO, file), 3, always)
    data = file.read_bytes()
    file.write_bytes(data[:-20])
    resumed = Results(SOLO, file)
    assert len(resumed.games) == 5
    play_pairs(resumed, 6, always)
    assert ends(resumed) == ends(whole) == ends(Results(SOLO, file))
    assert len(file.read_bytes().splitlines()) == 1 + 12


def ends(results: Results) -> dict[tuple[int, tuple[str, ...]], tuple[tuple[int, ...], str, int]]:
    """How all games went, without the times."""
    return {key: (one.winners, one.reason, one.decisions) for key, one in results.games.items()}


def test_another_contest_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    Results(SOLO, file)
    with pytest.raises(CommandError, match="another contest"):
        Results(msgspec.structs.replace(SOLO, seed="other"), file)
    file.write_bytes(b"no json\n")
    with pytest.raises(CommandError, match="no file of an arena"):
        Results(SOLO, file)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCAGE_LANG", "en")
    line = ["planner", "random", "--game", "omaha", "--games", "25", "--out", str(tmp_path / "a.jsonl")]
    assert main(line) == 0
    said = capsys.readouterr()
    assert said.err.startswith("25: planner – random 0.")
    assert "| `planner` – `random` |" in said.out
    assert main([*line, "--sprt", "-50", "50"]) == 0
    assert "H1: Elo 50" in capsys.readouterr().out
    for wrong in (["planner", "--game", "omaha"], [*line, "--sprt", "50", "0"]):
        assert main(wrong) == 2
    assert main(["planner", "random", "--game", "omaha", "--options", '{"none":1}']) == 1
    assert main(["planner", "nobody", "--game", "omaha"]) == 1


def test_games_of_a_pair_follow_each_other() -> None:
    assert list(_seatings_of_all(("a", "b", "c"), False)) == [
        *(("a", "b"), ("b", "a")),
        *(("a", "c"), ("c", "a")),
        *(("b", "c"), ("c", "b")),
    ]
    assert list(_seatings_of_all(("a", "b", "c"), True)) == [("a",), ("b",), ("c",)]
