"""What a load finds broken: notes that are right, and notes with one thing changed."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from bocage.log.entries import Acted, Entry, decode, told_secret
from bocage.log.match import Match
from bocage.log.view import view
from bocage_tools.load.checks import Checked, Record, Tally, check, share
from bocage_tools.load.command import main
from bocage_tools.load.lag import load_was_slow
from bocage_tools.load.table import Story, header, line_of, report
from tests.cli.stored import play_out


def whole(entries: list[Entry]) -> tuple[Record, Record]:
    """What the only player and a watcher of a match note where all is right."""
    player, watcher = Record(), Record()
    match = Match(told_secret(entries))
    for entry in entries:
        match.extend(entry)
        for seat, record in ((0, player), (-1, watcher)):
            if entry.seq > 1:
                shown = msgspec.to_builtins(view(match, seat))
                record.note(entry.seq, seat, shown, match.over, whole=entry.seq == 2)
        body = decode(entry.raw)
        if isinstance(body, Acted):
            player.acked(entry.seq, body.action)
    return player, watcher


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    """A finished solo match."""
    return play_out("omaha", 5)


def test_notes_that_are_right_break_nothing(entries: list[Entry]) -> None:
    found = check("m", entries, whole(entries))
    assert found.broken == []
    assert (found.matches, found.entries) == (1, len(entries))
    assert found.views == 2 * (len(entries) - 1)
    assert found.acknowledged == sum(isinstance(decode(entry.raw), Acted) for entry in entries) > 3


def change_action(player: Record) -> None:
    player.acknowledged[next(iter(player.acknowledged))] = {"do": "something else"}


def change_view(player: Record) -> None:
    player.seen[3, 0] = b"another"


def acknowledge_nothing(player: Record) -> None:
    player.acknowledged[10_000] = {"do": "this"}


def see_nothing(player: Record) -> None:
    player.seen[10_000, 0] = b"some"


def not_end(player: Record) -> None:
    player.ended = False


def skip(player: Record) -> None:
    player.note(player.newest + 2, 0, {}, True, whole=False)
    del player.seen[player.newest, 0]


def go_back(player: Record) -> None:
    player.note(1, 0, {}, True, whole=True)
    del player.seen[1, 0]


def see_twice(player: Record) -> None:
    player.note(player.newest, 0, {"another": 1}, True, whole=True)


def acknowledge_twice(player: Record) -> None:
    player.acked(next(iter(player.acknowledged)), {"do": "something else"})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (change_action, "is not what was acknowledged"),
        (change_view, "what seat 0 was shown of entry 3 is not what it is"),
        (acknowledge_nothing, "entry 10000 was acknowledged and is not there"),
        (see_nothing, "entry 10000 was shown and is not there"),
        (not_end, "the end was not shown"),
        (skip, "was shown after entry"),
        (go_back, "set back"),
        (see_twice, "two different views"),
        (acknowledge_twice, "two actions were acknowledged"),
    ],
)
def test_one_thing_that_is_not_as_promised_is_found(
    change: Callable[[Record], None], words: str, entries: list[Entry]
) -> None:
    player, watcher = whole(entries)
    change(player)
    (only,) = check("m", entries, [player, watcher]).broken
    assert only.startswith("m: ")
    assert words in only


def test_two_players_cannot_have_the_same_entry(entries: list[Entry]) -> None:
    player, watcher = whole(entries)
    seq, action = next(iter(player.acknowledged.items()))
    watcher.acked(seq, action)
    assert check("m", entries, [player, watcher]).broken == [f"m: entry {seq} was acknowledged to two players"]


def test_a_log_with_a_gap_is_found(entries: list[Entry]) -> None:
    player, watcher = whole(entries)
    assert "m: the log has gaps" in check("m", entries[:4] + entries[5:], [player, watcher]).broken


def story_of(*tallies: Tally, seconds: float = 15.0) -> Story:
    """What so many processes have counted after so many seconds."""
    story = Story(len(tallies))
    story.take(tallies)
    story.seconds = seconds
    return story


def test_table_and_report_count() -> None:
    tally = Tally(playing=3, watching=9, connections=15, standing=14, updates=600)
    tally.delays = [0.001] * 98 + [0.002, 0.5]
    tally.late = [0.0001] * 99 + [0.02]
    tally.refuse("stale")
    tally.checked.add(Checked(2, 80, 70, 900, []))
    story = story_of(tally)
    line = ["15", "14", "3", "9", "20.0", "10.0", "1.0", "500.0", "20.0", "2", "0", "0"]
    assert line_of(story, 50).split() == line
    assert len(header()) == len(line_of(story, 50))
    # What a line has told is not told again, but counts in the report.
    assert (tally.delays, tally.late) == ([], [])
    tally.faults = {"cut": 3, "killed worker": 1}
    tally.closed = {"no_hello": 2, "HTTP 503": 1}
    story.take([tally])
    story.memory = [(60.0 * minute, minute, f"7{minute % 10} 80 13") for minute in range(1, 41)]
    assert line_of(story, 50).split()[4:] == [
        *("0.0", "10.0", "0.0", "0.0", "0.0", "2", "0", "4"),
        *("70", "80", "13"),
    ]
    told = report(story, 60.0)
    assert "half of them within 1.0 ms, 99 % within 500.0 ms" in told
    assert [line for line in told if line.startswith("fault, ")] == [
        "fault, 3 times: cut",
        "fault, 1 times: killed worker",
    ]
    memory = [line for line in told if "of memory" in line]
    assert len(memory) == 10
    assert memory[1] == "after 5.0 minutes, 5 matches checked: 75 80 13 MB of memory (workers, then Redis)"
    assert told[-1] == "every promise was kept"
    assert "refused 1 times: stale" in told
    assert "closed by the service 2 times: no_hello" in told
    assert "checked: 2 matches, 80 entries, 70 acknowledged actions, 900 views against replays" in told
    tally.checked.add(Checked(1, 1, 1, 1, ["m: the log has gaps"]))
    story.take([tally])
    assert report(story, 60.0)[-2:] == ["broken: m: the log has gaps", "1 promises were broken"]
    assert share([], 0.5) == 0.0


def test_what_several_processes_have_counted_is_added_up() -> None:
    one = Tally(
        1, 2, 3, 4, 5, {"no_hello": 1}, 6, {"stale": 2}, [0.1], [0.001], [3.0], 7.0, Checked(1, 1, 1, 1, ["a"])
    )
    two = Tally(
        10, 20, 30, 40, 50, {"no_hello": 2}, 60, {}, [0.3], [0.002], [1.0, 2.0], 23.0, Checked(2, 2, 2, 2, ["b"])
    )
    two.faults = {"cut": 1}
    story = story_of(one, two)
    assert story.tally == Tally(
        *(11, 22, 33, 44, 55, {"no_hello": 3}, 66, {"stale": 2}, [0.1, 0.3], [0.001, 0.002], [3.0, 1.0, 2.0], 30.0),
        Checked(3, 3, 3, 3, ["a", "b"]),
        {"cut": 1},
    )
    # Added up anew each time, and nothing of it changes what a process counts.
    story.take([one, two])
    assert (story.tally.playing, story.tally.closed, one.closed) == (11, {"no_hello": 3}, {"no_hello": 1})
    assert (story.all_delays, story.delays) == ([0.1, 0.3], [])
    told = report(story, 60.0)
    assert any(line.endswith("half of them waited for that for 2000.0 ms, 1 % for 3000.0 ms") for line in told)
    (said,) = (line for line in told if line.startswith("the load itself: "))
    assert said.startswith("the load itself: 2 processes, which used 2.00 of ")
    assert said.endswith("half of the time they were late by 2.0 ms, 1 % of it by 2.0 ms")


@pytest.mark.parametrize(
    ("late", "delay", "slow"), [(0.0, 0.004, False), (0.0009, 0.004, False), (0.001, 0.004, True)]
)
def test_the_report_says_when_the_load_was_too_slow(late: float, delay: float, slow: bool) -> None:
    words = "the load was too slow"
    tally = Tally(delays=[delay] * 9, late=[late] * 9)
    assert any(line.startswith(words) for line in report(story_of(tally), 60.0)) == slow


def test_a_load_without_matches_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--matches", "0"]) == 2
    assert capsys.readouterr().err.startswith("bocage: ")
    assert report(Story(), 1.0)[-1] == "no match came to its end, so nothing was checked"


def test_a_machine_that_does_not_tell_its_cores_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: None)
    assert any("of 1 processor cores" in line for line in report(Story(), 1.0))


def test_a_load_that_nothing_delayed_was_not_slow() -> None:
    assert not load_was_slow(0.0, 0.0)
    assert load_was_slow(0.001, 0.004)
