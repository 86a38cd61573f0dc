"""What each kind of entry tells, word for word: those who watch, and those who look again later."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from bocage.log import events, judge
from bocage.log.create import create
from bocage.log.entries import (
    Acted,
    Body,
    Closed,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Entry,
    Expired,
    Hinted,
    Outage,
    Resigned,
    TimedOut,
    UndoAsked,
    UndoDeclined,
    Undone,
    Vacation,
    encode,
)
from bocage.log.match import Match
from bocage.log.outline import Outline
from bocage.protocol.review import Why
from bocage.rules.kernel import Event, Told
from bocage.rules.kernel.registry import find_game
from tests.log.logs import BANK_DEFAULT, DAYS, Play
from tests.log.test_undo import Undoing
from tests.tally import TALLY, Add, Added

WHY = Why("men.own", "men", (40, 100), (20, 100))


def told(match: Match, body: Body, passed: int = 0) -> list[Told]:
    return match.extend(Entry(match.seq + 1, match.at + passed, encode(body)))


def tally(answers: int = 0) -> Match:
    play = Undoing(TALLY, BANK_DEFAULT, hints=True)
    for _ in range(answers):
        play.act()
    return play.match


def days() -> Match:
    return Play(DAYS).begin().match


def asked() -> Match:
    match = tally(1)
    told(match, UndoAsked(0, 5))
    return match


def offered() -> Match:
    match = tally()
    told(match, DrawOffered(0))
    return match


def waiting() -> Match:
    return Play(open_for=1000).match


@pytest.mark.parametrize(
    ("make", "body", "expected"),
    [
        (waiting, Expired(), [events.NobodyCame()]),
        (waiting, Closed(), [events.OperatorClosed()]),
        (tally, Closed(), [events.OperatorClosed()]),
        (tally, Resigned(1), [events.GaveUp(1)]),
        (tally, Acted(0, Add(2)), [Added(0, 2)]),
        (tally, TimedOut(0, Add(3)), [events.TimeUp(0, played=True), Added(0, 3)]),
        (tally, TimedOut(0), [events.TimeUp(0)]),
        (tally, Outage(1_000, 6_500), [events.StorageOutage(5_500)]),
        (tally, DrawOffered(1), [events.OfferedDraw(1)]),
        (offered, DrawAccepted(1), [events.AcceptedDraw(1)]),
        (offered, DrawDeclined(1), [events.DeclinedDraw(1)]),
        (lambda: tally(1), UndoAsked(0, 5), [events.AskedUndo(0)]),
        (asked, UndoDeclined(1), [events.DeclinedUndo(1)]),
        (asked, Undone(0, 5), [events.TookBack(0, 5)]),
    ],
)
def test_what_an_entry_tells_everybody(make: Callable[[], Match], body: Body, expected: list[Event]) -> None:
    match = make()
    assert told(match, body, 1000) == [Told(event) for event in expected]


def test_a_vacation_is_told_and_so_is_its_end() -> None:
    for last, event in (
        (1, events.OnVacation(1, 1_801_000_000_000)),
        (0, events.OnVacation(0, 1_801_000_000_000)),
    ):
        match = days()
        until = 1_801_000_000_000
        assert told(match, Vacation(last, match.at, until)) == [Told(event)]
        assert told(match, Vacation(last, match.at, match.at + 1), 1) == [Told(events.BackAgain(last))]
        assert told(match, Vacation(last, match.at - 2, match.at + 1), 0) == [
            Told(events.OnVacation(last, match.at + 1))
        ]


def test_what_a_hint_said_is_told_to_its_seat_alone() -> None:
    whole = events.TookHint(0, Add(2), "men.own", "men", (40, 100), (20, 100))
    assert told(tally(), Hinted(0, Add(2), WHY, "engine")) == [Told(events.TookHint(0), {0: whole})]


def test_seating_tells_name_and_kind_of_player() -> None:
    match, created = create(find_game("squad"), "ann")
    match.names = {"ann": "Ann", "gone": ""}
    told(match, created, 1)
    outline = Outline(match.secret)
    outline.names = match.names
    told(outline, created, 1)
    ann = judge.sit(match, "ann", "", 1, bot=True)
    gone = judge.sit(match, "gone", "Old name", 0, house=True)
    expected = [
        Told(events.SeatTaken(1, "Ann", bot=True, house=False, left=False)),
        Told(events.SeatTaken(0, "", bot=False, house=True, left=True)),
    ]
    for fold in (match, outline):
        assert told(fold, ann) + told(fold, gone) == expected
        assert fold.seats == [gone, ann]
    # Of whom nothing is known the log may hold the name that they had.
    known = Match.fold([Entry(1, 1, encode(created))], match.secret)
    assert told(known, msgspec.structs.replace(gone, house=False)) == [Told(events.SeatTaken(0, "Old name"))]


def test_the_start_the_end_and_the_secret_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = TALLY.setup
    laid = Told(Added(1, 7))

    def with_events(*given: object) -> object:
        return msgspec.structs.replace(setup(*given), events=[laid])  # type: ignore[arg-type]

    monkeypatch.setattr(TALLY, "setup", with_events)
    play = Undoing(TALLY)
    again = Match(play.match.secret)
    assert [again.extend(entry) for entry in play.entries][-1] == [Told(events.MatchStarted()), laid]
    assert again.draws == play.match.draws != []
    match = play.match
    told(match, Resigned(1))
    ended = judge.owed(match)
    assert ended is not None
    assert told(match, ended) == [Told(events.MatchEnded("resigned", (0,)))]
    revealed = judge.owed(match)
    assert revealed is not None
    assert told(match, revealed) == [Told(events.SecretRevealed(match.secret.hex()))]


def test_a_preview_tells_what_the_fold_tells() -> None:
    match = tally()
    preview = match.preview(Acted(0, Add(1)))
    assert preview is not None
    twin = match.copy()
    entry = Entry(match.seq + 1, match.at, encode(Acted(0, Add(1))))
    assert match.extend(entry, preview) == twin.extend(entry) == [Told(Added(0, 1))]
