"""Boards, read from the store at most every few seconds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from bocage.features.daily.deals import Deals

#: Seconds for which a board that was read is good.
FRESH = 5.0
#: How many boards are kept.
KEPT = 200


class Boards:
    """Boards that were asked for lately.

    ``names``: reads names of players by their ids; empty: they have left. ``clock``: seconds.
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
        """Players with their points, most points first. ``anew``: as it is now. Raises ``StoreError``."""
        now, place = self._clock(), (game, span)
        known = self._kept.get(place)
        if known is not None and now - known[0] < FRESH and not anew:
            return known[1]
        points = await self._deals.board(game, span)
        names = await self._names([player for player, _ in points])
        # Boards that are made anew from the logs have those who left again.
        found = [one for one in points if names.get(one[0]) != ""]
        if len(self._kept) >= KEPT:
            self._kept.clear()
        self._kept[place] = (now, found)
        return found

    def forget(self) -> None:
        """Read every board anew."""
        self._kept.clear()
