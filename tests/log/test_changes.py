"""What each entry changes besides the log, as a whole: deadlines, rows, points, ratings, whom it is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from bocage.log.create import create
from bocage.log.deals import DAY, is_closed, points_of, score_of, weekday
from bocage.log.entries import (
    Access,
    Acted,
    Body,
    Closed,
    Deal,
    DrawOffered,
    Ended,
    Entry,
    Expired,
    Fork,
    Outage,
    Resigned,
    Revealed,
    Seated,
    Started,
    TimedOut,
    Undone,
    Vacation,
    encode,
)
from bocage.log.match import Match
from bocage.log.projection import HEAL_AFTER, away_at, project, propose, row_of, sides_of
from bocage.log.records import Change, Log, NoticeWish, Points, Rated, Row, Source
from bocage.protocol.rest import ClockRules
from bocage.rules.kernel.registry import find_game
from bocage.rules.omaha import GAME as OMAHA
from tests.log.logs import BANK, BANK_DEFAULT, DAYS
from tests.log.test_deals import BEGIN, DAY_ONE, Attempt
from tests.log.test_undo import Undoing
from tests.rules.toy import GAME
from tests.tally import TALLY

SECRET = bytes(range(32))
HOUR = 3_600_000
DAY_AT = 1_800_000_000_000


class Made:
    """A match of the toy game of Ann and Bob that is entered body by body."""

    def __init__(self, begun: bool = True, **wishes: Any) -> None:
        self.now = DAY_AT
        self.match, created = create(GAME, "ann", match_id="m", secret=SECRET, **wishes)
        self.log: list[Entry] = []
        self.add(created)
        if begun:
            for seat in (0, 1):
                self.add(sits(seat))
            self.add(Started())

    def change(self, body: Body) -> Change | None:
        """What it would change, a second later."""
        return propose(self.match, body, self.now + 1000).change

    def add(self, body: Body) -> Change | None:
        self.now += 1000
        proposal = propose(self.match, body, self.now)
        entry = Entry(proposal.seq, max(self.now, proposal.not_before), proposal.raw)
        self.match.extend(entry, proposal.preview)
        self.log.append(entry)
        return proposal.change

    def row(self, **fields: Any) -> Row:
        """The row as it is after the last entry."""
        return msgspec.structs.replace(row_of(self.match), **fields)

    def act(self, at: int = 0) -> Acted[Any]:
        decision = self.match.decision()
        assert decision is not None
        return Acted(decision.seat, decision.actions[at])


def sits(seat: int, **more: Any) -> Seated:
    return Seated(seat, ("ann", "bob")[seat], "", "0" * 32, {}, **more)


BARE = Row("m", "toy", "open", ["", ""], ["", ""], {"hand": 2, "swaps": True}, creator="ann")


def test_before_the_start() -> None:
    made = Made(False, clock=DAYS, open_for=5_000)
    created = Made(False, clock=DAYS).log[0]
    row = msgspec.structs.replace(BARE, clock=DAYS)
    empty, body = create(GAME, "ann", match_id="m", secret=SECRET, clock=DAYS, open_for=5_000)
    assert propose(empty, body, 7) == propose(empty, body, 7)
    proposal = propose(empty, body, 7)
    assert (proposal.match, proposal.seq, proposal.not_before, proposal.preview) == ("m", 1, 0, None)
    assert proposal.change == Change(row=row, secret=SECRET, due_in=5_000)
    assert created.seq == 1
    # The first waits for the second; with both it starts by itself.
    assert made.change(sits(0)) == Change(row=replaced(row, players=["ann", ""], at=made.match.at))
    assert made.change(sits(1)) == Change(
        row=replaced(row, players=["", "bob"], at=made.match.at), notices=(NoticeWish("joined", "ann", 2),)
    )
    opened = made.match.since
    made.add(sits(1, bot=True))
    assert made.change(sits(0, house=True)) == Change(
        row=replaced(row, players=["ann", "bob"], bots=[1], house_bots=[0], at=opened), due_in=HEAL_AFTER
    )
    made.add(sits(0))
    assert made.change(Started()) == Change(
        row=replaced(row, players=["ann", "bob"], bots=[1], status="playing"),
        due_in=DAY,
        notices=(NoticeWish("turn", "ann", 4), NoticeWish("time", "ann", 0, DAY - 6 * HOUR)),
    )


def replaced(row: Row, **fields: Any) -> Row:
    return msgspec.structs.replace(row, **fields)


@pytest.mark.parametrize(
    ("clock", "change"),
    [
        (ClockRules(), Change(row=replaced(BARE, players=["ann", "bob"], status="playing"), due=-1)),
        (BANK, Change(row=replaced(BARE, players=["ann", "bob"], status="playing", clock=BANK), due_in=60_000)),
    ],
)
def test_the_start(clock: ClockRules, change: Change) -> None:
    made = Made(False, clock=clock)
    made.add(sits(0))
    made.add(sits(1))
    assert made.change(Started()) == change


def test_an_answer_moves_the_deadline() -> None:
    assert Made().change(Made().act()) is None
    for clock in (BANK, BANK_DEFAULT):
        made = Made(clock=clock)
        # With the same clock running on it does not move; with another it begins when this entry is stored.
        assert made.change(made.act(-1)) == Change(due=made.match.at + 60_000)
        assert made.change(made.act(0)) == Change(due_in=60_000)
        made.add(made.act(0))
        made.add(made.act(0))
        assert made.match.clock.left == [61_000, 59_000]
        assert made.change(made.act(0)) == Change(due_in=61_000)
    late = TimedOut(0, made.act(0).action)
    assert made.change(late) == Change(due_in=61_000)
    assert made.change(TimedOut(0, made.act(-1).action)) == Change(due_in=15_000)
    # What is left of no time is a millisecond.
    made.match.clock.left = [0, 0]
    assert made.change(TimedOut(0, made.act(0).action)) == Change(due_in=2_000)
    made.match.clock.left = [-2_000, -2_000]
    assert made.change(TimedOut(0, made.act(0).action)) == Change(due_in=1)


def test_an_answer_with_days_begins_a_new_time() -> None:
    made = Made(clock=DAYS)
    own, other = made.act(-1), made.act(0)
    turn = (NoticeWish("turn", "bob", 5), NoticeWish("time", "bob", 0, DAY - 6 * HOUR))
    assert made.change(own) == Change(due_in=DAY)
    assert made.change(other) == Change(due_in=DAY, notices=turn)
    for body in (own, other):
        assert made.change(TimedOut(0, body.action)) == made.change(body)
    # Who is on vacation has time until after it.
    made.add(Vacation(1, made.now, made.now + 10 * DAY))
    home = made.match.clock.away[1][-1].until
    later = (NoticeWish("turn", "bob", 6), turn[1])
    assert made.change(other) == Change(due=home + DAY, notices=later)
    assert made.change(own) == Change(due_in=DAY)


def test_a_deciding_answer_is_healed() -> None:
    for clock in (ClockRules(), BANK, DAYS):
        made = Made(clock=clock, options={"hand": 1})
        made.add(made.act())
        assert made.change(made.act()) == Change(due_in=HEAL_AFTER)
        made.add(made.act())
        assert made.match.over


@pytest.mark.parametrize("body", [Resigned(0), Closed(), TimedOut(0)])
def test_what_decides_besides_answers_is_healed(body: Body) -> None:
    assert Made(clock=BANK).change(body) == Change(due_in=HEAL_AFTER)


def test_what_decides_nothing_changes_nothing() -> None:
    assert Made(clock=BANK).change(DrawOffered(0)) is None


def test_an_outage_moves_the_deadline() -> None:
    made = Made(clock=BANK)
    at = made.match.at
    assert made.change(Outage(at, at + 7_000)) == Change(due=at + 67_000)
    assert Made().change(Outage(at, at + 7_000)) == Change(due=-1)


def test_a_vacation_moves_the_deadline_and_shows_in_the_row() -> None:
    made = Made(clock=DAYS)
    at, now = made.match.at, made.now + 1000
    row = made.row(at=made.match.since)
    warned = (NoticeWish("time", "ann", 0, at + 6 * DAY - now - 6 * HOUR),)
    assert made.change(Vacation(0, at, at + 5 * DAY)) == Change(
        row=replaced(row, away=[at + 5 * DAY, 0]), due=at + 6 * DAY, notices=warned
    )
    assert made.change(Vacation(1, at, at + 5 * DAY)) == Change(
        row=replaced(row, away=[0, at + 5 * DAY]), due=at + DAY
    )


def test_what_is_taken_back_moves_the_deadline() -> None:
    for clock, change in ((BANK, Change(due_in=60_000)), (DAYS, Change(due_in=DAY)), (ClockRules(), None)):
        play = Undoing(TALLY, clock, house=True)
        play.act()
        found = propose(play.match, Undone(0, 5), play.now).change
        assert (found is None) == (change is None)
        if found is not None and change is not None:
            assert 0 <= change.due_in - found.due_in <= 1_000
    alone = Undoing(OMAHA, BANK)
    answered = alone.act()
    for passed, left in ((58_999, 1), (58_998, 2), (59_000, 1), (99_000, 1)):
        assert propose(alone.match, Undone(0, answered), alone.now + passed).change == Change(due_in=left)


@pytest.mark.parametrize("rated", [False, True])
def test_the_end_and_the_secret(rated: bool) -> None:
    made = Made(clock=BANK, rated=rated)
    made.add(Resigned(1))
    row = made.row(status="ended", winners=[0], reason="resigned")
    result = Rated("m", "toy", False, ("ann", "bob"), 2) if rated else None
    over = (NoticeWish("over", "ann", 6), NoticeWish("over", "bob", 6))
    assert made.change(Ended([0], "resigned")) == Change(row=row, due_in=HEAL_AFTER, rated=result, notices=over)
    made.add(Ended([0], "resigned"))
    assert made.change(Revealed(SECRET.hex(), made.match.head.hex())) == Change(due=-1, final=True)
    ended = made.match.at
    assert project(Log(made.log, SECRET)) == Change(
        row=replaced(row, at=ended), secret=SECRET, due=ended + HEAL_AFTER, rated=result
    )
    made.add(Revealed(SECRET.hex(), made.match.head.hex()))
    assert project(Log(made.log)) == Change(row=replaced(row, at=ended), due=-1, final=True, rated=result)


def test_a_match_that_never_began_is_listed_no_more() -> None:
    made = Made(False, open_for=5_000)
    made.now += 5_000
    assert made.change(Expired()) == Change(due_in=HEAL_AFTER)
    made.add(Expired())
    row = replaced(BARE, status="ended", reason="expired")
    assert made.change(Ended([], "expired")) == Change(row=row, due_in=HEAL_AFTER, unlisted=True)
    made.add(Ended([], "expired"))
    assert project(Log(made.log, SECRET)) == Change(
        row=replaced(row, at=made.now), secret=SECRET, due=made.now + HEAL_AFTER, unlisted=True
    )


def test_where_everything_is_said_the_row_says_it() -> None:
    fork = Fork("source", 7, GAME.pack(Made().match.state), resampled=True)
    wishes = {"access": Access(private=True), "fork": fork, "house": "clever", "clock": BANK_DEFAULT}
    made = Made(False, deal=Deal("", 10**15, duplicate="d/0"), options={"hand": 1, "swaps": False}, **wishes)
    made.match.created = msgspec.structs.replace(made.match.created, rated=True, rules=3)
    row = Row(
        "m",
        "toy",
        "open",
        ["", ""],
        ["", ""],
        {"hand": 1, "swaps": False},
        house="clever",
        rules=3,
        private=True,
        creator="ann",
        clock=BANK_DEFAULT,
        fork=Source("source", 7, True),
        duplicate="d/0",
        rated=True,
        at=9,
    )
    assert row_of(made.match, 9) == row
    made.add(sits(0))
    assert row_of(made.match, 9) == replaced(row, players=["ann", ""])
    made.add(sits(1, house=True, bot=True))
    assert row_of(made.match) == replaced(row, players=["ann", "bob"], bots=[1], house_bots=[1], house="", at=0)
    assert sides_of(made.match) == []
    assert away_at(made.match) == []


def test_deal_counts_and_waits_for_its_secret() -> None:
    attempt = Attempt(game="omaha")
    match = attempt.match
    score = score_of(match)
    assert attempt.change == Change(
        row=row_of(match),
        due=BEGIN + DAY,
        points=Points("omaha", (DAY_ONE, "2026-W47", "all"), "ann", score or 0),
    )
    row = row_of(match)
    assert (row.score, row.deal, row.duplicate, row.status) == (score, DAY_ONE, "", "ended")
    assert row.sides == list(match.game.sides(match.state))


def test_points_are_of_matches_that_were_played() -> None:
    """Not of one that goes on, was called off, began elsewhere, or came too late."""
    attempt = Attempt(game="omaha")
    match = attempt.match
    points = points_of(match)
    assert points is not None
    playing = Match.fold(attempt.entries[:-2], SECRET)
    assert (playing.status, score_of(playing), points_of(playing)) == ("playing", None, None)
    match.decided = BEGIN + DAY - 1
    assert points_of(match) == points
    match.decided = BEGIN + DAY
    assert points_of(match) is None
    match.decided = 1
    match.created = msgspec.structs.replace(match.created, fork=Fork("source", 1, b""))
    assert (score_of(match), points_of(match)) == (None, None)
    called_off, created = create(
        find_game("omaha"), "ann", match_id="m", deal=Deal(DAY_ONE, BEGIN + DAY, True), secret=SECRET
    )
    for number, body in enumerate(
        (created, Seated(0, "ann", "", "0" * 32, {}), Resigned(0), Ended([], "cancelled")), 1
    ):
        called_off.extend(Entry(number, number, encode(body)))
    assert (called_off.status, score_of(called_off), points_of(called_off)) == ("ended", None, None)
    assert is_closed(called_off)
    assert [weekday(day) for day in (DAY_ONE, "2026-11-23", "2026-11-24")] == [6, 0, 1]


def test_hands_open_at_the_end_unless_a_deal() -> None:
    made = Made()
    made.add(Resigned(0))
    made.add(Ended([1], "resigned"))
    assert not made.match.revealed
    assert not is_closed(made.match)


@pytest.mark.parametrize(
    ("body", "earliest"),
    [
        (lambda made: made.act(), 0),
        (lambda made: Resigned(0), 0),
        (lambda made: TimedOut(0), DAY),
        (lambda made: Outage(0, made.match.at + 5), 5),
        (lambda made: Outage(0, made.match.at - 5), 0),
        (lambda made: Vacation(1, made.match.at + 7, made.match.at + 2_000), 7),
        (lambda made: Vacation(1, made.match.at - 7, made.match.at + 1_000), 1_000),
        (lambda made: Vacation(1, made.match.at - 7, made.match.at + 1_001), 0),
    ],
)
def test_the_earliest_time_of_an_entry(body: Callable[[Made], Body], earliest: int) -> None:
    made = Made(clock=DAYS)
    proposal = propose(made.match, body(made), made.now + 1000)
    assert (proposal.not_before - made.match.at, proposal.seq, proposal.match) == (earliest, 5, "m")
