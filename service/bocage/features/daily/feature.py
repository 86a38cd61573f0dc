"""Daily deals: storage, boards, background tasks, notices, and hooks of the core."""

from __future__ import annotations

import time
from collections.abc import Coroutine, Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from bocage.features.daily import endpoints
from bocage.features.daily.background import keep_announced, keep_committed
from bocage.features.daily.boards import Boards
from bocage.features.daily.deals import Deals, dealt
from bocage.features.notices.message import NoticeMessage, notice_id, of_deals
from bocage.features.notices.preferences import Preferences
from bocage.http.app_state import AppState
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Feature, KeptKey, Screen
from bocage.log.deals import day_of, spans_of
from bocage.settings import Settings
from bocage.store.notices import PendingNotice
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


class Daily(Feature):
    """Daily deals on one node."""

    endpoints: ClassVar[tuple[Endpoint, ...]] = endpoints.ENDPOINTS
    screens: ClassVar[Mapping[str, Screen]] = {"daily": SCREEN}
    kept_keys: ClassVar[tuple[KeptKey, ...]] = (
        KeptKey(r"\{\d+\}:board:.*", export="points", stays="only if rebuilt from the logs; shown to nobody"),
        KeptKey(r"daily:attempts:.*", export="attempts"),
    )

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__(store, settings)
        self.deals = Deals(store)
        self.boards = Boards(self.deals, store.names, time.monotonic)

    async def start(self, app: AppState) -> None:
        """Register the maker of notices."""
        app.notices.makers["daily"] = self._notice

    def background(self, app: AppState) -> Iterable[tuple[str, Coroutine[Any, Any, None]]]:
        """Commit to deals, and announce them."""
        return (
            ("deals", keep_committed(self.deals, self.store.now)),
            ("notices of deals", keep_announced(self.store.notices, self.store.now)),
        )

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

    async def _notice(self, notice: PendingNotice, wanted: Preferences, site: str) -> NoticeMessage | str:
        """Create the notice of deals that the player has not begun; "past" if there are none or the day is over."""
        day, now = notice.about, self.store.now()
        waiting = [game for game in dealt() if not await self.deals.attempt_of(day, game.id, notice.player)]
        if day != day_of(now) or not waiting:
            return "past"
        return of_deals(waiting, notice_id(notice.player, "daily", day, 0), wanted.lang, site, now)


FEATURE = Daily
