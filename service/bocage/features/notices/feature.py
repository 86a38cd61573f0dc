"""Notices on one node: endpoints, delivery, background work, and hooks of the core."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, ClassVar, cast, get_args

import msgspec
from prometheus_client.core import CounterMetricFamily, Metric

from bocage.features.notices import endpoints, settings
from bocage.features.notices.channels import Channels
from bocage.features.notices.delivery import Result
from bocage.features.notices.mail import Mailer
from bocage.features.notices.preferences import ChannelKind
from bocage.features.notices.public_http import Reach
from bocage.features.notices.sender import NoticeSender
from bocage.features.notices.storage import Notices, PendingNotice
from bocage.features.notices.wire import NoticeKind
from bocage.http.app_state import AppState
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Announcement, Feature, KeptKey
from bocage.http.metrics import by_label
from bocage.limits import Rates
from bocage.settings import Settings
from bocage.store.records import StoreError
from bocage.store.store import Store

log = logging.getLogger("bocage.notices")

#: Seconds between two searches for players to notify of an announcement.
LOOK = 30.0
#: Players read per step.
MOST = 64


class NoticesFeature(Feature):
    """The feature on one node."""

    endpoints: ClassVar[tuple[Endpoint, ...]] = endpoints.ENDPOINTS
    kept_keys: ClassVar[tuple[KeptKey, ...]] = (
        KeptKey(r"\{\d+\}:wanting|notices:daily", export="notices"),
        KeptKey(
            r"\{\d+\}:notices",
            not_exported="says only that a notice waits; its text is made when it is sent",
            survives="a waiting notice is dropped when it is due, because its player has left",
        ),
        KeptKey(
            r"notices:friend:.*",
            not_exported="says only who asked; expires within a day",
            survives="expires within a day",
        ),
    )

    def __init__(self, store: Store, settings_: Settings) -> None:
        super().__init__(store, settings_)
        self.storage = Notices(store.topology, store.now)
        mail = settings.mail(settings_)
        self.channels = Channels(
            Reach(settings_.notices_anywhere == "on"),
            store.now,
            settings.push_contact(settings_),
            settings.push_key(settings_),
            Mailer(*mail) if mail else None,
        )
        self._sender: NoticeSender | None = None
        self._features: Sequence[Feature] = ()

    @property
    def parts(self) -> tuple[Notices, Channels]:
        """Storage and channels."""
        return self.storage, self.channels

    @property
    def sender(self) -> NoticeSender:
        """The sender; created by :meth:`start`."""
        assert self._sender is not None
        return self._sender

    async def start(self, app: AppState) -> None:
        """Create the sender. It starts to send with the background tasks."""
        limits = app.node.limits
        self.channels.rates = Rates(limits.notice_host_rate / 60, limits.notice_host_burst)
        self._features = app.features
        deliver, prepare = self.channels.deliver, self.channels.prepare
        self._sender = NoticeSender(app.node, self.storage, deliver, app.site, prepare, app.features)

    def background(self, app: AppState) -> Iterable[tuple[str, Coroutine[Any, Any, None]]]:
        """Send due notices, and queue announcements."""
        return ("notices", self.sender.run()), ("announcements", self._keep_announced())

    async def notify(self, kind: str, player: str, about: str) -> None:
        """Queue a notice, unless one of the same kind and subject was queued for the player within a day."""
        if await self.storage.first_today(kind, player, about):
            await self.storage.add(PendingNotice(cast("NoticeKind", kind), player, about), self.store.now())

    def metrics(self) -> Iterator[Metric]:
        """Return counts of delivery attempts and of notices dropped without one."""
        if self._sender is None:
            return
        tried = CounterMetricFamily(
            "bocage_notices",
            "Delivery attempts of notices, by kind of channel and result.",
            labels=["kind", "result"],
        )
        for pair in sorted({*self.sender.tried, *product(get_args(ChannelKind), get_args(Result))}):
            tried.add_metric(list(pair), self.sender.tried[pair])
        yield tried
        dropped = self.sender.dropped
        yield by_label("notices_dropped", "Notices dropped without an attempt, by reason.", "reason", dropped)

    async def kept(self, player: str) -> Mapping[str, object]:
        """Return the stored preferences of the player."""
        stored = await self.storage.preferences(player)
        return {"notices": msgspec.json.decode(stored) if stored else {}}

    async def forget(self, player: str) -> None:
        """Stop writing notices for the player. Preferences are part of the player's hash."""
        await self.storage.want(player, False, 0)

    async def announce(self, now: int) -> None:
        """Queue notices of current announcements. Raises ``StoreError``."""
        for feature in self._features:
            if announcement := feature.announcement(now):
                await self._announce(announcement, now)

    async def _announce(self, announcement: Announcement, now: int) -> None:
        kind, about, number = cast("NoticeKind", announcement.kind), announcement.about, announcement.number
        while players := await self.storage.untold(number, MOST):
            for player in players:
                await self.storage.add(PendingNotice(kind, player, about), now)
                await self.storage.told(player, number)

    async def _keep_announced(self) -> None:
        while True:
            try:
                await self.announce(self.store.now())
            except StoreError as error:
                log.info("announcements are postponed: %s", error)
            except Exception:
                log.exception("queueing announcements failed")
            await asyncio.sleep(LOOK)


FEATURE = NoticesFeature
