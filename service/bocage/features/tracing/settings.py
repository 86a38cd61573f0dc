"""Settings of tracing."""

from __future__ import annotations

import re

from bocage.settings import PREFIX, Settings, SettingsError


def check(settings: Settings) -> None:
    """Validate the address of the collector. Raises :class:`SettingsError`."""
    if settings.traces and not re.fullmatch(r"https?://[!-~]+", settings.traces):
        raise SettingsError(f"{PREFIX}TRACES: {settings.traces!r} does not begin with http:// or https://")
