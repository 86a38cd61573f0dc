"""A player's decisions in a match."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import msgspec

from bocage.sdk.errors import RefusedError
from bocage.sdk.mirror import MatchState

if TYPE_CHECKING:
    from bocage.sdk.client import Client

#: Refusals of an act that was correct when its turn began.
MOVED_ON = frozenset({"stale", "not_your_turn", "not_playing", "game_over"})


class PendingDecision:
    """A decision owed by this client's player.

    ``view``: what the player sees; ``actions``: the legal actions, plain dicts; ``default``: the action that a
    timeout plays; ``kind``: kind of decision; ``events``: since the player's previous turn; ``missed``: some of
    these are missing, as after a lost connection, and initially; ``seat``, ``seq``: the player's seat, and the log
    position.
    """

    __slots__ = ("_client", "events", "missed", "state")

    def __init__(self, client: Client, state: MatchState, events: list[dict[str, Any]], missed: bool) -> None:
        self._client = client
        self.state = state
        self.events = events
        self.missed = missed

    @property
    def match(self) -> str:
        return self.state.match

    @property
    def seq(self) -> int:
        return self.state.seq

    @property
    def seat(self) -> int:
        return self.state.seat

    @property
    def view(self) -> dict[str, Any]:
        return self.state.view

    @property
    def actions(self) -> list[dict[str, Any]]:
        return self.state.actions

    @property
    def kind(self) -> str:
        return self.state.decision.kind if self.state.decision else ""

    @property
    def default(self) -> Any:
        decision = self.state.decision
        return None if decision is None or decision.default is msgspec.UNSET else decision.default

    async def choose(self, action: Any) -> bool:
        """Play one of ``actions``. Returns whether it was stored.

        If not, the match had moved on (a timeout, a draw offer, the same player on another connection), and the
        next turn shows the current state. Raises :class:`RefusedError` for an illegal action.
        """
        try:
            await self._client.act(self.match, self.seq, action)
        except RefusedError as error:
            if error.code in MOVED_ON:
                return False
            raise
        return True


class Play:
    """Iterates over a player's decisions in a match, each once, skipping outdated ones; ends with the match.

    ``async for turn in client.play(match): ...``. ``state``: the latest state; after the loop, the final one.
    ``agrees``: consent to the other player's requests for an undo; else decline them. Draw offers are declined,
    terms before play accepted.
    """

    def __init__(self, client: Client, match: str, invite: str = "", agrees: bool = False) -> None:
        self.state: MatchState | None = None
        self._agrees = agrees
        self._client = client
        self._match = match
        self._invite = invite
        self._turns = self._walk()

    def __aiter__(self) -> Play:
        return self

    async def __anext__(self) -> PendingDecision:
        return await anext(self._turns)

    async def _walk(self) -> AsyncIterator[PendingDecision]:
        queue = self._client.follow(self._match, invite=self._invite)
        events: list[dict[str, Any]] = []
        # A later reader of this client starts with the current state, without events.
        missed = True
        last = newest = 0
        try:
            while True:
                state = self.state = await queue.get()
                events.extend(state.events)
                missed = missed or state.whole
                if state.seq < newest:
                    last = 0  # the service lost entries, possibly the answer to this decision
                newest = state.seq
                if len(queue):
                    continue
                if state.ended:
                    return
                if await self._answered(state):
                    continue
                if state.seq > last and state.actions:
                    last = state.seq
                    yield PendingDecision(self._client, state, events, missed)
                    events, missed = [], False
        finally:
            self._client.unfollow(self._match, queue)

    async def _answered(self, state: MatchState) -> bool:
        """Answer the other player's request beside the decisions. Returns whether there was one, in time."""
        try:
            if _asks(state, "undo_asked"):
                answer = self._client.undo if self._agrees else self._client.decline_undo
                await answer(self._match, state.seq)
            elif _asks(state, "draw_offer"):
                await self._client.decline_draw(self._match, state.seq)
            elif _owes_consent(state):
                await self._client.accept(self._match, state.seq)
            else:
                return False
        except RefusedError:
            return False
        return True


def _owes_consent(state: MatchState) -> bool:
    """True if the match waits until this seat accepts its terms."""
    agreement = state.view.get("agreement")
    return state.seat >= 0 and agreement is not None and state.seat not in agreement["accepted"]


def _asks(state: MatchState, wish: str) -> bool:
    """True if the other player has this request. The view holds the seat that asks, if any."""
    return state.seat >= 0 and state.view.get(wish, state.seat) != state.seat
