"""Which tests `make quick` leaves out: marks by the place of a file, so that a new game's tests have theirs too."""

from __future__ import annotations

from functools import cache
from pathlib import PurePath

#: Mark → patterns of files, seen from the repository's root. pyproject.toml says what the marks mean.
MARKS = {
    "browser": ("tests/web/*",),
    "cluster": ("tests/store/test_cluster.py",),
    "long": (
        "tests/games/*/test_conformance.py",
        "tests/games/*/test_difficulty.py",
        "tests/clients/engine/test_leaks.py",
        "tests/e2e/test_calls.py",
        "tests/e2e/test_close.py",
        "tests/e2e/test_few_descriptors.py",
        "tests/e2e/test_kills.py",
        "tests/e2e/test_rebuild.py",
        "tests/e2e/test_toy_in_terminal.py",
        "tests/e2e/test_two_nodes.py",
        "tests/e2e/test_upgrade.py",
        "tests/e2e/test_variants.py",
        "tests/faults/test_run.py",
        "tests/foreign/test_foreign.py",
        "tests/games/test_without_a_game.py",
        "tests/simulate/test_many.py",
        "tests/simulate/test_planted.py",
        "tests/test_needs.py",
    ),
}
#: The kernel's conformance test is about the kit, not about a game.
NOT_LONG = "tests/games/kernel/*"


@cache
def marks_of(path: PurePath) -> tuple[str, ...]:
    """The marks of the tests in a file; ``path`` as seen from the repository's root."""
    marks = [mark for mark, patterns in MARKS.items() if any(path.match(pattern) for pattern in patterns)]
    return tuple(mark for mark in marks if not (mark == "long" and path.match(NOT_LONG)))
