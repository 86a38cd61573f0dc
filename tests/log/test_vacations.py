"""Vacations: a player's own time stands still from the moment they say so, with days per move."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bocage.log import judge, vacations
from bocage.log.clock import Clock
from bocage.log.entries import BrokenLogError, Deal, Entry, Resigned, TimedOut, Vacation, encode
from bocage.log.export import Finding, export, verify
from bocage.log.legality import objection
from bocage.log.match import Match
from bocage.log.outline import Outline
from bocage.log.projection import propose, row_of
from bocage.log.records import TimeAway
from bocage.log.view import shared_view
from tests.log.logs import BANK, DAYS, Play, go_away, state_of

DAY = 86_400_000


def taken(play: Play, seat: int, since: int, until: int) -> Vacation | None:
    """What is owed when somebody took a vacation, in ms from now."""
    return vacations.owed(
        play.match, {("ann", "bob")[seat]: TimeAway(play.now + since, play.now + until)}, play.now
    )


def test_the_time_of_who_decides_stands_still_and_nobody_elses() -> None:
    play = Play(DAYS).begin()
    raised, deadline = play.match.clock.since, play.match.deadline()
    play.now += DAY // 2
    go_away(play, 1, 9)
    assert play.match.deadline() == deadline
    go_away(play, 0, 5)
    assert play.match.deadline() == deadline + 5 * DAY
    assert play.match.clock.since == raised
    assert judge.timeout(play.match, deadline + 5 * DAY - 1) is None
    assert judge.timeout(play.match, deadline + 5 * DAY) is not None
    # They may play on; the other's time then begins to run when their own vacation is over.
    left = play.match.clock.away[1][-1].until
    play.now = deadline + 4 * DAY
    while play.match.decision().seat == 0:  # type: ignore[union-attr]
        play.act(passed=0)
    assert play.match.deadline() == left + DAY
    assert left > play.now


def test_vacation_before_a_decision_gives_no_time() -> None:
    clock = Clock(DAYS, 2)
    clock.start(10 * DAY)
    clock.vacation(0, DAY, 9 * DAY, 0)
    assert clock.deadline(0) == 11 * DAY
    clock.vacation(0, 9 * DAY, 10 * DAY + 1, 0)
    assert clock.deadline(0) == 11 * DAY + 1


def test_two_vacations_in_a_decision_add_up_once() -> None:
    clock = Clock(DAYS, 2)
    clock.start(0)
    clock.vacation(0, DAY // 2, 2 * DAY, DAY // 2)
    clock.vacation(0, 2 * DAY - 5, 3 * DAY, 2 * DAY)
    assert clock.deadline(0) == DAY + (3 * DAY - DAY // 2)
    # This one begins when the time is up.
    clock.vacation(0, clock.deadline(0), 9 * DAY, 0)
    assert clock.deadline(0) == DAY + (3 * DAY - DAY // 2)


def test_another_end_counts_from_its_entry_on() -> None:
    clock = Clock(DAYS, 2)
    clock.start(0)
    clock.vacation(0, 100, 20 * DAY, 100)
    clock.vacation(0, 100, 2 * DAY, 3 * DAY)
    assert clock.deadline(0) == DAY + 3 * DAY - 100
    clock.vacation(0, 100, 5 * DAY, 3 * DAY)
    assert clock.deadline(0) == DAY + 5 * DAY - 100
    twin = clock.copy()
    twin.vacation(0, 100, 6 * DAY, 3 * DAY)
    assert clock.deadline(0) == DAY + 5 * DAY - 100


def test_no_move_that_is_late_is_saved() -> None:
    play = Play(DAYS).begin()
    late = play.match.deadline() - play.now
    play.now += late + 5
    assert taken(play, 0, 0, DAY) is None
    assert taken(play, 0, -5, DAY) is None
    # Who said so in time is on vacation, however late a node comes to say it here.
    body = taken(play, 0, -6, DAY)
    assert body is not None
    # The other has nothing to decide, so nothing of theirs is late.
    assert taken(play, 1, 0, DAY) is not None
    play.append(body, 0)
    assert judge.timeout(play.match, play.now) is None


def test_expired_vacation_cannot_be_extended() -> None:
    play = Play(DAYS).begin()
    go_away(play, 0, 1)
    since = play.match.clock.away[0][-1].since
    longer = {"ann": TimeAway(since, since + 30 * DAY)}
    play.now = play.match.deadline()
    assert vacations.owed(play.match, longer, play.now) is None
    assert vacations.owed(play.match, longer, play.now - 1) is not None


def test_what_a_match_holds_is_owed_no_more() -> None:
    play = Play(DAYS).begin()
    since = play.now
    for until in (3 * DAY, 2 * DAY, 5 * DAY):
        there = {"ann": TimeAway(since, since + until)}
        body = vacations.owed(play.match, there, play.now)
        assert body is not None
        play.append(body, 0)
        assert vacations.owed(play.match, there, play.now) is None
    # Nor an earlier one.
    assert vacations.owed(play.match, {"ann": TimeAway(since - 1, since + DAY)}, play.now) is None


@pytest.mark.parametrize("make", [lambda: Play(BANK).begin(), lambda: Play().begin(), lambda: Play(DAYS)])
def test_vacations_need_days_per_move_and_a_started_match(make: Any) -> None:
    play = make()
    assert taken(play, 0, 0, DAY) is None
    assert (
        objection(play.match, Vacation(0, play.now, play.now + DAY), play.now)
        == "vacations do not apply to this match"
    )
    entry = Entry(play.match.seq + 1, play.now, encode(Vacation(0, play.now, play.now + DAY)))
    with pytest.raises(BrokenLogError, match="vacations do not apply to this match"):
        play.match.extend(entry)


def test_never_in_a_deal_nor_for_a_house_bot() -> None:
    play = Play(DAYS).begin()
    match = play.match
    created = match.created
    match.created = msgspec.structs.replace(created, deal=Deal("", 5, duplicate="a/1"))
    assert taken(play, 0, 0, DAY) is None
    match.created = created
    assert match.seats[0] is not None
    match.seats[0] = msgspec.structs.replace(match.seats[0], house=True)
    assert taken(play, 0, 0, DAY) is None


def test_what_no_service_writes_is_objected_to() -> None:
    play = Play(DAYS).begin()
    go_away(play, 1, 3)
    now, since = play.now, play.match.clock.away[1][-1].since
    for body, why in (
        (Vacation(2, now, now + 1), "vacations do not apply to this match"),
        (Vacation(-1, now, now + 1), "vacations do not apply to this match"),
        (Vacation(0, now + 1, now + 2), "its times cannot be"),
        (Vacation(0, now, now), "its times cannot be"),
        (Vacation(0, now, now + 367 * DAY), "its times cannot be"),
        (Vacation(1, since, since + 3 * DAY), "it was told before"),
        (Vacation(1, since - 1, since + 9 * DAY), "it was told before"),
        (Vacation(0, 5, 10), "it was over before this decision"),
        (Vacation(0, now, now + 1), ""),
        (Vacation(1, since, since + 2 * DAY), ""),
    ):
        assert objection(play.match, body, now) == why, body
    late = play.match.deadline()
    assert objection(play.match, Vacation(0, late, late + 1), late) == "time was up"
    assert objection(play.match, Vacation(0, late - 1, late + 1), late) == ""


def test_all_who_look_are_told_until_when() -> None:
    play = Play(DAYS).begin()
    go_away(play, 1, 3)
    until = play.now + 3 * DAY
    assert [msgspec.to_builtins(one.public) for one in play.told] == [{"ev": "vacation", "seat": 1, "until": until}]
    assert shared_view(play.match)["clock"]["away"] == {"1": until}
    assert row_of(play.match).away == [0, until]
    change = play.proposals[-1].change
    assert change is not None
    assert (change.row, change.due) == (row_of(play.match, play.match.since), play.match.deadline())
    play.append(Vacation(1, play.match.clock.away[1][-1].since, play.now))
    assert [msgspec.to_builtins(one.public) for one in play.told] == [{"ev": "back", "seat": 1}]
    assert "away" not in shared_view(play.match)["clock"]


def test_what_was_over_long_ago_is_shown_no_more() -> None:
    play = Play(DAYS, options={"hand": 3}).begin()
    go_away(play, 1, 1)
    play.act(passed=DAY // 2)
    assert "away" in shared_view(play.match)["clock"]
    play.now += DAY
    body = Resigned(0)
    assert "away" not in shared_view(folded(play, play.append(body)))["clock"]
    play.settle()
    assert row_of(play.match).away == []


def folded(play: Play, _: Entry) -> Match:
    """The match, from its log alone."""
    return Match.fold(play.entries, play.secret)


def test_an_end_that_has_come_is_never_stamped_before_it() -> None:
    play = Play(DAYS).begin()
    go_away(play, 0, 3)
    since = play.match.clock.away[0][-1].since
    proposal = propose(play.match, Vacation(0, since, play.now + 50), play.now + 50)
    assert proposal.not_before == play.now + 50
    assert propose(play.match, Vacation(0, since, play.now + 50), play.now).not_before == play.match.at


def test_the_warning_comes_when_the_time_runs_out_by_then() -> None:
    play = Play(DAYS).begin()
    go_away(play, 0, 3)
    change = play.proposals[-1].change
    assert change is not None
    (wish,) = change.notices
    assert (wish.kind, wish.player) == ("time", "ann")
    assert wish.wait == play.match.deadline() - play.match.at - DAY // 4
    # The other one is not to be warned of anything.
    go_away(play, 1, 3)
    change = play.proposals[-1].change
    assert change is not None
    assert change.notices == ()


def test_a_log_with_vacations_verifies_and_folds_without_its_rules() -> None:
    play = Play(DAYS).begin()
    go_away(play, 0, 3)
    play.now += DAY
    go_away(play, 0, 9, changes=True)
    go_away(play, 1, 2)
    play.now = play.match.deadline()
    body = judge.timeout(play.match, play.now)
    assert isinstance(body, TimedOut)
    play.append(body, 0)
    play.finish()
    assert state_of(Match.fold(play.entries)) == state_of(play.match)
    outline = Outline()
    for entry in play.entries:
        outline.extend(entry)
    assert outline.clock.away == play.match.clock.away
    assert verify(export(play.entries)).findings == []


def test_forged_vacation_of_a_late_player_is_found() -> None:
    play = Play(DAYS).begin()
    play.now = play.match.deadline()
    number = play.append(Vacation(0, play.now, play.now + DAY), 0).seq
    play.finish()
    assert verify(export(play.entries)).findings == [Finding(number, "time was up")]
