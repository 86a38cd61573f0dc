"""Friends, blocks, mutes and reports: storage, endpoints, and hooks of the core."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec

from bocage.features.notices.message import NoticeMessage, notice_id, of_friend
from bocage.features.notices.preferences import Preferences
from bocage.features.social import endpoints
from bocage.features.social.blocks import CHANNEL, Blocks
from bocage.features.social.friends import Friends
from bocage.features.social.reports import Reports
from bocage.features.social.wire import Report
from bocage.http.app_state import AppState
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Feature, KeptKey
from bocage.settings import Settings
from bocage.store.notices import PendingNotice
from bocage.store.store import Store

#: Most reports searched for those of one player.
MOST = 100_000


class Social(Feature):
    """Friends, blocks, mutes and reports on one node."""

    endpoints: ClassVar[tuple[Endpoint, ...]] = endpoints.ENDPOINTS
    kept_keys: ClassVar[tuple[KeptKey, ...]] = (
        KeptKey(r"blocks:.*", export="blocked", stays="somebody else blocked them"),
        KeptKey(r"mutes:.*", export="muted", stays="somebody else muted them"),
        KeptKey(r"friends:.*", export="friends", stays="somebody else asked to be their friend; shown to nobody"),
        KeptKey(r"friend-asks:.*", export="asked_by", stays="they asked somebody else; shown to nobody"),
        KeptKey(
            r"report:.*",
            untold="reports by others are between them and the operator; expires within 30 days",
            stays="expires within 30 days",
        ),
    )

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__(store, settings)
        self.friends = Friends(store.topology)
        self.blocks = Blocks(store.topology)
        self.reports = Reports(store.topology)

    async def start(self, app: AppState) -> None:
        """Inform connections of players whose chat they must not receive; register the maker of notices."""
        news = app.node.sessions
        news.unheard_of = self.blocks.unheard
        await self.store.listen(CHANNEL, lambda player: news.unheard(player.decode()))
        app.notices.makers["friend"] = self._notice

    async def blocked(self, player: str, others: Iterable[str]) -> bool:
        """True if one has blocked another."""
        return await self.blocks.between(player, others)

    async def friends_of(self, player: str, other: str) -> bool:
        """True if both have added each other."""
        return await self.friends.are(player, other)

    async def kept(self, player: str) -> Mapping[str, object]:
        """Return friends, blocks, mutes, and the player's reports."""
        reports = [msgspec.json.decode(told, type=Report) for _, told in await self.reports.newest(MOST)]
        return {
            "friends": await self.friends.wanted_by(player),
            "asked_by": await self.friends.asking(player),
            "blocked": await self.blocks.of(player),
            "muted": await self.blocks.of(player, "mutes"),
            "reports": [one for one in reports if one.by == player],
        }

    async def forget(self, player: str) -> None:
        """Delete the player's blocks, mutes and friends. Reports expire."""
        await asyncio.gather(self.blocks.forget(player), self.friends.forget(player))

    async def _notice(self, notice: PendingNotice, wanted: Preferences, site: str) -> NoticeMessage | str:
        """Create the notice of a friend request by ``notice.about``; "past" if it is no longer pending."""
        store, player, other = self.store, notice.player, notice.about
        asks, agreed = await asyncio.gather(self.friends.wants(other, player), self.friends.wants(player, other))
        called = (await store.names([other])).get(other)
        if not asks or agreed or not called or other in await self.blocks.of(player):
            return "past"
        return of_friend(called, notice_id(player, "friend", other, 0), wanted.lang, site, store.now())


FEATURE = Social
