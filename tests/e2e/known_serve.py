"""``bocage serve``, but what it draws at random, and what its random bots choose, is the same in every run.

The modules in ``KNOWN_SERVE_GAMES`` (with blanks between) bring games that are not of the house. What is drawn also
depends on the word in the file ``KNOWN_SERVE_WORD``, which may change meanwhile.
"""

from __future__ import annotations

import functools
import importlib
import os
import sys
from pathlib import Path

from bocage.bots.registry import find_strategy
from bocage.cli import main
from bocage.rules.kernel.registry import register
from bocage.workers.assignment import taken
from tests.known import replacements

_WORD = Path(os.environ.get("KNOWN_SERVE_WORD", ""))


def _word() -> str:
    return _WORD.read_text() if _WORD.is_file() else ""


if __name__ == "__main__":
    for module in os.environ.get("KNOWN_SERVE_GAMES", "").split():
        register(importlib.import_module(module).GAME)
    post = taken(os.environ)
    # No two workers draw the same.
    seed = f"{os.environ['KNOWN_SERVE_SEED']} {post.launch if post else ''}".strip()
    instead: dict[str, object] = {
        **replacements(seed, _word),
        "bocage.bots.house.find_strategy": functools.partial(find_strategy, seed=1),
        # However busy the machine is, who waits for a hint gets it, and a bot plays what it thinks.
        "bocage.engine.thinkers.HINT_PATIENCE": 3600.0,
        "bocage.engine.thinkers.PATIENCE": 3600.0,
    }
    for name, value in instead.items():
        module, _, attribute = name.rpartition(".")
        if not hasattr(importlib.import_module(module), attribute):
            raise AttributeError(name)
        setattr(importlib.import_module(module), attribute, value)
    sys.exit(main(["serve"]))
