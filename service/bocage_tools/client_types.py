"""``python -m bocage_tools.client_types``: generates the types that clients share with the service in ``clients/``.

For each game the JavaScript client gets the types of views, actions, events and options; the bots get the same
without events. The client also gets the types of the messages, and the page those of the HTTP API.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from bocage.protocol.messages import ClientMessage, ServerMessage
from bocage.protocol.rest import PAGE_TYPES
from bocage.rules.kernel.registry import house_games
from bocage.rules.kernel.shapes import TYPESCRIPT, declarations, for_boards, for_bots

#: The messages of the websocket.
WIRE = {"ClientMessage": ClientMessage, "ServerMessage": ServerMessage}
#: The checkout.
ROOT = Path(__file__).resolve().parents[2]
_TYPESCRIPT = "// Written by `make client-types` from the service's own types. Do not edit.\n\n"
_PYTHON = '''"""Messages of the service about {name}. Written by ``make client-types``: do not edit."""

from __future__ import annotations

from typing import {names}

'''


def files() -> Iterator[tuple[Path, str]]:
    """Every file with its text. Games without bots of their own have no file there."""
    web, bots = ROOT / "clients" / "web" / "js", ROOT / "clients" / "bocage" / "bots"
    yield web / "client" / "wire.d.ts", _TYPESCRIPT + declarations(TYPESCRIPT, WIRE)
    yield web / "net" / "types.d.ts", _TYPESCRIPT + declarations(TYPESCRIPT, PAGE_TYPES)
    for game in house_games():
        yield web / "client" / "games" / f"{game.id}.d.ts", _TYPESCRIPT + for_boards(game)
        if (bots / game.id).is_dir():
            yield bots / game.id / "types.py", _python(game.text["en"]["game.name"], for_bots(game))


def _python(name: str, body: str) -> str:
    used = [word for word in ("Any", "Literal", "NotRequired", "TypeAlias", "TypedDict") if word in body]
    gap = "\n" if body.startswith("class") else ""
    return _PYTHON.format(name=name, names=", ".join(used)) + gap + body


def main() -> None:
    for path, text in files():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(ROOT), file=sys.stderr)


if __name__ == "__main__":
    main()
