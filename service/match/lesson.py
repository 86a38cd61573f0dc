"""A guided first game as a log: the same entries as a real match, made on the spot from a game's script."""

from __future__ import annotations

from typing import Any

import msgspec

from service.games.kernel import Game, Lesson
from service.match.entries import Acted, Body, Created, Entry, Seated, Started, encode
from service.match.fairness import commitment

#: A lesson's match id and each seat's nonce: with the script's secret they make the key of its dice.
MATCH = "lesson"
NONCE = "00" * 16
#: Milliseconds between two entries of a lesson's log.
PACE = 1000


def lesson_log(game: Game[Any], lesson: Lesson) -> list[Entry]:
    """The entries of ``lesson``; fold them with its ``secret``. Entry ``first_answer(game)`` is an action."""
    seats = lesson.seats or tuple({} for _ in range(game.seats))
    bodies: list[Body] = [
        Created(
            MATCH,
            game.id,
            game.rules,
            msgspec.to_builtins(lesson.options),
            game.seats,
            commitment(lesson.secret),
            "",
        )
    ]
    bodies += [
        Seated(seat, str(seat), game.text["en"][f"seat.{seat}"], NONCE, msgspec.to_builtins(options))
        for seat, options in enumerate(seats)
    ]
    bodies.append(Started())
    bodies += [Acted(seat, action) for seat, action in lesson.actions]
    return [Entry(seq, seq * PACE, encode(body)) for seq, body in enumerate(bodies, 1)]


def first_answer(game: Game[Any]) -> int:
    """The number of the entry that holds a lesson's first action."""
    return game.seats + 3
