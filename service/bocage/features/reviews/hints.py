"""Hints: the engine is shown what one player sees, and says what it would do."""

from __future__ import annotations

import msgspec

from bocage.http.app_state import NoOpponents, Opponents
from bocage.log.entries import Hinted
from bocage.log.match import Match
from bocage.log.view import view
from bocage.protocol.hint import Advice, HintQuestion
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import Action

#: Hints that are thought about, or wait for that, at most.
MOST = 8
#: Milliseconds after which a client should ask again.
AGAIN = 1_000

_encode = msgspec.json.Encoder().encode


class Hints:
    """Asks the house's engine, for a few players at a time and for each of them once at a time."""

    def __init__(self) -> None:
        self.opponents: Opponents = NoOpponents()
        #: Who waits for a hint.
        self._asking: set[str] = set()
        #: Since the start: hints made, those that could not be, and those for which the queue was full.
        self.made = 0
        self.failed = 0
        self.full = 0

    async def think(self, match: Match, player: str) -> Hinted[Action]:
        """What ``player``, whose seat owes the decision, is told: made from what that seat sees, and nothing else.

        Raises ``hint_busy`` while the player waits for another hint, too many others do, or the machine has no time
        for it; ``no_hint`` where there is no engine, or it failed.
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
