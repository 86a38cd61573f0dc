"""``python -m bocage_tools.planes``: generates the tables of observations, ``docs/planes/<game>.md``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bocage.rl.planes import Layout, Plane
from bocage.rl.vocabulary import vocabulary_of
from bocage.rules.kernel import Game
from bocage.rules.kernel.registry import house_games

#: Root of the checkout.
ROOT = Path(__file__).resolve().parents[2]
#: A cell names at most this many words; of more it gives the number.
_NAMED = 12
_HEAD = """# Observations of {name}

<!-- Written by `make client-types` from the game's own types and `spaces.py`. Do not edit. -->

Rules version {rules}: {size} numbers from 0 to 1, and {actions} actions ([learning.md](../learning.md)). A field
that is not there is 0 everywhere; a number beyond its bounds is shown as the nearest of them. What lies under each
key of an object is a block: *from* is the first number of the first block, *every* how far the next block is.

| from | every | shape | field | keys | numbers | a number says |
| --- | --- | --- | --- | --- | --- | --- |
"""


def files() -> Iterator[tuple[Path, str]]:
    """Every page with its text."""
    for game in house_games():
        yield ROOT / "docs" / "planes" / f"{game.id}.md", page(game)


def page(game: Game[Any]) -> str:
    layout = Layout(game)
    head = _HEAD.format(
        name=game.text["en"]["game.name"], rules=game.rules, size=layout.size, actions=len(vocabulary_of(game))
    )
    return head + "".join(map(_row, layout.planes))


def _row(plane: Plane) -> str:
    shape = " x ".join(map(str, plane.shape)) or "1"
    rows = " x ".join(map(_words, plane.keys))
    every = " x ".join(map(str, plane.steps))
    cells = (plane.start, every, shape, f"`{plane.path}`", rows, _words(plane.words), plane.meaning)
    return f"| {' | '.join(map(str, cells))} |\n"


def _words(words: tuple[Any, ...]) -> str:
    if len(words) > _NAMED:
        return f"`{words[0]}`, `{words[1]}`, … `{words[-1]}`"
    return ", ".join(f"`{word}`" for word in words)


def main() -> None:
    for path, text in files():
        path.parent.mkdir(exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(ROOT), file=sys.stderr)


if __name__ == "__main__":
    main()
