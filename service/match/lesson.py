"""A guided first game as a log: the same entries as in a real match, made from the script of the game."""

from __future__ import annotations

import msgspec

from protocol.refusal import RefusedError
from service.games.kernel import AnyGame, Lesson
from service.match.entries import Acted, Body, Created, Entry, Seated, Started, encode
from service.match.fairness import commitment
from service.match.judge import act, owed
from service.match.match import Match

#: The match id of lessons.
MATCH = "lesson"
#: The nonces of the seats. With the match id and the script's secret they make the key of the dice.
NONCES = ("0" * 32, "1" * 32)
#: Milliseconds between two entries of a lesson's log.
PACE = 1000


def lesson_log(game: AnyGame, lesson: Lesson) -> list[Entry]:
    """The entries of ``lesson``. The first answer has the number ``first_answer(game)``.

    Raises ``ValueError`` for an action of the script that is not legal where it stands.
    """
    match = Match(lesson.secret)
    entries: list[Entry] = []

    def add(body: Body) -> None:
        seq = match.seq + 1
        entry = Entry(seq, seq * PACE, encode(body))
        match.extend(entry)
        entries.append(entry)

    # All of them: the table tells of some, such as the last turn.
    options = msgspec.to_builtins(msgspec.convert(msgspec.to_builtins(lesson.options), game.Options))
    add(Created(MATCH, game.id, game.rules, options, game.seats, commitment(lesson.secret), ""))
    for seat in range(game.seats):
        chosen = msgspec.to_builtins(lesson.seats[seat]) if lesson.seats else {}
        add(Seated(seat, f"{MATCH}{seat}", game.text["en"][f"seat.{seat}"], NONCES[seat], chosen))
    add(Started())
    for number, action in enumerate(lesson.actions):
        decision = match.decision()
        try:
            body = act(match, decision.seat if decision else 0, match.seq, action)
        except RefusedError as refused:
            raise ValueError(f"lesson of {game.id}: action {number}, {action}, is refused: {refused}") from None
        assert isinstance(body, Acted)
        add(body)
    while (due := owed(match)) is not None:
        add(due)
    return entries


def first_answer(game: AnyGame) -> int:
    """The number of the entry that holds a lesson's first action."""
    return game.seats + 3
