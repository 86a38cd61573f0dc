"""Rare moments: a start that decides, a default that could be taken back, seats while one looks; who is told."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bocage.log import judge, notices
from bocage.log.create import create
from bocage.log.deals import DAY, first_moment
from bocage.log.entries import (
    BrokenLogError,
    DrawOffered,
    Ended,
    Entry,
    Resigned,
    Seated,
    Started,
    TimedOut,
    encode,
)
from bocage.log.luck import luck_of
from bocage.log.match import Match
from bocage.log.outline import Outline
from bocage.log.projection import HEAL_AFTER, propose, row_of
from bocage.log.records import Change, NoticeWish, Row
from bocage.log.view import view
from bocage.protocol.profile import LuckRecord, MatchLuck
from bocage.rules.kernel import PUBLIC, Outcome
from bocage.rules.omaha import GAME as OMAHA
from tests.log.logs import BANK_DEFAULT, DAYS, Play
from tests.log.test_luck import seats
from tests.log.test_undo import Undoing
from tests.tally import TALLY, Add

NONCE = "0" * 32


def test_a_match_may_be_decided_by_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = TALLY.setup

    def at_its_end(*given: Any) -> Any:
        step = setup(*given)
        step.state.left = 0
        return step

    monkeypatch.setattr(TALLY, "setup", at_its_end)
    match, created = create(TALLY, "ann", clock=DAYS)
    for seq, body in enumerate((created, Seated(0, "ann", "", NONCE), Seated(1, "bob", "", NONCE)), 1):
        match.extend(Entry(seq, seq, encode(body)))
    change = propose(match, Started(), 4).change
    match.extend(Entry(4, 4, encode(Started())))
    assert match.outcome == Outcome((), "counted")
    assert (match.decided, match.decision(), match.deadline()) == (4, None, 0)
    assert change == Change(row=row_of(match), due_in=HEAL_AFTER)
    assert judge.owed(match) == Ended([], "counted")


def test_when_a_match_was_decided() -> None:
    play = Play().begin()
    play.act()
    assert play.match.decided == 0
    at = play.append(Resigned(0)).at
    play.settle()
    assert play.match.decided == at


def test_what_a_timeout_played_is_not_taken_back_nor_what_was_before() -> None:
    play = Undoing(TALLY, BANK_DEFAULT)
    play.act(Add(1))
    play.undo(0)
    last = play.match.undo.last
    assert last is not None
    assert last.seat == play.match.undo.asked == 0
    play.append(TimedOut(1, Add(2)))
    assert (play.match.undo.last, play.match.undo.asked) == (None, -1)
    assert play.match.answers[-1].action == Add(2)


@pytest.mark.parametrize("rules", [True, False])
def test_who_looks_sees_each_seat_as_soon_as_it_is_taken(rules: bool) -> None:
    played = Play()
    match = (Match if rules else Outline)(played.secret)
    match.extend(played.entries[0])
    for seat in (1, 0):
        assert view(match, PUBLIC)["seats"][str(seat)] == {}
        match.extend(Entry(match.seq + 1, match.at, encode(Seated(seat, f"p{seat}", "P", NONCE))))
        assert view(match, PUBLIC)["seats"][str(seat)] == {"player": f"p{seat}", "name": "P"}


def test_the_error_for_a_broken_log_names_the_entry() -> None:
    error = BrokenLogError(4, "follows entry 7")
    assert (str(error), error.seq, error.problem) == ("entry 4: follows entry 7", 4, "follows entry 7")


def test_a_day_has_24_hours() -> None:
    assert first_moment("2026-11-23") - first_moment("2026-11-22") == 86_400_000 == DAY


def test_luck_has_four_digits() -> None:
    row = Row("m", "squad", "ended", ["", ""], ["ann", "bob"], at=1)
    found = luck_of("ann", [row], {"m": seats((0.123456, -0.000051), (0.0, -0.00026))})["squad"]
    assert found == LuckRecord(1, 0.1235, 0.0002, [MatchLuck("m", 1, 0.1235, 0.0002)])


DAY_MS, HOUR = 86_400_000, 3_600_000


@pytest.mark.parametrize(
    ("days", "before"), [(1, 6 * HOUR), (2, 12 * HOUR), (3, 12 * HOUR), (14, 12 * HOUR), (30, 12 * HOUR)]
)
def test_how_long_before_the_end_a_warning_comes(days: int, before: int) -> None:
    assert notices.warning(days * DAY_MS) == before
    play = Play(msgspec.structs.replace(DAYS, base=days * DAY_MS)).begin()
    match = play.match
    assert notices.of_turn(match, 1, 9) == (
        NoticeWish("turn", "bob", 9),
        NoticeWish("time", "bob", 0, days * DAY_MS - before),
    )
    end = match.deadline()
    for at, wait in ((end - before - 1, 1), (end - before, 0), (end, 0)):
        assert notices.of_time(match, 0, at) == (NoticeWish("time", "ann", 0, wait),)
    told = notices.standing(match, "time", "ann", 0, end - before - 60_001)
    assert told == notices.Standing(False, end - before)
    assert notices.standing(match, "time", "ann", 0, end - before - 60_000) == notices.Standing(True)
    assert notices.standing(match, "time", "bob", 0, end) == notices.Standing(False)


def test_whom_nothing_is_told() -> None:
    play = Play(DAYS)
    seated = Seated(0, "bob", "", NONCE)
    assert notices.of_seat(play.match, seated, 2) == (NoticeWish("joined", "ann", 2),)
    for nobody in (Seated(0, "ann", "", NONCE), Seated(0, "bob", "", NONCE, house=True)):
        assert notices.of_seat(play.match, nobody, 2) == ()
    assert notices.of_turn(play.match, 0, 2) == notices.of_time(play.match, 0, 2) == ()
    assert notices.of_end(play.match, 2) == ()
    play.append(Seated(0, "ann", "Ann", NONCE, house=True))
    play.append(Seated(1, "bob", "Bob", NONCE))
    play.settle()
    assert notices.of_turn(play.match, 0, 5) == notices.of_time(play.match, 0, 5) == ()
    assert notices.of_end(play.match, 7) == (NoticeWish("over", "bob", 7),)
    play.match.created = msgspec.structs.replace(play.match.created, creator="")
    assert notices.of_seat(play.match, seated, 2) == ()
    play.append(DrawOffered(0))
    assert play.proposals[-1].change is None
    alone = Undoing(OMAHA, DAYS).match
    assert notices.of_turn(alone, 0, 5) == notices.of_time(alone, 0, 5) == notices.of_end(alone, 5) == ()
