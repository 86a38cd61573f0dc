"""What each entry changes in the lists leads, entry by entry, to what the whole log leaves there."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.log import judge
from bocage.log.create import fork_of
from bocage.log.entries import Access, Expired, Outage, Resigned, TimedOut
from bocage.log.match import Match
from bocage.log.projection import HEAL_AFTER, project, propose, row_of
from bocage.log.records import Entry, Log, Row, Source
from tests.log.logs import BANK, BANK_DEFAULT, DAYS, Play, random_play


class Lists:
    """What the store keeps of one match, changed as its scripts do."""

    def __init__(self) -> None:
        self.due = 0
        self.row: Row | None = None
        self.secret = b""
        self.final = self.unlisted = False

    def take(self, play: Play, number: int) -> None:
        """Entry ``number`` is appended."""
        entry, change = play.entries[number - 1], play.proposals[number - 1].change
        if change is None:
            return
        if change.due:
            self.due = max(0, change.due)
        elif change.due_in:
            self.due = entry.at + change.due_in
        if change.row is not None:
            self.row = msgspec.structs.replace(change.row, at=change.row.at or entry.at)
            self.unlisted = change.unlisted
        self.secret = self.secret or change.secret
        self.final = self.final or change.final


def check(play: Play) -> None:
    lists = Lists()
    for number in range(1, len(play.entries) + 1):
        lists.take(play, number)
        log = Log(play.entries[:number], play.secret)
        match = Match.fold(log.entries, log.secret)
        whole = project(log)
        assert lists.row == whole.row == row_of(match, match.since)
        owed = judge.owed(match) is not None
        expected = match.at + HEAL_AFTER if owed else match.deadline()
        assert lists.due == expected, f"entry {number}"
        assert whole.due == (expected or -1)
        assert lists.secret == whole.secret == play.secret
        assert lists.final == whole.final == match.revealed
        assert lists.unlisted == whole.unlisted
    assert HEAL_AFTER == 15_000


@given(st.integers(0, 10**6))
def test_lists_follow_random_matches(seed: int) -> None:
    check(random_play(seed))


def called_off() -> Play:
    play = Play(open_for=3_600_000)
    play.append(judge.sit(play.match, "ann", "Ann"))
    play.append(judge.withdraw(play.match, "ann"))
    play.settle()
    return play


def ran_out() -> Play:
    play = Play(open_for=3_600_000)
    play.now = play.match.expires
    play.append(Expired(), 0)
    play.settle()
    return play


def closed(begun: bool) -> Play:
    play = Play(BANK)
    if begun:
        play.begin()
    play.append(judge.close(play.match))
    play.settle()
    return play


@pytest.mark.parametrize("play", [called_off(), ran_out(), closed(False), closed(True)], ids=range(4))
def test_lists_follow_matches_that_end_otherwise(play: Play) -> None:
    check(play)
    begun = any(b'"started"' in entry.raw for entry in play.entries)
    assert project(Log(play.entries, play.secret)).unlisted is not begun


@pytest.mark.parametrize("clock", [BANK, BANK_DEFAULT, DAYS])
def test_a_timeout_is_never_before_its_deadline(clock: object) -> None:
    play = Play(clock).begin()  # type: ignore[arg-type]
    decision = play.match.decision()
    assert decision is not None
    deadline = play.match.deadline()
    assert deadline > play.now
    late = TimedOut(decision.seat, decision.default)
    assert propose(play.match, late, play.now).not_before == deadline
    # What others do has no earliest time but that of the entry before.
    acted = judge.act(play.match, decision.seat, play.match.seq, decision.default)
    assert not isinstance(acted, judge.Again)
    assert propose(play.match, acted, play.now).not_before == play.match.at


def test_an_expiry_is_never_before_its_deadline() -> None:
    play = Play(open_for=5_000)
    assert propose(play.match, Expired(), play.now).not_before == play.match.at + 5_000


def test_an_outage_is_never_before_its_end() -> None:
    play = Play(BANK).begin()
    until = play.now + 90_000
    assert propose(play.match, Outage(play.now, until), play.now).not_before == until
    assert propose(play.match, Outage(play.now - 9, play.now - 5), play.now).not_before == play.match.at


def test_proposal_leaves_the_match_unchanged() -> None:
    play = Play(BANK).begin()
    before = play.match.head
    body = Resigned(1)
    proposal = propose(play.match, body, play.now)
    assert (proposal.match, proposal.seq, proposal.preview) == (play.match.id, play.match.seq + 1, None)
    assert play.match.head == before
    twin = play.match.copy()
    twin.extend(Entry(proposal.seq, play.now, proposal.raw))
    assert twin.outcome is not None
    assert twin.outcome.winners == (0,)


def test_rows_say_who_sits_where_and_who_is_waited_for() -> None:
    play = Play(access=Access(private=True))
    row = row_of(play.match)
    assert (row.names, row.players, row.bots, row.house_bots, row.status) == (["", ""], ["", ""], [], [], "open")
    assert (row.creator, row.private, row.at, row.fork) == ("ann", True, 0, None)
    play.append(judge.sit(play.match, "ann", "Ann", 1))
    play.append(judge.sit(play.match, "bot", "Bot", 0, bot=True, house=True))
    row = row_of(play.match, 77)
    assert (row.names, row.players, row.bots, row.house_bots) == (["", ""], ["bot", "ann"], [0], [0])
    assert (row.at, row.winners, row.reason) == (77, [], "")
    play.settle()
    play.append(Resigned(0))
    assert row_of(play.match).winners == []  # the end is not stored yet
    play.settle()
    row = row_of(play.match)
    assert (row.status, row.winners, row.reason) == ("ended", [1], "resigned")


def test_a_fork_says_of_which_match_and_moment() -> None:
    source = Play(name="source").begin()
    fork = fork_of(source.match, over=False)
    row = row_of(Play(fork=fork).match)
    assert row.fork == Source(source.match.id, source.match.seq, True)
    assert row_of(source.match).fork is None
