"""One's own turns in a match."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import msgspec

from bocage.sdk.errors import RefusedError
from bocage.sdk.mirror import MatchState

if TYPE_CHECKING:
    from bocage.sdk.client import Client

#: Refusals of an act that was right when its turn began.
MOVED_ON = frozenset({"stale", "not_your_turn", "not_playing", "game_over"})


class PendingDecision:
    """A decision that this client's player owes.

    ``view``: what the player may see; ``actions``: the legal actions, plain dicts; ``default``: what a timeout
    would play; ``kind``: which sort of decision; ``events``: what was told since the player's turn before;
    ``missed``: something in between was not told, as after a lost connection, and at first; ``seat``, ``seq``: the
    player's seat and the log position this turn answers.
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
        """Play one of ``actions``; True when it is stored.

        False: the match had moved on (a timeout, a draw offer, the same player on another connection), the next
        turn says how things are now. Raises :class:`RefusedError` for an action that is not legal.
        """
        try:
            await self._client.act(self.match, self.seq, action)
        except RefusedError as error:
            if error.code in MOVED_ON:
                return False
            raise
        return True


class Play:
    """One's own turns in a match, each once, the newest only; ends with the match.

    ``async for turn in client.play(match): ...``. ``state``: the newest state that was looked at; after the loop,
    how the match ended. ``agrees``: when the other player asks to take their last action back, let them; else
    decline. A draw is always declined.
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
        # Who comes later than the first reader of this client gets the present state as that one got it.
        missed = True
        last = newest = 0
        try:
            while True:
                state = self.state = await queue.get()
                events.extend(state.events)
                missed = missed or state.whole
                if state.seq < newest:
                    last = 0  # the service lost entries: the answer to this decision may be among them
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
        """Answer what the other player asks for beside the decisions; whether there was something, and in time."""
        try:
            if _asks(state, "undo_asked"):
                answer = self._client.undo if self._agrees else self._client.decline_undo
                await answer(self._match, state.seq)
            elif _asks(state, "draw_offer"):
                await self._client.decline_draw(self._match, state.seq)
            else:
                return False
        except RefusedError:
            return False
        return True


def _asks(state: MatchState, wish: str) -> bool:
    """Whether the other player has this wish. The view holds the seat that wishes, or nothing."""
    return state.seat >= 0 and state.view.get(wish, state.seat) != state.seat
