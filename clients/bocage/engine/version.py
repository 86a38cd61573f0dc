"""The version of the engine: changes with its code, its weights and the rules."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from bocage.rules.kernel.registry import find_game

_CLIENTS = Path(__file__).resolve().parents[1]


@cache
def version_of(game: str) -> str:
    """Return twelve hex digits. Engines with different ones may judge a match of ``game`` differently."""
    seen = hashlib.sha256(f"{game} {find_game(game).rules}".encode())
    for folder in (_CLIENTS / "engine", _CLIENTS / "bots" / game):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".json"):
                seen.update(f"\n{path.relative_to(_CLIENTS).as_posix()}\n".encode() + path.read_bytes())
    return seen.hexdigest()[:12]
