"""Checks of the settings of cold storage."""

from __future__ import annotations

from bocage.features.cold_storage.storage import check_url
from bocage.settings import PREFIX, Settings, SettingsError


def check(settings: Settings) -> None:
    """Raise ``SettingsError`` for an invalid place, or days in the wrong order."""
    try:
        if settings.cold_storage:
            check_url(settings.cold_storage)
    except ValueError as error:
        raise SettingsError(f"{PREFIX}COLD_STORAGE: {error}") from None
    if 0 < settings.cold_delete <= settings.cold_after:
        raise SettingsError(f"{PREFIX}COLD_DELETE: {settings.cold_delete} is not after {PREFIX}COLD_AFTER")
