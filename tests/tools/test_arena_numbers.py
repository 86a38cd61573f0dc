"""What an arena and a report say of games whose results a test has set: number by number."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, cast

import pytest

from bocage.cli.common import CommandError
from bocage.rules.kernel.registry import find_game
from bocage_tools.arena.command import _goes_on, summary, verdict
from bocage_tools.arena.games import Contest, Played, Results, _play, _timed
from bocage_tools.arena.scores import (
    SCORES,
    _tilt,
    bounds,
    elo_of,
    log_likelihood_ratio,
    mean_interval,
    share_interval,
)
from bocage_tools.report import games as report_module
from bocage_tools.report.games import Played as Reported
from bocage_tools.report.games import Report, play_game
from bocage_tools.report.tables import _Page, _share, _table, markdown
from tests.rules.toy import GAME

TWO = Contest("squad", 1, {}, "test", ("a", "b"))


@pytest.mark.parametrize(
    ("counts", "mean", "low", "high"),
    [
        ([0, 0, 0, 0, 0], 0.5, 0.0, 1.0),
        ([0, 0, 1, 0, 0], 0.5, 0.5, 0.5),
        ([1, 0, 0, 0, 1], 0.5, 0.0, 1.0),
        ([10, 0, 0, 0, 30], 0.75, 0.614101, 0.885899),
        ([2, 4, 8, 4, 2], 0.5, 0.376859, 0.623141),
        ([0, 0, 0, 1, 3], 0.9375, 0.815002, 1.0),
    ],
)
def test_the_mean_of_pairs_and_how_sure_it_is(counts: list[int], mean: float, low: float, high: float) -> None:
    assert mean_interval(counts) == pytest.approx((mean, low, high), abs=1e-6)


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (8, 10, 0.490162, 0.943318),
        (0, 10, 0.0, 0.277533),
        (10, 10, 0.722467, 1.0),
        (50.5, 100, 0.408651, 0.600979),
    ],
)
def test_a_share_and_how_sure_it_is(won: float, games: int, low: float, high: float) -> None:
    assert share_interval(won, games) == pytest.approx((low, high), abs=1e-5)


def test_the_test_stops_where_the_allowed_errors_say() -> None:
    assert bounds() == pytest.approx((-math.log(19), math.log(19)))
    assert bounds(0.1, 0.2) == pytest.approx((math.log(0.2 / 0.9), math.log(0.8 / 0.1)))
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.01)
    assert log_likelihood_ratio([10, 20, 30, 20, 20], 0.5, 0.5) == pytest.approx(0.0)
    up, down = log_likelihood_ratio([0, 0, 0, 0, 9], 0.5, 0.6), log_likelihood_ratio([9, 0, 0, 0, 0], 0.5, 0.6)
    assert up == pytest.approx(9 * math.log(0.6 / 0.5), abs=0.01)
    assert down == pytest.approx(9 * math.log(0.4 / 0.5), abs=0.01)
    assert [verdict([0, 0, 0, 0, n], [0, 50]) for n in (1, 200)] == [None, 1]
    assert verdict([200, 0, 0, 0, 0], [0, 50]) == 0


def results(*scores: tuple[tuple[int, ...], tuple[int, ...]]) -> Results:
    """Pairs: who won with a in the first seat, and who with b there."""
    made = Results(TWO)
    for pair, (first, second) in enumerate(scores):
        made.add(Played(pair, ("a", "b"), first, "r", 9, (4, 2), (10.0, 3.0), (5.0, 2.0)))
        made.add(Played(pair, ("b", "a"), second, "r", 9, (1, 6), (1.0, 20.0), (1.0, 9.6)))
    return made


def test_a_summary_counts_wins_times_and_pairs() -> None:
    # a wins both games, then one of each, then a draw and a win.
    text = summary(results(((0,), (1,)), ((0,), (0,)), ((), (1,))))
    lines = text.splitlines()
    assert lines[2] == "| `a` | 6 | 4.5 | 75.0 % | 36.5 % – 94.0 % | 3.0 | 10 |"
    assert lines[3] == "| `b` | 6 | 1.5 | 25.0 % | 6.0 % – 63.5 % | 1.3 | 2 |"
    assert lines[-1].startswith("| `a` – `b` | 0 | 0 | 1 | 1 | 1 | 0.750 |")
    assert lines[-1].endswith("| +191 |")
    empty = summary(Results(TWO)).splitlines()
    assert empty[2] == "| `a` | 0 | 0 | 0.0 % | 0.0 % – 100.0 % | 0.0 | 0 |"
    assert empty[-1] == "| `a` – `b` | 0 | 0 | 0 | 0 | 0 | 0.500 | 0.000 – 1.000 | +0 |"


@pytest.mark.parametrize(("pairs", "said"), [(1, "undecided"), (300, "H1: Elo 30")])
def test_a_summary_says_what_the_test_found(pairs: int, said: str) -> None:
    last = summary(results(*[((0,), (1,))] * pairs), [-30.0, 30.0]).splitlines()[-1]
    assert last.startswith("SPRT [-30, 30]: LLR ")
    assert last.endswith(f"(-2.94, 2.94) – {said}")


def test_sequential_test_reports_progress_and_stops(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sure = results(*[((0,), (1,))] * 300)
    assert [_goes_on(sure, pairs, None) for pairs in (1, 24, 25, 26, 50)] == [True] * 5
    assert [line.split(":")[0] for line in capsys.readouterr().err.splitlines()] == ["25", "50"]
    assert _goes_on(sure, 1, [-30.0, 30.0]) is False
    assert _goes_on(results(((0,), (1,))), 1, [-30.0, 30.0]) is True
    assert capsys.readouterr().err == ""
    _goes_on(results(((0,), (1,)), ((), ())), 25, None)
    assert capsys.readouterr().err == "25: a – b 0.750 [0.260, 1.000]\n"


def test_only_thinking_about_a_choice_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([1.0, 1.5, 2.0, 2.25])
    monkeypatch.setattr("time.process_time", lambda: next(clock, 9.0))
    times: list[float] = []
    chosen = _timed(lambda view, actions: actions[-1], times)
    assert chosen is not None
    assert cast(Any, chosen)({}, [1, 2]) == 2
    assert cast(Any, chosen)({}, [3]) == 3
    assert times == [500.0]
    assert _timed(None, times) is None


def test_a_strategy_is_shown_what_its_seat_may_know() -> None:
    seen: list[dict[str, Any]] = []

    def first(view: dict[str, Any], actions: list[Any]) -> Any:
        seen.append({**view, "told": list(view["told"])})
        return actions[0]

    end = play_game(GAME, "s", GAME.Options(), [first, None])
    assert end.decisions >= len(seen) >= 2
    document = seen[0]
    assert (document["game"], document["rules"], document["status"]) == ("toy", 1, "playing")
    assert document["options"] == {"hand": 2, "swaps": True}
    assert document["seats"] == {"0": {"player": "0", "name": "0"}, "1": {"player": "1", "name": "1"}}
    assert (document["turn"], set(document["table"]["hands"])) == (0, {"0"})
    # What happened until then, the other's moves as well, each once.
    told = [len(one["told"]) for one in seen]
    assert told == sorted(told)
    assert told[-1] > told[0]


def test_a_game_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_module, "_STEPS", 4)
    options = GAME.Options(hand=3)
    with pytest.raises(CommandError, match="no end after 4 decisions"):
        play_game(GAME, "s", options, [None, None])
    monkeypatch.setattr(report_module, "_STEPS", 12)
    assert play_game(GAME, "s", options, [None, None]).decisions > 4


def page(*played: Reported, game: str = "squad", language: str = "en") -> _Page:
    return _Page([Report(game, "s", {}, ("random",), played)], language)


def test_lengths_are_medians_with_nine_tenths_around_them() -> None:
    one = page()
    assert one.spread([]) == "–"
    assert one.spread([7]) == "7 (7–7)"
    assert one.spread([3, 1, 2]) == "2 (1–3)"
    assert one.spread(list(range(101))) == "50 (5–95)"
    assert one.spread([1] * 90 + [2] * 4 + [9] * 6) == "1 (1–9)"
    assert page(language="ja").spread([7]) == "7（7～7）"


def test_a_margin_becomes_smaller_with_the_root_of_the_games() -> None:
    one = Reported((0,), "r", 4, -1, {})
    for count, margin in ((1, "±98.0"), (4, "±49.0"), (100, "±9.8"), (0, "±0 ")):
        text = markdown([Report("squad", "s", {}, ("random", "random"), (one,) * count)], "en", "made so")
        assert margin in text
        assert f"{count} games per row, played by random choice, seed `s`." in text
        assert text.splitlines()[0].endswith("Made by `made so`")
        assert "turns" not in text


def test_solo_games_are_won_or_lost() -> None:
    won, lost = Reported((0,), "r", 4, 2, {}), Reported((), "s", 6, 3, {})
    solo = page(won, lost, lost, game="omaha")
    assert solo.sides() == ["won"]
    assert solo.shares([won, lost, lost]) == ["33.3 %"]
    assert [solo.side(one) for one in (won, lost)] == ["won", "lost"]
    assert "| lost | 66.7 % |" in solo.endings()
    assert solo.results().splitlines()[-1] == "| as usual | 33.3 % | 6 (4–6) | 3 (2–3) |"
    two = page()
    first, second = (find_game("squad").text["en"][f"seat.{seat}"] for seat in (0, 1))
    assert two.sides() == [f"{first} wins", f"{second} wins", "drawn"]
    assert [two.side(one) for one in (won, lost)] == [f"{first} wins", "drawn"]


def test_facets_of_seats_are_one_table_and_others_one_each() -> None:
    one = page()
    assert one.base("nation_1", {"nation_0": None, "nation_1": None}) == "nation"
    assert one.base("nation_1", {"nation_1": None}) == ""
    assert one.base("hand", {"hand": None}) == ""
    assert one.base("a_b", {"a_0": None, "a_1": None}) == ""
    assert one.options({}) == "as usual"
    assert one.options({"none": True, "such": 3}) == "none: true, such: 3"
    assert one.facet("nothing", "here") == "here"
    assert one.facet("nothing") == "nothing"


def test_shares_and_cells() -> None:
    assert [_share(1, 3), _share(0, 5), _share(0, 0), _share(5, 5)] == ["33.3 %", "0.0 %", "–", "100.0 %"]
    assert _table(["a", "b|c"], [["1", "2"]]) == "| a | b\\|c |\n| --- | --- |\n| 1 | 2 |"


def test_a_file_of_an_arena_is_kept_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    made = Results(TWO, file)
    one = Played(0, ("a", "b"), (0,), "r", 9, (4, 2), (10.0, 3.0), (5.0, 2.0))
    made.add(one)
    whole = file.read_bytes()
    assert whole.count(b"\n") == 2
    assert Results(TWO, file).games == {(0, ("a", "b")): one}
    assert file.read_bytes() == whole
    # A line that was cut off goes, and all before it stays.
    file.write_bytes(whole + b'{"pair":1')
    assert Results(TWO, file).games == {(0, ("a", "b")): one}
    assert file.read_bytes() == whole
    file.write_bytes(whole.split(b"\n")[0])
    assert Results(TWO, file).games == {}
    assert file.read_bytes() == whole.split(b"\n")[0] + b"\n"
    assert [one.score(who) for who in ("a", "b", "c")] == [1.0, 0.0, 0.0]


@pytest.mark.parametrize("mean", [0.45, 0.5, 0.6])
def test_the_likeliest_distribution_has_the_mean_that_is_asked_for(mean: float) -> None:
    seen = [3.0, 1.0, 4.0, 1.0, 5.0]
    tilt = _tilt(seen, mean)
    chances = [count / (1 + tilt * (score - mean)) for count, score in zip(seen, SCORES, strict=True)]
    found = sum(chance * score for chance, score in zip(chances, SCORES, strict=True)) / sum(chances)
    assert found == pytest.approx(mean, abs=1e-9)


def test_times_of_a_game_are_kept_in_tenths(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the seat that was asked how many, how long all together, and how long at most; of the other none."""
    clock = iter([1.0, 1.00125, 2.0, 2.00325])
    monkeypatch.setattr("time.process_time", lambda: next(clock))

    def play(game: Any, seed: str, options: Any, asked: list[Any]) -> Reported:
        assert asked[1] is None
        assert [asked[0]({}, actions) for actions in ([1, 2], [3, 4])] == [1, 3]
        return Reported((0,), "r", 7, 2, {})

    monkeypatch.setattr("bocage_tools.arena.games.play_game", play)
    strategies: Any = {"a": lambda view, actions: actions[0], "b": None}
    found = _play(cast(Any, None), "s/3", 3, cast(Any, None), ("a", "b"), strategies)
    assert found == Played(3, ("a", "b"), (0,), "r", 7, (2, 0), (4.5, 0.0), (3.2, 0.0))
