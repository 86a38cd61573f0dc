"""Finished matches that have been moved out of Redis: the interface of the feature that keeps them."""

from __future__ import annotations

from collections.abc import Iterable

from bocage.log.records import Entry, Row


class ColdMatches:
    """Reads finished matches kept outside of Redis. This base class keeps none; a feature subclasses it and assigns
    an instance to :attr:`bocage.store.lists.Lists.cold`.

    Every method but :meth:`rows` may raise ``StoreError``.
    """

    async def entries(self, match: str) -> list[Entry]:
        """Return the log of a match; empty: not kept here."""
        return []

    async def rows(self, matches: Iterable[str]) -> list[Row]:
        """Return the rows of those of ``matches`` kept here. A row that cannot be read now is ``unreadable``."""
        return []

    async def matches_of(self, player: str, limit: int) -> list[str]:
        """Return the ids of a player's ``limit`` newest matches, newest first."""
        return []

    async def matches(self) -> list[str]:
        """Return the ids of all matches kept here, in any order."""
        return []

    async def find(self) -> None:
        """Raise ``StoreError`` while matches cannot be read."""
