"""A cache of boards."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from bocage.features.daily.deals import Deals

#: Lifetime of a cached board in seconds.
FRESH = 5.0
#: Most cached boards.
KEPT = 200


class Boards:
    """Recently read boards.

    ``names``: returns names of players by id; empty: account deleted. ``clock``: seconds.
    """

    def __init__(
        self,
        deals: Deals,
        names: Callable[[Sequence[str]], Awaitable[Mapping[str, str]]],
        clock: Callable[[], float],
    ) -> None:
        self._deals = deals
        self._names = names
        self._clock = clock
        self._kept: dict[tuple[str, str], tuple[float, list[tuple[str, int]]]] = {}

    async def read(self, game: str, span: str, anew: bool = False) -> list[tuple[str, int]]:
        """Return players with their points, most points first. ``anew``: bypass the cache. Raises
        ``StoreError``.
        """
        now, place = self._clock(), (game, span)
        known = self._kept.get(place)
        if known is not None and now - known[0] < FRESH and not anew:
            return known[1]
        points = await self._deals.board(game, span)
        names = await self._names([player for player, _ in points])
        # Boards rebuilt from the logs contain players whose account is deleted.
        found = [one for one in points if names.get(one[0]) != ""]
        if len(self._kept) >= KEPT:
            self._kept.clear()
        self._kept[place] = (now, found)
        return found

    def forget(self) -> None:
        """Clear the cache."""
        self._kept.clear()
