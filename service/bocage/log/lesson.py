"""Guided first games and exercises as logs: the same entries as in a real match, made from what a game declares."""

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

#: The match id of lessons.
MATCH = "lesson"
#: The match id of exercises.
EXERCISE = "exercise"
#: The nonces of the seats. With the match id and the script's secret they make the key of the dice.
NONCES = ("0" * 32, "1" * 32)
#: Milliseconds between two entries of a lesson's log.
PACE = 1000


class Script:
    """A match that is played from a list: all seats are taken, and the table is laid."""

    def __init__(
        self,
        game: AnyGame,
        secret: bytes,
        options: object,
        seats: Iterable[dict[str, object]],
        name: str = MATCH,
    ) -> None:
        """``options``, ``seats``: of the match and of each seat, as plain data. ``name``: the match id."""
        self.match = Match(secret)
        self.entries: list[Entry] = []
        #: What was answered so far.
        self.actions: list[Any] = []
        # All of them: the table tells of some, such as the last turn.
        whole = msgspec.to_builtins(msgspec.convert(options, game.Options))
        self.add(Created(name, game.id, game.rules, whole, game.seats, commitment(secret), ""))
        chosen = list(seats) or [{}] * game.seats
        for seat in range(game.seats):
            who = game.text["en"][f"seat.{seat}"]
            self.add(Seated(seat, f"{name}{seat}", who, NONCES[seat], chosen[seat]))
        self.add(Started())

    def add(self, body: Body) -> None:
        """One more entry."""
        seq = self.match.seq + 1
        entry = Entry(seq, seq * PACE, encode(body))
        self.match.extend(entry)
        self.entries.append(entry)

    def act(self, action: object) -> None:
        """The seat that owes a decision answers it. Raises ``RefusedError`` for an action that is not legal."""
        decision = self.match.decision()
        if decision is None:
            raise RefusedError("game_over")
        body = act(self.match, decision.seat, self.match.seq, action)
        assert isinstance(body, Acted)
        self.add(body)
        self.actions.append(body.action)


def lesson_log(game: AnyGame, lesson: Lesson) -> list[Entry]:
    """The entries of ``lesson``. The first answer has the number ``first_answer(game)``.

    Raises ``ValueError`` for an action of the script that is not legal where it stands.
    """
    script = Script(game, lesson.secret, msgspec.to_builtins(lesson.options), msgspec.to_builtins(lesson.seats))
    _play(script, lesson.actions, f"lesson of {game.id}")
    while (due := owed(script.match)) is not None:
        script.add(due)
    return script.entries


def exercise_log(game: AnyGame, exercise: Exercise) -> list[Entry]:
    """The entries up to the choice of ``exercise``.

    Raises ``ValueError`` for an action that is not legal where it stands.
    """
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
    """The number of the entry that holds a lesson's first action."""
    return game.seats + 3
