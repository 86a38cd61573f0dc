"""Numbers of a load that tests elsewhere name by their constant, or not at all."""

from __future__ import annotations

import time

import msgspec
import pytest

from bocage.cli import load, load_checks, load_crowd, load_faults, load_gate, load_parts, load_service, load_table
from bocage.cli.load_checks import Checked, Tally
from bocage.cli.load_lag import LOOK, Lag
from bocage.cli.load_table import COLUMNS, Story, header


def test_nothing_was_counted_at_first() -> None:
    none = {"matches": 0, "entries": 0, "acknowledged": 0, "views": 0, "broken": []}
    assert msgspec.to_builtins(Checked()) == none
    counts = dict.fromkeys(("playing", "watching", "connections", "standing", "lost", "updates"), 0)
    times: dict[str, object] = {"delays": [], "late": [], "waited": [], "used": 0.0}
    kinds: dict[str, object] = {"closed": {}, "refused": {}, "faults": {}}
    assert msgspec.to_builtins(Tally()) == {**counts, **times, **kinds, "checked": none}
    story = Story()
    assert (story.processes, story.ramp, story.seconds) == (1, 0.0, 0.0)
    record = load_checks.Record()
    assert (record.newest, record.ended) == (0, False)


def test_how_long_often_and_much_a_load_does_things() -> None:
    assert (load.EVERY, load.CLIENTS) == (30, 1000)
    assert (load_crowd.PATIENCE, load_crowd.PAUSE, load_crowd.TRIES) == (120, 0.5, 40)
    assert (load_parts.TELL, load_parts.LONGEST) == (0.5, 2**26)
    assert (load_service.PATIENCE, load_service.LAST_WORDS) == (120, 500)
    assert (load_faults.LASTS, load_faults.LATE) == ((2, 10), (0.2, 1))
    assert (load_gate.AT_ONCE, load_gate.MOST, load_gate.QUICK, load_gate.SLOW) == (20, 200, 2, 4)
    assert (load_table.LINE, load_table.MEMORY_LINES, load_table.MOST, LOOK) == (5, 13, 20, 0.1)


def test_columns_of_the_table_have_the_room_of_their_titles() -> None:
    assert header("en") == (
        " seconds connected matches watchers actions/s updates/s  half ms  99 % ms  late ms checked broken faults"
        "                MB"
    )
    assert len(COLUMNS) == 13


def test_processor_time_is_counted_from_the_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    times = [40.0, 42.5]
    monkeypatch.setattr(time, "process_time", lambda: times.pop(0))
    assert Lag().used() == 2.5
