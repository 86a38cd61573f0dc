"""Results of rated matches: which matches have one, and which result."""

from __future__ import annotations

import pytest

from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import Access, Body, Closed, Entry, Resigned
from bocage.log.match import Match
from bocage.log.projection import project, propose, rated_of
from bocage.log.records import Change, Log, Rated
from bocage.protocol.rest import ClockRules
from bocage.rules.kernel.registry import register
from tests.rules.toy import GAME

register(GAME)

CLOCK = ClockRules("bank", base=60_000)


class Played:
    """A match of Ann and Bob, entry by entry, with the changes that each entry made."""

    def __init__(self, rated: bool = True, bots: bool = False) -> None:
        self.match, created = create(GAME, "ann", clock=CLOCK, match_id="m1", rated=rated)
        self.entries: list[Entry] = []
        self.changes: list[Change | None] = []
        self.add(created)
        self.add(judge.sit(self.match, "ann", "Ann", bot=bots))
        self.bots = bots

    def begin(self) -> None:
        self.add(judge.sit(self.match, "bob", "Bob", bot=self.bots))
        self.settle()

    def add(self, body: Body) -> None:
        now = 1000 * (len(self.entries) + 1)
        proposal = propose(self.match, body, now)
        self.entries.append(Entry(proposal.seq, now, proposal.raw))
        self.changes.append(proposal.change)
        self.match.extend(self.entries[-1])

    def settle(self) -> None:
        while (body := judge.owed(self.match)) is not None:
            self.add(body)

    def told(self) -> list[Rated]:
        return [change.rated for change in self.changes if change is not None and change.rated is not None]


@pytest.mark.parametrize(("loser", "half"), [(0, 0), (1, 2)])
def test_who_resigns_loses_and_it_counts_once(loser: int, half: int) -> None:
    played = Played()
    played.begin()
    played.add(Resigned(loser))
    played.settle()
    expect = Rated("m1", GAME.id, False, ("ann", "bob"), half)
    assert played.told() == [expect]
    assert project(Log(played.entries)).rated == expect


def test_whose_time_runs_out_loses_and_it_counts() -> None:
    played = Played()
    played.begin()
    deadline = played.match.deadline()
    body = judge.timeout(played.match, deadline)
    assert body is not None
    proposal = propose(played.match, body, deadline)
    entry = Entry(proposal.seq, deadline, proposal.raw)
    played.match.extend(entry)
    ended = judge.owed(played.match)
    assert ended is not None
    change = propose(played.match, ended, deadline).change
    assert change is not None
    assert change.rated is not None
    assert change.rated.half in (0, 2)


def test_a_draw_is_half_a_win() -> None:
    played = Played()
    played.begin()
    for seat in (0, 1):
        body = judge.draw(played.match, seat, played.match.seq)
        assert not isinstance(body, judge.Again)
        played.add(body)
    played.settle()
    assert [result.half for result in played.told()] == [1]


def test_cancelled_closed_and_unrated_matches_have_no_result() -> None:
    called_off = Played()
    called_off.add(judge.withdraw(called_off.match, "ann"))
    called_off.settle()
    closed = Played()
    closed.begin()
    closed.add(Closed())
    closed.settle()
    friendly = Played(rated=False)
    friendly.begin()
    friendly.add(Resigned(0))
    friendly.settle()
    for played in (called_off, closed, friendly):
        assert played.match.status == "ended"
        assert played.told() == []
        assert project(Log(played.entries)).rated is None


def test_two_programs_are_on_a_ladder_of_their_own() -> None:
    played = Played(bots=True)
    played.begin()
    played.add(Resigned(0))
    played.settle()
    assert [result.programs for result in played.told()] == [True]


def test_a_match_that_goes_on_counts_not_yet() -> None:
    played = Played()
    played.begin()
    assert rated_of(played.match) is None
    assert rated_of(Match.fold(played.entries, played.match.secret)) is None


def test_open_hands_cannot_be_rated() -> None:
    with pytest.raises(Exception, match="not_ratable"):
        create(GAME, "ann", clock=CLOCK, access=Access(open_delay=30), rated=True)


@pytest.mark.parametrize(
    ("bots", "programs"), [((True, False), False), ((False, True), False), ((True, True), True)]
)
def test_a_ladder_of_programs_needs_two_of_them(bots: tuple[bool, bool], programs: bool) -> None:
    played = Played(bots=bots[0])
    played.bots = bots[1]
    played.begin()
    played.add(Resigned(0))
    assert rated_of(played.match) is None  # its end is not in the log yet
    played.settle()
    assert [result.programs for result in played.told()] == [programs]
