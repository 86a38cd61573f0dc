"""The service's own opponents: plain clients of the public protocol, one player per strategy."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from bocage.bots.file_lock import locked
from bocage.bots.registry import (
    UnknownStrategyError,
    find_strategy,
    heuristic_of,
    searching_strategies_of,
    strategies_of,
)
from bocage.engine.thinkers import Thinkers
from bocage.sdk.bot import FromFacts, Strategy, run_bot
from bocage.sdk.client import Client
from bocage.sdk.errors import BocageError
from bocage.sdk.identity import Identities, connect_as

log = logging.getLogger("bocage.house")

#: Key of the stored players, independent of the service's address, which may change between starts.
_HOME = "house"
#: Keeps each connection far below the limit of messages per second.
_MATCHES_PER_CONNECTION = 8


class House:
    """House bots: they play where they are invited, and continue after a restart."""

    def __init__(
        self,
        url: str,
        players: Path,
        *,
        key: str = "",
        alone: bool = False,
        turn: Path | None = None,
        others: Iterable[Path] = (),
    ) -> None:
        """``url``: of the service. ``players``: file with the bots' tokens.

        ``key``: common key of all house bots of the service; empty: a new one. ``alone``: wait until no other
        process uses the same players. ``turn``: see :class:`Thinkers`. ``others``: further files of players, who
        only finish their matches.
        """
        #: Identifies requests of house bots to the service.
        self.key = key or secrets.token_urlsafe(32)
        self._url = url
        self._players = players
        self._alone = alone
        self._turn = turn
        self._reviews = turn and turn.with_suffix(".review")
        self._hints = turn and turn.with_suffix(".hint")
        self._others = list(others)
        self._identities = Identities(players)
        #: Per strategy: its connections, with the number of matches on each.
        self._clients: dict[str, Counter[Client]] = {}
        #: Pairs (match, strategy) in progress, so that a repeated invitation has no effect.
        self._busy: set[tuple[str, str]] = set()
        self._invitations: asyncio.Queue[tuple[str, str, str, str]] = asyncio.Queue()
        self._thinkers = Thinkers(turn=turn)
        #: Separate, because reviews take half a minute each and must not delay decisions.
        self._reviewers = Thinkers(turn=self._reviews)
        #: Separate, because people wait for hints and must not queue behind bots.
        self._advisers = Thinkers(turn=self._hints)

    def strategies(self, game: str) -> list[str]:
        """Return the names of the strategies for ``game``."""
        return strategies_of(game)

    def invite(self, game: str, match: str, strategy: str, code: str = "") -> None:
        """Invite a bot to the free seat of a match. Idempotent. Raises ``UnknownStrategyError``."""
        find_strategy(strategy, game)
        if (match, strategy) not in self._busy:
            self._busy.add((match, strategy))
            self._invitations.put_nowait((game, match, strategy, code))

    def thoughts(self) -> Mapping[str, float]:
        """Return statistics of the strategies that search: decisions by result, processor time, queue."""
        counts = self._thinkers.counts
        return {
            "thought": counts.thought,
            "full": counts.full,
            "failed": counts.failed,
            "seconds": counts.seconds,
            "longest": counts.longest,
            "waiting": self._thinkers.waiting,
            "wait": self._thinkers.wait(),
        }

    def engine(self, game: str) -> str:
        """Return the version of the engine that reviews matches of ``game``; empty: there is none."""
        from bocage.engine.version import version_of  # loads the rules

        return version_of(game) if searching_strategies_of(game) else ""

    async def review(self, course: bytes, tell: Callable[[int, int], None]) -> bytes | None:
        """Review a course, both as JSON; None on failure.

        ``tell`` receives the progress: choices done, and all. Raises ``TimeoutError`` if too many wait, or the
        machine is too busy.
        """
        return await self._reviewers.review(course, tell=tell)

    async def hint(self, question: bytes) -> bytes | None:
        """Answer a question (``bocage.protocol.hint``), both as JSON; None on failure.

        Raises ``TimeoutError`` if too many wait, or the machine is too busy.
        """
        return await self._advisers.hint(question)

    def sides(self, game: str) -> list[str]:
        """Return the sides between which the engine measures fairness; empty: it does not."""
        from bocage.engine.fairness import field_of  # loads the rules

        field = field_of(game)
        return [] if field is None else list(field.SIDES)

    async def play(self, question: bytes) -> bytes | None:
        """Play games of the engine against itself (``bocage.protocol.fairness``), both as JSON; None on failure.

        In turn with reviews. Raises ``TimeoutError`` if too many wait, or the machine is too busy.
        """
        return await self._reviewers.play(question)

    async def run(self) -> None:
        """Play until cancelled: first unfinished matches, then new invitations."""
        self._clients.clear()
        async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
            if self._alone:
                await stack.enter_async_context(locked(self._players.with_suffix(".lock")))
            self._thinkers = Thinkers(turn=self._turn)
            stack.push_async_callback(self._thinkers.close)
            self._reviewers = Thinkers(turn=self._reviews)
            stack.push_async_callback(self._reviewers.close)
            self._advisers = Thinkers(turn=self._hints)
            stack.push_async_callback(self._advisers.close)
            for strategy in self._identities.names(_HOME):
                asking = await self._client(strategy, stack)
                for row in await asking.rest.mine():
                    if row.status != "ended":
                        client = await self._client(strategy, stack)
                        self._busy.add((row.match, strategy))
                        group.create_task(self._play(client, row.game, row.match, strategy, ""))
                self._clients[strategy][asking] -= 1
            for players in self._others:
                house = House(self._url, players, key=self.key, alone=self._alone, turn=self._turn)
                group.create_task(house.run())
            while True:
                invitation = game, match, strategy, code = await self._invitations.get()
                try:
                    client = await self._client(strategy, stack)
                except Exception:
                    # Left for the next run.
                    self._invitations.put_nowait(invitation)
                    raise
                group.create_task(self._play(client, game, match, strategy, code))

    async def _client(self, strategy: str, stack: AsyncExitStack) -> Client:
        """Return a connection of a strategy's player with capacity for one more match."""
        clients = self._clients.setdefault(strategy, Counter())
        client = min(clients, key=clients.__getitem__, default=None)
        if client is None or clients[client] >= _MATCHES_PER_CONNECTION:
            client = await connect_as(
                strategy,
                self._url,
                identities=self._identities,
                home=_HOME,
                headers={"Bocage-House": self.key},
            )
            stack.push_async_callback(client.close)
        clients[client] += 1
        return client

    async def _play(self, client: Client, game: str, match: str, strategy: str, code: str) -> None:
        try:
            if not await run_bot(self.strategy(game, strategy), client=client, match=match, invite=code):
                log.info("somebody else sits at %s, where %s was called", match, strategy)
        except (BocageError, UnknownStrategyError) as error:
            log.warning("%s gives up %s: %s", strategy, match, error)
        finally:
            self._busy.discard((match, strategy))
            self._clients[strategy][client] -= 1

    def strategy(self, game: str, name: str) -> Strategy | FromFacts:
        """Return the strategy; one that searches runs in separate processes. Raises ``UnknownStrategyError``."""
        found = find_strategy(name, game)
        if heuristic_of(game, name) is None:
            return found

        def make(facts: dict[str, Any]) -> Strategy:
            level: Any = found.make(facts) if isinstance(found, FromFacts) else found

            async def choose(view: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
                if len(actions) == 1:
                    return actions[0]
                chosen = await self._thinkers.choose(game, name, view, actions)
                choice: dict[str, Any] = level.unsearched(view, actions) if chosen is None else chosen
                return choice

            return choose

        return FromFacts(make, hears=True)
