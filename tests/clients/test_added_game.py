"""Added to a copy by the table of files in docs/adding-a-game.md, the toy is a game like any other."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.games.kernel.registry import house_games
from tests.games.added_toy import CHANGED, NEW, add
from tests.page.node import NODE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
IDS = sorted(game.id for game in house_games())
PARTS = ("service", "protocol", "clients", "tests", "docs", "README.md", "pyproject.toml")
#: Tests that ask something of every game, or of those in a list; they need neither browser nor Redis.
ASKING = (
    "tests/games/beasts",
    "tests/games/test_lessons.py",
    "tests/games/test_helps.py",
    "tests/games/test_goldens.py",
    "tests/cli/test_layouts.py",
    "tests/clients/bots/test_beasts.py",
    "tests/clients/bots/test_registry.py",
)


def table() -> set[str]:
    """The paths in the first column of the page's table of files."""
    rows = re.findall(r"^\| (`.+?`) \|", PAGE.partition("## 13. ")[2], flags=re.MULTILINE)
    return {path for row in rows for path in re.findall(r"`([^`]+)`", row)}


def sources() -> Iterator[Path]:
    for part in ("service", "protocol", "clients", "tests"):
        for path in sorted((ROOT / part).rglob("*")):
            if path.is_file() and not {"node_modules", "__pycache__"} & set(path.parts):
                yield path.relative_to(ROOT)


def is_own(path: Path) -> bool:
    """Whether a file belongs to one game alone."""
    return any(re.search(rf"(?:^|[/_]){game}(?:[/._]|$)", path.as_posix()) for game in IDS)


def lists_all(path: Path) -> bool:
    """Whether a test file holds a list, tuple or dict of all games."""
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, (ast.List, ast.Tuple, ast.Set, ast.Dict)):
            found = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
            if found.issuperset(IDS):
                return True
    return False


def test_every_file_that_knows_games_is_in_the_table() -> None:
    """Outside tests: that names a game other than by a common word. In tests: that lists all games."""
    rare = re.compile(r"\b(?:company_commander|zombies|omaha)\b")
    knowing = set()
    for path in sources():
        if is_own(path) or path.suffix not in (".py", ".js", ".css", ".html"):
            continue
        if path.parts[0] == "tests":
            knows = path.suffix == ".py" and lists_all(path)
        else:
            knows = bool(rare.search((ROOT / path).read_text(encoding="utf-8")))
        if knows:
            knowing.add(path.as_posix())
    assert len(knowing) > 10
    assert (lacking := sorted(knowing - table())) == [], (
        f"{lacking} know games by name: say so in docs/adding-a-game.md, step 13, and tests/games/added_toy.py "
        "(in tests, house_games() spares the list)"
    )


def test_every_kind_of_file_that_all_games_have_is_in_the_table() -> None:
    kinds: dict[str, set[str]] = {}
    for folder in ("service", "clients", "tests", "docs"):
        for path in (ROOT / folder).rglob("*"):
            name = path.relative_to(ROOT).as_posix()
            for game in IDS:
                if path.is_file() and "node_modules" not in name and "__pycache__" not in name and game in name:
                    kinds.setdefault(name.replace(game, "<id>"), set()).add(game)
    common = {kind for kind, games in kinds.items() if games == set(IDS)}
    assert len(common) >= 10
    listed = [path.rstrip("/") for path in table()]
    lacking = [kind for kind in common if not any(f"{kind}/".startswith(f"{path}/") for path in listed)]
    assert sorted(lacking) == []


def test_what_the_table_names_is_there() -> None:
    for path in table():
        assert any((ROOT / path.replace("<id>", game)).exists() for game in IDS), path


def test_the_toy_is_added_by_the_table() -> None:
    """Each row is followed, or does not concern the toy; nothing else is touched."""
    listed = table()
    followed = {path for path in listed if any(done == path or done.startswith(path) for done in (*NEW, *CHANGED))}
    rest = {
        # It has no printed rules to question, no reaction windows, no picture in the README.
        "service/games/<id>/RULINGS.md",
        "docs/rulings/<id>.md",
        "tests/games/test_ruling_sheets.py",
        "clients/web/js/table/autopass.js",
        "docs/images/<id>.png",
        # Written by ``make goldens``.
        "service/games/<id>/goldens/",
    }
    assert listed - followed == rest
    assert [path for path in (*NEW, *CHANGED) if not any(path.startswith(one) for one in listed)] == []


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with the toy in it."""
    root = tmp_path_factory.mktemp("checkout")
    leave = shutil.ignore_patterns("node_modules", "__pycache__", "images")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, root / part, ignore=leave)
        else:
            shutil.copy(ROOT / part, root / part)
    add(root)
    return root


def run(copy: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_game_added_by_the_table_is_one_like_any_other(copy: Path) -> None:
    run(copy, "-m", "tests.goldens", "beasts")
    assert (copy / "service" / "games" / "beasts" / "goldens" / "default.txt").exists()
    assert "Beasts" in run(copy, "-m", "service.cli", "games")
    for language, summary in (("en", "Statistics"), ("ja", "統計")):
        made = run(copy, "-m", "service.cli", "report", "beasts", "--games", "5", "--write")
        assert "docs/games/beasts.md" in made
        program = f"from service.http.how_to_play import how_to_play; print(how_to_play('beasts', {language!r}))"
        assert f"<summary>{summary}</summary>" in run(copy, "-c", program)
    asked = run(copy, "-m", "pytest", "-vv", "-p", "no:cacheprovider", "-k", "beasts", *ASKING)
    assert "test_the_learner_makes_their_own_moves[beasts] PASSED" in asked
    assert "tests/clients/bots/test_beasts.py::" in asked
    script = (
        f"const {{ TABLES }} = await import('{(copy / 'clients/web/js/games/games.js').as_uri()}');"
        "const table = await TABLES.beasts(); if (typeof table.make !== 'function') throw new Error('no table');"
    )
    run(copy, "-c", NODE, "--input-type=module", "-e", script)
