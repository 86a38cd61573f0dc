"""Whether anything can still happen: of the programs that a test has started, none has anything to do."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

PROC = Path("/proc")


def _programs() -> Iterator[tuple[int, int, str]]:
    """Number, parent and state of all processes; none where the system does not tell."""
    for folder in PROC.glob("[0-9]*"):
        try:
            text = (folder / "stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue  # gone meanwhile
        # The name of a program may hold blanks and brackets.
        state, parent = text.rpartition(")")[2].split()[:2]
        yield int(folder.name), int(parent), state


def all_asleep(ancestor: int = 0) -> bool:
    """Whether everything that ``ancestor`` (0: this process) has started waits for something else.

    What a busy machine only lets wait for a processor is not asleep. False where the system does not tell.
    """
    programs = {number: (parent, state) for number, parent, state in _programs()}
    ancestor = ancestor or os.getpid()

    def descends(number: int) -> bool:
        while number in programs:
            number = programs[number][0]
            if number == ancestor:
                return True
        return False

    return bool(programs) and all(state not in "RD" for number, (_, state) in programs.items() if descends(number))
