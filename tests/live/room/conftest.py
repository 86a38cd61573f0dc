"""The game of the tests is installed."""

from __future__ import annotations

import pytest

from bocage.rules.kernel import registry
from tests.tally import TALLY


@pytest.fixture(autouse=True)
def tally_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._extra, (TALLY.id, TALLY.rules), TALLY)
