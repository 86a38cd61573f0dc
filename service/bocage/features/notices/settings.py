"""Settings of notices: the server for e-mail, and the key and contact for push services."""

from __future__ import annotations

import base64
import re

from bocage.features.notices.mail_server import MailServer, is_address, server_of
from bocage.settings import PREFIX, Settings, SettingsError


def check(settings: Settings) -> None:
    """Validate the settings of notices. Raises :class:`SettingsError`."""
    push_contact(settings)
    push_key(settings)
    mail(settings)


def push_contact(settings: Settings) -> str:
    """Return the contact for push services; empty: none. Raises :class:`SettingsError`."""
    if settings.contact and not re.fullmatch(r"(mailto:[!-~]+@|https://)[!-~]+", settings.contact):
        raise SettingsError(f"{PREFIX}CONTACT: {settings.contact!r} is neither mailto: nor https:")
    return settings.contact or (settings.site if settings.site.startswith("https://") else "")


def push_key(settings: Settings) -> str:
    """Return the private key for push services; empty: kept in storage. Raises :class:`SettingsError`."""
    if settings.push_key:
        try:
            key = base64.urlsafe_b64decode(settings.push_key + "=" * (-len(settings.push_key) % 4))
        except ValueError:
            key = b""
        if len(key) != 32:
            # Without the key, because the message is shown and logged.
            raise SettingsError(f"{PREFIX}PUSH_KEY: not a key of 32 bytes in base64url")
    return settings.push_key


def mail(settings: Settings) -> tuple[MailServer, str] | None:
    """Return the mail server and the sender; None: no e-mail. Raises :class:`SettingsError`."""
    if not settings.smtp:
        return None
    try:
        server = server_of(settings.smtp)
    except ValueError:
        # Without the address, which may contain a password.
        raise SettingsError(f"{PREFIX}SMTP: not smtp://host:port or smtps://host:port") from None
    if not is_address(settings.mail_from):
        raise SettingsError(f"{PREFIX}MAIL_FROM: {settings.mail_from!r} is no e-mail address")
    return server, settings.mail_from
