"""What a verifier objects to in what is said besides answers: whoever the entry says has said it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from bocage.log.entries import (
    Body,
    Closed,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Hinted,
    Outage,
    Resigned,
    UndoAsked,
    UndoDeclined,
    Undone,
)
from bocage.log.legality import objection
from bocage.protocol.review import Why
from tests.log.logs import BANK
from tests.log.test_undo import Undoing
from tests.tally import TALLY, Add

SAID: dict[str, Callable[[int], Body]] = {
    "resigned": Resigned,
    "draw offered": DrawOffered,
    "draw accepted": DrawAccepted,
    "draw declined": DrawDeclined,
    "undo asked": lambda seat: UndoAsked(seat, 5),
    "undo declined": UndoDeclined,
    "undone": lambda seat: Undone(seat, 5),
    "hinted": lambda seat: Hinted(seat, Add(1), Why("men.own"), "engine"),
}


def begun(answers: int) -> Undoing:
    play = Undoing(TALLY, BANK, hints=True)
    for _ in range(answers):
        play.act()
    return play


@pytest.mark.parametrize("answers", [0, 1, 2])
@pytest.mark.parametrize("seat", [-2, -1, 2, 3])
@pytest.mark.parametrize("what", SAID)
def test_no_seat_says_what_the_match_does_not_have(what: str, seat: int, answers: int) -> None:
    play = begun(answers)
    assert objection(play.match, SAID[what](seat), play.now) == "would have been refused: not_seated"


@pytest.mark.parametrize("seat", [0, 1])
def test_legal_replies_of_each_seat_verify(seat: int) -> None:
    play = begun(1 + seat)
    last, other = play.match.seq, 1 - seat
    said = (
        DrawOffered(seat),
        DrawDeclined(other),
        UndoAsked(seat, last),
        UndoDeclined(other),
        Hinted(other, Add(1), Why("men.own"), "engine"),
        DrawOffered(other),
        DrawAccepted(seat),
    )
    for body in said:
        assert objection(play.match, body, play.now) == ""
        # The seat that did not say it could not have.
        swapped = msgspec.structs.replace(body, seat=1 - body.seat)
        assert (objection(play.match, swapped, play.now) == "") is (body == said[0])
        if body != said[5]:
            assert objection(play.match, DrawDeclined(other), play.now) == (
                "" if play.match.draw_offer == seat else "would have been refused: not_offered"
            )
        play.append(body)
    assert play.match.outcome is not None


def test_what_was_not_asked_is_not_declined() -> None:
    play = begun(1)
    for seat in (0, 1):
        assert objection(play.match, UndoDeclined(seat), play.now) == "would have been refused: not_asked"
        assert objection(play.match, DrawDeclined(seat), play.now) == "would have been refused: not_offered"


def test_who_agreed_is_the_other_seat() -> None:
    for answers in (1, 2):
        play = begun(answers)
        seat = answers - 1
        play.undo(seat)
        right = Undone(seat, 4 + answers)
        assert objection(play.match, right, play.now) == ""
        for wrong in (Undone(1 - seat, right.entry), Undone(seat, right.entry + 1)):
            assert objection(play.match, wrong, play.now) != ""


@pytest.mark.parametrize(
    ("since", "until", "at", "possible"),
    [(5, 6, 6, True), (5, 6, 7, True), (5, 6, 5, False), (5, 5, 9, False), (6, 5, 9, False)],
)
def test_an_outage_has_a_length_and_is_over(since: int, until: int, at: int, possible: bool) -> None:
    said = objection(begun(0).match, Outage(since, until), at)
    assert said == ("" if possible else "its times cannot be")


def test_unfinished_match_can_be_closed() -> None:
    play = begun(0)
    assert objection(play.match, Closed(), play.now) == ""
    play.append(Resigned(0))
    assert objection(play.match, Closed(), play.now) == ""
    play.settle()
    assert objection(play.match, Closed(), play.now) == "would have been refused: game_over"
