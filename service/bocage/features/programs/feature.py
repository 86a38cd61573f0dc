"""Programs: storage, endpoints, and hooks of the core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from bocage.features.programs import endpoints
from bocage.features.programs.accounts import ProgramAccounts
from bocage.features.programs.tables import Tables
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Feature, KeptKey
from bocage.settings import Settings
from bocage.store.store import Store


class ProgramsFeature(Feature):
    """Programs on one node."""

    endpoints: ClassVar[tuple[Endpoint, ...]] = endpoints.ENDPOINTS
    kept_keys: ClassVar[tuple[KeptKey, ...]] = (
        KeptKey(r"programs-of:.*", export="programs"),
        KeptKey(r"tables:.*|programs:online", not_exported="public, for a minute", survives="for a minute"),
    )

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__(store, settings)
        self.accounts = ProgramAccounts(store)
        self.tables = Tables(store)

    @property
    def parts(self) -> tuple[object, ...]:
        """Storage."""
        return self.accounts, self.tables

    async def facts(self, player: str) -> Sequence[str]:
        """Return the owner of a program, and a player's programs."""
        owner, there = (await self.accounts.owner(player)).player, await self.accounts.of(player)
        return (*((f"owner: {owner}",) if owner else ()), *(f"program: {one}" for one in there))

    async def kept(self, player: str) -> Mapping[str, object]:
        """Return the player's programs."""
        return {"programs": await self.accounts.of(player)}

    async def forget(self, player: str) -> None:
        """Delete the player's offer and what they own. Their programs stay, without an owner."""
        await self.accounts.forget(player)
        await self.tables.withdraw(player)


FEATURE = ProgramsFeature
