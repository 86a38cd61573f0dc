"""What several commands share."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from protocol.messages import Language
from service.cli.words import default_language, translate

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

#: Exit codes: a file or log that is wrong, or something else that failed; the command line was wrong.
FAILED = 1
USAGE = 2


class CommandError(Exception):
    """A command cannot do what it was asked; the text says why."""


class UsageError(CommandError):
    """The command line says something that no command line can say."""


def add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang",
        choices=["en", "ja"],
        default=default_language(),
        help="language of all texts (default: BOCAGE_LANG, or that of the environment)",
    )


def add_service(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--url", default="", help="address of the service (default: BOCAGE_URL, else that of bocage serve)"
    )


def add_player(parser: argparse.ArgumentParser, who: str) -> None:
    parser.add_argument("--name", default="", help=f"{who} at this service; the same name is the same player again")


def complain(text: str, language: Language | None = None) -> None:
    """Say on standard error what went wrong, in that language or the environment's."""
    print(f"bocage: {translate(text, language or default_language())}", file=sys.stderr)
