"""Daily deals: storage, boards, background tasks, notices, and hooks of the core."""

from __future__ import annotations

import time
from collections.abc import Coroutine, Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from bocage.features.daily import endpoints
from bocage.features.daily.background import keep_committed
from bocage.features.daily.boards import Boards
from bocage.features.daily.deals import Deals, dealt
from bocage.http.app_state import AppState
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Announcement, Feature, KeptKey, NoticeText, Screen
from bocage.log.deals import DAY, day_of, spans_of
from bocage.protocol.messages import Language
from bocage.settings import Settings
from bocage.store.store import Store

#: Most matches of a player to read.
MOST = 100_000
#: A day and a game may follow in the path.
SCREEN = Screen(
    {
        "en": ("Deal of the day", "The same dice and cards for everybody, one attempt a day, and a ranking."),
        "ja": ("今日の一戦", "全員が同じダイスとカード。挑戦は1日1回、順位表つき。"),
    },
    parts=2,
)
#: The announcement by language: title, text, and the separator of two games.
READY: Mapping[Language, tuple[str, str, str]] = {
    "en": ("The deal of the day is ready", "{games}: the same dice and cards for everybody.", " and "),
    "ja": ("今日の一戦の準備ができました", "{games}：全員が同じダイスとカードで挑みます。", "、"),
}


class Daily(Feature):
    """Daily deals on one node."""

    endpoints: ClassVar[tuple[Endpoint, ...]] = endpoints.ENDPOINTS
    screens: ClassVar[Mapping[str, Screen]] = {"daily": SCREEN}
    notice_kinds: ClassVar[tuple[str, ...]] = ("daily",)
    kept_keys: ClassVar[tuple[KeptKey, ...]] = (
        KeptKey(r"\{\d+\}:board:.*", export="points", survives="only if rebuilt from the logs; shown to nobody"),
        KeptKey(r"daily:attempts:.*", export="attempts"),
    )

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__(store, settings)
        self.deals = Deals(store)
        self.boards = Boards(self.deals, store.names, time.monotonic)

    @property
    def parts(self) -> tuple[Deals, Boards]:
        """Deals and boards."""
        return self.deals, self.boards

    def background(self, app: AppState) -> Iterable[tuple[str, Coroutine[Any, Any, None]]]:
        """Create secrets of coming deals."""
        return (("deals", keep_committed(self.deals, self.store.now)),)

    def announcement(self, now: int) -> Announcement:
        """The deals of the day."""
        return Announcement("daily", day_of(now), now // DAY)

    async def kept(self, player: str) -> Mapping[str, object]:
        """Return attempts, and points on boards."""
        attempts = await self.deals.attempts(player)
        points = await self.deals.points(player, await self._boards_of(player))
        return {"attempts": [msgspec.to_builtins(one) for one in attempts], "points": points}

    async def forget(self, player: str) -> None:
        """Delete the player's attempts and points."""
        await self.deals.forget(player, await self._boards_of(player))
        self.boards.forget()

    async def _boards_of(self, player: str) -> list[tuple[str, str]]:
        """Return boards that may contain the player, each with a counted match."""
        rows = await self.store.matches_of(player, MOST)
        return [(row.match, f"{row.game}:{span}") for row in rows if row.deal for span in spans_of(row.deal)]

    async def notice(self, kind: str, player: str, about: str, lang: Language) -> NoticeText | None:
        """Return the notice of the deals of day ``about`` that the player has not begun; None: no longer valid."""
        waiting = [game for game in dealt() if not await self.deals.attempt_of(about, game.id, player)]
        if about != day_of(self.store.now()) or not waiting:
            return None
        title, text, between = READY[lang]
        games = between.join(game.text[lang]["game.name"] for game in waiting)
        return NoticeText(title, text.format(games=games), "/daily")


FEATURE = Daily
