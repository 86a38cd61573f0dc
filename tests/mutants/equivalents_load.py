"""Bugs of ``python -m bocage_tools.load`` that are none."""

from __future__ import annotations

from tests.mutants.equivalent import Equivalent

LOAD = (
    Equivalent(
        "service/bocage_tools/load/crowd.py",
        "for client, record in zip((*players, *crowd), records, strict=True):",
        "for client, record in zip((*players, *crowd), records, strict=False):",
        "the records were made one for each client",
    ),
    Equivalent(
        "service/bocage_tools/load/faults.py",
        "self.late = 0.0",
        "self.late = (-1.0)",
        "to wait for less than no time is no wait",
    ),
    Equivalent(
        "service/bocage_tools/load/crowd.py",
        "answered = 0",
        "answered = (-1)",
        "entries begin with 1: both are before all",
    ),
    Equivalent(
        "service/bocage_tools/load/service.py",
        "with contextlib.suppress(OSError, ValueError):",
        "with contextlib.suppress(ValueError, OSError):",
        "the same errors in another order",
    ),
    Equivalent(
        "service/bocage_tools/load/service.py",
        "with contextlib.suppress(OSError, ValueError, IndexError):",
        "with contextlib.suppress(ValueError, OSError, IndexError):",
        "the same errors in another order",
    ),
)
