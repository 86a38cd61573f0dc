"""The processes of a load: what each plays, and what they tell each other."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bocage.cli.common import CommandError
from bocage_tools.load.checks import Tally
from bocage_tools.load.command import EVERY, plans_of
from bocage_tools.load.parts import OtherPart, Told

GAMES = [("omaha", 1), ("squad", 2)]


def chosen(matches: int, watchers: int, processes: int = 0, faults: bool = False, minutes: float = 5.0) -> Any:
    return SimpleNamespace(
        matches=matches, watchers=watchers, processes=processes, pace=2.0, seed=7, faults=faults, minutes=minutes
    )


@pytest.mark.parametrize(
    ("matches", "watchers", "wanted", "processes"),
    # 1.5 players a match. There are four cores.
    [(10, 0, 0, 1), (400, 400, 0, 1), (400, 401, 0, 2), (500, 9000, 0, 4), (500, 2000, 7, 7), (2, 2000, 3, 2)],
)
def test_there_are_as_many_processes_as_are_wanted_or_needed(
    matches: int, watchers: int, wanted: int, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    plans = plans_of(chosen(matches, watchers, wanted), "http://h", GAMES)
    assert len(plans) == processes
    tables = [table for plan in plans for table in plan.tables]
    assert sorted(number for number, _ in tables) == list(range(matches))
    assert sum(count for _, count in tables) == watchers
    sizes = [len(plan.tables) for plan in plans]
    assert max(sizes) - min(sizes) <= 1
    assert {(plan.url, tuple(plan.games), plan.pace, plan.seed, plan.every) for plan in plans} == {
        ("http://h", tuple(GAMES), 2.0, 7, 0.0)
    }


def test_where_the_cores_are_not_known_there_is_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: None)
    assert len(plans_of(chosen(500, 9000), "http://h", GAMES)) == 1


def test_faults_come_as_often_in_every_process() -> None:
    assert {plan.every for plan in plans_of(chosen(4, 0, 2, True), "", GAMES)} == {EVERY}
    assert {plan.every for plan in plans_of(chosen(4, 0, 2, True, 0.1), "", GAMES)} == {2.0}


def told(connected: bool, error: str = "", **counts: Any) -> Told:
    """What another process told, after the way through its pipe."""
    return msgspec.json.decode(msgspec.json.encode(Told(connected, Tally(**counts), error)), type=Told)


def test_newest_counts_and_all_delays_are_kept() -> None:
    part = OtherPart(plans_of(chosen(2, 0), "http://h", GAMES)[0])
    part.told(told(False, updates=3, delays=[0.1], late=[0.01], waited=[1.0, 2.0]))
    assert not part.connected.is_set()
    part.told(told(True, updates=5, delays=[0.2, 0.25], late=[0.02, 0.03], waited=[3.0, 4.0]))
    assert part.connected.is_set()
    assert (part.tally.updates, part.tally.delays, part.tally.late) == (5, [0.1, 0.2, 0.25], [0.01, 0.02, 0.03])
    assert part.tally.waited == [1.0, 2.0, 3.0, 4.0]
    part.tally.delays.clear()
    part.told(told(True, updates=6, delays=[0.3]))
    assert part.tally.delays == [0.3]


def test_what_went_wrong_in_a_process_ends_the_load() -> None:
    part = OtherPart(plans_of(chosen(2, 0), "http://h", GAMES)[0])
    with pytest.raises(CommandError, match=r"^Unknown game\.$"):
        part.told(told(False, "Unknown game."))
    assert not part.connected.is_set()
