"""Rules that are not installed."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from bocage.rules.kernel import registry


def uninstall(patch: pytest.MonkeyPatch, game: str) -> None:
    """From now on this process does not know any rules of ``game``."""
    kept = {key: rules for key, rules in registry._all_rules().items() if key[0] != game}
    patch.setattr(registry, "_all_rules", lambda: MappingProxyType(kept))
