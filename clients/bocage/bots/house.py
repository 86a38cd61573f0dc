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

from bocage.bots.held import held
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

#: Under which address the players are kept: the service's own may change from start to start.
_HOME = "house"
#: A connection has a limit of messages per second; so many opponents never come near it.
_MATCHES_PER_CONNECTION = 8


class House:
    """Bots that play wherever they were given a seat, also after a restart."""

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
        """``url``: of the service. ``players``: file in which the bots' tokens are kept.

        ``key``: that of all houses of the service; empty: a fresh one. ``alone``: another process may have the same
        players just now; wait until it has not. ``turn``: as :class:`Thinkers` takes it. ``others``: further files
        of players, who only play on where they sit.
        """
        #: By this the service knows requests of the house.
        self.key = key or secrets.token_urlsafe(32)
        self._url = url
        self._players = players
        self._alone = alone
        self._turn = turn
        self._reviews = turn and turn.with_suffix(".review")
        self._hints = turn and turn.with_suffix(".hint")
        self._others = list(others)
        self._identities = Identities(players)
        #: Per strategy: its connections, and how many matches each carries.
        self._clients: dict[str, Counter[Client]] = {}
        #: What bots play or are on their way to (match, strategy): an invitation sent again calls nobody else.
        self._busy: set[tuple[str, str]] = set()
        self._invitations: asyncio.Queue[tuple[str, str, str, str]] = asyncio.Queue()
        self._thinkers = Thinkers(turn=turn)
        #: Reviews take half a minute each: no decision waits behind one.
        self._reviewers = Thinkers(turn=self._reviews)
        #: People wait for hints: not behind bots.
        self._advisers = Thinkers(turn=self._hints)

    def strategies(self, game: str) -> list[str]:
        """Names of the strategies that play ``game``."""
        return strategies_of(game)

    def invite(self, game: str, match: str, strategy: str, code: str = "") -> None:
        """Ask a bot to take the free seat of a match; one is enough. Raises ``UnknownStrategyError``."""
        find_strategy(strategy, game)
        if (match, strategy) not in self._busy:
            self._busy.add((match, strategy))
            self._invitations.put_nowait((game, match, strategy, code))

    def thoughts(self) -> Mapping[str, float]:
        """What the strategies that search have done: decisions by how they went, processor time, and who waits."""
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
        """The version of the engine that reviews matches of ``game``; empty: there is none."""
        from bocage.engine.version import version_of  # loads the rules

        return version_of(game) if searching_strategies_of(game) else ""

    async def review(self, course: bytes, tell: Callable[[int, int], None]) -> bytes | None:
        """The review of a course, both as JSON; None: it failed.

        ``tell``: is told how many choices were looked at, and how many there are.
        Raises ``TimeoutError`` where too many wait, or the machine has no time for it now.
        """
        return await self._reviewers.review(course, tell=tell)

    async def hint(self, question: bytes) -> bytes | None:
        """Advice on a question (``bocage.protocol.hint``), both as JSON; None: it failed.

        Raises ``TimeoutError`` where too many wait, or the machine has no time for it now.
        """
        return await self._advisers.hint(question)

    async def run(self) -> None:
        """Play until cancelled: first the matches begun before, then those the bots are invited to."""
        self._clients.clear()
        async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
            if self._alone:
                await stack.enter_async_context(held(self._players.with_suffix(".lock")))
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
                    # The next run takes it up.
                    self._invitations.put_nowait(invitation)
                    raise
                group.create_task(self._play(client, game, match, strategy, code))

    async def _client(self, strategy: str, stack: AsyncExitStack) -> Client:
        """A connection of a strategy's player that can carry one more match."""
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
        """The strategy, where it searches in a process of its own. Raises ``UnknownStrategyError``."""
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
