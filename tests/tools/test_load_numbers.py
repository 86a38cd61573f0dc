"""Numbers of a load that tests elsewhere name by their constant, or not at all."""

from __future__ import annotations

import time

import msgspec
import pytest

from bocage_tools.load import checks, command, crowd, faults, gate, parts, service, table
from bocage_tools.load.checks import Checked, Tally
from bocage_tools.load.lag import LOOK, Lag
from bocage_tools.load.table import COLUMNS, Story, header


def test_nothing_was_counted_at_first() -> None:
    none = {"matches": 0, "entries": 0, "acknowledged": 0, "views": 0, "broken": []}
    assert msgspec.to_builtins(Checked()) == none
    counts = dict.fromkeys(("playing", "watching", "connections", "standing", "lost", "updates"), 0)
    times: dict[str, object] = {"delays": [], "late": [], "waited": [], "used": 0.0}
    kinds: dict[str, object] = {"closed": {}, "refused": {}, "faults": {}}
    assert msgspec.to_builtins(Tally()) == {**counts, **times, **kinds, "checked": none}
    story = Story()
    assert (story.processes, story.ramp, story.seconds) == (1, 0.0, 0.0)
    record = checks.Record()
    assert (record.newest, record.ended) == (0, False)


def test_how_long_often_and_much_a_load_does_things() -> None:
    assert (command.EVERY, command.CLIENTS) == (30, 1000)
    assert (crowd.PATIENCE, crowd.PAUSE, crowd.TRIES) == (120, 0.5, 40)
    assert (parts.TELL, parts.LONGEST) == (0.5, 2**26)
    assert (service.PATIENCE, service.LAST_WORDS) == (120, 500)
    assert (faults.LASTS, faults.LATE) == ((2, 10), (0.2, 1))
    assert (gate.AT_ONCE, gate.MOST, gate.QUICK, gate.SLOW) == (20, 200, 2, 4)
    assert (table.LINE, table.MEMORY_LINES, table.MOST, LOOK) == (5, 13, 20, 0.1)


def test_columns_of_the_table_have_the_room_of_their_titles() -> None:
    assert header() == (
        " seconds connected matches watchers actions/s updates/s  half ms  99 % ms  late ms checked broken faults"
        "                MB"
    )
    assert len(COLUMNS) == 13


def test_processor_time_is_counted_from_the_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    times = [40.0, 42.5]
    monkeypatch.setattr(time, "process_time", lambda: times.pop(0))
    assert Lag().used() == 2.5
