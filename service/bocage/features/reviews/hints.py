"""Hints: the engine gets the view of one player, and returns its advice."""

from __future__ import annotations

import msgspec

from bocage.http.app_state import NoOpponents, Opponents
from bocage.log.entries import Hinted
from bocage.log.match import Match
from bocage.log.view import view
from bocage.protocol.hint import Advice, HintQuestion
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import Action

#: Most hints in progress.
MOST = 8
#: Milliseconds after which a client should retry.
AGAIN = 1_000

_encode = msgspec.json.Encoder().encode


class Hints:
    """Requests hints from the engine, for a few players at a time, one per player."""

    def __init__(self) -> None:
        self.opponents: Opponents = NoOpponents()
        #: Players with a pending request.
        self._asking: set[str] = set()
        #: Since the start: hints made, failed, and refused because the queue was full.
        self.made = 0
        self.failed = 0
        self.full = 0

    async def think(self, match: Match, player: str) -> Hinted[Action]:
        """Return a hint for ``player``, who owes the decision, made only from what their seat sees.

        Raises ``hint_busy`` if the player has a pending request, too many others have, or the machine is too busy;
        ``no_hint`` if there is no engine, or it failed.
        """
        seat, decision = match.seat_of(player), match.decision()
        assert decision is not None
        assert decision.seat == seat
        if player in self._asking or len(self._asking) >= MOST:
            self.full += 1
            raise RefusedError("hint_busy", retry=AGAIN)
        seen, actions = msgspec.Raw(_encode(view(match, seat))), msgspec.Raw(_encode(decision.actions))
        question = HintQuestion(match.created.game, seen, actions)
        self._asking.add(player)
        try:
            found = await self.opponents.hint(_encode(question))
        except TimeoutError:
            self.full += 1
            raise RefusedError("hint_busy", retry=AGAIN) from None
        finally:
            self._asking.discard(player)
        if found is None:
            self.failed += 1
            raise RefusedError("no_hint")
        advice = msgspec.json.decode(found, type=Advice)
        self.made += 1
        return Hinted(seat, decision.actions[advice.at], advice.why, advice.engine)
