"""Arguments, exit codes and errors shared by commands."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from bocage.cli.words import default_language, translate
from bocage.protocol.messages import Language

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

#: Exit code if a file or log is wrong, or anything else failed.
FAILED = 1
#: Exit code for a wrong command line.
USAGE = 2


class CommandError(Exception):
    """A command failed; the text says why."""


class UsageError(CommandError):
    """The command line is wrong; the text says why."""


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add ``--lang``."""
    parser.add_argument(
        "--lang",
        choices=["en", "ja"],
        default=default_language(),
        help="language of all texts (default: BOCAGE_LANG, or that of the environment)",
    )


def add_service(parser: argparse.ArgumentParser) -> None:
    """Add ``--url``, the address of the service."""
    parser.add_argument(
        "--url", default="", help="address of the service (default: BOCAGE_URL, else that of bocage serve)"
    )


def add_player(parser: argparse.ArgumentParser, who: str) -> None:
    """Add ``--name``, the name of the player; ``who`` explains it in the help."""
    parser.add_argument("--name", default="", help=f"{who} at this service; the same name is the same player again")


def complain(text: str, language: Language | None = None) -> None:
    """Print an error on standard error, in ``language`` or that of the environment."""
    print(f"bocage: {translate(text, language or default_language())}", file=sys.stderr)


def pairs(texts: list[str]) -> dict[str, object]:
    """``NAME=VALUE`` texts as options. Values that are JSON (numbers, true, false) are read as JSON."""
    options: dict[str, object] = {}
    for text in texts:
        name, found, value = text.partition("=")
        if not found:
            raise UsageError(f"an option is NAME=VALUE, not {text!r}")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options
