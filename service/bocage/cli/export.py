"""``bocage export``: write the log of a finished match."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from bocage.cli.common import add_service
from bocage.cli.logs import fetch

if TYPE_CHECKING:
    from bocage.cli.common import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "export",
        description="Writes the log of a finished match of the service to standard output: JSON lines that "
        "bocage verify, replay and show take.",
    )
    add_service(parser)
    parser.add_argument("match", metavar="ID", help="id of the match")
    parser.add_argument("--invite", default="", metavar="CODE", help="invite code of a private match")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    sys.stdout.buffer.write(fetch(chosen.match, chosen.url, chosen.invite))
    sys.stdout.buffer.flush()
    return 0
