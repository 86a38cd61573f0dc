"""What the settings of cold storage change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bocage.features.cold_storage.feature import ColdStorageFeature
from bocage.settings import Settings
from bocage.store import Store


def test_days_of_the_settings_reach_the_moves(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(cold_storage=str(tmp_path), cold_after=8, cold_delete=90)
    feature = ColdStorageFeature(store, settings)
    monkeypatch.setattr(feature.moves, "run", lambda *days: days)
    app: Any = None
    tasks: Any = feature.background(app)
    assert tasks == [("cold storage", (8, 90))]
    assert feature.reader.counts.there
    assert store.lists.cold is feature.reader


def test_without_cold_storage_nothing_is_moved(store: Store) -> None:
    feature = ColdStorageFeature(store, Settings())
    app: Any = None
    assert (list(feature.background(app)), list(feature.metrics())) == ([], [])
    assert not feature.reader.counts.there
