"""The input of the checks: one step of one game, with everything needed to repeat it."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from bocage.rules.dice import Dice
from bocage.rules.kernel.game import OPEN, PUBLIC, AnyGame, Decision, Step, Viewer
from bocage.rules.kernel.play import Playthrough

encode = msgspec.msgpack.Encoder().encode
encode_json = msgspec.json.Encoder().encode
decode_json = msgspec.json.decode


class BrokenError(AssertionError):
    """The game breaks its contract."""


def viewers(game: AnyGame) -> tuple[Viewer, ...]:
    """All kinds of viewers: each seat, spectators, and open hands."""
    return (*range(game.seats), PUBLIC, OPEN)


class Moment(msgspec.Struct):
    """One step: the state before, the decision, the action chosen, and its result."""

    playthrough: Playthrough
    number: int
    state: Any
    packed: bytes
    decision: Decision
    action: Any
    after: Step[Any]
    #: (bound, value) of every draw of the step.
    draws: list[tuple[int, int]]
    _seen: dict[tuple[Viewer, bool], bytes] = {}

    def seen(self, viewer: Viewer, after: bool = False) -> bytes:
        """The encoded view of ``viewer`` before or after the step, made once."""
        found = self._seen.get((viewer, after))
        if found is None:
            state = self.after.state if after else self.state
            found = self._seen[viewer, after] = encode(self.game.view(state, viewer))
        return found

    @property
    def game(self) -> AnyGame:
        """The game under test."""
        game: AnyGame = self.playthrough.game
        return game

    def dice(self) -> Dice:
        """Fresh dice of this step: they roll again what the step rolled."""
        return self.playthrough.dice(self.number)

    def chance(self, purpose: str) -> Dice:
        """Dice for the checks' own draws at this step."""
        return self.playthrough.chance(self.number, purpose)

    def random(self, purpose: str) -> Random:
        """As :meth:`chance`, where a check needs more than dice."""
        return Random(f"{self.playthrough.seed}/{self.number}/{purpose}")


def holds_none(value: object) -> bool:
    """True if plain data holds a None anywhere."""
    if isinstance(value, dict):
        return any(holds_none(item) for item in value.values())
    if isinstance(value, (list, tuple)):
        return any(holds_none(item) for item in value)
    return value is None
