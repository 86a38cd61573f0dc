"""Arguments of the tools: their names, kinds and defaults, and the help of each."""

from __future__ import annotations

import argparse
import re
import runpy
import sys

import pytest

from bocage_tools.arena.command import parser as arena
from bocage_tools.load.command import parser as load
from bocage_tools.report.command import parser as report
from tests.cli.test_command_arguments import URL, said

PARSERS = {"load": load, "report": report, "arena": arena}
ARGUMENTS = {
    "load": [
        "--faults: faults = True, else False",
        "--game: game = ''",
        "--kills: S float = 60.0",
        "--matches: M int = 10",
        "--minutes: T float = 1.0",
        "--pace: S float = 1.0",
        "--processes: P int = 0",
        "--seed: seed int = 1",
        "--serve: N int = 0",
        URL,
        "--watchers: W int = 0",
    ],
    "report": [
        "--games: games int = 1000",
        "--lang: lang {en,ja} = 'en'",
        "--mark: NAME = ''",
        "--options: JSON = None",
        "--seed: seed = 'report'",
        "--strategy: NAME = None",
        "--write: write = True, else False",
        "–: game = None",
    ],
    "arena": [
        "--game: game = None",
        "--games: N int = 1000",
        "--options: JSON = '{}'",
        "--out: FILE Path = None",
        "--plot: FILE Path = None",
        "--seed: seed = 'arena'",
        "--sprt: ('ELO0', 'ELO1') 2 float = None",
        "–: NAME + = None",
    ],
}


@pytest.mark.parametrize("tool", PARSERS)
def test_tool_takes_these_arguments(tool: str) -> None:
    found = [said(action) for action in PARSERS[tool]()._actions if action.dest != "help"]
    assert sorted(found) == sorted(ARGUMENTS[tool])


@pytest.mark.parametrize("tool", PARSERS)
def test_help_explains_the_tool_and_each_argument(tool: str) -> None:
    made = PARSERS[tool]()
    assert (made.description or "").startswith("Play")
    assert (made.description or "").endswith(".")
    assert made.prog == f"python -m bocage_tools.{tool}"
    for action in made._actions:
        assert action.help, action.dest
        if (told := re.search(r"\(default (\d+)\)|default: (\d+)$", action.help)) is not None:
            assert action.default == int(told[1] or told[2]), action.dest
        assert action.choices or action.nargs == 0 or "_" not in str(action.metavar or action.dest), action.dest


@pytest.mark.parametrize(("tool", "missing"), [("arena", "--game"), ("report", "game")])
def test_tool_names_the_argument_that_is_missing(
    tool: str, missing: str, capsys: pytest.CaptureFixture[str]
) -> None:
    made: argparse.ArgumentParser = PARSERS[tool]()
    with pytest.raises(SystemExit) as caught:
        made.parse_args(["one", "two"] if tool == "arena" else [])
    assert caught.value.code == 2
    assert f"required: {missing}" in capsys.readouterr().err


@pytest.mark.parametrize("tool", PARSERS)
def test_each_tool_is_a_program(
    tool: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["tool", "--help"])
    with pytest.raises(SystemExit) as caught:
        runpy.run_module(f"bocage_tools.{tool}", run_name="__main__")
    assert caught.value.code == 0
    assert f"usage: python -m bocage_tools.{tool} " in capsys.readouterr().out
