"""A game is added to a copy by docs/adding-a-game.md: new files only, and it is a game like any other."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bocage.cli.new_game import FILES
from bocage.rules.kernel.registry import house_games
from tests.checkout import ROOT, copy_to, python
from tests.page.node import NODE
from tests.rules.added_drawing import NEW, add

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
IDS = sorted(game.id for game in house_games())
GAME = "beasts"
#: Tests that ask something of every game; they need neither browser nor Redis.
ASKING = (
    f"tests/rules/{GAME}",
    "tests/test_rooms.py",
    "tests/rules/test_complete.py",
    "tests/rules/test_lessons.py",
    "tests/rules/test_goldens.py",
    "tests/cli/test_layouts.py",
    f"tests/clients/bots/test_{GAME}.py",
    "tests/clients/bots/test_registry.py",
)


def tables() -> list[set[str]]:
    """The paths in the first columns of both tables of files on the page."""
    step = PAGE.partition("## 13. ")[2].partition("\n## ")[0]
    parts = step.split("\nOptional:\n")
    return [
        {
            path
            for row in re.findall(r"^\| (`.+?`) \|", part, flags=re.MULTILINE)
            for path in re.findall(r"`([^`]+)`", row)
        }
        for part in parts
    ]


def beneath(path: str, listed: set[str]) -> bool:
    """Whether a path stands in a table, or in a folder that does."""
    return any(path == one or (one.endswith("/") and path.startswith(one)) for one in listed)


def sources() -> Iterator[Path]:
    for part in ("service", "protocol", "clients", "tests"):
        for path in sorted((ROOT / part).rglob("*")):
            if path.is_file() and not {"node_modules", "__pycache__"} & set(path.parts):
                yield path.relative_to(ROOT)


def is_own(path: Path) -> bool:
    """Whether a file belongs to one game alone."""
    return any(re.search(rf"(?:^|[/_]){game}(?:[/._]|$)", path.as_posix()) for game in IDS)


def lists_all(path: Path) -> bool:
    """Whether a file holds a list, tuple or dict of all games."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if not all(game in text for game in IDS):
        return False
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.List, ast.Tuple, ast.Set, ast.Dict)):
            found = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
            if found.issuperset(IDS):
                return True
    return False


def test_no_file_that_all_games_share_knows_a_game() -> None:
    """Outside tests: names a game other than by a common word. In tests: lists all games."""
    rare = re.compile(r"\b(?:company_commander|zombies|omaha)\b")
    knowing = []
    for path in sources():
        if is_own(path) or path.suffix not in (".py", ".js", ".css", ".html"):
            continue
        if path.parts[0] == "tests":
            knows = path.suffix == ".py" and lists_all(path)
        else:
            knows = bool(rare.search((ROOT / path).read_text(encoding="utf-8")))
        if knows:
            knowing.append(path.as_posix())
    assert knowing == [], "ask the registry or /api/games; in tests, tests.all_games.GAMES"


def test_every_common_game_file_is_in_a_table() -> None:
    kinds: dict[str, set[str]] = {}
    for folder in ("service", "clients", "tests", "docs"):
        for path in (ROOT / folder).rglob("*"):
            name = path.relative_to(ROOT).as_posix()
            for game in IDS:
                # Reports and pictures of links are made by commands.
                if "docs/reports/" in name or "/link_pictures/jpg/" in name:
                    continue
                if path.is_file() and "node_modules" not in name and "__pycache__" not in name and game in name:
                    kinds.setdefault(name.replace(game, "<id>"), set()).add(game)
    common = {kind for kind, games in kinds.items() if games == set(IDS)}
    assert len(common) >= 10
    must, may = tables()
    assert sorted(kind for kind in common if not beneath(kind, must | may)) == []


def test_what_the_tables_name_is_there() -> None:
    for path in set.union(*tables()):
        assert any((ROOT / path.replace("<id>", game)).exists() for game in IDS), path


def test_new_game_writes_the_tables_files() -> None:
    must, may = tables()
    written = {
        path.relative_to(FILES).as_posix().replace("__id__", "<id>").removesuffix(".txt")
        for path in FILES.rglob("*.txt")
    }
    # Made by commands of their own: the golden logs, the table of observations and the client's types.
    written |= {"service/bocage/rules/<id>/goldens/default.txt", "docs/planes/<id>.md"}
    written.add("clients/web/js/client/games/<id>.d.ts")
    assert sorted(path for path in written if not beneath(path, must)) == []
    assert sorted(one for one in must if not any(beneath(path, {one}) for path in written)) == []
    assert sorted(one for one in may if not any(beneath(path, {one}) for path in NEW)) == []
    assert sorted(path for path in NEW if not beneath(path, may)) == []


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with a new game in it, drawn on the page and in the terminal."""
    root = tmp_path_factory.mktemp("checkout")
    copy_to(root)
    python(root, "-m", "bocage.cli", "new-game", GAME)
    add(root, GAME)
    return root


@pytest.mark.long
def test_an_added_game_is_one_like_any_other(copy: Path) -> None:
    for language, summary in (("en", "Statistics"), ("ja", "統計")):
        made = python(copy, "-m", "bocage_tools.report", GAME, "--games", "5", "--write")
        assert f"docs/games/{GAME}.md" in made
        program = f"from bocage.http.guides import guide; print(guide({GAME!r}, {language!r}))"
        assert f"<summary>{summary}</summary>" in python(copy, "-c", program)
    # What is about one game of the house alone reads what it reads in the checkout, where nothing was added.
    chosen = f"{GAME} or not ({' or '.join(IDS)})"
    asked = python(copy, "-m", "pytest", "-vv", "-p", "no:cacheprovider", "-k", chosen, *ASKING)
    assert f"test_the_learner_makes_their_own_moves[{GAME}] PASSED" in asked
    assert f"tests/clients/bots/test_{GAME}.py::" in asked
    board = (copy / "clients" / "web" / "js" / "games" / GAME / "board.js").as_uri()
    script = (
        f"const board = await import('{board}'); if (typeof board.make !== 'function') throw new Error('none');"
    )
    subprocess.run([NODE, "--input-type=module", "-e", script], check=True)
