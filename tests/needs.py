"""What must be on the machine before tests begin: ``python -m tests.needs`` says in a sentence what is missing."""

from __future__ import annotations

import sys

from service.store.programs import EmbeddedError, find_server


def main() -> int:
    """0, or 1 where something is missing."""
    try:
        find_server()
    except EmbeddedError as error:
        print(f"The tests need a Redis: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
