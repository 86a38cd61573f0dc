"""Logs that are made from what a game declares: entry by entry those of a real match."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bocage.log.entries import Acted, Body, Created, Ended, Revealed, Seated, Started, decode
from bocage.log.fairness import commitment
from bocage.log.lesson import Script, exercise_log, first_answer, lesson_log
from bocage.log.match import Match
from bocage.protocol.review import Why
from bocage.rules.kernel import Comment, Exercise, Lesson
from bocage.rules.kernel.registry import register
from tests.tally import TALLY, Add

register(TALLY)

SECRET = bytes(range(32))
SAID = Comment("Add.", "足す。")
ACTIONS: list[dict[str, Any]] = [{"do": "add", "n": 1}, {"do": "add", "n": 3}]


def exercise(actions: list[dict[str, Any]]) -> Exercise:
    return Exercise(SECRET.hex(), {"turns": 2}, [{}, {}], actions, 0, [], 0, 0.1, Why("men.own"), SAID, SAID)


def table(name: str) -> list[Body]:
    """The entries by which a match of two turns begins."""
    return [
        Created(name, "tally", 1, {"turns": 2}, 2, commitment(SECRET), ""),
        Seated(0, f"{name}0", "first", "0" * 32, {}),
        Seated(1, f"{name}1", "second", "1" * 32, {}),
        Started(),
    ]


def bodies(entries: list[Any]) -> list[Body]:
    assert [(entry.seq, entry.at) for entry in entries] == [(seq, 1000 * seq) for seq in range(1, len(entries) + 1)]
    return [decode(entry.raw) for entry in entries]


def test_lesson_runs_to_the_end_of_its_answers() -> None:
    lesson = Lesson(SECRET, (Add(1), Add(3)), {}, TALLY.Options(turns=2))
    entries = lesson_log(TALLY, lesson)
    answers: list[Body] = [Acted(0, ACTIONS[0]), Acted(1, ACTIONS[1]), Ended([1], "counted")]
    head = Match.fold(entries[:-1], SECRET).head.hex()
    assert bodies(entries) == [*table("lesson"), *answers, Revealed(SECRET.hex(), head)]
    assert first_answer(TALLY) == 5
    assert entries[first_answer(TALLY) - 1].raw == b'{"e":"acted","seat":0,"action":{"do":"add","n":1}}'


def test_an_exercise_stops_at_its_choice() -> None:
    for count in (0, 1):
        answers = [Acted(seat, ACTIONS[seat]) for seat in range(count)]
        assert bodies(exercise_log(TALLY, exercise(ACTIONS[:count]))) == [*table("exercise"), *answers]
    # Nothing follows by itself.
    assert len(exercise_log(TALLY, exercise(ACTIONS))) == 6


@pytest.mark.parametrize("number", [0, 1])
def test_an_action_that_is_not_legal_is_named(number: int) -> None:
    actions: list[Any] = [*ACTIONS[:number], {"do": "add", "n": 4}]
    with pytest.raises(ValueError, match=rf"^exercise of tally: action {number}, .* is refused"):
        exercise_log(TALLY, exercise(actions))
    wrong = Lesson(SECRET, tuple(msgspec.convert(actions, list[TALLY.Actions])), {}, TALLY.Options(turns=2))  # type: ignore[name-defined]
    with pytest.raises(ValueError, match=rf"^lesson of tally: action {number}, .* is refused"):
        lesson_log(TALLY, wrong)
    # After the end nothing is.
    with pytest.raises(ValueError, match=r"action 2, .* is refused: game_over"):
        exercise_log(TALLY, exercise([*ACTIONS, ACTIONS[0]]))


def test_a_script_keeps_what_was_answered() -> None:
    script = Script(TALLY, SECRET, {}, [])
    script.act({"do": "add", "n": 2})
    assert script.actions == [Add(2)]
    assert script.match.options.turns == 20
    assert [entry.seq for entry in script.entries] == [1, 2, 3, 4, 5]
    assert script.match.seats[1] == Seated(1, "lesson1", "second", "1" * 32, {})
