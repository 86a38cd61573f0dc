"""The table of bots in docs/bots.md, and the command that plays it again from seeds."""

from __future__ import annotations

from pathlib import Path

from bocage.bots.registry import strategies_of
from bocage.rules.kernel.registry import find_game
from bocage_tools.arena.games import Contest, Played, Results, options_of, play_pairs
from bocage_tools.arena.scores import share_interval
from tests.all_games import GAMES
from tests.ladder import SEED, contests, file_of, named, read_rows, results, rows_of, shown, table


def played(pair: int, seats: tuple[str, ...], *winners: int) -> Played:
    """A game of ten decisions with a choice per seat, 20 ms each."""
    each = (200.0,) * len(seats)
    return Played(pair, seats, winners, "over", 20, (10,) * len(seats), each, each)


def test_page_has_rows_of_contests_under_their_present_rules() -> None:
    rows = read_rows(shown())
    assert rows
    expected = {row.key: row for contest in contests() for row in rows_of(contest)}
    assert {row.key for row in rows} <= expected.keys()
    assert len({row.key for row in rows}) == len(rows)
    assert {row.game for row in rows} == {f"`{game}`" for game in GAMES}
    for row in rows:
        assert row.rules == expected[row.key].rules, f"{row.key}: play it again, python -m tests.ladder"


def test_page_has_the_intervals_of_its_shares() -> None:
    for row in read_rows(shown()):
        share, deals = float(row.points.removesuffix(" %")) / 100, int(row.deals)
        low, high = (float(end.removesuffix(" %")) / 100 for end in row.interval.split(" – "))
        assert low <= share <= high
        if row.other == "the game":
            expected = share_interval(round(share * deals), deals)
            assert max(abs(low - expected[0]), abs(high - expected[1])) < 0.001


def test_the_same_seed_plays_the_same_games() -> None:
    contest = next(one for one in contests() if named(one) == "squad-regular-recruit")
    assert contest.seed == SEED
    first, second = Results(contest), Results(contest)
    for one in (first, second):
        play_pairs(one, 2, lambda pair: True)
    assert [(game.winners, game.reason, game.decisions) for game in first.games.values()] == [
        (game.winners, game.reason, game.decisions) for game in second.games.values()
    ]


def test_rows_are_replaced_by_as_many_deals_or_new_rules() -> None:
    contest = next(one for one in contests() if one.players[0] == "recruit")
    one, two = Results(contest), Results(contest)
    one.add(played(0, ("regular",), 0))
    two.add(played(0, ("regular",)))
    two.add(played(1, ("regular",)))
    of_one, of_two = (read_rows(table([each])) for each in (one, two))
    assert (of_one[0].points, of_two[0].points) == ("100.0 %", "0.0 %")
    assert read_rows(table([two], of_one)) == read_rows(table([one], of_two)) == of_two
    newer = [of_two[0]._replace(rules="0")]
    assert read_rows(table([one], newer)) == of_one


def test_rows_of_contests_that_are_gone_are_dropped() -> None:
    rows = read_rows(shown())
    assert read_rows(table([], [*rows, rows[0]._replace(player="`nobody`")])) == rows


def test_contests_are_between_registered_bots() -> None:
    games = contests()
    assert {one.game for one in games} == set(GAMES)
    for one in games:
        assert set(one.players) <= set(strategies_of(one.game))


def test_contests_have_distinct_names_and_files() -> None:
    games = contests()
    assert len({named(one) for one in games}) == len({file_of(one) for one in games}) == len(games)
    assert {"squad-veteran-sergeant", "squad-veteran-sergeant-map"} <= {named(one) for one in games}
    assert "company_commander-veteran-regular-commander" in {named(one) for one in games}
    for one in games:
        options_of(find_game(one.game), one.options)


def test_levels_without_search_meet_no_heuristic() -> None:
    played = [(one.game, one.players) for one in contests()]
    assert ("company_commander", ("veteran", "regular")) in played
    assert ("company_commander", ("veteran", "captain")) not in played
    assert ("squad", ("veteran", "sergeant")) in played


def test_reading_creates_no_files(tmp_path: Path) -> None:
    assert table(results(tmp_path)).count("\n") == 2
    assert list(tmp_path.iterdir()) == []
    contest = next(one for one in contests() if one.players[0] == "recruit")
    Results(contest, file_of(contest, tmp_path)).add(played(0, ("regular",), 0))
    assert table(results(tmp_path)).splitlines()[2:] == [
        "| `omaha` | 1 | as usual | `regular` | the game | 1 | 100.0 % | 20.7 % – 100.0 % | 20.0 |"
    ]


def test_duels_have_rows_per_pair_solo_games_per_player() -> None:
    duel = Results(Contest("squad", 1, {"variant": "map"}, "s", ("veteran", "sergeant")))
    for game in (played(0, ("veteran", "sergeant"), 0), played(0, ("sergeant", "veteran"), 1)):
        duel.add(game)
    duel.add(played(1, ("veteran", "sergeant"), 1))  # the second game of the pair is missing
    solo = Results(Contest("omaha", 1, {}, "s", ("regular", "veteran")))
    for game in (played(0, ("regular",)), played(0, ("veteran",), 0)):
        solo.add(game)
    rows = table(iter((duel, solo))).splitlines()[2:]
    assert [row.split(" | ")[2:7] for row in rows] == [
        ["as usual", "`regular`", "the game", "1", "0.0 %"],
        ["as usual", "`veteran`", "the game", "1", "100.0 %"],
        ['`{"variant":"map"}`', "`veteran`", "`sergeant`", "1", "100.0 %"],
    ]
    assert all(row.endswith("| 20.0 |") for row in rows)
