"""Storage of daily deals: secrets, attempts, and boards.

    daily:secrets             hash: <day>/<game> → time of creation, secret; of all days so far
    daily:scenarios           hash: <day>/<game> → id of the scenario that is played, if there is one
    daily:attempts:<day>:<game>  hash: player → match, for some weeks
    {tag}:board:<game>:<span>  sorted set: players by points, from the matches of one shard (a list)

A player's days are in different shards, so boards of several days are added up on reading.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable

import msgspec

from bocage.log.deals import DAY, first_moment, weekday
from bocage.rules.kernel import AnyGame, Scenario
from bocage.rules.kernel.registry import house_games
from bocage.store.keys import shard_key, shard_of
from bocage.store.lists import pairs
from bocage.store.shard_group import ShardGroup
from bocage.store.store import Store

#: Key of all secrets.
SECRETS = "daily:secrets"
#: Key of the scenarios of deals.
SCENARIOS = "daily:scenarios"
#: The day of the week on which deals are scenarios.
SUNDAY = 6
#: Seconds for which attempts are kept.
ATTEMPTS_KEPT = 60 * 86_400
#: Length of a secret in bytes.
SECRET_BYTES = 32


def new_secret() -> bytes:
    """Return a random secret."""
    return secrets.token_bytes(SECRET_BYTES)


def dealt() -> list[AnyGame]:
    """Return the games with daily deals."""
    return [game for game in house_games() if game.daily]


def next_scenario(game: str, day: str) -> str:
    """Return the id of the scenario for a new deal: on Sundays, those of the game in turn; empty: none."""
    scenarios = next((one.scenarios() for one in dealt() if one.id == game), ())
    if weekday(day) != SUNDAY or not scenarios:
        return ""
    return scenarios[first_moment(day) // (7 * DAY) % len(scenarios)].id


class DealSecret(msgspec.Struct, frozen=True):
    """The secret of a game's deal of one day, with its time of creation (ms).

    ``scenario``: id of the scenario that is played, which was chosen with the secret; empty: none.
    """

    day: str
    game: str
    made: int
    secret: bytes
    scenario: str = ""

    def scenario_in(self, game: AnyGame) -> Scenario | None:
        """Return the scenario of the deal; None: it has none, or the game has it no more."""
        return next((one for one in game.scenarios() if one.id == self.scenario), None)

    def options_in(self, game: AnyGame) -> dict[str, object]:
        """Return the options of the deal."""
        scenario = self.scenario_in(game)
        return dict(game.daily[weekday(self.day)] if scenario is None else scenario.options)


class Attempt(msgspec.Struct, frozen=True):
    """A player's one attempt at a deal."""

    day: str
    game: str
    match: str


class Deals:
    """Secrets, attempts and boards of daily deals."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def secret(self, day: str, game: str) -> DealSecret:
        """Return the secret of a deal, which is created on first use and never changes."""
        field, call = f"{day}/{game}", self._store.topology.call
        found = await call(SECRETS, "HGET", SECRETS, field)
        if found is None:
            # The scenario first: a deal that is there has its options for good.
            if scenario := next_scenario(game, day):
                await call(SCENARIOS, "HSETNX", SCENARIOS, field, scenario)
            await call(SECRETS, "HSETNX", SECRETS, field, f"{self._store.now()} {new_secret().hex()}")
            found = await call(SECRETS, "HGET", SECRETS, field)
        scenario = await call(SCENARIOS, "HGET", SCENARIOS, field)
        return _parsed(field, found, scenario)

    async def all(self) -> list[DealSecret]:
        """Return all deals, newest day first."""
        found = await self._store.topology.call(SECRETS, "HGETALL", SECRETS)
        scenarios = await self._store.topology.call(SCENARIOS, "HGETALL", SCENARIOS)
        deals = [_parsed(field.decode(), value, scenarios.get(field)) for field, value in found.items()]
        return sorted(sorted(deals, key=lambda deal: deal.game), key=lambda deal: deal.day, reverse=True)

    async def attempt(self, day: str, game: str, player: str, match: str) -> str:
        """Reserve the attempt of ``player`` for ``match``. Returns the match that it is reserved for."""
        key = f"daily:attempts:{day}:{game}"
        if await self._store.topology.call(key, "HSETNX", key, player, match):
            await self._store.topology.call(key, "EXPIRE", key, ATTEMPTS_KEPT)
            return match
        return str((await self._store.topology.call(key, "HGET", key, player)).decode())

    async def attempt_of(self, day: str, game: str, player: str) -> str:
        """Return the match of a player's attempt; empty: there is none."""
        key = f"daily:attempts:{day}:{game}"
        found = await self._store.topology.call(key, "HGET", key, player)
        return "" if found is None else str(found.decode())

    async def attempts(self, player: str) -> list[Attempt]:
        """Return the stored attempts of ``player``, newest first."""
        deals = await self.all()
        found = await asyncio.gather(*[self.attempt_of(deal.day, deal.game, player) for deal in deals])
        return [Attempt(deal.day, deal.game, match) for deal, match in zip(deals, found, strict=True) if match]

    async def points(self, player: str, boards: Iterable[tuple[str, str]]) -> dict[str, int]:
        """Return the points of ``player`` by board. ``boards``: pairs of a counted match and a board's name."""
        points: dict[str, int] = {}
        for key in sorted({shard_key(shard_of(match), f"board:{name}") for match, name in boards}):
            score = await self._store.topology.call(key, "ZSCORE", key, player)
            if score is not None:
                name = key.split(":board:", 1)[1]
                points[name] = points.get(name, 0) + int(float(score))
        return points

    async def forget(self, player: str, boards: Iterable[tuple[str, str]]) -> None:
        """Delete the attempts and points of ``player``. ``boards``: as for :meth:`points`."""
        keys = {shard_key(shard_of(match), f"board:{name}") for match, name in boards}
        await asyncio.gather(*[self._store.topology.call(key, "ZREM", key, player) for key in keys])
        for attempt in await self.attempts(player):
            key = f"daily:attempts:{attempt.day}:{attempt.game}"
            await self._store.topology.call(key, "HDEL", key, player)

    async def board(self, game: str, span: str) -> list[tuple[str, int]]:
        """Return players with their points, most points first, then by id."""
        name = f"board:{game}:{span}"
        found = await asyncio.gather(*[self._points_of(group, name) for group in self._store.topology.groups])
        points: dict[str, int] = {}
        for player, score in (pair for some in found for pair in some):
            points[player] = points.get(player, 0) + score
        return sorted(points.items(), key=lambda one: (-one[1], one[0]))

    async def _points_of(self, group: ShardGroup, name: str) -> list[tuple[str, int]]:
        calls = [group.call("ZREVRANGE", shard_key(shard, name), 0, -1, "WITHSCORES") for shard in group.shards]
        return [
            (player.decode(), int(float(score)))
            for reply in await group.answer(*calls)
            for player, score in pairs(reply)
        ]


def _parsed(field: str, value: bytes, scenario: bytes | None) -> DealSecret:
    day, _, game = field.partition("/")
    made, _, secret = value.decode().partition(" ")
    return DealSecret(day, game, int(made), bytes.fromhex(secret), (scenario or b"").decode())
