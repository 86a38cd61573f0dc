"""The deal of a day: the same fate for the same choices, a secret that is told when the day is over."""

from __future__ import annotations

import pytest

from bocage.log import judge
from bocage.log.create import create
from bocage.log.deals import DAY, day_of, first_moment, points_of, spans_of
from bocage.log.entries import Access, Deal, Entry, Revealed
from bocage.log.export import export, verify
from bocage.log.match import Match
from bocage.log.projection import project, propose
from bocage.log.records import Log, Points
from bocage.log.view import may_look, view
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import OPEN, PUBLIC
from bocage.rules.kernel.registry import find_game

SECRET = bytes(range(32))
DAY_ONE = "2026-11-22"
BEGIN = first_moment(DAY_ONE)


class Attempt:
    """A match of a deal, played by always taking the first action."""

    def __init__(
        self,
        player: str = "ann",
        day: str = DAY_ONE,
        at: int = BEGIN + 1000,
        game: str = "omaha",
        counted: bool = True,
        steps: int = 1000,
        duplicate: str = "",
    ) -> None:
        """They give up after so many ``steps``. ``duplicate``: it is a deal of that, and of no day."""
        self.now = at
        self.entries: list[Entry] = []
        #: Every draw, entry by entry.
        self.draws: list[list[tuple[int, int]]] = []
        deal = Deal("" if duplicate else day, first_moment(day) + DAY, counted and not duplicate, duplicate)
        rules = find_game(game)
        self.match, created = create(
            rules, player, access=Access(private=True), match_id=f"m{player}", deal=deal, secret=SECRET
        )
        self.append(created)
        self.append(judge.sit(self.match, player, player.title()))
        self.settle()
        while (decision := self.match.decision()) is not None:
            self.append(
                judge.act(self.match, 0, self.match.seq, decision.actions[0])
                if self.match.seq < 3 + steps
                else judge.resign(self.match, 0)
            )
            self.settle()

    def append(self, body: object) -> None:
        assert not isinstance(body, judge.Again)
        proposal = propose(self.match, body, self.now)  # type: ignore[arg-type]
        entry = Entry(proposal.seq, max(self.now, proposal.not_before), proposal.raw)
        self.match.extend(entry, proposal.preview)
        self.entries.append(entry)
        self.draws.append(self.match.draws)
        self.change = proposal.change

    def settle(self, now: int = 0) -> None:
        while (body := judge.owed(self.match, now=now)) is not None:
            self.append(body)


@pytest.mark.parametrize("game", ["omaha", "zombies"])
def test_the_same_choices_meet_the_same_fate(game: str) -> None:
    ann, bob = Attempt("ann", game=game), Attempt("bob", game=game)
    assert ann.draws == bob.draws
    assert sum(len(draws) for draws in ann.draws) > 5
    assert ann.match.state == bob.match.state
    assert Attempt("ann", day="2026-11-23", game=game).draws[2] != ann.draws[2]


def test_secret_of_a_deal_is_owed_after_its_day() -> None:
    attempt = Attempt()
    match = attempt.match
    assert match.status == "ended"
    assert match.deadline() == BEGIN + DAY
    assert judge.owed(match) is judge.owed(match, now=BEGIN + DAY - 1) is None
    assert judge.timeout(match, BEGIN + DAY) is None
    assert isinstance(judge.owed(match, now=BEGIN + DAY), Revealed)
    # Whoever stores it, and however early: it stands in the log as of the day's end.
    attempt.settle(BEGIN + DAY)
    assert match.revealed
    assert match.at == BEGIN + DAY
    assert match.deadline() == 0


def test_deal_hides_its_future_until_the_day_ends() -> None:
    attempt = Attempt(game="zombies", steps=2)
    match = attempt.match
    everything = match.game.view(match.state, OPEN)
    assert view(match, 0)["table"] == match.game.view(match.state, 0) != everything
    assert view(match, OPEN)["table"] == match.game.view(match.state, OPEN)
    assert not may_look(match, OPEN, 0)
    assert not may_look(match, PUBLIC + 5, 0)
    assert may_look(match, 0, 0)
    attempt.settle(BEGIN + DAY)
    assert view(match, 0)["table"] == everything
    assert may_look(match, OPEN, 0)


@pytest.mark.parametrize("counted", [True, False])
def test_what_counts_is_one_attempt_within_its_day(counted: bool) -> None:
    attempt = Attempt(counted=counted)
    match = attempt.match
    assert attempt.change is not None
    score = match.game.score(match.state)
    assert score is not None
    expected = Points("omaha", (DAY_ONE, "2026-W47", "all"), "ann", score) if counted else None
    assert points_of(match) == attempt.change.points == expected
    assert project(Log(attempt.entries, SECRET)).points == expected
    attempt.settle(BEGIN + DAY)
    assert project(Log(attempt.entries, SECRET)).points == expected


def test_what_is_decided_after_its_day_does_not_count() -> None:
    late = Attempt(at=BEGIN + DAY)
    assert late.match.status == "ended"
    assert points_of(late.match) is None
    assert project(Log(late.entries, SECRET)).points is None


def test_an_exported_deal_is_verified_with_all_its_draws() -> None:
    attempt = Attempt()
    attempt.settle(BEGIN + DAY)
    lines = list(export(attempt.entries))
    report = verify(lines)
    assert (report.finished, report.states, report.findings) == (True, True, [])
    # Told too early:
    early = [*attempt.entries[:-1], Entry(attempt.entries[-1].seq, BEGIN + DAY - 1, attempt.entries[-1].raw)]
    (finding,) = verify(list(export(early))).findings
    assert finding.seq == len(early)
    # Of another day: every draw is another.
    lying = list(export(attempt.entries))
    lying[1] = lying[1].replace(DAY_ONE.encode(), b"2026-11-21")
    first_draw = next(number for number, draws in enumerate(attempt.draws, 1) if draws)
    assert [finding.seq for finding in verify(lying).findings][:2] == [1, first_draw]


def test_rounds_of_a_duplicate_are_deals_of_their_own() -> None:
    ann, bob = Attempt("ann", duplicate="twice/0"), Attempt("bob", duplicate="twice/0")
    assert ann.draws == bob.draws
    for other in (Attempt("ann", duplicate="twice/1"), Attempt("ann", duplicate="other/0"), Attempt("ann")):
        assert other.draws[2] != ann.draws[2]
    assert points_of(ann.match) is None


def test_secret_of_a_duplicate_is_told_after_the_match() -> None:
    attempt = Attempt(duplicate="twice/0")
    playing = attempt.match.copy()
    playing.status = "playing"
    with pytest.raises(RefusedError, match="not_over"):
        judge.reveal(playing)
    # Nobody owes it before the time is over; it is told when both have finished, whenever that is.
    assert judge.owed(attempt.match, now=BEGIN + DAY - 1) is None
    attempt.append(judge.reveal(attempt.match))
    assert (attempt.match.revealed, attempt.match.at) == (True, BEGIN + 1000)
    report = verify(list(export(attempt.entries)))
    assert (report.finished, report.states, report.findings) == (True, True, [])
    assert judge.reveal(attempt.match) == judge.Again(attempt.match.seq)


def test_days_are_those_of_utc() -> None:
    assert day_of(BEGIN) == day_of(BEGIN + DAY - 1) == DAY_ONE
    assert day_of(BEGIN - 1) == "2026-11-21"
    assert spans_of("2027-01-01") == ("2027-01-01", "2026-W53", "all")
    for text in ("", "20261122", "2026-11-31", "2026-W47-7", "yesterday"):
        with pytest.raises(ValueError):  # noqa: PT011 - several sentences, of the library's and ours
            first_moment(text)


def test_nothing_is_taken_back_in_a_deal() -> None:
    match, _ = create(find_game("omaha"), "ann", deal=Deal(DAY_ONE, BEGIN + DAY, True), secret=SECRET)
    assert isinstance(match, Match)
    attempt = Attempt()
    with pytest.raises(RefusedError):
        judge.undo(attempt.match, 0, attempt.match.seq)
