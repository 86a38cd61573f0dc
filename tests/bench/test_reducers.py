"""The reducer bench counts what it says it counts; how fast that is, no test asks."""

from __future__ import annotations

from pathlib import Path

from bocage.rules.kernel.play import Playthrough
from tests.bench.measure import Connection, Rate, middle, timed
from tests.bench.reducers import chess_self_play, fold, measure, self_play, stored
from tests.rules.toy import GAME


def test_self_play_and_replay_count_the_same_actions() -> None:
    playthroughs: list[Playthrough] = []
    done = self_play(GAME, 1, 50, playthroughs)
    assert done == sum(len(playthrough.actions) for playthrough in playthroughs) >= 50
    assert fold(GAME, [(playthrough, stored(playthrough)) for playthrough in playthroughs]) == done


def test_the_yardstick_plays_as_many_moves_as_asked() -> None:
    assert chess_self_play(3, 200) == 200


def test_every_figure_has_its_floor() -> None:
    lines = measure(GAME, rounds=1, steps=40)
    assert [line.target for line in lines] == [1.0, 3.0, 3.0, 1.0]
    assert all(line.value > 0 and line.floor > 0 for line in lines)


def test_a_line_says_whether_the_target_is_met() -> None:
    assert "ratio  2.00   target 2: met" in str(Connection("x", 10, 5, 2))
    assert "ratio  0.50   target 1: NOT MET" in str(Connection("x", 5, 10, 1))
    assert Connection("x", 5, 0, 1).ratio == 0


def test_rates() -> None:
    assert middle([Rate(1, 1.0), Rate(30, 1.0), Rate(4, 2.0)]) == 2
    assert Rate(3, 0.0).per_second == 0
    rate = timed(lambda: sum(range(100_000)) and 7)
    assert rate.count == 7
    assert rate.seconds >= 0


def test_every_bench_named_exists() -> None:
    from tests.bench.__main__ import BENCHES, main

    folder = Path(__file__).parent
    assert all((folder / f"{name}.py").exists() for name in BENCHES)
    assert main(["nonsense"]) == 2
