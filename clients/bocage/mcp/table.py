"""A followed match as text: its position, and all events so far."""

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

#: Viewers in a request for a replay: the player, or the public.
OWN, PUBLIC = "", "public"


class Told(TypedDict):
    """An event. ``seq``: the number of its entry."""

    seq: int
    text: str


class Look(TypedDict):
    """A match as its viewer sees it.

    ``seq``: the position, to be passed with an action. ``status``: open (waits for players), playing, ended.
    ``seat``: the viewer's; -1: spectator. ``log``: events after the requested entry. ``question``, ``actions``: the
    decision and the legal actions, numbered and with their odds; empty while somebody else decides. ``outcome``:
    the result.
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
    """One match, followed over a player's connection. Created by :meth:`open`."""

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
        """Follow a match. Raises ``BocageError``, for example if it does not exist or is private."""
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
        """Stop following the match."""
        if self._following is not None:
            self._following.cancel()
            await asyncio.gather(self._following, return_exceptions=True)

    @property
    def state(self) -> MatchState:
        """The current state. Raises ``BocageError`` if the match can no longer be followed."""
        if self._error is not None:
            raise self._error
        return self._state

    async def until(self, ready: Callable[[MatchState], bool], seconds: float) -> None:
        """Wait until the match is ``ready``, at most ``seconds``. Raises ``BocageError``."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not ready(self.state):
                    await self._changed.wait()

    def look(self, since: int = 0) -> Look:
        """Return the position, and the events after entry ``since``. Raises ``BocageError``."""
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
        """Take a new state. If it lacks the events before it, they are fetched from the service."""
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
