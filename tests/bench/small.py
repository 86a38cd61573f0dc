"""What every bench is made small by, so that a test can run it to its end."""

from __future__ import annotations

import importlib
import os
from pathlib import Path

#: Constant of a module here → its value in the smallest form.
SMALL: dict[str, object] = {
    "calls.ACTIONS": 2,
    "calls.WARM": 0,
    "cold.COUNT": 60,
    "cold.KINDS": 4,
    "cold.MOST": 50,
    "cold.READ": 5,
    "cold.LISTS": 5,
    "connection.ROUNDS": 1,
    "connection.APPENDS": 10,
    "engine.DECISIONS": 2,
    "engine.ROUNDS": 1,
    "floors.SECONDS": 0.05,
    "floors.FEW": 2,
    "floors.MANY": 4,
    "growth.ROUNDS": 1,
    "growth.MATCHES": (2, 4),
    "growth.WATCHERS": (1, 4),
    "growth.NODES": (1, 2),
    "growth.PICTURE": Path(os.devnull),
    "hostile.NAMES": ("half headers",),
    "hostile.SECONDS": 0.05,
    "hostile.START": 0.05,
    "latency.OPEN": 20,
    "latency.RATE": 20,
    "latency.RATES": {50: 0.1},
    "latency.RESTING": 4,
    "latency.SECONDS": 0.1,
    "layers.GROWTH": (2, 4),
    "loads.SECONDS": 0.1,
    "loads.MATCHES": 20,
    "loads.WATCHERS": 4,
    "loads.TABLES": 10,
    "loads.IDLE": 4,
    "loads.COLD": 3,
    "loads.ENTRIES": 20,
    "page.ONLOOKERS": 3,
    "page.MOVES": 1,
    "proxies.AT_ONCE": 2,
    "proxies.CONNECTIONS": 4,
    "proxies.SECONDS": 0.1,
    "proxies.TALKING": 2,
    "reducers.ROUNDS": 1,
    "reducers.STEPS": 20,
    "rest.ROUNDS": 1,
    "rest.REQUESTS": 2,
    "service.ROUNDS": 1,
    "updates.GAMES": 1,
    "workers.ROUNDS": 1,
    "workers.MATCHES": 4,
    "workers.ACTIONS": 20,
}


def make_small() -> None:
    """Give the constants of all benches their smallest values. Raises ``AttributeError`` for one that is gone."""
    for name, value in SMALL.items():
        module, _, constant = name.partition(".")
        owner = importlib.import_module(f"tests.bench.{module}")
        getattr(owner, constant)
        setattr(owner, constant, value)
