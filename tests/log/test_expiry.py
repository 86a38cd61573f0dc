"""Matches that wait for players: for as long as entry 1 says, then no longer. Withdrawing one."""

from __future__ import annotations

import pytest

from bocage.log import judge
from bocage.log.entries import BrokenLogError, Expired, Resigned, encode
from bocage.log.export import export, verify
from bocage.log.legality import objection
from bocage.log.match import Match
from bocage.log.projection import HEAL_AFTER, project
from bocage.log.records import Entry, Log
from bocage.log.view import view
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import PUBLIC
from tests.log.logs import Play

HOUR = 3_600_000


def waiting(open_for: int = HOUR) -> Play:
    play = Play(open_for=open_for)
    play.append(judge.sit(play.match, "ann", "Ann"))
    return play


def expired() -> Play:
    play = waiting()
    play.now = play.match.expires
    body = judge.timeout(play.match, play.now)
    assert body == Expired()
    play.append(body, 0)
    play.settle()
    return play


def test_a_match_expires_when_nobody_came_in_time() -> None:
    play = waiting()
    deadline = play.entries[0].at + HOUR
    assert play.match.deadline() == deadline
    assert view(play.match, PUBLIC)["expires"] == deadline
    assert judge.timeout(play.match, deadline - 1) is None
    assert judge.timeout(play.match, deadline) == Expired()
    play = expired()
    assert play.match.outcome is not None
    assert (play.match.status, play.match.outcome.winners, play.match.outcome.reason) == ("ended", (), "expired")
    assert play.match.revealed
    assert play.match.deadline() == 0
    assert judge.timeout(play.match, deadline * 2) is None
    assert [Match.fold(play.entries).head, Match.fold(play.entries).expires] == [play.match.head, deadline]


def test_begun_and_older_matches_do_not_expire() -> None:
    assert Play().match.deadline() == 0
    assert judge.timeout(waiting(0).match, 10**15) is None
    full = waiting()
    full.append(judge.sit(full.match, "bob", "Bob"))
    assert full.match.deadline() == 0
    full.settle()
    assert "expires" not in view(full.match, PUBLIC)
    assert "expires" not in view(Play().match, PUBLIC)
    assert judge.timeout(full.match, 10**15) is None


def test_an_empty_match_expires_as_well() -> None:
    play = Play(open_for=HOUR)
    assert judge.timeout(play.match, play.match.at + HOUR) == Expired()


def test_expiring_match_leaves_public_lists() -> None:
    play = waiting()
    created, seated = (proposal.change for proposal in play.proposals)
    assert created is not None
    assert seated is not None
    assert created.due_in == HOUR
    assert (seated.due, seated.due_in) == (0, 0)
    assert project(Log(play.entries, play.secret)).due == play.match.expires
    ended = expired()
    assert [proposal.change.unlisted for proposal in ended.proposals if proposal.change] == [0, 0, 0, 1, 0]
    whole = project(Log(ended.entries))
    assert whole.row is not None
    assert (whole.row.reason, whole.unlisted, whole.final, whole.due) == ("expired", True, True, -1)
    played = Play().begin().finish()
    assert not project(Log(played.entries)).unlisted
    assert not any(proposal.change.unlisted for proposal in played.proposals if proposal.change)


def test_a_crash_between_the_entries_of_an_end_is_healed() -> None:
    play = expired()
    for length in (3, 4):
        match = Match.fold(play.entries[:length], play.secret)
        assert judge.owed(match) is not None
        assert project(Log(play.entries[:length], play.secret)).due == match.at + HEAL_AFTER


def test_export_of_an_early_expiry_does_not_verify() -> None:
    play = expired()
    report = verify(export(play.entries))
    assert (report.finished, report.states, report.findings) == (True, True, [])
    early = waiting()
    assert objection(early.match, Expired(), early.match.expires - 1)
    assert not objection(early.match, Expired(), early.match.expires)
    for entries, at in ((early, early.match.expires - 1), (waiting(0), 10**15), (Play(open_for=1).begin(), 10**15)):
        with pytest.raises(BrokenLogError, match="does not expire"):
            entries.match.extend(Entry(entries.match.seq + 1, at, encode(Expired())))


def test_who_made_a_match_may_withdraw_it_until_it_begins() -> None:
    play = waiting()
    for player, code in (("bob", "not_creator"), ("", "not_creator")):
        with pytest.raises(RefusedError) as caught:
            judge.withdraw(play.match, player)
        assert caught.value.code == code
    with pytest.raises(RefusedError) as caught:
        judge.withdraw(Play().match, "ann")
    assert caught.value.code == "not_seated"
    play.append(judge.withdraw(play.match, "ann"))
    play.settle()
    assert play.match.outcome is not None
    assert play.match.outcome.reason == "cancelled"
    full = waiting()
    full.append(judge.sit(full.match, "bob", "Bob"))
    for match in (play.match, full.match, Play().begin().match):
        with pytest.raises(RefusedError) as caught:
            judge.withdraw(match, "ann")
        assert caught.value.code == "not_open"
    assert judge.withdraw(waiting().match, "ann") == Resigned(0)
