"""``bocage schema``: print the JSON Schema of all messages."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from bocage.protocol.schema import schema

if TYPE_CHECKING:
    from bocage.cli.common import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "schema",
        description="Prints one JSON Schema (2020-12) with every message of the websocket, for both directions.",
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    print(json.dumps(schema(), indent=2, ensure_ascii=False))
    return 0
