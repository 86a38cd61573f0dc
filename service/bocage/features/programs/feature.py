"""Programs: storage, endpoints, and hooks of the core."""

from __future__ import annotations

import random
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from bocage.features.programs import challenge_endpoints, endpoints
from bocage.features.programs.accounts import ProgramAccounts
from bocage.features.programs.challenges import CHANNEL, ChallengeStorage
from bocage.features.programs.challenging import Challenges
from bocage.features.programs.desk import Desk
from bocage.features.programs.matchmaker import Matchmaker, arranged_key
from bocage.features.programs.tables import Tables
from bocage.http.app_state import AppState
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Feature, KeptKey, Screen
from bocage.settings import Settings
from bocage.store.store import Store

SCREEN = Screen(
    {
        "en": ("Bots and challenges", "Bots that play here now, how strong they are, and challenges."),
        "ja": ("ボットと挑戦", "いま対戦できるボットとその強さ、届いた挑戦。"),
    },
    parts=2,
)


class ProgramsFeature(Feature):
    """Programs on one node."""

    screens: ClassVar[Mapping[str, Screen]] = {"programs": SCREEN}
    endpoints: ClassVar[tuple[Endpoint, ...]] = (*endpoints.ENDPOINTS, *challenge_endpoints.ENDPOINTS)
    kept_keys: ClassVar[tuple[KeptKey, ...]] = (
        KeptKey(r"programs-of:.*", export="programs"),
        KeptKey(r"offers?:.*", export="challenges"),
        KeptKey(r"tables:.*|programs:online", not_exported="public, for a minute", survives="for a minute"),
        KeptKey(
            r"arranged:.*",
            not_exported="for a day; names matches of theirs, which are exported",
            survives="for a day, with their opponents",
        ),
    )

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__(store, settings)
        self.accounts = ProgramAccounts(store)
        self.tables = Tables(store)
        self.storage = ChallengeStorage(store)
        self.challenges: Challenges | None = None
        self.desk: Desk | None = None
        self.matchmaker: Matchmaker | None = None

    @property
    def parts(self) -> tuple[object, ...]:
        """Storage, and challenges."""
        return self.accounts, self.tables, self.challenges

    async def start(self, app: AppState) -> None:
        """Serve connections that follow their accounts."""
        self.challenges = Challenges(app, self.storage, self.tables)
        self.desk = Desk(app.node, self.challenges, self.tables)
        self.matchmaker = Matchmaker(app, self.tables, self.accounts, random.Random())
        app.node.sessions.account_asked, app.node.sessions.account_left = self.desk.asked, self.desk.leave
        app.node.on_row, app.node.on_storage_back = self.desk.row_changed, self.desk.storage_back
        await self.store.listen(CHANNEL, self.desk.heard)

    def background(self, app: AppState) -> Iterable[tuple[str, Coroutine[Any, Any, None]]]:
        """Renew the offers of programs, and arrange their matches."""
        assert self.desk is not None
        assert self.matchmaker is not None
        yield "offers of programs", self.desk.renew()
        yield "matches of programs", self.matchmaker.run()

    def metrics(self) -> Iterable[Metric]:
        """Yield connections that follow their accounts, and matches that were arranged."""
        watching = self.desk.watching if self.desk is not None else 0
        yield GaugeMetricFamily("bocage_accounts_followed", "Connections that follow their accounts.", watching)
        arranged, paused = (
            (self.matchmaker.arranged, self.matchmaker.paused) if self.matchmaker is not None else (0, False)
        )
        yield CounterMetricFamily(
            "bocage_matches_arranged", "Matches of programs that this node arranged.", arranged
        )
        yield GaugeMetricFamily("bocage_arranging_paused", "1: too many people are connected.", int(paused))

    async def facts(self, player: str) -> Sequence[str]:
        """Return the owner of a program, whether it is retired, and a player's programs."""
        held, there = await self.accounts.holding(player), await self.accounts.of(player)
        owner, retired = [f"owner: {held.owner}"] * bool(held.owner), ["retired by its owner"] * held.retired
        return (*owner, *retired, *(f"program: {one}" for one in there))

    async def kept(self, player: str) -> Mapping[str, object]:
        """Return the player's programs, and challenges that wait."""
        waiting = [msgspec.to_builtins(made) for made in await self.storage.waiting(player)]
        return {"programs": await self.accounts.of(player), "challenges": waiting}

    async def forget(self, player: str) -> None:
        """Delete the player's offer, challenges and what they own. Their programs stay, without an owner."""
        await self.storage.forget(player)
        await self.accounts.forget(player)
        await self.tables.withdraw(player)
        key = arranged_key(player)
        await self.store.topology.call(key, "DEL", key)


FEATURE = ProgramsFeature
