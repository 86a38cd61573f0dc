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
from unittest import mock

from clients.bots import house, registry
from clients.engine import thinkers
from service.cli import main
from service.games.kernel.registry import register
from service.workers.post import taken
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
    for name, function in replacements(seed, _word).items():
        mock.patch(name, function).start()
    mock.patch.object(house, "find_strategy", functools.partial(registry.find_strategy, seed=1)).start()
    # However busy the machine is, who waits for a hint gets it, and a bot plays what it thinks.
    mock.patch.object(thinkers, "HINT_PATIENCE", 3600.0).start()
    mock.patch.object(thinkers, "PATIENCE", 3600.0).start()
    sys.exit(main(["serve"]))
