"""The wheel in an empty environment, beside packages that have the names of our folders.

    python -m tests.wheel

Builds the wheel, installs it with what it requires and nothing more, and plays the part of a bot's author.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from zipfile import ZipFile

from tests.checkout import ROOT

PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")
#: Somebody else's distribution: packages called like our folders, a game and a bot for it.
OTHER = {
    "pyproject.toml": """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "other"
version = "1"
[project.entry-points."bocage.games"]
other = "other"
[project.entry-points."bocage.bots"]
other = "other"
[tool.hatch.build.targets.wheel]
include = ["clients", "protocol", "service", "other.py"]
""",
    "clients/__init__.py": "HERE = True\n",
    "protocol/__init__.py": "HERE = True\n",
    "service/__init__.py": "HERE = True\n",
    "other.py": """import copy

from bocage.rules import omaha

GAME = copy.copy(omaha.GAME)
GAME.id = "other"
STRATEGIES = {"first": lambda view, actions: actions[0]}
""",
}
#: Files for developers, which the wheel leaves out.
TOOL = re.compile(r"^bocage_tools|/web/.*\.py$|/web/[^/]*(package|config)[^/]*$|\.d\.ts$")
#: Run in the environment.
CHECK = """
from importlib import import_module
import bocage.sdk
from bocage.bots.registry import strategies_of
from bocage.rules.kernel.registry import all_games, house_games
assert all(import_module(name).HERE for name in ("clients", "protocol", "service"))
assert {"other"} == {game.id for game in all_games()} - {game.id for game in house_games()}
assert strategies_of("other") == ["first", "random"]
"""

#: Run there once an open game was written and installed.
OPEN_GAME = """
from bocage.rules.kernel.conformance import check_game
from bocage.rules.kernel.registry import find_game
check_game(find_game("nim"), games=5)
"""


def run(*words: str, folder: Path) -> str:
    """Run a program in ``folder``, without our checkout on its path; its output. Raises where it fails."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> None:
    """The command."""
    with tempfile.TemporaryDirectory(prefix="bocage-wheel-") as name:
        folder = Path(name)
        for path, text in OTHER.items():
            (folder / "other" / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / "other" / path).write_text(text)
        run(sys.executable, *PIP, "wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT), folder=folder)
        (wheel,) = folder.glob("bocage-*.whl")
        tools = [file for file in ZipFile(wheel).namelist() if TOOL.search(file)]
        if tools:
            raise SystemExit(f"the wheel holds tools: {tools}")
        venv.create(folder / "venv", with_pip=True)
        python = str(folder / "venv" / "bin" / "python")
        constraints = ("--constraint", str(ROOT / "constraints.txt"))
        run(python, *PIP, "install", *constraints, str(wheel), str(folder / "other"), "mypy", folder=folder)
        run(python, "-c", CHECK, folder=folder)
        (found,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
        (folder / "bot.py").write_text(found)
        run(python, "-m", "mypy", "--strict", "bot.py", folder=folder)
        bocage = str(folder / "venv" / "bin" / "bocage")
        run(bocage, "--help", folder=folder)
        run(bocage, "new-game", "--open", "nim", folder=folder)
        run(python, *PIP, "install", "--no-deps", str(folder / "nim"), folder=folder)
        run(python, "-c", OPEN_GAME, folder=folder)
        serve = subprocess.run([bocage, "serve"], cwd=folder, capture_output=True, text=True, check=False)
        if "pip install 'bocage[serve]'" not in serve.stderr:
            raise SystemExit(f"bocage serve does not name its extra: {serve.stderr}")
        required = run(python, *PIP, "freeze", folder=folder).split()
        print(f"{wheel.name}: works with {len(required)} distributions, mypy and its own among them")


if __name__ == "__main__":
    main()
