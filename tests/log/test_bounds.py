"""Bounds, from both sides: of vacations and of seats, of what is replayed, and of what a log is read for."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bocage.log import judge, vacations
from bocage.log.course import course_of
from bocage.log.entries import (
    Acted,
    Body,
    BrokenLogError,
    DrawOffered,
    Entry,
    Hinted,
    Revealed,
    Seated,
    Started,
    TimedOut,
    UndoAsked,
    Vacation,
    encode,
    secret_in,
    told_secret,
)
from bocage.log.match import Match
from bocage.log.projection import away_at
from bocage.log.records import TimeAway, players_in
from bocage.log.replay import Replay
from bocage.log.view import view
from bocage.protocol.messages import Snapshot
from bocage.protocol.review import Why
from bocage.rules.kernel import PUBLIC
from bocage.rules.kernel.course import CourseStep
from tests.log.logs import BANK, DAYS, Play
from tests.log.test_undo import Undoing
from tests.rules.toy import Play as PlayCard
from tests.tally import TALLY, Add

DAY = 86_400_000
YEAR = 366 * DAY
NONCE = "0" * 32
NO, WRONG, TOLD, OVER, LATE = (
    "vacations do not apply to this match",
    "its times cannot be",
    "it was told before",
    "it was over before this decision",
    "time was up",
)


def away(play: Play) -> Play:
    """Ann decides; both have been away."""
    start = play.match.clock.since
    for seat in (0, 1):
        for since, until in ((5, 10), (20, DAY)):
            play.append(Vacation(seat, start + since, start + until), 0)
    return play


@pytest.mark.parametrize(
    ("seat", "since", "until", "at", "said"),
    [
        # Times from the beginning of Ann's decision on, which is due after a day.
        (0, 0, 1, 0, ""),
        (1, 0, 1, 0, ""),
        (-1, 0, 1, 0, NO),
        (2, 0, 1, 0, NO),
        (0, 0, 0, 0, WRONG),
        (0, 1, 0, 1, WRONG),
        (0, 0, YEAR, 0, ""),
        (0, 0, YEAR + 1, 0, WRONG),
        (0, 5, 9, 5, ""),
        (0, 5, 9, 4, WRONG),
        (0, -9, 0, 9, OVER),
        (0, -9, 1, 9, ""),
        (0, DAY - 1, DAY + 1, 2 * DAY, ""),
        (0, DAY, DAY + 1, 2 * DAY, LATE),
        (1, DAY, DAY + 1, 2 * DAY, ""),
    ],
)
def test_which_vacation_counts(seat: int, since: int, until: int, at: int, said: str) -> None:
    play = Play(DAYS).begin()
    start = play.match.clock.since
    body = Vacation(seat, start + since, start + until)
    assert vacations.objection(play.match, body, start + at) == said
    if seat in (0, 1):
        taken = {("ann", "bob")[seat]: TimeAway(body.since, body.until)}
        # What has begun later than now is owed all the same: the store's clock is ahead of this one.
        owed = None if said and at >= since else body
        assert vacations.owed(play.match, taken, start + at) == owed
        assert vacations.owed(play.match, {"cid": TimeAway(body.since, body.until)}, start + at) is None


@pytest.mark.parametrize(
    ("seat", "since", "until", "at", "said"),
    [
        (0, 20, DAY, 30, TOLD),
        (0, 20, DAY + 1, 30, ""),
        (0, 20, 25, 30, ""),
        (0, 19, DAY, 30, TOLD),
        (0, 5, 12, 30, TOLD),
        (0, 21, DAY, 30, ""),
        # Both vacations put off when it is due.
        (0, 20, 3 * DAY, 2 * DAY - 20 + 5 - 1, ""),
        (0, 20, 3 * DAY, 2 * DAY - 20 + 5, LATE),
        (1, 20, 3 * DAY, 2 * DAY - 20 + 5, ""),
    ],
)
def test_which_other_end_counts(seat: int, since: int, until: int, at: int, said: str) -> None:
    play = away(Play(DAYS).begin())
    start = play.match.clock.since
    assert play.match.deadline() == start + 2 * DAY - 20 + 5
    assert vacations.objection(play.match, Vacation(seat, start + since, start + until), start + at) == said
    assert away_at(play.match) == [start + DAY, start + DAY]


def test_whom_the_view_shows_as_away() -> None:
    play = Play(DAYS).begin()
    match = play.match
    start = match.clock.since
    play.append(Vacation(1, start, start + 5_000), 0)
    play.append(Vacation(1, start + 6_000, start + 7_000), 0)
    for at, shown in ((0, True), (start + 6_999, True), (start + 7_000, False), (start + 7_001, False)):
        match.at = max(match.at, at)
        assert view(match, PUBLIC)["clock"].get("away") == ({"1": start + 7_000} if shown else None)


@pytest.mark.parametrize("seat", [-1, 0, 1, 2])
def test_seats_that_a_log_may_name(seat: int) -> None:
    play = Undoing(TALLY, DAYS, hints=True)
    known = seat in (0, 1)
    bodies: tuple[tuple[Body, str], ...] = (
        (Hinted(seat, Add(1), Why("men.own"), "engine"), "no hint can be taken"),
        (Vacation(seat, play.now, play.now + 9_000), NO),
        (Seated(seat, "new", "", NONCE), "the seat cannot be taken"),
    )
    for body, said in bodies:
        entry = Entry(play.match.seq + 1, play.now, encode(body))
        if known and not isinstance(body, Seated):
            play.match.copy().extend(entry)
        else:
            with pytest.raises(BrokenLogError, match=said):
                play.match.copy().extend(entry)


def test_where_no_time_stands_still() -> None:
    for play in (Play(BANK).begin(), Play().begin(), Play(DAYS)):
        with pytest.raises(BrokenLogError, match=NO):
            play.match.extend(Entry(play.match.seq + 1, play.now, encode(Vacation(0, play.now, play.now + 9))))


@pytest.mark.parametrize("house", [False, True])
def test_who_agreed_to_an_undo_and_says_it_again(house: bool) -> None:
    play = Undoing(TALLY, house=house)
    play.act()
    seen = play.match.seq
    who = 0 if house else 1
    if not house:
        play.undo(0)
    play.undo(who)
    assert judge.undo(play.match, who, seen) == judge.Again(play.match.seq)
    assert play.match.undo.said_at == ([6, 0] if house else [6, 7])
    assert (play.match.undo.asked, play.match.turn_seq) == (-1, play.match.seq)


def test_a_copy_asks_for_itself() -> None:
    play = Undoing(TALLY)
    play.act()
    twin = play.match.copy()
    for seq, body in enumerate((UndoAsked(0, 5), DrawOffered(1)), 6):
        twin.extend(Entry(seq, twin.at, encode(body)))
    assert (play.match.undo.asked, play.match.undo.said_at, play.match.offered_at) == (-1, [0, 0], [0, 0])
    assert (twin.undo.asked, twin.undo.said_at, twin.offered_at) == (0, [6, 0], [0, 7])


def test_a_replay_goes_from_where_to_where() -> None:
    play = Play(BANK, name="replay").begin().finish()
    count = len(play.entries)
    replay = Replay(play.entries, names={"ann": "Ann", "bob": "Bob"})
    assert (replay.length, replay.over) == (count, True)

    def numbers(*places: int) -> list[int]:
        return [message.seq for message in replay.stream(0, *places)]

    assert numbers() == list(range(1, count + 1))
    assert numbers(3) == list(range(3, count + 1))
    assert numbers(2, 5) == [2, 3, 4, 5]
    assert numbers(count) == [count]
    for seq in (count, 4, 4):
        shown = replay.snapshot(seq, PUBLIC)
        assert isinstance(shown, Snapshot)
        seats: Any = shown.view["seats"]
        assert [seats[seat]["name"] for seat in "01"] == ["Ann", "Bob"]
    assert not Replay(play.entries[:-1], play.secret).over
    assert replay.at(3) is replay.at(3)
    assert [replay.at(seq).seq for seq in (5, 4, 6)] == [5, 4, 6]


def test_a_course_is_of_what_was_answered() -> None:
    play = Play(BANK, options={"hand": 2}, name="course").begin()
    start = play.match.game.pack(play.match.state)
    steps = []
    for at in (-1, 0):
        decision = play.match.decision()
        assert decision is not None
        action = decision.actions[at]
        steps.append(CourseStep(play.act(action).seq, 0, msgspec.to_builtins(action), play.match.draws))
    play.append(TimedOut(1))
    course = course_of(play.entries, play.secret)
    assert course is not None
    assert (course.start, course.steps, course.options) == (start, steps, {"hand": 2, "swaps": True})
    assert course_of(play.entries[:3], play.secret) is None
    with pytest.raises(BrokenLogError, match="need the secret"):
        course_of(play.entries)


def test_who_sat_down_is_read_up_to_the_start() -> None:
    bodies: list[Body] = [Seated(1, "bob", "", NONCE), Started(), Seated(0, "ann", "", NONCE)]
    created = Play().entries[0]
    entries = [created, *(Entry(seq, seq, encode(body)) for seq, body in enumerate(bodies, 2))]
    assert players_in(entries) == players_in(entries[:2]) == ["bob"]
    assert players_in(entries[:1]) == players_in([]) == []


def test_where_a_secret_is_told() -> None:
    secret = bytes(range(32))
    told = encode(Revealed(secret.hex(), "00"))
    for raw, found in (
        (told, secret),
        (encode(Revealed("zz", "00")), b""),
        (encode(Started()), b""),
        (encode(Acted(0, PlayCard("fox"))), b""),
        (b"?", b""),
    ):
        assert secret_in(raw) == found
        assert told_secret([Entry(1, 1, b"?"), Entry(2, 2, raw)]) == found
    assert told_secret([Entry(1, 1, told), Entry(2, 2, b"?")]) == told_secret([]) == b""
    assert Match.fold([]).secret == b""
