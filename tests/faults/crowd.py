"""Clients of the SDK that play and watch through bad lines, and note everything they see and are told."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from typing import Any

from bocage.sdk import Client, MatchState, RefusedError, UnreachableError, connect
from bocage.sdk.bot import SEATED_PERHAPS
from bocage.sdk.play import MOVED_ON
from bocage.sdk.rest import Rest
from bocage_tools.load.checks import digest
from tests.e2e.tally import Tally


class Record:
    """What one client saw and was told of one match."""

    def __init__(self, match: str) -> None:
        self.match = match
        #: (entry, seat) → digest of the view.
        self.seen: dict[tuple[int, int], bytes] = {}
        #: Entry → the action that was acknowledged as that entry.
        self.acknowledged: dict[int, Any] = {}
        #: Position → why an answer to it was not taken.
        self.refused: dict[int, str] = {}
        #: What must not be, in words.
        self.wrong: list[str] = []
        self.set_back = 0
        self.ended = False
        self.newest = 0
        #: The longest time (s) in which nothing new was seen, and when something last was (loop time).
        self.stood = 0.0
        self.last_news = asyncio.get_running_loop().time()

    def note(self, state: MatchState) -> None:
        """The client was shown this."""
        if state.seq < self.newest:
            self.set_back += 1
        if state.seq > self.newest:
            now = asyncio.get_running_loop().time()
            self.stood = max(self.stood, now - self.last_news)
            self.last_news = now
        self.newest = state.seq
        self.ended = state.ended
        seen = digest(state.view)
        if self.seen.setdefault((state.seq, state.seat), seen) != seen:
            self.wrong.append(f"two different views of entry {state.seq}")

    def acked(self, seq: int, action: Any) -> None:
        """The service said that the action is this entry."""
        if self.acknowledged.setdefault(seq, action) != action:
            self.wrong.append(f"two actions acknowledged as entry {seq}")


class Person:
    """One client; plays or watches any number of matches."""

    def __init__(self, client: Client, rng: random.Random) -> None:
        self.client = client
        self.rng = rng
        self.records: list[Record] = []

    async def follow(self, match: str, resign_after: int = 0) -> None:
        """See a match to its end. ``resign_after``: play, and give up after so many acknowledged actions."""
        record = Record(match)
        self.records.append(record)
        while not record.ended:
            try:
                await self._follow(record, resign_after)
            except RefusedError as error:
                record.wrong.append(f"refused: {error.code} {error.text}")
                await asyncio.sleep(0.5)

    async def _follow(self, record: Record, resign_after: int) -> None:
        feed = self.client.follow(record.match)
        answered = 0
        try:
            while not record.ended:
                state = await feed.get()
                record.note(state)
                if state.whole and state.seq < answered:
                    answered = 0
                if resign_after and not len(feed) and state.actions and state.seq > answered:
                    answered = state.seq
                    await self._answer(record, state, resign_after)
        finally:
            self.client.unfollow(record.match, feed)

    async def _answer(self, record: Record, state: MatchState, resign_after: int) -> None:
        try:
            if len(record.acknowledged) >= resign_after:
                await self.client.resign(record.match)
            else:
                action = self.rng.choice(state.actions)
                ack = await self.client.act(record.match, state.seq, action)
                record.acked(ack.seq, action)
        except RefusedError as error:
            if error.code not in MOVED_ON:
                raise
            record.refused[state.seq] = error.code


class Pair:
    """Two people: they play each other, or one plays alone and the other watches."""

    def __init__(self, people: list[Person], rng: random.Random) -> None:
        self.people = people
        self._rng = rng

    async def play(self, game: str, actions: tuple[int, int]) -> None:
        """One match; each gives up after a number of actions in that range, if it has not ended before."""
        first, second = self.people
        alone = game == "omaha"
        match = await self._make(game, alone)
        patience = [self._rng.randint(*actions) for _ in self.people]
        async with asyncio.TaskGroup() as group:
            group.create_task(first.follow(match, patience[0]))
            group.create_task(second.follow(match, 0 if alone else patience[1]))

    async def _make(self, game: str, alone: bool) -> str:
        """A match at which both sit, however often something breaks meanwhile."""
        first, second = (person.client.rest for person in self.people)
        match = ""
        while True:
            try:
                match = match or (await first.create_match(game)).match
                if not alone:
                    await second.join(match)
                return match
            except UnreachableError:
                continue
            except RefusedError as error:
                if match and error.code in SEATED_PERHAPS:  # the answer to an earlier try was lost
                    return match
                if not error.retry:
                    raise
                await asyncio.sleep(error.retry / 1000)


class Crowd:
    """All pairs, and how many matches they have played."""

    def __init__(self, urls: list[str], pairs: int, at_once: int, seed: int) -> None:
        """``urls``: one for the first of each pair, one for the second."""
        self.played = Tally()
        self.pairs: list[Pair] = []
        self._urls = urls
        self._count = pairs
        self._at_once = at_once
        self._seed = seed

    async def play(self, matches: int, actions: tuple[int, int]) -> None:
        """Connect, play so many matches, leave."""
        numbers = iter(range(matches))
        async with AsyncExitStack() as stack:
            for number in range(self._count):
                people = []
                for side, url in enumerate(self._urls):
                    client = await stack.enter_async_context(
                        connect(url, token=await guest(url, f"{number} {side}"), longest_wait=0.5, patience=120)
                    )
                    people.append(Person(client, random.Random(f"{self._seed} {number} {side}")))
                self.pairs.append(Pair(people, random.Random(f"{self._seed} {number}")))

            async def go_on(pair: Pair) -> None:
                for number in numbers:
                    await pair.play(("squad", "company_commander", "omaha")[number % 3], actions)
                    self.played.add()

            async with asyncio.TaskGroup() as group:
                for pair in self.pairs:
                    for _ in range(self._at_once):
                        group.create_task(go_on(pair))

    def records(self) -> list[Record]:
        """Everything that was noted."""
        return [record for pair in self.pairs for person in pair.people for record in person.records]


async def guest(url: str, name: str) -> str:
    """The token of a new player, however often that takes."""
    while True:
        try:
            async with Rest(url) as rest:
                return (await rest.create_player(name)).token
        except UnreachableError:
            continue
        except RefusedError as error:
            if not error.retry:
                raise
            await asyncio.sleep(error.retry / 1000)
