"""An exercise: a position out of a seeded match in which one choice was clearly better than another."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from bocage.protocol.rest import Comment
from bocage.protocol.review import Why

#: The name of the file with a game's exercises, in the game's folder.
FILE = "exercises.json"


class Choice(msgspec.Struct, frozen=True):
    """A legal action, how likely its player wins with it, and how far it is behind the best one (0: it is best)."""

    action: dict[str, Any]
    chance: float
    behind: float


class Exercise(msgspec.Struct, frozen=True):
    """A position, and the choices there.

    ``secret``: 32 bytes in hexadecimal, from which the dice follow as in a real match. ``actions``: all earlier
    actions, of every seat. ``seat``: the deciding seat. ``choices``: every legal action, in the rules' order.
    ``played``: a bot's choice, as an index into ``choices``. ``margin``: the least lead of the best choice over
    ``played`` in any run of the engine. ``question``, ``answer``: texts before and after the choice. ``whole``:
    every choice was played on to the end of the game, even if the game has an evaluation.
    """

    secret: str
    options: dict[str, Any]
    seats: list[dict[str, Any]]
    actions: list[dict[str, Any]]
    seat: int
    choices: list[Choice]
    played: int
    margin: float
    why: Why
    question: Comment
    answer: Comment
    whole: bool = False

    @property
    def best(self) -> int:
        """The place of the best choice in ``choices``."""
        return min(range(len(self.choices)), key=lambda at: self.choices[at].behind)


class Exercises(msgspec.Struct, frozen=True):
    """All exercises of a game. ``made``: the command that found them."""

    made: str
    exercises: list[Exercise]


@cache
def read_exercises(folder: Path) -> tuple[Exercise, ...]:
    """The exercises in a game's folder; none where there is no such file.

    Raises ``msgspec.DecodeError`` for a malformed file.
    """
    path = folder / FILE
    if not path.exists():
        return ()
    return tuple(msgspec.json.decode(path.read_bytes(), type=Exercises).exercises)
