"""Boards, read from the store at most every few seconds."""

from __future__ import annotations

from bocage.live.node import Node

#: Seconds for which a board that was read is good.
FRESH = 5.0
#: How many boards are kept.
KEPT = 200


class Boards:
    """The boards that were asked for lately."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._kept: dict[tuple[str, str], tuple[float, list[tuple[str, int]]]] = {}

    async def read(self, game: str, span: str, anew: bool = False) -> list[tuple[str, int]]:
        """Players with their points, most points first. ``anew``: as it is now. Raises ``StoreError``."""
        now, place = self._node.clock(), (game, span)
        known = self._kept.get(place)
        if known is not None and now - known[0] < FRESH and not anew:
            return known[1]
        points = await self._node.store.deals.board(game, span)
        names = await self._node.store.names([player for player, _ in points])
        # Boards that are made anew from the logs have them again.
        found = [one for one in points if names.get(one[0]) != ""]
        if len(self._kept) >= KEPT:
            self._kept.clear()
        self._kept[place] = (now, found)
        return found

    def forget(self) -> None:
        """Read every board anew."""
        self._kept.clear()
