"""``bocage serve``: a node of the service."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from clients.bots.house import House
from service import app
from service.cli.common import CommandError
from service.settings import SettingsError, add_arguments, from_arguments
from service.store import EmbeddedError

if TYPE_CHECKING:
    from service.cli.common import Commands


def register(commands: Commands) -> None:
    """Add ``bocage serve`` to the command line."""
    parser = commands.add_parser(
        "serve",
        description="Starts a node and prints its address. Without --redis it has a private Redis, stopped when "
        "it stops. SIGINT (Ctrl-C) and SIGTERM take leave of clients first. Every argument is a variable as well.",
    )
    add_arguments(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Carry out ``bocage serve``. Returns the exit code."""
    try:
        app.run(from_arguments(chosen, os.environ), make_house, dict(os.environ))
    except (SettingsError, EmbeddedError) as error:
        raise CommandError(str(error)) from None
    return 0


def make_house(url: str, data: Path) -> House:
    """The house bots of a node."""
    return House(url, data / "house.json")
