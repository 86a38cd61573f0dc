"""``bocage serve``: start a node, or several under a supervisor."""

from __future__ import annotations

import argparse
import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bocage.cli.common import CommandError
from bocage.cli.env_file import add_env_file, take_env_file
from bocage.settings import SettingsError, add_arguments, from_arguments
from bocage.signals import hold
from bocage.store.embedded import EmbeddedError
from bocage.store.private import SharedFolderError, refuse_foreign
from bocage.workers import supervisor
from bocage.workers.assignment import Assignment, cores, taken

if TYPE_CHECKING:
    from bocage.bots.house import House
    from bocage.cli.common import Commands

#: Workers that share one processor core for the searches of their house bots.
SHARE = 4


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "serve",
        description="Starts one node, or several that share a port, and prints the URL. Without --redis they use a"
        " private Redis, which stops with them. On SIGINT (Ctrl-C) and SIGTERM, clients are asked to reconnect"
        " elsewhere first. SIGHUP replaces several nodes one after the other; a single one refuses it. Every"
        " argument can also be set as a variable.",
    )
    add_env_file(parser)
    add_arguments(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    hold()
    try:
        take_env_file(chosen.env_file, os.environ)
        settings = from_arguments(chosen, os.environ)
        refuse_foreign(Path(settings.data))
        assignment = taken(os.environ)
        workers = settings.workers or cores()
        if assignment is None and workers > 1:
            return supervisor.run(settings, workers, os.environ)
        # Not needed by a supervisor.
        from bocage import app

        app.run(settings, partial(make_house, assignment), dict(os.environ), assignment)
    except (SettingsError, EmbeddedError, SharedFolderError) as error:
        raise CommandError(str(error)) from None
    return 0


def make_house(assignment: Assignment | None, url: str, data: Path) -> House:
    """Create the house bots of a node. Worker 1 uses the file of a single node."""
    from bocage.bots.house import House

    number, workers = (assignment.number, assignment.workers) if assignment else (1, 1)
    players = data / ("house.json" if number == 1 else f"house-{number}.json")
    # Bots of former workers, if there were more: they finish their matches.
    others = [path for path in data.glob("house-*.json") if number == 1 and number_of(path) > workers]
    if assignment is None:
        return House(url, players, others=others)
    turn = data / f"engine-{number % max(1, workers // SHARE)}.lock"
    return House(url, players, key=assignment.house, alone=True, turn=turn, others=others)


def number_of(path: Path) -> int:
    """Return the worker number in the name of a file of house bots; 0: another file."""
    number = path.stem.removeprefix("house-")
    return int(number) if number.isascii() and number.isdigit() else 0
