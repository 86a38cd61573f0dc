"""``bocage bot --strategy module:function``: found where the author works, and what is said where it is not."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bocage.bots import UnknownStrategyError, find_strategy
from bocage.cli.bot_account import name_of

ROOT = Path(__file__).parents[2]
BOT = "from helpers import first\n\nFACTS = {}\n\ndef choose(view, actions):\n    return first(actions)\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An author's folder: a package that uses a module beside it."""
    (tmp_path / "my_bots").mkdir()
    (tmp_path / "my_bots" / "squad.py").write_text(BOT)
    (tmp_path / "my_bots" / "broken.py").write_text("import no_such_package\n")
    (tmp_path / "my_bots" / "unread.py").write_text("def\n")
    (tmp_path / "helpers.py").write_text("def first(actions):\n    return actions[0]\n")
    return tmp_path


def bocage(folder: Path, strategy: str, how: str) -> str:
    """What ``bocage bot`` says in that folder, started as a script or with ``-m``; there is no service."""
    script = folder / "bin" / "bocage"
    script.parent.mkdir()
    script.write_text("import sys\nfrom bocage.cli import main\nsys.exit(main())\n")
    start = ["-m", "bocage.cli"] if how == "module" else [str(script)]
    done = subprocess.run(
        [sys.executable, *start, "bot", "--strategy", strategy, "--url", "http://127.0.0.1:1"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "BOCAGE_LANG": "en", "BOCAGE_PLAYERS": str(folder / "players")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    return done.stderr


@pytest.mark.parametrize(
    ("strategy", "name"),
    [
        ("planner", "bot planner"),
        ("my_bots.squad:choose", "bot my_bots.squad:choose"),
        ("bocage.rl.learn_omaha:play", "bot learn_omaha:play"),
        (f"bots.{'long' * 9}:choose", f"bot {'long' * 5}"),
    ],
)
def test_bot_without_a_name_has_one_that_fits(strategy: str, name: str) -> None:
    assert name_of(argparse.Namespace(name="", strategy=strategy)) == name


@pytest.mark.parametrize("how", ["module", "script"])
def test_a_module_in_the_working_folder_is_found(folder: Path, how: str) -> None:
    said = bocage(folder, "my_bots.squad:choose", how)
    assert "nothing answers at http://127.0.0.1:1" in said
    assert "strategy" not in said


@pytest.mark.parametrize(
    ("strategy", "said"),
    [
        ("my_bots.nothing:choose", "No module named 'my_bots.nothing' (looked for in {folder}, too)"),
        ("nothing:choose", "No module named 'nothing' (looked for in {folder}, too)"),
        (":choose", "Empty module name (looked for"),
        (".squad:choose", "there is no strategy .squad:choose: "),
        ("my_bots.squad:nothing", "{folder}/my_bots/squad.py has no function 'nothing'"),
        ("my_bots.squad:FACTS", "{folder}/my_bots/squad.py has no function 'FACTS'"),
        ("my_bots.squad:", "{folder}/my_bots/squad.py has no function ''"),
        ("my_bots.broken:choose", "No module named 'no_such_package'"),
        ("my_bots.unread:choose", "there is no strategy my_bots.unread:choose: "),
    ],
)
def test_what_is_missing_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch, strategy: str, said: str) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = set(sys.modules)
    with pytest.raises(UnknownStrategyError) as caught:
        find_strategy(strategy)
    for name in set(sys.modules) - before:
        del sys.modules[name]
    assert said.format(folder=folder) in str(caught.value)
