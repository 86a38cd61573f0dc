"""Running a bot, which is one function."""

from __future__ import annotations

import asyncio
import inspect
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any, NamedTuple, TypeAlias, TypeVar

from bocage.sdk.backoff import Backoff
from bocage.sdk.client import Client
from bocage.sdk.errors import RefusedError
from bocage.sdk.event_history import EventHistory
from bocage.sdk.mirror import MatchState

T = TypeVar("T")

log = logging.getLogger("bocage.bot")

#: (view of the player, legal actions) → one of the actions. May be a coroutine function; a strategy that computes
#: for seconds should be, and use a thread.
Strategy: TypeAlias = Callable[[dict[str, Any], list[dict[str, Any]]], "dict[str, Any] | Awaitable[dict[str, Any]]"]


class FromFacts(NamedTuple):
    """A strategy made from the printed facts of a game by ``make(facts)``.

    ``hears``: views have the field ``told`` with all events since the beginning, if known.
    """

    make: Callable[[dict[str, Any]], Strategy]
    hears: bool = False


#: Refusals of a seat that was free a moment ago.
_TOO_LATE = frozenset({"not_open", "seat_taken", "seat_kept", "already_seated", "no_match", "private", "game_over"})
#: Refusals until something else ends, at an unknown time.
_FULL = frozenset({"too_many_open", "address_full"})
_FULL_LIMITS = frozenset({"matches_per_socket"})
#: Seconds before the first retry, doubled each time; and the most.
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
#: Refusals of a seat that this player may already have. Following the match will tell.
SEATED_PERHAPS = frozenset({"already_seated", "not_open", "private"})


async def run_bot(
    strategy: Strategy | FromFacts,
    url: str = "",
    *,
    token: str = "",
    name: str = "bot",
    game: str = "",
    match: str = "",
    invite: str = "",
    seat: int | None = None,
    matches: int = 0,
    at_once: int = 4,
    on_end: Callable[[MatchState], None] | None = None,
    client: Client | None = None,
    agrees: bool = True,
    rated: bool = False,
) -> int:
    """Play with ``strategy``. Returns the number of matches played.

    ``strategy``: a function, or a :class:`FromFacts`. ``token``: of the player; empty: create a guest called
    ``name``. ``match`` (with its ``invite``): play only this match, or return if others have its seats. Otherwise
    play first this player's unfinished matches, then new ones of ``game``: new solo games, or open matches in the
    lobby. ``seat``: only take this seat. ``matches``: stop after this number; 0: never. ``at_once``: concurrent
    matches.

    ``on_end`` is called with the last state of each match. ``client``: an open client to use instead of ``url``,
    ``token`` and ``name``. ``agrees``: consent to the other player's requests for an undo. Draw offers are
    declined. ``rated``: join rated matches, too; the player must be a declared program with a recoverable account.

    Refusals because of a limit or with a time to wait are retried without end. Raises what the strategy raises, and
    :class:`~bocage.sdk.errors.BocageError`.
    """
    async with AsyncExitStack() as stack:
        if client is None:
            if not token:
                async with Client(url).rest as rest:
                    token = (await patiently(lambda: rest.create_player(name))).token
            client = await stack.enter_async_context(Client(url, token=token))
        bot = BotPlayer(client, strategy, seat, on_end, agrees, rated)
        if match:
            if await bot.sit(match, invite):
                await patiently(lambda: bot.play(match, invite))
        else:
            await bot.serve(game, matches, at_once)
        return bot.played


async def patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """Return the result of ``ask()``. Retries temporary refusals, after ``retry`` and with back-off."""
    backoff = Backoff(random.Random(), FIRST_WAIT, LONGEST_WAIT)
    while True:
        try:
            return await ask()
        except RefusedError as error:
            if not (error.retry or error.code in _FULL or error.limit in _FULL_LIMITS):
                raise
            wait = backoff.next(error.retry / 1000)
            log.info("%s; trying again in %.0f s", error, wait)
        await asyncio.sleep(wait)


class BotPlayer:
    """Plays matches of one client with one strategy."""

    def __init__(
        self,
        client: Client,
        strategy: Strategy | FromFacts,
        seat: int | None = None,
        on_end: Callable[[MatchState], None] | None = None,
        agrees: bool = True,
        rated: bool = False,
    ) -> None:
        self._rated = rated
        self._agrees = agrees
        self._client = client
        self._strategy = strategy
        self._informed: dict[str, Strategy] = {}
        self._seat = seat
        self._on_end = on_end
        self.played = 0

    async def serve(self, game: str, count: int, at_once: int) -> None:
        """Play match after match."""
        free = asyncio.Semaphore(at_once)
        begun = 0
        seats = self._seats(game)
        try:
            async with asyncio.TaskGroup() as group:
                while not count or begun < count:
                    await free.acquire()
                    match = await anext(seats)
                    begun += 1
                    group.create_task(self._play_and_free(match, free), name=f"match {match}")
        except ExceptionGroup as group_of_errors:
            # One error has ended all tasks: raise that, not the group.
            raise group_of_errors.exceptions[0] from None

    async def play(self, match: str, invite: str = "") -> None:
        """Play one match to its end."""
        play = self._client.play(match, invite=invite, agrees=self._agrees)
        history = EventHistory(self._client, match, invite)
        hears = isinstance(self._strategy, FromFacts) and self._strategy.hears
        async for turn in play:
            strategy = await self._strategy_for(turn.view["game"])
            view = turn.view
            if hears and (told := await history.until(turn)) is not None:
                view = {**view, "told": told}
            choice = strategy(view, turn.actions)
            await turn.choose(await choice if inspect.isawaitable(choice) else choice)
        self.played += 1
        if play.state is not None:
            log.info("match %s is over: %s", match, play.state.view.get("outcome"))
            if self._on_end is not None:
                self._on_end(play.state)

    async def _strategy_for(self, game: str) -> Strategy:
        strategy = self._strategy
        if not isinstance(strategy, FromFacts):
            return strategy
        if game not in self._informed:
            self._informed[game] = strategy.make(await patiently(lambda: self._client.rest.facts(game)))
        return self._informed[game]

    async def sit(self, match: str, invite: str = "") -> bool:
        """Take a seat if this player has none yet. Returns whether they have one."""
        try:
            await self._join(match, invite)
        except RefusedError as error:
            if error.code not in SEATED_PERHAPS:
                raise
            return await self._has_a_seat(match, invite)
        return True

    async def _join(self, match: str, invite: str = "") -> None:
        join = self._client.rest.join
        await patiently(lambda: join(match, seat=self._seat, invite=invite, bot=True, rated=self._rated))

    async def _has_a_seat(self, match: str, invite: str) -> bool:
        queue = self._client.follow(match, invite=invite)
        try:
            return (await queue.get()).seat >= 0
        finally:
            self._client.unfollow(match, queue)

    async def _play_and_free(self, match: str, free: asyncio.Semaphore) -> None:
        try:
            await patiently(lambda: self.play(match))
        finally:
            free.release()

    async def _seats(self, game: str) -> AsyncIterator[str]:
        """Yield matches with a seat: unfinished ones, then new ones."""
        rest = self._client.rest
        for begun in await patiently(rest.mine):
            if begun.status != "ended" and begun.game == (game or begun.game):
                yield begun.match
        if game and (await patiently(lambda: rest.game(game))).seats == 1:
            while True:
                yield (await patiently(lambda: rest.create_match(game, bot=True))).match
        async for rows in self._client.lobby():
            for row in rows.values():
                # Never join a fork as an opponent: its creator may know all hands.
                wanted = row.status == "open" and row.game == (game or row.game)
                free = wanted and not row.fork and not row.house and row.rated <= self._rated
                if free and await self._took(row.match):
                    yield row.match

    async def _took(self, match: str) -> bool:
        """Try to join a match. Returns whether it succeeded."""
        try:
            await self._join(match)
        except RefusedError as error:
            if error.code in _TOO_LATE:
                return False
            raise
        return True
