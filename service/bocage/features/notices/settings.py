"""Settings of notices: the server for e-mail, and the key and contact for push services."""

from __future__ import annotations

import base64
import re

from bocage.features.notices.mail_server import MailServer, is_address, server_of
from bocage.settings import PREFIX, Settings, SettingsError


def check(settings: Settings) -> None:
    """Raise ``SettingsError`` for settings by which notices cannot be sent."""
    push_contact(settings)
    push_key(settings)
    mail(settings)


def push_contact(settings: Settings) -> str:
    """To whom push services may write; empty: not said. Raises ``SettingsError``."""
    if settings.contact and not re.fullmatch(r"(mailto:[!-~]+@|https://)[!-~]+", settings.contact):
        raise SettingsError(f"{PREFIX}CONTACT: {settings.contact!r} is neither mailto: nor https:")
    return settings.contact or (settings.site if settings.site.startswith("https://") else "")


def push_key(settings: Settings) -> str:
    """The private key for push services; empty: storage keeps it. Raises ``SettingsError``."""
    if settings.push_key:
        try:
            key = base64.urlsafe_b64decode(settings.push_key + "=" * (-len(settings.push_key) % 4))
        except ValueError:
            key = b""
        if len(key) != 32:
            # Not the key: this text is shown and logged.
            raise SettingsError(f"{PREFIX}PUSH_KEY: not a key of 32 bytes in base64url")
    return settings.push_key


def mail(settings: Settings) -> tuple[MailServer, str] | None:
    """Who takes e-mail, and from whom it is; None: there is none. Raises ``SettingsError``."""
    if not settings.smtp:
        return None
    try:
        server = server_of(settings.smtp)
    except ValueError:
        # Not the address: it may hold a password.
        raise SettingsError(f"{PREFIX}SMTP: not smtp://host:port or smtps://host:port") from None
    if not is_address(settings.mail_from):
        raise SettingsError(f"{PREFIX}MAIL_FROM: {settings.mail_from!r} is no e-mail address")
    return server, settings.mail_from
