"""Settings of passkeys: the domain, and the origins of pages."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from bocage.features.accounts.relying_party import RelyingParty, relying_party
from bocage.settings import PREFIX, Settings, SettingsError


def check(settings: Settings) -> None:
    """Raise ``SettingsError`` for an invalid domain or origin."""
    party_of(settings, "http://localhost")


def party_of(settings: Settings, url: str) -> RelyingParty:
    """Return the relying party of a service at ``url``; settings take precedence. Raises ``SettingsError``."""
    origins = tuple(one.strip() for one in settings.passkey_origins.split(",") if one.strip())
    for one in origins:
        if not re.fullmatch(r"https?://[a-z0-9.:\[\]-]+", one):
            raise SettingsError(f"{PREFIX}PASSKEY_ORIGINS: {one!r} is not like https://bocage.example")
    if settings.passkey_domain and not re.fullmatch(r"[a-z0-9.-]+", settings.passkey_domain):
        raise SettingsError(f"{PREFIX}PASSKEY_DOMAIN: {settings.passkey_domain!r} is not like bocage.example")
    party = relying_party(settings.site_address() or url, settings.passkey_domain, origins)
    for one in party.origins:
        host = urlsplit(one).hostname or ""
        if host != party.id and not host.endswith(f".{party.id}"):
            raise SettingsError(f"{PREFIX}PASSKEY_DOMAIN: {one} is not of {party.id}")
    return party
