"""A match that is followed: how it stands, and all that was told, in words."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from bocage.protocol.decisions import Odds
from bocage.sdk import BocageError, Client
from bocage.sdk.mirror import MatchState
from bocage.sdk.state_queue import StateQueue
from bocage.terminal.library import screen_of
from bocage.terminal.screen import Screen

#: Eyes of a player and of everybody else, in a request for a replay.
OWN, PUBLIC = "", "public"


class Told(TypedDict):
    """One thing that happened. ``seq``: the number of its entry."""

    seq: int
    text: str


class Look(TypedDict):
    """A match as its reader may see it.

    ``seq``: the position; an action is given for it. ``status``: open (waits for players), playing, ended.
    ``seat``: one's own, -1: one looks on. ``table``: what lies there. ``log``: what was told after the entry that
    was named. ``question`` and ``actions``: what one has to decide, and the legal actions, each behind its number
    and with what is known of it; empty while somebody else decides. ``outcome``: how it ended.
    """

    match: str
    seq: int
    status: str
    seat: int
    head: list[str]
    table: list[str]
    log: list[Told]
    question: list[str]
    actions: list[str]
    outcome: list[str]


class Table:
    """One match, followed over the connection of a player. Made by :meth:`open`."""

    def __init__(self, client: Client, match: str, invite: str, screen: Screen, state: MatchState) -> None:
        self.match = match
        self._client = client
        self._invite = invite
        self._screen = screen
        self._state = state
        self._told: list[Told] = []
        self._error: BocageError | None = None
        self._changed = asyncio.Event()
        self._following: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, client: Client, match: str, lang: str, invite: str = "") -> Table:
        """Follow a match. Raises ``BocageError``: no such match, a private one."""
        queue = client.follow(match, invite=invite, odds=True)
        try:
            state = await queue.get()
            screen = await screen_of(client.rest, str(state.view["game"]), lang, state.view["options"])
            table = cls(client, match, invite, screen, state)
            await table._take(state)
        except BaseException:
            client.unfollow(match, queue)
            raise
        table._following = asyncio.create_task(table._follow(queue), name=f"table {match}")
        return table

    async def close(self) -> None:
        """Follow it no more."""
        if self._following is not None:
            self._following.cancel()
            await asyncio.gather(self._following, return_exceptions=True)

    @property
    def state(self) -> MatchState:
        """How it stands. Raises ``BocageError`` where it cannot be followed any more."""
        if self._error is not None:
            raise self._error
        return self._state

    async def until(self, ready: Callable[[MatchState], bool], seconds: float) -> None:
        """Wait until the match is ``ready``, or for so long. Raises ``BocageError``."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not ready(self.state):
                    await self._changed.wait()

    def look(self, since: int = 0) -> Look:
        """How it stands, and what was told after entry ``since``. Raises ``BocageError``."""
        state, screen = self.state, self._screen
        question, actions = [], []
        if state.decision is not None and state.actions:
            known = map(screen.words.figure, state.odds.question)
            question = [screen.decision(state.decision.kind), *known]
            actions = screen.choices(state.actions, Odds(actions=state.odds.actions), state.hint)
        return {
            "match": self.match,
            "seq": state.seq,
            "status": str(state.view["status"]),
            "seat": state.seat,
            "head": screen.head(self.match, state.seq, state.view, state.seat, self._client.now()),
            "table": screen.table(state.view),
            "log": [one for one in self._told if one["seq"] > since],
            "question": question,
            "actions": actions,
            "outcome": screen.outcome(state.view) if state.ended else [],
        }

    async def _follow(self, queue: StateQueue) -> None:
        try:
            while not self._state.ended:
                await self._take(await queue.get())
        except BocageError as error:
            self._error = error
        finally:
            self._wake()
            self._client.unfollow(self.match, queue)

    async def _take(self, state: MatchState) -> None:
        """Note a new state. Where it does not say what happened before, the service is asked."""
        if state.whole:
            eyes = OWN if state.seat >= 0 else PUBLIC
            recording = await self._client.rest.replay(self.match, eyes, invite=self._invite)
            self._told = []
            for update in recording.updates:
                if update.seq <= state.seq:
                    self._note(update.seq, update.events)
        else:
            self._note(state.seq, state.events)
        self._state = state
        self._wake()

    def _note(self, seq: int, events: list[dict[str, Any]]) -> None:
        self._told += [{"seq": seq, "text": text} for text in self._screen.events(events)]

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()
