"""Real clients that play and watch, note what they see, and check it when a match is over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import TypeVar

from bocage.cli.logs import entries_of
from bocage.log.entries import Entry
from bocage.sdk import Client, MatchState, RefusedError, UnreachableError, connect
from bocage.sdk.bot import SEATED_PERHAPS
from bocage.sdk.link import Connect, open_socket
from bocage.sdk.play import MOVED_ON
from bocage.sdk.rest import Rest
from bocage_tools.load.checks import Checked, Record, Tally, check, unended
from bocage_tools.load.gate import AT_ONCE

T = TypeVar("T")

#: Seconds that a client waits for its first connection, and for the end of an abandoned match.
PATIENCE = 120.0
#: Seconds between two attempts.
PAUSE = 0.5
#: Attempts to fetch the log of a match that all clients saw end.
TRIES = 40


class Crowd:
    """Keeps ``matches`` matches running between ``started`` and ``over``."""

    def __init__(
        self,
        url: str,
        games: list[tuple[str, int]],
        matches: int,
        pace: float,
        seed: int,
        opened: Connect = open_socket,
    ) -> None:
        """``games``: (id, seats), used in turn. ``pace``: mean thinking time in seconds.

        ``opened``: opens the connections of the clients.
        """
        self.tally = Tally()
        #: Set when all clients of all tables are connected; when the tables may begin; when the time is over.
        self.connected = asyncio.Event()
        self.started = asyncio.Event()
        self.over = asyncio.Event()
        self._missing = matches
        #: Limits concurrent requests, as more would time out.
        self._requests = asyncio.Semaphore(AT_ONCE)
        self._url = url
        self._games = games
        self._pace = pace
        self._seed = seed
        self._opened = opened

    async def table(self, number: int, watchers: int) -> None:
        """Play one match after another at one table until the time is over."""
        rng = random.Random(f"{self._seed} {number}")
        game, seats = self._games[number % len(self._games)]
        async with AsyncExitStack() as stack:
            tokens = [await self._guest(f"Load {number} {seat}") for seat in range(seats)]
            players = [await self._connect(stack, token) for token in tokens]
            crowd = [await self._connect(stack, "") for _ in range(watchers)]
            self._missing -= 1
            if not self._missing:
                self.connected.set()
            await self.started.wait()
            while True:
                await self._play(game, players, crowd, rng)
                if self.over.is_set():
                    return

    async def _play(self, game: str, players: list[Client], crowd: list[Client], rng: random.Random) -> None:
        first, *others = players
        match = (await self._patient(lambda: first.rest.create_match(game))).match
        for other in others:
            await self._sit(other, match)
        records = [Record() for _ in (*players, *crowd)]
        self.tally.playing += 1
        self.tally.watching += len(crowd)
        try:
            async with asyncio.TaskGroup() as group:
                for client, record in zip((*players, *crowd), records, strict=True):
                    mind = random.Random(rng.random()) if client in players else None
                    group.create_task(self._follow(client, match, record, mind))
        finally:
            self.tally.playing -= 1
            self.tally.watching -= len(crowd)
        log = await self._log(first, match, all(record.ended for record in records))
        if log is None:
            self.tally.checked.add(unended(match, records))
            return
        # Replaying takes a while and must not delay the answers of the clients.
        self.tally.checked.add(await asyncio.to_thread(check, match, log, records))

    async def _sit(self, client: Client, match: str) -> None:
        try:
            await self._patient(lambda: client.rest.join(match))
        except RefusedError as error:
            # The answer to an earlier attempt may have been lost.
            if error.code not in SEATED_PERHAPS:
                raise

    async def _log(self, client: Client, match: str, ended: bool) -> list[Entry] | None:
        """The log of a finished match, or None if it is not over. ``ended``: all clients saw its end."""
        for _ in range(TRIES):
            try:
                return entries_of(await self._patient(lambda: client.rest.export(match)), match)
            except RefusedError as error:
                if error.code != "not_over":
                    raise
            if not ended:
                return None
            # Another node may answer than the one that showed the end.
            await asyncio.sleep(PAUSE)
        self.tally.checked.add(Checked(broken=[f"{match}: the end was shown, but it is not over"]))
        return None

    async def _follow(self, client: Client, match: str, record: Record, rng: random.Random | None) -> None:
        """Follow a match to its end and, with ``rng``, play. A match that does not end is reported by the check."""
        feed = client.follow(match)
        answered = 0
        give_up = asyncio.create_task(self._late())
        try:
            while not record.ended:
                getting = asyncio.ensure_future(feed.get())
                await asyncio.wait((getting, give_up), return_when=asyncio.FIRST_COMPLETED)
                if not getting.done():
                    getting.cancel()
                    return
                state = getting.result()
                self.tally.updates += 1
                record.note(state.seq, state.seat, state.view, state.ended, state.whole)
                if state.whole and state.seq < answered:
                    answered = 0
                if rng and not len(feed) and state.actions and state.seq > answered:
                    answered = state.seq
                    await self._answer(client, record, state, rng)
        finally:
            give_up.cancel()
            client.unfollow(match, feed)

    async def _late(self) -> None:
        await self.over.wait()
        await asyncio.sleep(PATIENCE)

    async def _answer(self, client: Client, record: Record, state: MatchState, rng: random.Random) -> None:
        if self._pace and not self.over.is_set():
            thinking = asyncio.ensure_future(self.over.wait())
            await asyncio.wait((thinking,), timeout=self._pace * rng.uniform(0.2, 1.8))
            thinking.cancel()
        loop = asyncio.get_running_loop()
        try:
            # Everybody acts at least once, however slow it is.
            if self.over.is_set() and record.acknowledged:
                await client.resign(state.match)
                return
            action = rng.choice(state.actions)
            begin = loop.time()
            ack = await client.act(state.match, state.seq, action)
        except RefusedError as error:
            self.tally.refuse(error.code)
            if error.code not in MOVED_ON:
                record.wrong.append(f"the answer to entry {state.seq} was refused: {error.code}")
            return
        self.tally.delays.append(loop.time() - begin)
        record.acked(ack.seq, action)

    async def _connect(self, stack: AsyncExitStack, token: str) -> Client:
        tally = self.tally
        stands = False

        def status(now: str, wait: float) -> None:
            nonlocal stands
            tally.lost += now == "lost"
            before, stands = stands, now in ("connected", "unavailable")
            tally.standing += stands - before

        client = connect(self._url, token=token, patience=PATIENCE, on_status=status, connect=self._opened)
        await stack.enter_async_context(client)
        tally.connections += 1
        return client

    async def _guest(self, name: str) -> str:
        async with Rest(self._url) as rest:
            return (await self._patient(lambda: rest.create_player(name))).token

    async def _patient(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Repeat a request while the service asks to retry later."""
        while True:
            try:
                async with self._requests:
                    return await ask()
            except UnreachableError:
                await asyncio.sleep(PAUSE)
            except RefusedError as error:
                self.tally.refuse(error.code)
                if not error.retry:
                    raise
                await asyncio.sleep(error.retry / 1000)
