"""``python -m bocage_tools.load`` against a node: real clients, and every promise kept."""

from __future__ import annotations

import argparse
import re

import pytest

from bocage_tools.load.command import main, plans_of
from bocage_tools.load.faults import KINDS
from bocage_tools.load.parts import Plan
from tests.e2e.nodes import NodeProcess


def test_a_load_checks_what_was_promised(node: NodeProcess, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["--url", node.url, "--matches", "2", "--watchers", "3", "--minutes", "0.02", "--pace", "0"]
    code = main([*line])
    told, table = capsys.readouterr()
    assert code == 0, told
    assert "every promise was kept" in told
    found = re.search(r"checked: (\d+) matches, (\d+) entries, (\d+) acknowledged actions, (\d+) views", told)
    assert found is not None
    matches, entries, acknowledged, views = map(int, found.groups())
    assert matches >= 2
    assert 0 < acknowledged < entries < views
    assert table.splitlines()[0].split()[0] == "seconds"


def test_load_of_two_processes_adds_up(node: NodeProcess, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["--url", node.url, "--matches", "2", "--watchers", "1", "--minutes", "0.02", "--pace", "0"]
    code = main([*line, "--game", "squad", "--processes", "2"])
    told, _ = capsys.readouterr()
    assert code == 0, told
    assert told.startswith("5 connections, ")
    assert "the load itself: 2 processes, which used " in told
    assert "every promise was kept" in told
    found = re.search(r"checked: (\d+) matches, \d+ entries, (\d+) acknowledged actions", told)
    assert found is not None
    matches, acknowledged = map(int, found.groups())
    assert matches >= 2
    assert told.splitlines()[1].startswith(f"{acknowledged} actions acknowledged")


def test_a_part_that_cannot_go_on_says_why(node: NodeProcess, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["--url", node.url, "--matches", "2", "--minutes", "0.02", "--processes", "2"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bocage_tools.load.command.plans_of", _and_chess)
        assert main(line) == 1
    assert "bocage: Game not found." in capsys.readouterr().err


def _and_chess(chosen: argparse.Namespace, url: str, games: list[tuple[str, int]]) -> list[Plan]:
    return plans_of(chosen, url, [("chess", 1), *games])


def test_a_load_with_faults_at_a_service_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["--serve", "2", "--matches", "2", "--watchers", "2", "--minutes", "0.03", "--pace", "0"]
    code = main([*line, "--faults"])
    told, _ = capsys.readouterr()
    assert code == 0, told
    # It goes on until every kind has happened, and the last match has ended.
    happened = {kind: int(count) for count, kind in re.findall(r"fault, (\d+) times: (.+)", told)}
    assert happened.keys() == {*KINDS, "killed worker", "killed Redis"}
    assert min(happened.values()) >= 1
    assert "every promise was kept" in told
