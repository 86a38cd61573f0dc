"""``bocage serve``: one node here, or a supervisor of several; and which house bots a worker has."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bocage.cli import main
from bocage.cli.serve import make_house, number_of
from bocage.settings import SettingsError
from bocage.store import EmbeddedError
from bocage.workers.assignment import VARIABLE, Assignment, encode
from tests.cli.calls import Calls


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """What would have been started."""
    made = SimpleNamespace(node=Calls(), supervisor=Calls(7), hold=Calls())
    monkeypatch.setenv("BOCAGE_LANG", "en")
    # The tests' own process keeps its signals.
    monkeypatch.setattr("bocage.cli.serve.hold", made.hold)
    monkeypatch.setattr("bocage.app.run", made.node)
    monkeypatch.setattr("bocage.cli.serve.supervisor.run", made.supervisor)
    monkeypatch.setattr("bocage.cli.serve.cores", lambda: 4)
    return made


def post(number: int, workers: int, key: str = "key") -> Assignment:
    return Assignment(number=number, workers=workers, launch=1, listening=0, line=0, house=key)


def test_one_worker_is_a_node_in_this_process(ran: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCAGE_LOBBY", "9")
    assert main(["serve", "--workers", "1", "--port", "8111"]) == 0
    (settings, house, environment, given), named = ran.node.only
    assert (settings.port, settings.workers, given, named) == (8111, 1, None, {})
    assert environment["BOCAGE_LOBBY"] == "9"
    assert (house.func, house.args) == (make_house, (None,))
    assert ran.supervisor.made == []


@pytest.mark.parametrize(("said", "workers"), [("2", 2), ("0", 4)])
def test_several_workers_have_a_supervisor(said: str, workers: int, ran: SimpleNamespace) -> None:
    assert main(["serve", "--workers", said]) == 7
    (settings, count, environment), _ = ran.supervisor.only
    assert (settings.workers, count) == (int(said), workers)
    assert "BOCAGE_LANG" in environment
    assert ran.node.made == []


def test_a_worker_of_several_is_a_node(ran: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, encode(post(2, 3)))
    assert main(["serve", "--workers", "3"]) == 0
    (_, house, _, given), _ = ran.node.only
    assert given == post(2, 3)
    assert house.args == (given,)
    assert ran.supervisor.made == []


@pytest.mark.parametrize("error", [SettingsError("port is odd"), EmbeddedError("no server")])
def test_what_keeps_a_node_from_starting_is_said(
    error: Exception, ran: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: Any) -> None:
        raise error

    monkeypatch.setattr("bocage.app.run", fail)
    assert main(["serve", "--workers", "1"]) == 1
    assert capsys.readouterr().err == f"bocage: {error}\n"


def test_house_bots_are_kept_apart_by_worker(tmp_path: Path) -> None:
    for name in ("house", "house-2", "house-3", "house-4", "house-of-cards"):
        (tmp_path / f"{name}.json").touch()
    one, two, three = (make_house(post(number, 3), "http://h", tmp_path) for number in (1, 2, 3))
    assert [house._players.name for house in (one, two, three)] == ["house.json", "house-2.json", "house-3.json"]
    # Those of worker 4, who is there no more, play on with worker 1.
    assert [[path.name for path in house._others] for house in (one, two, three)] == [["house-4.json"], [], []]
    assert one.key == "key"
    alone = make_house(None, "http://h", tmp_path)
    assert alone._players == tmp_path / "house.json"
    assert sorted(path.name for path in alone._others) == ["house-2.json", "house-3.json", "house-4.json"]
    assert alone._turn is None


@pytest.mark.parametrize(("workers", "cores"), [(1, 1), (3, 1), (4, 1), (7, 1), (8, 2), (12, 3)])
def test_four_workers_share_a_core_for_bots(workers: int, cores: int, tmp_path: Path) -> None:
    turns = [make_house(post(number, workers), "http://h", tmp_path)._turn for number in range(1, workers + 1)]
    assert {turn.name for turn in turns if turn is not None} == {f"engine-{core}.lock" for core in range(cores)}
    assert None not in turns
    assert len({turn.parent for turn in turns if turn is not None}) == 1


def test_files_of_other_kinds_are_nobodys() -> None:
    names = {"house-7.json": 7, "house.json": 0, "house-x.json": 0, "house-٣.json": 0, "house-12.json": 12}
    assert {name: number_of(Path(name)) for name in names} == names
