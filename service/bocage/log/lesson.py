"""Lessons and exercises as logs, with the same entries as a real match."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from bocage.log.entries import Acted, Body, Created, Entry, Seated, Started, encode
from bocage.log.fairness import commitment
from bocage.log.judge import act, owed
from bocage.log.match import Match
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import AnyGame, Exercise, Lesson

#: Match id of lessons.
MATCH = "lesson"
#: Match id of exercises.
EXERCISE = "exercise"
#: Nonces of the seats. With the match id and the script's secret they make the key of the dice.
NONCES = ("0" * 32, "1" * 32)
#: Milliseconds between two entries of a lesson.
PACE = 1000


class Script:
    """A match played from a list of actions. It starts with all seats taken and the game set up."""

    def __init__(
        self,
        game: AnyGame,
        secret: bytes,
        options: object,
        seats: Iterable[dict[str, object]],
        name: str = MATCH,
    ) -> None:
        """``options``, ``seats``: options of the match and of each seat, as plain data. ``name``: match id."""
        self.match = Match(secret)
        self.entries: list[Entry] = []
        #: Actions so far.
        self.actions: list[Any] = []
        # All options, as the view shows some, such as the last turn.
        whole = msgspec.to_builtins(msgspec.convert(options, game.Options))
        self.add(Created(name, game.id, game.rules, whole, game.seats, commitment(secret), ""))
        chosen = list(seats) or [{}] * game.seats
        for seat in range(game.seats):
            who = game.text["en"][f"seat.{seat}"]
            self.add(Seated(seat, f"{name}{seat}", who, NONCES[seat], chosen[seat]))
        self.add(Started())

    def add(self, body: Body) -> None:
        seq = self.match.seq + 1
        entry = Entry(seq, seq * PACE, encode(body))
        self.match.extend(entry)
        self.entries.append(entry)

    def act(self, action: object) -> None:
        """Answer the current decision. Raises ``RefusedError`` for an illegal action."""
        decision = self.match.decision()
        if decision is None:
            raise RefusedError("game_over")
        body = act(self.match, decision.seat, self.match.seq, action)
        assert isinstance(body, Acted)
        self.add(body)
        self.actions.append(body.action)


def lesson_log(game: AnyGame, lesson: Lesson) -> list[Entry]:
    """Return the entries of ``lesson``. The number of its first action is ``first_answer(game)``.

    Raises ``ValueError`` for an illegal action in the script.
    """
    script = Script(game, lesson.secret, msgspec.to_builtins(lesson.options), msgspec.to_builtins(lesson.seats))
    _play(script, lesson.actions, f"lesson of {game.id}")
    while (due := owed(script.match)) is not None:
        script.add(due)
    return script.entries


def exercise_log(game: AnyGame, exercise: Exercise) -> list[Entry]:
    """Return the entries up to the choice of ``exercise``. Raises ``ValueError`` for an illegal action."""
    script = Script(game, bytes.fromhex(exercise.secret), exercise.options, exercise.seats, EXERCISE)
    _play(script, exercise.actions, f"exercise of {game.id}")
    return script.entries


def _play(script: Script, actions: Iterable[Any], what: str) -> None:
    for number, action in enumerate(actions):
        try:
            script.act(action)
        except RefusedError as refused:
            raise ValueError(f"{what}: action {number}, {action}, is refused: {refused}") from None


def first_answer(game: AnyGame) -> int:
    """Return the number of the entry with a lesson's first action."""
    return game.seats + 3
