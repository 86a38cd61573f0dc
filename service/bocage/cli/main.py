"""The command line: its commands, and how errors are reported."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from types import ModuleType

from bocage import features
from bocage.cli.common import FAILED, USAGE, CommandError, UsageError, complain
from bocage.cli.words import EnglishParser, Parser, default_language, translate

#: Commands for operators and authors of games: English only.
ENGLISH = {"serve", "doctor", "close", "admin", "rebuild", "schema", "dataset", "new-game", *features.commands()}
#: Command → summary, in the order of the help; those of features come last.
COMMANDS = {
    "serve": "start the service",
    "doctor": "check whether the service can run here with its settings",
    "games": "list the games and their options",
    "matches": "list open and running matches, or your own",
    "map": "check a map that you drew, and say how fair it is",
    "scenario": "list and check scenarios, which are ready-made matches",
    "play": "play in the terminal",
    "watch": "watch a match in the terminal",
    "replay": "step through a stored match",
    "bot": "run a bot",
    "mcp": "let an agent play over the Model Context Protocol",
    "export": "write the log of a match to a file",
    "verify": "check an exported log: dice, chain, every state",
    "show": "print a finished match as text",
    "review": "separate luck from skill in a finished match, and show better choices",
    "close": "end a match whose rules are no longer installed",
    "admin": "moderate: reports, players, audit log",
    "rebuild": "rebuild all lists from the logs",
    "schema": "print JSON Schema of all messages",
    "dataset": "write matches as data for learning",
    "new-game": "write the files of a new game",
    **{name: what for name, (_, what) in features.commands().items()},
}


#: Which extra brings what a command needs, where it is not `serve`.
EXTRAS = {"mcp": "mcp"}


def parser(command: str = "") -> Parser:
    """Create the parser, with the arguments of ``command``.

    Imports only that command's module, as most have dependencies that others do not need.
    """
    root = Parser(
        prog="bocage",
        description="Real-time, event-sourced service for hidden-information WWII table games.",
        epilog="Exit codes: 0 success, 1 failure or an error was found, 2 wrong command line, 130 interrupted.",
    )
    made = EnglishParser if command in ENGLISH else Parser
    commands = root.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=made)
    for name, what in COMMANDS.items():
        if name == command:
            _module(name).register(commands)
            if name in ENGLISH:
                commands.choices[name].set_defaults(lang="en")
        else:
            commands.add_parser(name, help=translate(what, default_language()))
    return root


def module_of(command: str) -> str:
    """The module of a command: that of its name, with underscores for hyphens, or a feature's."""
    of_feature = features.commands().get(command)
    return of_feature[0] if of_feature else f"bocage.cli.{command.replace('-', '_')}"


def _module(command: str) -> ModuleType:
    try:
        return importlib.import_module(module_of(command))
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "bocage":
            raise
        extra = EXTRAS.get(command, "serve")
        raise CommandError(
            f"bocage {command} needs the package {error.name}: install it with pip install 'bocage[{extra}]'"
        ) from error


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code."""
    line = sys.argv[1:] if arguments is None else list(arguments)
    if not line:
        parser().print_help(sys.stderr)
        return USAGE
    return carry_out(lambda: parser(line[0]).parse_args(line))


def carry_out(parse: Callable[[], argparse.Namespace]) -> int:
    """Run the parsed command and report errors on standard error. Returns the exit code."""
    language = default_language()
    try:
        chosen = parse()
        language = getattr(chosen, "lang", language)
        code = chosen.run(chosen)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has closed the pipe. Python would report it again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except (CommandError, OSError) as error:
        complain(str(error), language)
        return USAGE if isinstance(error, UsageError) else FAILED
    except Exception as error:
        if not _expected(error):
            raise
        for text in _texts(error):
            complain(text, language)
        return FAILED
    return int(code or 0)


def _texts(error: Exception) -> list[str]:
    """Return the texts of an error or group of errors, each once."""
    from bocage.sdk.errors import UnreachableError

    if isinstance(error, ExceptionGroup):
        return list(dict.fromkeys(text for one in error.exceptions for text in _texts(one)))
    hint = " (is bocage serve running there? --url or BOCAGE_URL say where)"
    return [f"{error}{hint if isinstance(error, UnreachableError) else ''}"]


def _expected(error: Exception) -> bool:
    """True for errors with an external cause (network, storage, files). Imports late, to start quickly."""
    from bocage.log.entries import BrokenLogError
    from bocage.rules.kernel.registry import UnknownGameError
    from bocage.sdk.errors import BocageError

    if isinstance(error, ExceptionGroup):
        return all(_expected(one) for one in error.exceptions)
    if isinstance(error, CommandError | BocageError | UnknownGameError | BrokenLogError):
        return True
    # Without the extra `serve` the store is not importable, and raises nothing.
    records = sys.modules.get("bocage.store.records")
    return records is not None and isinstance(error, records.StoreError)
