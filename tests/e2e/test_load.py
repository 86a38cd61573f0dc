"""``bocage load`` against a node: real clients, and every promise kept."""

from __future__ import annotations

import re

import pytest

from service.cli import main
from service.cli.load_faults import KINDS
from tests.e2e.nodes import NodeProcess


def test_a_load_checks_what_was_promised(node: NodeProcess, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["load", "--url", node.url, "--matches", "2", "--watchers", "3", "--minutes", "0.02", "--pace", "0"]
    code = main([*line, "--lang", "en"])
    told, table = capsys.readouterr()
    assert code == 0, told
    assert "every promise was kept" in told
    found = re.search(r"checked: (\d+) matches, (\d+) entries, (\d+) acknowledged actions, (\d+) views", told)
    assert found is not None
    matches, entries, acknowledged, views = map(int, found.groups())
    assert matches >= 2
    assert 0 < acknowledged < entries < views
    assert table.splitlines()[0].split()[0] == "seconds"


def test_a_load_with_faults_at_a_service_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["load", "--serve", "2", "--matches", "2", "--watchers", "2", "--minutes", "0.03", "--pace", "0"]
    code = main([*line, "--faults", "--lang", "en"])
    told, _ = capsys.readouterr()
    assert code == 0, told
    # It goes on until every kind has happened, and the last match has ended.
    happened = {kind: int(count) for count, kind in re.findall(r"fault, (\d+) times: (.+)", told)}
    assert happened.keys() == {*KINDS, "killed worker", "killed Redis"}
    assert min(happened.values()) >= 1
    assert "every promise was kept" in told
