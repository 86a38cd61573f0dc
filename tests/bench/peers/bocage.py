"""The load on Bocage: its players, one match after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bocage.rules.kernel import Game
from bocage.store import Store, StoreSettings
from tests.bench.crowd import Crowd, Playing, new_match
from tests.bench.sockets import Socket

#: The last entry of a match sets its status.
_ENDED = b"\xa6status\xa5ended"


class Lasting(Playing):
    """Plays its matches in their order: what is asked in a later one is answered when the one before has ended."""

    def __init__(self, crowd: Crowd, seed: int, matches: Sequence[str]) -> None:
        super().__init__(crowd, seed)
        self._left = list(reversed(matches))
        self._asked: dict[str, Any] = {}

    def heard(self, socket: Socket, payload: bytes) -> None:
        super().heard(socket, payload)
        if _ENDED in payload:
            self._left.pop()
            if self._left and (message := self._asked.pop(self._left[-1], None)):
                self.act(message)

    def updated(self, message: Any, size: int) -> None:
        if self._left and message.match != self._left[-1]:
            self._asked[message.match] = message if message.decision else None
        else:
            super().updated(message, size)


async def seat(url: str, crowd: Crowd, port: int, game: Game[Any], options: Any, pairs: int, each: int) -> None:
    """Pairs of players with a number of matches each."""
    store = await Store.open(StoreSettings(url))
    for number in range(pairs):
        people = [await store.create_player(f"P{number}-{seat}") for seat in range(game.seats)]
        matches = [await new_match(store, game, [player for player, _ in people], options) for _ in range(each)]
        for place, (_, token) in enumerate(people):
            await crowd.join(Lasting(crowd, number * 2 + place, matches), port, token, matches)
    await store.close()
