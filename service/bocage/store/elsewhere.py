"""Finished matches that Redis no longer holds: what the store asks of the feature that keeps them."""

from __future__ import annotations

from collections.abc import Iterable

from bocage.log.records import Entry, Row


class Elsewhere:
    """Reads finished matches kept outside of Redis. This class knows none; a feature overrides it, and sets an
    object of its own as :attr:`bocage.store.lists.Lists.elsewhere`.

    Every method but :meth:`rows` may raise ``StoreError``.
    """

    async def entries(self, match: str) -> list[Entry]:
        """The log of a match; empty: it is not kept here."""
        return []

    async def rows(self, matches: Iterable[str]) -> list[Row]:
        """Rows of those of ``matches`` that are kept here. A row that cannot be read now is ``unreadable``."""
        return []

    async def matches_of(self, player: str, limit: int) -> list[str]:
        """Ids of the ``limit`` newest matches of a player, newest first."""
        return []

    async def matches(self) -> list[str]:
        """Ids of all matches kept here, in no order."""
        return []

    async def find(self) -> None:
        """Raise ``StoreError`` while matches cannot be read."""
