"""The course of a load: its parts from begin to end, and what is killed meanwhile. Time is virtual."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bocage_tools.load import command as load
from bocage_tools.load.checks import Checked, Tally
from bocage_tools.load.service import Memory
from bocage_tools.load.table import Story
from tests.tools.crowd_world import world_for
from tests.virtual_time import run


class Part:
    """Plays: connected after ``10`` seconds, at its end ``20`` after the time was over. 10 updates a second."""

    broken: list[str]

    def __init__(self, plan: Any) -> None:
        self.connected = asyncio.Event()
        self.started: float = 0.0
        self._over = asyncio.Event()
        self._tally = Tally(checked=Checked(matches=1, broken=list(Part.broken)))
        self._began = asyncio.get_running_loop().time()

    @property
    def tally(self) -> Tally:
        self._tally.updates = round(10 * (asyncio.get_running_loop().time() - self._began))
        return self._tally

    async def play(self) -> None:
        await asyncio.sleep(10)
        self.connected.set()
        await self._over.wait()
        await asyncio.sleep(20)

    def start(self) -> None:
        self._tally.playing = 3

    def finish(self) -> None:
        self._over.set()


class Own:
    """A service of the load's own, where all was killed ``until`` seconds after it began to break down."""

    until = 5.0
    made: Own

    def __init__(self, workers: int, rng: random.Random) -> None:
        Own.made = self
        self.workers, self.choice = workers, rng.random()
        self.url = "http://own"
        self.folder = Path("/folder")
        self.keep = False
        self.killed: Counter[str] = Counter()
        self.all_killed = asyncio.Event()
        self.every: list[float] = []
        self.stopped = False
        self.left = False

    async def __aenter__(self) -> Own:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.left = True
        assert self.stopped or not self.every

    def memory(self) -> Memory:
        return Memory([70.0, 80.0], 13.0)

    async def break_down(self, every: float) -> None:
        self.every.append(every)
        try:
            await asyncio.sleep(self.until)
            self.killed["worker"] += 2
            self.all_killed.set()
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.stopped = True
            raise


def chosen(**other: Any) -> Any:
    known = {"url": "http://h", "game": "", "matches": 1, "watchers": 0, "minutes": 1.0, "pace": 1.0, "seed": 1}
    known |= {"faults": False, "serve": 0, "kills": 60.0, "processes": 0}
    return SimpleNamespace(**{**known, **other})


@pytest.fixture(autouse=True)
def parts(monkeypatch: pytest.MonkeyPatch) -> None:
    world_for(monkeypatch)
    Part.broken = []
    monkeypatch.setattr(load, "OwnPart", Part)
    monkeypatch.setattr(load, "OwnService", Own)


def test_load_time_runs_from_all_connected_to_the_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    story = run(load._load(chosen()))
    assert story.ramp == pytest.approx(10)
    assert story.seconds == pytest.approx(90)
    assert story.tally.updates == 900
    assert story.memory == []
    assert story.tally.faults == {}
    _, *lines = (line.split() for line in capsys.readouterr().err.splitlines())
    # Every five seconds; the last may fall together with the end.
    assert [line[0] for line in lines][:17] == [str(at) for at in range(5, 90, 5)]
    assert {line[5] for line in lines} == {"10.0"}
    assert [line[2] for line in lines][:4] == ["0", "0", "3", "3"]


def test_a_load_says_what_it_did_to_its_service(capsys: pytest.CaptureFixture[str]) -> None:
    story = run(load._load(chosen(serve=3, faults=True, seed=5)))
    own = Own.made
    assert (own.workers, own.choice) == (3, random.Random("faults 5").random())
    assert own.every == [20.0]
    assert (own.stopped, own.left, own.keep) == (True, True, False)
    assert story.seconds == pytest.approx(90)
    assert story.tally.faults == {"killed worker": 2}
    assert [(round(at), *told) for at, *told in story.memory[:2]] == [(5, 1, "70 80 13"), (10, 1, "70 80 13")]
    assert len(story.memory) >= 17
    assert "70 80 13" in capsys.readouterr().err


def test_a_load_waits_until_all_was_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Own, "until", 75.0)
    assert run(load._load(chosen(serve=2, faults=True, kills=7.0))).seconds == pytest.approx(105)
    assert Own.made.every == [7.0]
    assert Own.made.stopped


def test_nothing_is_killed_unless_faults_are_wanted() -> None:
    story = run(load._load(chosen(serve=2)))
    assert Own.made.every == []
    assert story.seconds == pytest.approx(90)
    assert story.tally.faults == {}


def test_what_a_broken_promise_is_found_in_stays(capsys: pytest.CaptureFixture[str]) -> None:
    Part.broken = ["m: the log has gaps"]
    run(load._load(chosen()))
    assert "/folder" not in capsys.readouterr().err
    run(load._load(chosen(serve=2)))
    assert Own.made.keep
    assert capsys.readouterr().err.splitlines()[-1] == "kept: /folder"


def test_rates_are_of_the_seconds_that_were_wanted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    story = Story()
    assert story.seconds == 0.0
    story.tally = Tally(updates=60_000, used=3.0)

    async def loaded(chosen: Any) -> Story:
        return story

    monkeypatch.setattr(load, "_load", loaded)
    assert load.run(chosen(minutes=0.5)) == 1
    told = capsys.readouterr().out
    assert "60000 positions seen, 2000.0 per second" in told
    assert "which used 0.00 of" in told
