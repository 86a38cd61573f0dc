"""The command line: which commands there are, and what their failures look like."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from service.cli.common import FAILED, CommandError, complain

#: In the order of the help.
COMMANDS = (
    "serve",
    "games",
    "play",
    "watch",
    "replay",
    "bot",
    "export",
    "verify",
    "show",
    "rebuild",
    "report",
    "schema",
)


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    root = argparse.ArgumentParser(
        prog="bocage",
        description="Real-time, event-sourced service for hidden-information WWII table games.",
        epilog="Exit codes: 0 done, 1 failed or found wrong, 2 wrong command line, 130 interrupted.",
    )
    commands = root.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in COMMANDS:
        importlib.import_module(f"service.cli.{name}").register(commands)
    return root


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    chosen = parser().parse_args(arguments)
    try:
        code = chosen.run(chosen)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; Python would complain once more when it closes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except (CommandError, OSError) as error:
        complain(str(error))
        return FAILED
    except Exception as error:
        if not _expected(error):
            raise
        complain(str(error))
        return FAILED
    return int(code or 0)


def _expected(error: Exception) -> bool:
    """Whether an error is the world's rather than ours. Looked at late: these modules take time to import."""
    from clients.sdk.errors import BocageError
    from service.games.kernel.registry import UnknownGameError
    from service.match.match import BrokenLogError
    from service.store.records import Unavailable

    if isinstance(error, ExceptionGroup):
        return all(_expected(one) for one in error.exceptions)
    return isinstance(error, BocageError | UnknownGameError | BrokenLogError | Unavailable)
