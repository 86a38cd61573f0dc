"""Friends, blocks, mutes and reports: storage, endpoints, and hooks of the core."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec

from bocage.features.social import endpoints, operator
from bocage.features.social.blocks import CHANNEL, Blocks
from bocage.features.social.friends import Friends
from bocage.features.social.reports import Reports
from bocage.features.social.wire import LONGEST_NOTE, Report, ReportWish
from bocage.http.app_state import AppState
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Feature, KeptKey, NoticeText
from bocage.http.operator_acts import OperatorAct
from bocage.protocol.messages import Language
from bocage.settings import Settings
from bocage.store.store import Store

#: The notice of a friend request by language: title and text.
REQUEST: Mapping[Language, tuple[str, str]] = {
    "en": ("{name} wants to be friends", "Agree or decline on your record."),
    "ja": ("{name}さんから友だち申請が届きました", "戦績の画面で承認するか断るかを選べます。"),
}
#: Most reports searched for those of one player.
MOST = 100_000


class Social(Feature):
    """Friends, blocks, mutes and reports on one node."""

    endpoints: ClassVar[tuple[Endpoint, ...]] = endpoints.ENDPOINTS
    acts: ClassVar[Mapping[str, OperatorAct]] = operator.ACTS
    notice_kinds: ClassVar[tuple[str, ...]] = ("friend",)
    kept_keys: ClassVar[tuple[KeptKey, ...]] = (
        KeptKey(r"blocks:.*", export="blocked", survives="somebody else blocked them"),
        KeptKey(r"mutes:.*", export="muted", survives="somebody else muted them"),
        KeptKey(
            r"friends:.*", export="friends", survives="somebody else asked to be their friend; shown to nobody"
        ),
        KeptKey(r"friend-asks:.*", export="asked_by", survives="they asked somebody else; shown to nobody"),
        KeptKey(
            r"report:.*",
            not_exported="reports by others are between them and the operator; expires within 30 days",
            survives="expires within 30 days",
        ),
    )

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__(store, settings)
        self.friends = Friends(store.topology)
        self.blocks = Blocks(store.topology)
        self.reports = Reports(store.topology)

    async def start(self, app: AppState) -> None:
        """Inform connections of players whose chat they must not receive."""
        news = app.node.sessions
        news.unheard_of = self.blocks.unheard
        await self.store.listen(CHANNEL, lambda player: news.unheard(player.decode()))

    async def blocked(self, player: str, others: Iterable[str]) -> bool:
        """True if one has blocked another."""
        return await self.blocks.between(player, others)

    async def friends_of(self, player: str, other: str) -> bool:
        """True if both have added each other."""
        return await self.friends.are(player, other)

    async def report(self, by: str, player: str, reason: str, note: str) -> None:
        """Keep a report of something that the player wrote outside of matches."""
        wish = msgspec.convert({"player": player, "reason": reason, "note": note[:LONGEST_NOTE]}, ReportWish)
        now = self.store.now()
        await self.reports.add(msgspec.json.encode(Report(by, now, wish)), now)

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

    async def notice(self, kind: str, player: str, about: str, lang: Language) -> NoticeText | None:
        """Return the notice of a friend request by ``about``; None: it is no longer pending."""
        asks, agreed = await asyncio.gather(self.friends.wants(about, player), self.friends.wants(player, about))
        name = (await self.store.names([about])).get(about)
        if not asks or agreed or not name or about in await self.blocks.of(player):
            return None
        title, text = REQUEST[lang]
        return NoticeText(title.format(name=name), text, "/player", (name,))


FEATURE = Social
