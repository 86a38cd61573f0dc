"""Without its rules a log leads, entry by entry, to all that does not depend on them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bocage.log.clock import SLOTS
from bocage.log.entries import Acted, BrokenLogError, Ended, Entry, Resigned, Seated, encode
from bocage.log.match import Match, Position
from bocage.log.outline import Outline, due_without_rules, fold
from bocage.log.projection import HEAL_AFTER, project, row_of
from bocage.log.records import Change, Log
from bocage.rules.kernel import Outcome
from tests.log.logs import BANK, DAYS, Play, random_play
from tests.log.test_bodies import PHASES, RULES
from tests.log.test_undo import Undoing, whole
from tests.tally import TALLY


def known(match: Match) -> dict[str, Any]:
    """All that a log tells without the rules."""
    names = ("id", "seq", "at", "head", "since", "status", "seats", "expires", "offered_at", "declined_at")
    more = ("draw_offer", "turn_seq", "begun", "revealed", "created", "names")
    found = {name: getattr(match, name) for name in (*names, *more)}
    found |= {f"clock.{name}": getattr(match.clock, name) for name in SLOTS}
    found["options"] = msgspec.to_builtins(match.options)
    found["seat_options"] = msgspec.to_builtins(match.seat_options)
    # An answer that decides is known with the end.
    if match.status != "playing":
        found["outcome"] = match.outcome
    return found


@pytest.mark.parametrize("seed", range(12))
def test_every_entry_leads_to_the_same_with_and_without_the_rules(seed: int) -> None:
    play = random_play(seed)
    match, outline = Match(play.secret), Outline(play.secret)
    for entry in play.entries:
        match.extend(entry)
        outline.extend(entry)
        assert known(outline) == known(match)
    assert fold(play.entries).outcome == match.outcome
    assert (outline.decision(), outline.preview(Acted(0, None)), outline.draws) == (None, None, [])


def test_so_it_is_with_what_is_taken_back() -> None:
    play = whole(TALLY, 2)
    match, outline = Match(play.match.secret), Outline(play.match.secret)
    for entry in play.entries:
        told = match.extend(entry)
        said = outline.extend(entry)
        assert known(outline) == known(match)
        # What the rules tell is left out; all else is told the same.
        assert said in (told, [])


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("kind", RULES)
def test_which_entry_may_follow_without_the_rules(kind: str, phase: str) -> None:
    body, phases, said = RULES[kind]
    play = PHASES[phase]()
    outline = Outline(play.secret)
    for entry in play.entries:
        outline.extend(entry)
    entry = Entry(outline.seq + 1, play.now + 60_000, encode(body(play)))
    # That it was decided by an answer, and what was asked for, is known with the rules alone.
    possible = phase in phases or (kind in ("ended", "cancelled") and phase == "playing") or kind == "undo declined"
    if possible:
        outline.extend(entry)
        assert outline.seq == entry.seq
        return
    with pytest.raises(BrokenLogError, match=said) as caught:
        outline.extend(entry)
    assert caught.value.seq == entry.seq


def test_another_secret_than_the_one_committed_to_is_no_secret() -> None:
    play = Play(name="outline")
    with pytest.raises(BrokenLogError, match="the secret is not the one committed to") as caught:
        Outline(bytes(32)).extend(play.entries[0])
    assert caught.value.seq == 1
    Outline().extend(play.entries[0])


def test_an_end_that_the_log_contradicts_breaks_it() -> None:
    play = PHASES["decided"]()
    for wrong in (Ended([0], "resigned"), Ended([1], "timed_out"), Ended([], "resigned")):
        outline = Outline(play.secret)
        for entry in play.entries:
            outline.extend(entry)
        with pytest.raises(BrokenLogError, match="the match did not end like that"):
            outline.extend(Entry(outline.seq + 1, play.now, encode(wrong)))
        assert outline.outcome == Outcome((1,), "resigned")


def test_what_it_says_in_lists_without_the_rules() -> None:
    for clock in (BANK, DAYS):
        play = Play(clock, name="lists").begin()
        outline = Outline(play.secret)
        for entry in play.entries:
            outline.extend(entry)
        assert row_of(outline) == row_of(play.match)
        assert due_without_rules(outline, 10**15) is None
        assert outline.deadline() == 0
    waiting = Play(open_for=5_000)
    assert project(Log(waiting.entries, waiting.secret)) == Change(
        row=row_of(waiting.match, waiting.match.since), secret=waiting.secret, due=waiting.now + 5_000
    )
    waiting.append(Seated(0, "ann", "", "0" * 32, {}))
    waiting.append(Seated(1, "bob", "", "1" * 32, {}))
    assert project(Log(waiting.entries, waiting.secret)).due == waiting.now + HEAL_AFTER


def test_undo_forgets_what_is_older_than_what_it_remembers() -> None:
    play = Undoing(TALLY)
    undo = play.match.undo
    assert (undo.said_at, undo.declined_at, undo.asked, undo.last) == ([0, 0], [0, 0], -1, None)
    assert play.match.offered_at == [0, 0]
    for number in range(40):
        undo.answered(Position(number, 0, None), quiet=True)
    assert [position.entry for position in undo.positions] == list(range(8, 40))
    twin = undo.copy()
    twin.answered(Position(40, 1, None), quiet=True)
    assert [position.entry for position in twin.positions] == [40]
    twin.asked = 0
    twin.forbid()
    assert (twin.asked, twin.last, len(undo.positions), undo.asked) == (-1, None, 32, -1)
    undo.asked = 1
    assert undo.copy().asked == 1
    undo.answered(Position(41, 0, None), quiet=False)
    assert (undo.asked, undo.last) == (-1, None)


def test_what_is_due_without_the_rules_is_due_with_them_unless_it_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting, left = Play(open_for=5_000), Play(BANK)
    playing, over = Play(BANK).begin(), Play(BANK).begin()
    left.append(Seated(0, "ann", "Ann", "0" * 32, {}))
    over.append(Resigned(0))
    decided = list(over.entries)
    over.settle()
    logs = [Log(entries, over.secret) for entries in (decided, over.entries[:-1], over.entries)]
    logs += [Log(play.entries, play.secret) for play in (waiting, left)]
    known = [project(log).due for log in logs]
    monkeypatch.setattr("bocage.log.outline.has_rules", lambda *_: False)
    assert isinstance(fold(playing.entries, playing.secret), Outline)
    # Only a node that has the rules knows when: it looks at once.
    assert project(Log(playing.entries, playing.secret)).due == playing.match.at
    assert project(logs[0]).due == decided[-1].at
    assert [project(log).due for log in logs[1:]] == known[1:]
    assert known[1:] == [over.entries[-2].at + HEAL_AFTER, -1, waiting.now + 5_000, -1]
