"""Features: one folder each, which the log, the store and live play know nothing of.

To take a feature out, delete its folder and its line in ``NAMES``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bocage.http.feature import Feature
    from bocage.store.store import Store

#: The features of the service, each the module ``bocage.features.<name>.feature`` with a class ``FEATURE``.
NAMES = [
    "daily",
    "duplicates",
    "notices",
    "social",
    "vacations",
    "reviews",
]


def installed() -> list[type[Feature]]:
    """The class of each feature."""
    return [import_module(f"{__name__}.{name}.feature").FEATURE for name in NAMES]


def make(store: Store) -> list[Feature]:
    """One object of each feature."""
    return [feature(store) for feature in installed()]
