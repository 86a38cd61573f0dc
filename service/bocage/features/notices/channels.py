"""Delivery by the kind of a channel: web push, webhook, Discord or e-mail."""

from __future__ import annotations

import logging
import math
import secrets
from collections.abc import Callable
from urllib.parse import SplitResult, urlsplit

from bocage.features.notices.delivery import Delivery, by_status
from bocage.features.notices.mail import Mailer
from bocage.features.notices.mail_server import is_address
from bocage.features.notices.message import NoticeMessage
from bocage.features.notices.preferences import Channel, ChannelKind
from bocage.features.notices.public_http import BadAddressError, Reach, parse
from bocage.features.notices.push import BadKeysError, PushSigner, browser_keys, new_key
from bocage.features.notices.storage import Notices
from bocage.features.notices.webhook import Request, discord, generic
from bocage.limits.rates import Rates
from bocage.protocol.refusal import RefusedError

log = logging.getLogger("bocage.notices")


class Channels:
    """All kinds of channels that this service offers. ``now``: the store's clock, ms.

    ``contact``: for push services. ``key``: the private key for them; empty: kept in storage. ``mailer``: None: no
    e-mail. ``rates``: limits of calls to each host; None: unlimited.
    """

    def __init__(
        self,
        reach: Reach,
        now: Callable[[], int],
        contact: str = "",
        key: str = "",
        mailer: Mailer | None = None,
        rates: Rates | None = None,
    ) -> None:
        self.reach = reach
        self.mailer = mailer
        self._now = now
        self.rates = rates
        self._contact = contact
        self._push = PushSigner(key, contact) if key else None

    async def prepare(self, notices: Notices) -> None:
        """Read the key for push services from storage; the first node creates it. Raises ``StoreError``."""
        if self._push is None:
            self._push = PushSigner(await notices.push_key(new_key()), self._contact)

    @property
    def offered(self) -> tuple[ChannelKind, ...]:
        """Kinds of channels that this service offers."""
        there = {"push": self._push is not None, "mail": self.mailer is not None}
        kinds: tuple[ChannelKind, ...] = ("push", "webhook", "discord", "mail")
        return tuple(kind for kind in kinds if there.get(kind, True))

    @property
    def push_key(self) -> str:
        """The public key for browsers; empty: no web push."""
        return self._push.public if self._push else ""

    def made(self, kind: ChannelKind, address: str, p256dh: str, auth: str) -> Channel:
        """Create a channel. Raises ``not_offered_here``, ``bad_address``."""
        if kind not in self.offered:
            raise RefusedError("not_offered_here")
        if kind == "mail":
            if not is_address(address):
                raise RefusedError("bad_address", "not an e-mail address")
            return Channel(secrets.token_hex(8), kind, address, ())
        try:
            parts = parse(address, self.reach.inner)
        except BadAddressError as error:
            raise RefusedError("bad_address", str(error)) from None
        if kind == "discord" and not self.reach.inner and not _is_discord(parts):
            raise RefusedError("bad_address", "not a webhook of Discord")
        if kind == "push":
            try:
                browser_keys(p256dh, auth)
            except BadKeysError:
                raise RefusedError("bad_address", "these are no keys of a browser") from None
        else:
            p256dh = auth = ""
        secret = secrets.token_urlsafe(24) if kind == "webhook" else ""
        return Channel(secrets.token_hex(8), kind, address, (), secret=secret, p256dh=p256dh, auth=auth)

    async def deliver(self, channel: Channel, message: NoticeMessage) -> Delivery:
        """Attempt a delivery. Failures of the network or the channel are results, not exceptions."""
        if channel.kind == "mail":
            return await self.mailer.send(message, channel.address) if self.mailer else Delivery("refused")
        if wait := self._wait(urlsplit(channel.address).hostname or ""):
            return Delivery("later", wait)
        try:
            headers, body = self._request(channel, message)
            return by_status(await self.reach.post(channel.address, headers, body))
        except (BadAddressError, BadKeysError):
            return Delivery("refused")
        except OSError as error:
            # Without the address: that of a Discord channel is a secret.
            log.info("a %s cannot be reached: %s", channel.kind, type(error).__name__)
            return Delivery("later")

    def _wait(self, host: str) -> int:
        """Return seconds until the host may be called; 0: now. Limited, because players choose the host and cause
        notices at will.
        """
        return math.ceil(self.rates.take(host, self._now() / 1000)) if self.rates else 0

    def _request(self, channel: Channel, message: NoticeMessage) -> Request:
        if channel.kind == "discord":
            return discord(message)
        if channel.kind == "push":
            if self._push is None:
                raise ConnectionError("there is no key yet")
            return self._push.request(message, channel.address, channel.p256dh, channel.auth, self._now())
        return generic(message, channel.secret, self._now())


def _is_discord(parts: SplitResult) -> bool:
    return parts.hostname in ("discord.com", "discordapp.com") and parts.path.startswith("/api/webhooks/")
