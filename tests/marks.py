"""What is known of tests by the place of their files, so that it holds for a new game's too: marks, what begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import PurePath
from typing import TypeVar

T = TypeVar("T")

#: Mark → patterns of files, seen from the repository's root. pyproject.toml says what the marks mean.
MARKS = {
    "browser": ("tests/web/*",),
    "cluster": ("tests/store/test_cluster.py", "tests/store/test_cluster_rights.py"),
    "long": (
        "tests/rules/*/test_conformance.py",
        "tests/rules/*/test_difficulty.py",
        "tests/rules/*/test_odds.py",
        "tests/clients/engine/test_hands.py",
        "tests/clients/engine/test_leaks.py",
        "tests/clients/engine/test_thinkers.py",
        "tests/calibrate/test_calibrate.py",
        "tests/cli/test_idle.py",
        "tests/cli/test_replay_pty.py",
        "tests/e2e/*.py",
        "tests/faults/test_outages.py",
        "tests/faults/test_redis_gone.py",
        "tests/faults/test_replicas.py",
        "tests/faults/test_run.py",
        "tests/foreign/test_foreign.py",
        "tests/fuzz/test_*.py",
        "tests/rl/test_every_action.py",
        "tests/rl/test_learn_omaha.py",
        "tests/rules/test_without_a_game.py",
        "tests/simulate/test_forgetting.py",
        "tests/simulate/test_planted.py",
        "tests/test_needs.py",
        "tests/web/test_heights.py",
        "tests/web/test_layout.py",
        "tests/web/test_widths.py",
    ),
}
#: Files whose tests take longest, the longest first: they begin, so that no process is left with one at the end.
SLOW = (
    "tests/faults/test_run.py",
    "tests/simulate/test_planted.py",
    "tests/e2e/test_two_nodes.py",
    "tests/e2e/test_upgrade.py",
    "tests/clients/test_added_game.py",
    "tests/rules/test_imagine.py",
    "tests/simulate/test_worlds.py",
    "tests/rules/test_without_a_game.py",
    "tests/store/test_cluster.py",
    "tests/http/test_fuzz.py",
    "tests/rules/*/test_conformance.py",
    "tests/cli/test_new_game.py",
    "tests/e2e/*.py",
    "tests/clients/engine/*.py",
    "tests/web/test_squad_match.py",
    "tests/web/test_layout.py",
    "tests/web/test_heights.py",
    "tests/web/test_solo.py",
    "tests/web/test_connection.py",
    "tests/web/test_widths.py",
    "tests/web/test_crowd.py",
    "tests/web/test_help.py",
    "tests/web/test_access.py",
)
#: The kernel's conformance test is about the kit, not about a game. A match against a node that is a process of its
#: own is over soon.
NOT_LONG = ("tests/rules/kernel/*", "tests/e2e/test_scripted_run.py")


@cache
def marks_of(path: PurePath) -> tuple[str, ...]:
    """The marks of the tests in a file; ``path`` as seen from the repository's root."""
    marks = [mark for mark, patterns in MARKS.items() if any(path.match(pattern) for pattern in patterns)]
    return tuple(mark for mark in marks if mark != "long" or not any(path.match(pattern) for pattern in NOT_LONG))


@cache
def slowness(path: PurePath) -> int:
    """The lower, the earlier the tests in a file are to begin; ``len(SLOW)``: any time."""
    return next((number for number, pattern in enumerate(SLOW) if path.match(pattern)), len(SLOW))


def dealt(items: Sequence[T], rank: Callable[[T], int], processes: int) -> list[T]:
    """The order in which equal parts of ``items`` go to so many processes, as ``--dist worksteal`` cuts them.

    What has a rank below ``len(SLOW)`` is dealt out, the lowest first, and stands at the head of every part.
    """
    slow = sorted((item for item in items if rank(item) < len(SLOW)), key=rank)
    others = [item for item in items if rank(item) >= len(SLOW)]
    order: list[T] = []
    for number in range(processes):
        size = (len(items) - len(order)) // (processes - number)
        head = slow[number::processes]
        order += head
        more = max(0, size - len(head))
        order += others[:more]
        del others[:more]
    return order
