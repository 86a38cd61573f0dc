"""The ladder of bots in the docs says what the games that are kept beside it came to."""

from __future__ import annotations

from pathlib import Path

from bocage.bots.registry import strategies_of
from bocage.cli.arena_games import Contest, Played, Results, options_of
from bocage.cli.report import END, START
from bocage.rules.kernel.registry import find_game
from tests.all_games import GAMES
from tests.ladder import MARK, PAGE, contests, file_of, named, results, table


def played(pair: int, seats: tuple[str, ...], *winners: int) -> Played:
    """A game of ten decisions with a choice per seat, 20 ms each."""
    each = (200.0,) * len(seats)
    return Played(pair, seats, winners, "over", 20, (10,) * len(seats), each, each)


def test_the_page_has_the_table_that_the_games_make() -> None:
    text = PAGE.read_text(encoding="utf-8")
    shown = text.partition(START.replace("report", f"report {MARK}") + "\n")[2].partition(END)[0]
    assert shown == table(results())


def test_contests_are_between_bots_that_there_are() -> None:
    games = contests()
    assert {one.game for one in games} == set(GAMES)
    for one in games:
        assert set(one.players) <= set(strategies_of(one.game))


def test_every_contest_has_a_name_and_a_file_of_its_own() -> None:
    games = contests()
    assert len({named(one) for one in games}) == len({file_of(one) for one in games}) == len(games)
    assert {"squad-veteran-sergeant", "squad-veteran-sergeant-map"} <= {named(one) for one in games}
    assert "company_commander-veteran-regular-commander" in {named(one) for one in games}
    for one in games:
        options_of(find_game(one.game), one.options)


def test_a_level_is_not_played_with_the_heuristic_that_it_is() -> None:
    played = [(one.game, one.players) for one in contests()]
    assert ("company_commander", ("veteran", "regular")) in played
    assert ("company_commander", ("veteran", "captain")) not in played
    assert ("squad", ("veteran", "sergeant")) in played


def test_reading_begins_no_files(tmp_path: Path) -> None:
    assert table(results(tmp_path)).count("\n") == 2
    assert list(tmp_path.iterdir()) == []
    contest = next(one for one in contests() if one.players[0] == "recruit")
    Results(contest, file_of(contest, tmp_path)).add(played(0, ("regular",), 0))
    assert table(results(tmp_path)).splitlines()[2:] == [
        "| `omaha` | as usual | `regular` | the game | 1 | 100.0 % | 20.7 % – 100.0 % | 20.0 |"
    ]


def test_two_players_are_told_by_pairs_and_solo_players_alone() -> None:
    duel = Results(Contest("squad", 1, {"variant": "map"}, "s", ("veteran", "sergeant")))
    for game in (played(0, ("veteran", "sergeant"), 0), played(0, ("sergeant", "veteran"), 1)):
        duel.add(game)
    duel.add(played(1, ("veteran", "sergeant"), 1))  # the second game of the pair is missing
    solo = Results(Contest("omaha", 1, {}, "s", ("planner", "veteran")))
    for game in (played(0, ("planner",)), played(0, ("veteran",), 0)):
        solo.add(game)
    rows = table(iter((duel, solo))).splitlines()[2:]
    assert [row.split(" | ")[1:6] for row in rows] == [
        ['`{"variant":"map"}`', "`veteran`", "`sergeant`", "1", "100.0 %"],
        ["as usual", "`planner`", "the game", "1", "0.0 %"],
        ["as usual", "`veteran`", "the game", "1", "100.0 %"],
    ]
    assert all(row.endswith("| 20.0 |") for row in rows)
