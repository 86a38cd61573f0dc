"""What tests need of a machine beside Python, and the sentence that says what is missing.

``python -m tests.needs`` looks before tests begin; what only some of them need is asked for by them.
"""

from __future__ import annotations

import os
import shutil
import sys

from bocage.store.embedded import EmbeddedError, find_server

#: Debian keeps servers here, where not everybody's PATH leads.
SERVERS = ("/usr/local/sbin", "/usr/sbin", "/sbin")


class MissingError(Exception):
    """Something is not installed; the message is one sentence that names what to install."""


def find_program(name: str) -> str:
    """The path of an installed program; empty: there is none."""
    return shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", ""), *SERVERS))) or ""


def main() -> int:
    """0, or 1 where something is missing."""
    try:
        find_server()
        if not find_program("git"):
            raise MissingError("The tests of planted bugs need git: install Debian's package git.")
    except EmbeddedError as error:
        print(f"The tests need a Redis: {error}", file=sys.stderr)
        return 1
    except MissingError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
