"""A bot's strategy applied to states of the rules instead of documents of the protocol."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from bocage.rules.kernel import Action, Decision, Game

#: (view, legal actions) → one of them, as plain data. Not a coroutine.
Play = Callable[[dict[str, Any], list[dict[str, Any]]], dict[str, Any]]

_encode = msgspec.msgpack.Encoder().encode
#: Size of the cache of choices.
_MEMORY = 20_000


class Heuristic:
    """Chooses like a strategy of ``bocage.bots``, which sees what a seat's client sees."""

    def __init__(self, game: Game[Any], play: Play) -> None:
        self._game = game
        self._play = play
        self._plain: dict[Action, dict[str, Any]] = {}
        #: Encoded view → choice: worlds of one search of a solo game meet the same views repeatedly.
        self._known: dict[bytes, Action] = {}

    def choose(self, state: Any, decision: Decision, options: Any) -> Any:
        """Return the strategy's action. ``options``: of the match, as plain data."""
        actions = decision.actions
        if len(actions) == 1:
            return actions[0]
        table = self._game.view(state, decision.seat)
        if self._game.seats > 1:
            return actions[self.index({"table": table, "options": options}, actions)]
        key = _encode(table)
        found = self._known.get(key)
        if found is None or found not in actions:
            if len(self._known) >= _MEMORY:
                self._known.clear()
            found = self._known[key] = actions[self.index({"table": table, "options": options}, actions)]
        return found

    def index(self, document: dict[str, Any], actions: list[Any]) -> int:
        """Return the index of the strategy's action for a viewed document."""
        plain = [self._plain_of(action) for action in actions]
        chosen = self._play(document, plain)
        return next(at for at, one in enumerate(plain) if one is chosen or one == chosen)

    def _plain_of(self, action: Action) -> dict[str, Any]:
        found = self._plain.get(action)
        if found is None:
            found = self._plain[action] = msgspec.to_builtins(action)
        return found
