"""``bocage new-game``: write a small working game as a starting point."""

from __future__ import annotations

import argparse
import ast
import keyword
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from bocage.cli.common import CommandError
from bocage.rules.kernel.registry import all_games

if TYPE_CHECKING:
    from bocage.cli.common import Commands

#: The checkout.
ROOT = Path(__file__).parents[3]
#: Templates of a house game: ``__id__`` in a path is its id, ``<<word>>`` in a text is one of :func:`words_of`.
FILES = Path(__file__).parent / "new_game_files"
#: Templates of an open game, a distribution of its own.
OPEN_FILES = Path(__file__).parent / "new_open_game_files"
_ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_OWN = ("bocage.", "tests.")


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "new-game", description="Writes a small, complete game as a starting point for yours."
    )
    parser.add_argument("game", metavar="ID", help="its id: small letters, digits and single underscores")
    parser.add_argument(
        "--open",
        action="store_true",
        help="write a game that hides nothing, one short file in a distribution of its own, outside of a checkout",
    )
    parser.add_argument(
        "--into", type=Path, help="folder to write into (default: this checkout; with --open the working folder)"
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    into = chosen.into or (Path() if chosen.open else ROOT)
    for path in (write_open if chosen.open else write)(into, chosen.game):
        print(path.relative_to(into))
    if not chosen.open:
        derive(into, chosen.game)
    return 0


def write_open(folder: Path, game: str) -> list[Path]:
    """Write the distribution of an open game into ``folder``. Returns its paths, in order.

    Raises ``CommandError``, and writes nothing, if the id is unusable or that of an installed game, or a file
    exists.
    """
    _check_id(game)
    if any(known.id == game for known in all_games()):
        raise CommandError(f"there is a game {game} already")
    return _fill_in(OPEN_FILES, folder, game, _names(game))


def write(root: Path, game: str) -> list[Path]:
    """Write the files of the game ``game`` into the checkout ``root``. Returns their paths, in order.

    Raises ``CommandError``, and writes nothing, if the id is unusable, ``root`` is no checkout, or a file exists.
    """
    _check_id(game)
    folder = root / "service" / "bocage" / "rules"
    if not folder.is_dir() or not (root / "tests" / "rules").is_dir():
        raise CommandError(f"{root} is no checkout of Bocage: write an open game (--open), or name one (--into)")
    if (folder / game).exists() or (folder / f"{game}.py").exists():
        raise CommandError(f"there is something named {game} in {folder} already")
    return _fill_in(FILES, root, game, words_of(root, game))


def _check_id(game: str) -> None:
    if not _ID.fullmatch(game) or keyword.iskeyword(game):
        raise CommandError(f"an id is small letters, digits and single underscores, not {game!r}")


def _fill_in(files: Path, into: Path, game: str, words: Mapping[str, str]) -> list[Path]:
    texts = {
        into / str(path.relative_to(files)).replace("__id__", game).removesuffix(".txt"): path.read_text("utf-8")
        for path in sorted(files.rglob("*.txt"))
    }
    for path in texts:
        if path.exists():
            raise CommandError(f"{path} is there already")
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        filled = fill(text, words)
        path.write_text(imports_in_order(filled) if path.suffix == ".py" else filled, encoding="utf-8")
    return list(texts)


def derive(root: Path, game: str) -> None:
    """Generate what is derived from a game's files: golden logs, and types for clients. Raises ``CommandError``."""
    for module, *arguments in (("tests.goldens", game), ("bocage_tools.client_types",), ("bocage_tools.planes",)):
        done = subprocess.run([sys.executable, "-m", module, *arguments], cwd=root, check=False)
        if done.returncode:
            raise CommandError(f"{module} failed; when that is mended: make goldens client-types")


def words_of(root: Path, game: str) -> Mapping[str, str]:
    """Return the values of the words in double angle brackets."""
    prefix = prefix_of(game, prefixes(root))
    return {**_names(game), "P": prefix, "p": prefix.lower()}


def _names(game: str) -> dict[str, str]:
    parts = [part.capitalize() for part in game.split("_")]
    return {"id": game, "NAME": " ".join(parts), "Class": "".join(parts)}


def fill(text: str, words: Mapping[str, str]) -> str:
    """Fill in the words of a template. Raises ``KeyError`` for an unknown one."""
    return re.sub(r"<<(\w+)>>", lambda hole: words[hole[1]], text)


def prefixes(root: Path) -> set[str]:
    """Return the prefixes of other games' rulings."""
    tables = (root / "service" / "bocage" / "rules").glob("*/RULINGS.md")
    rows = (re.search(r"^\| ([A-Z]+)-", table.read_text("utf-8"), flags=re.MULTILINE) for table in tables)
    return {row[1] for row in rows if row}


def prefix_of(game: str, taken: set[str]) -> str:
    """Return an unused prefix for the rulings of a game: its initials, or the beginning of its name."""
    letters = re.sub(r"[^a-z]", "", game).upper()
    initials = "".join(part[0] for part in game.split("_") if part[0].isalpha()).upper()
    choices = [initials] if len(initials) > 1 else []
    choices += [letters[:size] for size in range(2, len(letters) + 1)]
    choices += [letters + "X" * size for size in range(1, 10)]
    return next(choice for choice in choices if choice not in taken)


def imports_in_order(text: str) -> str:
    """Sort a module's imports from this project by name, as ruff requires."""
    nodes = [
        node
        for node in ast.parse(text).body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_OWN)
    ]
    if not nodes:
        return text
    lines = text.splitlines(keepends=True)
    first, last = nodes[0].lineno - 1, nodes[-1].end_lineno or nodes[-1].lineno
    blocks = {node.module or "": "".join(lines[node.lineno - 1 : node.end_lineno]) for node in nodes}
    return "".join([*lines[:first], *(blocks[module] for module in sorted(blocks)), *lines[last:]])
