"""Playing a position on with the heuristic for all seats, until a result can be counted or judged."""

from __future__ import annotations

from typing import Any

from bocage.engine.chance import WorldDice
from bocage.engine.hands import hands_of
from bocage.engine.heuristic import Heuristic
from bocage.engine.values.value import Value
from bocage.rules.kernel import Context, Game, Seen


class Lookahead:
    """Plays games of one kind on. Stateless."""

    def __init__(self, game: Game[Any], heuristic: Heuristic, value: Value | None = None) -> None:
        """``value``: judges positions at ends of turns; None: play to the end of the game."""
        self._game = game
        self._heuristic = heuristic
        self._value = value
        self._hands = hands_of(game.id)

    def imagine(self, seen: Seen, seed: str) -> Any:
        """Sample a state that is possible to the viewer, with likely hands. Depends on ``seed`` alone.

        Raises ``UnimaginableError``.
        """
        dice = WorldDice(seed)
        world = self._game.imagine(seen, dice)
        if self._hands is not None:
            self._hands.draw_again(world, seen.viewer, dice)
        return world

    def play_on(
        self, world: Any, options: Any, seat: int, seed: str, turns: int, action: Any = None
    ) -> tuple[float, int]:
        """Return the expected result of ``world`` for ``seat`` (1 a win, 0 a loss), and the number of actions
        executed.

        ``action``: the first action; None: the heuristic's. ``turns``: turns that end before the evaluation judges.
        The dice depend on ``seed`` alone. ``world`` is not changed.
        """
        state, steps = self.reach(world, options, seed, turns, action)
        return self.judge(state, seat), steps

    def reach(self, world: Any, options: Any, seed: str, turns: int, action: Any = None) -> tuple[Any, int]:
        """Return the state in which :meth:`play_on` judges, and the number of actions executed."""
        game, value = self._game, self._value
        state = game.copy(world)
        context = Context(WorldDice(seed))
        steps = 0
        until = value.turn(state) + turns if value else 0
        while (decision := game.decision(state)) is not None:
            if value is not None and value.turn(state) >= until:
                break
            if steps or action is None:
                action = self._heuristic.choose(state, decision, options)
            game.reduce(state, action, context)
            steps += 1
        return state, steps

    def judge(self, state: Any, seat: int) -> float:
        """Return the expected result of a state from :meth:`reach`: exact if the game is over."""
        if self._value is None or self._game.outcome(state) is not None:
            return result_for(self._game, state, seat)
        return self._value.chance(state, seat)


def result_for(game: Game[Any], state: Any, seat: int) -> float:
    """Return the result of a finished game for a seat: 1 won, 0 lost, ½ for a draw of two."""
    outcome = game.outcome(state)
    assert outcome is not None
    if game.seats > 1 and not outcome.winners:
        return 0.5
    return float(seat in outcome.winners)
