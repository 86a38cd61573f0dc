"""Clocks: what counts, what does not, and what happens when time is up."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.log import judge
from bocage.log.clock import REFILL, Clock
from bocage.log.create import create
from bocage.log.entries import Deal, Ended, Entry, Outage, Resigned, Revealed, Seated, Started, TimedOut, encode
from bocage.log.match import Match
from bocage.log.view import view
from bocage.protocol.rest import ClockRules
from tests.log.logs import BANK, BANK_DEFAULT, DAYS, Play, random_play
from tests.rules.toy import GAME


def swap_and_play(play: Play, *passed: int) -> None:
    """The decider swaps a card (and still decides), then plays one (and the other decides)."""
    for action, ms in zip((-1, 0), passed, strict=True):
        decision = play.match.decision()
        assert decision is not None
        play.act(decision.actions[action], ms)


def test_bank_runs_until_answered_and_handover_adds_increment() -> None:
    play = Play(BANK).begin()
    started = play.match.at
    swap_and_play(play, 5_000, 7_000)
    clock = view(play.match, 0)["clock"]
    assert clock["left"] == {"0": 60_000 - 12_000 + 2_000, "1": 60_000}
    assert clock["since"] == started + 12_000
    assert clock["deadline"] == clock["since"] + 60_000
    swap_and_play(play, 1_000, 0)
    assert view(play.match, 0)["clock"]["left"] == {"0": 50_000, "1": 61_000}


def test_small_steps_earn_no_time() -> None:
    play = Play(BANK).begin()
    before = play.match.deadline()
    decision = play.match.decision()
    assert decision is not None
    play.act(decision.actions[-1], 3_000)
    assert play.match.deadline() == before


def test_days_per_move_start_anew_with_each_decision() -> None:
    play = Play(DAYS).begin()
    swap_and_play(play, 80_000_000, 80_000_000)
    assert play.match.deadline() == play.match.at + DAYS.base
    assert "left" not in view(play.match, 0)["clock"]


def test_late_means_lost() -> None:
    play = Play(BANK).begin()
    body = judge.timeout(play.match, play.match.deadline())
    assert body == TimedOut(0)
    play.append(body)
    play.settle()
    assert play.match.outcome is not None
    assert (play.match.outcome.winners, play.match.outcome.reason) == ((1,), "timed_out")


def test_a_timeout_is_never_stamped_before_its_deadline() -> None:
    play = Play(BANK).begin()
    deadline = play.match.deadline()
    body = judge.timeout(play.match, deadline)
    assert body is not None
    play.append(body, 0)
    assert play.now < deadline
    assert play.match.at == deadline


@pytest.mark.parametrize("clock", [BANK_DEFAULT, DAYS])
def test_timeout_plays_the_default_and_the_third_loses(clock: ClockRules) -> None:
    play = Play(clock, options={"hand": 3}).begin()
    for expected in (True, True, False):
        body = judge.timeout(play.match, play.match.deadline())
        decision = play.match.decision()
        assert isinstance(body, TimedOut)
        assert decision is not None
        assert body.seat == decision.seat == 0
        if expected:
            assert body.action == decision.default
        else:
            assert body.action is msgspec.UNSET
        play.append(body, clock.base)
        if expected:
            play.act()
    play.settle()
    assert play.match.outcome is not None
    assert play.match.outcome.reason == "timed_out"


def test_an_own_answer_in_between_starts_the_count_again() -> None:
    play = Play(DAYS, options={"hand": 3}).begin()
    for late in (True, False, True):
        if late:
            body = judge.timeout(play.match, play.match.deadline())
            assert body is not None
            play.append(body, DAYS.base)
        else:
            play.act()
        play.act()
    assert play.match.clock.misses == [1, 0]


def test_after_a_default_there_is_time_to_go_on() -> None:
    play = Play(BANK_DEFAULT, options={"hand": 3}).begin()
    body = judge.timeout(play.match, play.match.deadline())
    assert body is not None
    play.append(body, BANK_DEFAULT.base)
    play.act(passed=1)
    assert play.match.clock.remaining(0, 0) == REFILL + BANK_DEFAULT.increment


def test_an_outage_is_given_back_once() -> None:
    play = Play(BANK).begin()
    start, deadline = play.match.at, play.match.deadline()
    outages = [
        (start - 9_000, start - 1_000),
        (start + 10_000, start + 200_000),
        (start + 300_000, start + 301_000),
    ]
    play.now = start + 302_000
    assert judge.owed(play.match, outages) == Outage(start + 10_000, start + 200_000)
    play.settle(outages)
    assert play.match.deadline() == deadline + 190_000 + 1_000
    assert judge.owed(play.match, outages) is None
    assert judge.owed(Match.fold(play.entries, play.secret), outages) is None


def test_of_an_outage_only_what_fell_into_the_decision_counts() -> None:
    play = Play(BANK).begin()
    deadline = play.match.deadline()
    play.settle([(play.match.at - 50_000, play.match.at + 7_000)])
    assert play.match.deadline() == deadline + 7_000


def test_without_a_clock_outages_are_nobodys_business() -> None:
    play = Play().begin()
    assert judge.owed(play.match, [(play.now, play.now + 10_000)]) is None


@given(st.integers(0, 10**6))
def test_the_index_knows_each_deadline_before_the_entry_is_stored(seed: int) -> None:
    play = random_play(seed)
    match = Match(play.secret)
    due = 0
    for entry, proposal in zip(play.entries, play.proposals, strict=True):
        match.extend(entry)
        change = proposal.change
        if change is not None and (change.due or change.due_in):
            due = change.due if change.due else entry.at + change.due_in
        if match.status == "playing" and not match.over:
            assert due == (match.deadline() or -1)
        elif match.revealed:
            assert due == -1
        elif judge.owed(match) is not None:
            assert due > entry.at


def test_an_outage_is_never_stamped_before_its_end() -> None:
    play = Play(BANK).begin()
    until = play.now + 5_000
    entry = play.append(Outage(play.now, until), 1_000)
    assert entry.at == until


def test_an_answer_that_came_late_leaves_nothing_and_no_less() -> None:
    """The answer may be stored before the time-out is: the bank is then empty, not in debt."""
    clock = Clock(BANK, 2)
    clock.start(1_000)
    clock.answered(0, 1_000 + BANK.base + 5_000)
    assert clock.left == [0, BANK.base]
    clock.answered(1, clock.since - 10)  # a clock behind costs nothing and gives nothing
    assert clock.left == [BANK.increment, BANK.base]


def test_default_grants_fifteen_seconds_or_the_increment() -> None:
    for increment, left in ((0, 15_000), (15_001, 15_001)):
        clock = Clock(ClockRules("bank", base=60_000, increment=increment, on_timeout="default"), 2)
        clock.defaulted(1, 60_000)
        assert (clock.left, clock.misses, clock.last, clock.since) == ([60_000, left], [0, 1], 1, 60_000)


def test_a_copy_of_a_clock_runs_for_itself() -> None:
    clock = Clock(BANK, 2)
    clock.start(500)
    clock.defaulted(1, 900)
    twin = clock.copy()
    kept = (clock.left[:], clock.since, clock.excused, clock.last, clock.misses[:])
    assert (twin.left, twin.since, twin.excused, twin.last, twin.misses) == kept
    twin.answered(0, 5_000)
    twin.outage(6_000, 7_000)
    assert (clock.left, clock.since, clock.excused, clock.last, clock.misses) == kept


def test_of_overlapping_outages_no_time_is_given_back_twice() -> None:
    clock = Clock(BANK, 2)
    clock.start(1_000)
    for since, until, back in ((0, 900, 0), (500, 1_000, 0), (900, 3_000, 2_000), (2_000, 4_000, 3_000)):
        clock.outage(since, until)
        assert (clock.since, clock.excused) == (1_000 + back, max(1_000, until))


def test_where_no_time_passes_nothing_is_given_back() -> None:
    clock = Clock(BANK, 2)
    clock.start(1_000)
    clock.outage(5_000, 5_000)
    clock.outage(4_000, 6_000)
    assert (clock.since, clock.excused) == (3_000, 6_000)


def test_days_are_whole_for_each_decision_even_after_a_default() -> None:
    clock = Clock(DAYS, 2)
    clock.start(1_000)
    clock.defaulted(0, 5_000)
    assert [clock.remaining(seat, decider) for seat in (0, 1) for decider in (0, 1)] == [DAYS.base] * 4
    assert clock.deadline(0) == clock.deadline(1) == 5_000 + DAYS.base


def test_the_increment_is_for_the_seat_that_handed_over() -> None:
    clock = Clock(BANK, 2)
    clock.start(1_000)
    assert clock.remaining(0, 1) == BANK.base
    clock.answered(0, 2_000)
    assert clock.remaining(0, 0) == BANK.base - 1_000
    assert clock.remaining(0, 1) == BANK.base - 1_000 + BANK.increment
    assert clock.remaining(1, 0) == clock.remaining(1, 1) == BANK.base


def test_another_end_is_that_of_the_last_vacation() -> None:
    clock = Clock(DAYS, 2)
    for seat, since, until, at in ((1, 10, 20, 10), (1, 30, 40, 30), (0, 5, 6, 5)):
        clock.vacation(seat, since, until, at)
    assert clock.away == (((5, 6, 6),), ((10, 20, 20), (30, 40, 40)))
    clock.vacation(1, 30, 35, 33)
    assert [tuple(one) for one in clock.away[1]] == [(10, 20, 20), (30, 35, 35)]
    clock.vacation(1, 30, 31, 34)
    assert [tuple(one) for one in clock.away[1]] == [(10, 20, 20), (30, 34, 31)]
    clock.vacation(1, 10, 50, 40)
    assert [tuple(one) for one in clock.away[1]] == [(10, 20, 20), (30, 34, 31), (10, 50, 50)]


def test_undone_decision_resumes_the_clock_of_its_seat() -> None:
    clock = Clock(BANK, 2)
    clock.start(1_000)
    clock.answered(0, 2_000)
    clock.undone(0, 1, 9_000)
    assert (clock.left, clock.since, clock.excused, clock.last) == ([59_000, 60_000], 9_000, 9_000, 0)
    clock.undone(0, 0, 10_000)
    assert (clock.left, clock.since, clock.excused, clock.last) == ([58_000, 60_000], 10_000, 10_000, 0)
    none = Clock(ClockRules(), 2)
    none.start(1_000)
    none.undone(0, 0, 5_000)
    none.answered(0, 6_000)
    assert (none.since, none.last, none.misses) == (1_000, -1, [0, 0])


def test_a_clock_counts_from_0_before_it_is_started() -> None:
    clock = Clock(BANK, 2)
    assert (clock.deadline(0), clock.deadline(1)) == (BANK.base, BANK.base)
    clock.outage(-5, 5)
    assert (clock.deadline(0), clock.last) == (BANK.base + 5, -1)


def test_when_something_is_due_in_each_phase() -> None:
    unhurried = Play(open_for=5_000)
    assert unhurried.match.deadline() == unhurried.now + 5_000
    unhurried.begin()
    assert unhurried.match.deadline() == 0
    for clock in (BANK, DAYS):
        play = Play(clock)
        assert play.match.deadline() == 0
        play.begin()
        assert play.match.deadline() == play.match.at + clock.base
        play.append(Resigned(0))
        assert play.match.deadline() == 0
        play.settle()
        assert play.match.deadline() == 0


def test_timed_deal_is_due_at_clock_then_secret() -> None:
    deal = Deal("", 10**15, duplicate="d/0")
    match, created = create(GAME, "ann", clock=BANK, deal=deal, secret=bytes(32))
    seats = [Seated(seat, f"p{seat}", "", "0" * 32, {}) for seat in (0, 1)]
    due = []
    for seq, body in enumerate((created, *seats, Started(), Resigned(0), Ended([1], "resigned")), 1):
        match.extend(Entry(seq, 1_000 * seq, encode(body)))
        due.append(match.deadline())
    assert due == [0, 0, 0, 4_000 + BANK.base, 0, 10**15]
    match.extend(Entry(7, 7_000, encode(Revealed(bytes(32).hex(), match.head.hex()))))
    assert match.deadline() == 0
    assert [match.seat_of(player) for player in ("p0", "p1", "ann", "")] == [0, 1, -1, -1]
