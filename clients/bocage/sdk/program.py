"""Running a strategy as the account of a program: it answers challenges and plays what the service arranges."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import msgspec

from bocage.protocol.challenges import Challenge, Reason
from bocage.protocol.messages import Account, LobbyRow, WatchAccount
from bocage.sdk.bot import BotPlayer, FromFacts, Strategy, patiently
from bocage.sdk.client import Client
from bocage.sdk.errors import ClosedError, RefusedError
from bocage.sdk.mirror import MatchState

log = logging.getLogger("bocage.program")

#: Answers of a challenge that somebody else changed meanwhile.
_TOO_LATE = frozenset({"no_challenge", "challenge_over", "apart"})


class Accepts(msgspec.Struct, frozen=True):
    """The challenges that a program accepts. ``games``, ``clocks``: empty: all. ``least``: shortest bank in
    milliseconds.
    """

    games: tuple[str, ...] = ()
    clocks: tuple[str, ...] = ()
    least: int = 0
    rated: bool = True
    unrated: bool = True
    people: bool = True
    programs: bool = True

    def refusal(self, challenge: Challenge) -> Reason:
        """Return the reason for declining a challenge; empty: it is accepted."""
        clock = challenge.clock
        if self.games and challenge.game not in self.games:
            return "game"
        if (self.clocks and clock.kind not in self.clocks) or (clock.kind == "bank" and clock.base < self.least):
            return "clock"
        if challenge.rated and not self.rated:
            return "unrated"
        if not challenge.rated and not self.unrated:
            return "rated"
        if challenge.challenger.program and not self.programs:
            return "people"
        if not challenge.challenger.program and not self.people:
            return "programs"
        return ""


class Counts(msgspec.Struct):
    """Counts of a program since it started."""

    accepted: int = 0
    declined: int = 0
    begun: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    failed: int = 0
    playing: int = 0
    connections: int = 0

    def text(self) -> str:
        """Return the counts in the text format of Prometheus."""
        lines = []
        for name, value in msgspec.structs.asdict(self).items():
            gauge = name == "playing"
            metric = f"bocage_program_{name}" + ("" if gauge else "_total")
            lines += [f"# TYPE {metric} {'gauge' if gauge else 'counter'}", f"{metric} {value}"]
        return "\n".join(lines) + "\n"


class Program:
    """One program: answers challenges within its tables, and plays all matches in which it has a seat."""

    def __init__(
        self,
        client: Client,
        strategy: Strategy | FromFacts,
        *,
        tables: int = 4,
        ladder: int = 0,
        accepts: Accepts | None = None,
        matches: int = 0,
        on_end: Callable[[MatchState], None] | None = None,
    ) -> None:
        """``tables``: matches played at the same time. ``ladder``: matches per hour that the service may arrange.

        ``matches``: stop after so many; 0: never.
        """
        self._client = client
        self._strategy = strategy
        self._tables = tables
        self._ladder = ladder
        self._accepts = accepts or Accepts()
        self._most = matches
        self._on_end = on_end
        self._paused = False
        self._going: dict[str, asyncio.Task[None]] = {}
        self._done = asyncio.Event()
        self.counts = Counts()

    def toggle(self) -> None:
        """Accept nothing new from now on, or go on again. Matches in progress continue."""
        self._paused = not self._paused
        self._client.offer(self._offer())

    def _offer(self) -> WatchAccount:
        if self._paused:
            return WatchAccount()
        return WatchAccount(tables=self._tables, games=list(self._accepts.games), ladder=self._ladder)

    async def run(self) -> None:
        """Play until cancelled, or until the wanted number of matches is over. Raises ``BocageError``."""
        try:
            async with asyncio.TaskGroup() as group:
                reading = group.create_task(self._read(group), name="account")
                await self._done.wait()
                reading.cancel()
        except ExceptionGroup as group_of_errors:
            # One error has ended all tasks: raise that, not the group.
            raise group_of_errors.exceptions[0] from None

    async def _read(self, group: asyncio.TaskGroup) -> None:
        async for news in self._client.account(self._offer()):
            await self._take(news, group)

    async def _take(self, news: Account, group: asyncio.TaskGroup) -> None:
        self.counts.connections += news.whole
        for row in news.matches:
            if row.status == "playing" and row.match not in self._going:
                self._going[row.match] = group.create_task(self._play(row), name=f"match {row.match}")
                self.counts.begun += 1
                self.counts.playing += 1
        for challenge in news.challenges:
            if challenge.status == "waiting" and challenge.challenged.player == self._client.player:
                await self._answer(challenge)

    async def _answer(self, challenge: Challenge) -> None:
        refusal = self._accepts.refusal(challenge)
        if not refusal and (self._paused or self._client.now() >= challenge.until):
            refusal = "later"
        if not refusal and self.counts.playing >= self._tables:
            refusal = "full"
        rest, name = self._client.rest, challenge.challenge
        try:
            if refusal:
                await rest.decline_challenge(name, refusal)
                self.counts.declined += 1
            else:
                await rest.accept_challenge(name)
                self.counts.accepted += 1
        except RefusedError as error:
            if error.code not in _TOO_LATE:
                log.warning("challenge %s could not be answered: %s", name, error)

    async def _play(self, row: LobbyRow) -> None:
        player = BotPlayer(self._client, self._strategy, on_end=self._ended)
        try:
            await patiently(lambda: player.play(row.match))
        except RefusedError as error:
            log.warning("match %s cannot be played: %s", row.match, error)
        except ClosedError:
            raise  # nothing can be resigned any more
        except Exception:
            # A strategy that fails in one position must not end the other matches.
            self.counts.failed += 1
            log.exception("the strategy failed in match %s, which is resigned", row.match)
            await patiently(lambda: self._client.resign(row.match))
        finally:
            self.counts.playing -= 1
            del self._going[row.match]
        if self._most and self.counts.begun - self.counts.playing >= self._most:
            self._done.set()

    def _ended(self, state: MatchState) -> None:
        winners = state.view["outcome"]["winners"]
        if state.seat in winners:
            self.counts.won += 1
        elif winners:
            self.counts.lost += 1
        else:
            self.counts.drawn += 1
        if self._on_end is not None:
            self._on_end(state)
