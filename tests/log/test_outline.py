"""A log whose rules are not installed: what can be read of it, how it is closed, and what every release folds."""

from __future__ import annotations

import pytest

from bocage.log.create import create
from bocage.log.entries import (
    BrokenLogError,
    Closed,
    Ended,
    Entry,
    Resigned,
    Revealed,
    Started,
    decode,
    encode,
    told_secret,
)
from bocage.log.export import export, verify
from bocage.log.judge import act, close, owed, resign, sit
from bocage.log.match import Match
from bocage.log.outline import Outline, due_without_rules, fold
from bocage.log.projection import project, propose
from bocage.log.records import Log
from bocage.log.view import view
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel.registry import find_game
from tests.rules_of_a_game import uninstall

NONCE = "ab" * 16


def add(match: Match, body: object, at: int = 0) -> Entry:
    """Append to a match in memory, as the service does."""
    at = at or match.at + 1000
    proposal = propose(match, body, at)  # type: ignore[arg-type]
    entry = Entry(proposal.seq, max(at, proposal.not_before), proposal.raw)
    match.extend(entry, proposal.preview)
    return entry


def played(game: str, actions: int, open_for: int = 0) -> tuple[Match, list[Entry]]:
    """A match after its first so many actions, and its log."""
    match, created = create(find_game(game), "ann", open_for=open_for)
    log = [add(match, created, 1_000_000)]
    log += [
        add(match, sit(match, f"p{seat}", f"Player {seat}", nonce=NONCE)) for seat in range(match.created.seats)
    ]
    log.append(add(match, Started()))
    for _ in range(actions):
        decision = match.decision()
        assert decision is not None
        body = act(match, decision.seat, match.seq, decision.actions[0])
        log.append(add(match, body))
    return match, log


def finish(match: Match, log: list[Entry]) -> None:
    """The end and the secret."""
    while (body := owed(match)) is not None:
        log.append(add(match, body))


@pytest.mark.parametrize("actions", [0, 7])
def test_lists_and_views_agree_without_rules(monkeypatch: pytest.MonkeyPatch, actions: int) -> None:
    match, log = played("squad", actions)
    known, seen = project(Log(log, match.secret)), view(match, -1)
    uninstall(monkeypatch, "squad")
    outline = fold(log, match.secret)
    assert isinstance(outline, Outline)
    assert (outline.head, outline.seq, outline.status) == (match.head, match.seq, "playing")
    change = project(Log(log, match.secret))
    assert change.row == known.row
    assert change.secret == known.secret
    without = view(outline, -1)
    assert {key: value for key, value in seen.items() if key not in ("table", "turn", "decision")} == without
    # A node that has the rules looks at once whether it is late.
    assert change.due == match.at


def test_export_without_rules_verifies_with_and_without_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, log = played("squad", 12)
    log.append(add(match, resign(match, 1)))
    finish(match, log)
    whole = list(export(log))
    with monkeypatch.context() as gone:
        uninstall(gone, "squad")
        bare = list(export(log))
        report = verify(bare)
        assert (report.finished, report.states, report.findings) == (True, False, [])
        assert b'"draws":false' in bare[0]
        assert isinstance(fold(log), Outline)
        assert fold(log).outcome == match.outcome
    assert len(bare) == len(whole)
    assert b"draws" not in whole[0]
    report = verify(bare)
    assert (report.finished, report.states, report.findings) == (True, True, [])
    # A file that says it lists its draws cannot leave them out.
    lying = [whole[0], *bare[1:]]
    assert verify(lying).findings


@pytest.mark.parametrize("actions", [0, 7])
def test_match_closed_without_rules_verifies_with_them(monkeypatch: pytest.MonkeyPatch, actions: int) -> None:
    match, log = played("squad", actions)
    with monkeypatch.context() as gone:
        uninstall(gone, "squad")
        outline = fold(log, match.secret)
        closed = [*log, add(outline, close(outline))]
        finish(outline, closed)
        assert [type(decode(entry.raw)) for entry in closed[-3:]] == [Closed, Ended, Revealed]
        with pytest.raises(RefusedError, match="game_over"):
            close(outline)
    again = Match.fold(closed)
    assert again.status == "ended"
    assert again.revealed
    assert (again.outcome, again.state) == (outline.outcome, match.state)
    assert view(again, -1)["outcome"] == {"winners": [], "reason": "closed"}
    report = verify(list(export(closed)))
    assert (report.finished, report.states, report.findings) == (True, True, [])
    row = project(Log(closed)).row
    assert row is not None
    assert (row.status, row.reason, row.winners) == ("ended", "closed", [])


def test_decided_match_without_rules_can_be_closed() -> None:
    """Who closes it without the rules cannot know that it was decided."""
    match, log = played("squad", 3)
    log.append(add(match, Resigned(0)))
    assert match.over
    log.append(add(match, close(match)))
    finish(match, log)
    again = Match.fold(log)
    assert again.outcome is not None
    assert (again.outcome.reason, again.outcome.winners) == ("closed", ())
    assert verify(list(export(log))).findings == []


def test_nothing_is_closed_after_the_end() -> None:
    match, log = played("squad", 1)
    log.append(add(match, Resigned(0)))
    log.append(add(match, Ended([1], "resigned")))
    with pytest.raises(BrokenLogError, match="has ended"):
        Match.fold([*log, Entry(match.seq + 1, match.at, encode(Closed()))], match.secret)


def test_what_needs_no_rules_is_done_without_them(monkeypatch: pytest.MonkeyPatch) -> None:
    match, created = create(find_game("squad"), "ann", open_for=60_000)
    log = [add(match, created, 1_000_000)]
    waiting = match.copy()
    ended, ended_log = played("squad", 2)
    ended_log.append(add(ended, Resigned(0)))
    uninstall(monkeypatch, "squad")
    outline = fold(log, waiting.secret)
    assert due_without_rules(outline, 1_000_001) is None
    finish_without(outline, log, 1_060_000)
    assert outline.outcome is not None
    assert outline.outcome.reason == "expired"
    assert told_secret(log)
    # Decided, but whoever decided it stopped before the end was written.
    resigned = fold(ended_log, ended.secret)
    finish_without(resigned, ended_log, resigned.at)
    assert told_secret(ended_log)
    # An action may have decided a running match; only the rules know.
    running, running_log = played_before(monkeypatch)
    assert due_without_rules(fold(running_log, running.secret), running.at + 10**9) is None


def played_before(monkeypatch: pytest.MonkeyPatch) -> tuple[Match, list[Entry]]:
    match, log = played("omaha", 2)
    uninstall(monkeypatch, "omaha")
    return match, log


def finish_without(match: Match, log: list[Entry], now: int) -> None:
    while (body := due_without_rules(match, now)) is not None:
        log.append(add(match, body, now))


def test_without_the_rules_the_same_is_told_of_players(monkeypatch: pytest.MonkeyPatch) -> None:
    match, created = create(find_game("squad"), "ann")
    log = [add(match, created, 1_000_000)]
    log.append(add(match, sit(match, "ann", "Ann", nonce=NONCE, options={"nation": "us"})))
    log.append(add(match, sit(match, "bot", "Sergeant", nonce=NONCE, bot=True, house=True)))
    known = Match(match.secret)
    told = [known.extend(entry) for entry in log]
    uninstall(monkeypatch, "squad")
    outline = Outline(match.secret)
    assert [outline.extend(entry) for entry in log] == told
    bodies = [decode(entry.raw) for entry in log[1:]]
    assert outline.seat_options == [getattr(body, "options", None) for body in bodies]
