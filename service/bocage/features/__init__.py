"""Features: one folder each, imported by none of the log, the store and live play.

To remove a feature, delete its folder and its line in ``NAMES``. Entries of the log that only a feature writes,
such as ``Vacation``, and the slots that live play offers (``Rooms.time_away``) stay in the core.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bocage.http.feature import Feature
    from bocage.settings import Settings
    from bocage.store.store import Store

#: Names of the features. Each is a module ``bocage.features.<name>.feature`` with a class ``FEATURE``.
NAMES = [
    "accounts",
    "cold_storage",
    "daily",
    "duplicates",
    "link_pictures",
    "maps",
    "notices",
    "programs",
    "ratings",
    "scenarios",
    "social",
    "tracing",
    "vacations",
    "reviews",
]


def installed() -> list[type[Feature]]:
    """Return the class of each feature."""
    return [import_module(f"{__name__}.{name}.feature").FEATURE for name in NAMES]


def make(store: Store, settings: Settings) -> list[Feature]:
    """Create an instance of each feature."""
    return [feature(store, settings) for feature in installed()]


def commands() -> dict[str, tuple[str, str]]:
    """The commands of features by name, in English: their module, and what they do.

    Of a feature only the package itself is imported, so that the command line starts quickly.
    """
    return {
        command: (f"{__name__}.{name}.{command.replace('-', '_')}", what)
        for name in NAMES
        for command, what in getattr(import_module(f"{__name__}.{name}"), "COMMANDS", {}).items()
    }


def check(settings: Settings) -> None:
    """Check the settings of all features. Raises ``SettingsError``.

    Imports only the features' modules ``settings``, so that the supervisor stays small.
    """
    for name in NAMES:
        if find_spec(f"{__name__}.{name}.settings") is not None:
            import_module(f"{__name__}.{name}.settings").check(settings)
