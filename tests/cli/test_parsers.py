"""Every command by itself: it can be carried out, explains each argument, and reads and writes UTF-8."""

from __future__ import annotations

import argparse
import ast
import importlib
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from bocage.cli.main import COMMANDS, module_of, parser
from bocage.cli.recording import LocalRecording
from bocage.rules.kernel import OPEN, PUBLIC
from bocage.terminal.replay_player import NoEyesError
from tests.cli.stored import play_out

ROOT = Path(__file__).parents[2]


def of_command(command: str) -> Any:
    """The parser of one command."""
    for action in parser(command)._actions:
        if isinstance(action, argparse._SubParsersAction):
            return action.choices[command]
    raise AssertionError


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCAGE_LANG", "en")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs_and_explains_its_arguments(command: str) -> None:
    made = of_command(command)
    module = importlib.import_module(module_of(command))
    assert made.get_default("run") in vars(module).values()
    assert (made.description or "").endswith(".")
    for action in made._actions:
        assert action.help, action.dest
        if (told := re.search(r"\(default (\d+)\)|default: (\d+)$", action.help)) is not None:
            assert action.default == int(told[1] or told[2]), action.dest
        name = action.metavar or action.dest
        assert action.choices or action.nargs == 0 or "_" not in str(name), action.dest
    assert not {action.dest for action in made._actions if action.required} - {
        *("match", "log", "files", "game", "name"),
        *("id", "folder", "what", "matches"),
    }


#: What is told apart from being left out; what ``serve`` does not say, variables or defaults do.
MAY_BE_NOTHING = {"open_hands", "seed", "strategy", "game", "into"}


@pytest.mark.parametrize("command", sorted(COMMANDS.keys() - {"serve", "doctor"}))
def test_what_is_left_out_is_empty_and_not_nothing(command: str) -> None:
    left_out = {
        action.dest
        for action in of_command(command)._actions
        if action.option_strings and action.nargs != 0 and action.default is None
    }
    assert left_out <= MAY_BE_NOTHING


@pytest.mark.parametrize(
    ("command", "missing"),
    [
        ("export", "ID"),
        ("watch", "match"),
        ("verify", "FILE"),
        ("close", "ID"),
    ],
)
def test_a_command_says_what_it_cannot_do_without(
    command: str, missing: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        parser(command).parse_args([command])
    assert caught.value.code == 2
    assert f"required: {missing}" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["rebuild", "close"])
def test_without_arguments_the_environment_says_which_redis(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    line = ["m"] if command == "close" else []
    monkeypatch.delenv("BOCAGE_REDIS", raising=False)
    monkeypatch.delenv("BOCAGE_DATA", raising=False)
    monkeypatch.delenv("BOCAGE_COLD_STORAGE", raising=False)
    chosen = of_command(command).parse_args(line)
    assert (chosen.redis, chosen.data, chosen.cold_storage) == ("", "data", "")
    monkeypatch.setenv("BOCAGE_REDIS", "redis://h")
    monkeypatch.setenv("BOCAGE_DATA", "/there")
    monkeypatch.setenv("BOCAGE_COLD_STORAGE", "file:///cold")
    chosen = of_command(command).parse_args(line)
    assert (chosen.redis, chosen.data, chosen.cold_storage) == ("redis://h", "/there", "file:///cold")


def test_the_package_is_a_program(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["bocage", "games"])
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("bocage.cli", run_name="__main__")
    assert caught.value.code == 0
    assert "squad: " in capsys.readouterr().out


async def test_moments_say_who_decides_and_what_where_somebody_does() -> None:
    recording = LocalRecording(play_out("squad", 6))
    public, own, everything = [await recording.moments(viewer) for viewer in (PUBLIC, 1, OPEN)]
    assert [moment.seq for moment in public] == list(range(1, len(public) + 1))
    waiting = [moment for moment in public if moment.view["status"] != "playing"]
    assert {(moment.seat, moment.kind) for moment in waiting} == {(-1, "")}
    playing = [moment for moment in public if moment.view["status"] == "playing" and "turn" in moment.view]
    assert playing
    assert all((moment.seat, moment.kind) == (moment.view["turn"], moment.view["decision"]) for moment in playing)
    assert [moment.at for moment in public] == sorted(moment.at for moment in own)
    assert public[3].view["table"] != everything[3].view["table"] != own[3].view["table"]
    for viewer in (OPEN - 1, 2, 9):
        with pytest.raises(NoEyesError):
            await recording.moments(viewer)


#: Methods and functions that read or write text, and after how many arguments an encoding may stand without a name.
TEXT = {"read_text": 0, "write_text": 1, "open": 99}


def test_commands_read_and_write_utf_8() -> None:
    """The encoding of the system is another one on some."""
    missing = []
    for path in sorted(ROOT.glob("service/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name not in TEXT or any(word.arg == "encoding" for word in node.keywords):
                continue
            modes = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            if name == "open" and (isinstance(node.func, ast.Attribute) or "opener" in ast.unparse(node)):
                continue
            if name != "open" and len(node.args) > TEXT[name]:
                continue
            if not any("b" in mode for mode in modes):
                missing.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    # Text that this machine itself wrote: a process id, a state, words of a server.
    assert [place for place in missing if not place.startswith("service/bocage/store/embedded.py")] == []
