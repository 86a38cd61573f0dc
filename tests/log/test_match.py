"""The fold: one way from a log to a state, whichever way the entries came in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.log import judge
from bocage.log.entries import BrokenLogError, Entry, Resigned, encode
from bocage.log.match import Match
from bocage.log.view import view
from bocage.rules.kernel import OPEN, PUBLIC
from tests.log.logs import Play, random_play, state_of

SEEDS = st.integers(0, 10**6)


@given(SEEDS)
def test_folding_a_log_gives_what_playing_it_gave(seed: int) -> None:
    play = random_play(seed)
    folded = Match.fold(play.entries, names=play.match.names)
    assert state_of(folded) == state_of(play.match)
    for viewer in (PUBLIC, OPEN, 0, 1):
        assert view(folded, viewer) == view(play.match, viewer)


@given(SEEDS, st.integers(4, 12))
def test_an_outlook_leaves_the_match_alone_and_is_what_happens(seed: int, stop: int) -> None:
    play = random_play(seed, stop)
    decision = play.match.decision()
    if decision is None:
        return
    before = state_of(play.match)
    body = judge.act(play.match, decision.seat, play.match.seq, decision.default)
    assert not isinstance(body, judge.Again)
    preview = play.match.preview(body)
    assert preview is not None
    assert state_of(play.match) == before
    entry = Entry(play.match.seq + 1, play.now, encode(body))
    plain = Match.fold([*play.entries, entry], play.secret)
    told = play.match.extend(entry, preview)
    assert state_of(play.match) == state_of(plain)
    assert (play.match.draws, play.match.decision()) == (plain.draws, plain.decision())
    assert told == preview.told


@given(SEEDS, st.integers(2, 12))
def test_a_copy_goes_its_own_way(seed: int, stop: int) -> None:
    play = random_play(seed, stop)
    before = state_of(play.match)
    twin = play.match.copy()
    assert state_of(twin) == before
    if not twin.over:
        twin.extend(Entry(twin.seq + 1, twin.at, encode(Resigned(0))))
        assert state_of(twin) != before
    assert state_of(play.match) == before


@given(SEEDS)
def test_a_match_ends_with_ended_and_revealed(seed: int) -> None:
    play = random_play(seed)
    assert play.match.status == "ended"
    assert play.match.revealed
    assert judge.owed(play.match) is None
    assert view(play.match, PUBLIC) == view(play.match, OPEN) == view(play.match, 0)


@given(SEEDS, st.data())
def test_opening_a_match_heals_missing_last_entries(seed: int, data: st.DataObject) -> None:
    play = random_play(seed)
    cut = data.draw(st.integers(1, 2))
    match = Match.fold(play.entries[:-cut], play.secret)
    for entry in play.entries[-cut:]:
        body = judge.owed(match)
        assert body is not None
        assert encode(body) == entry.raw
        match.extend(entry)


def test_a_log_must_be_whole_and_in_order() -> None:
    entries = random_play(3).entries
    for wrong in (entries[1:], [*entries[:3], *entries[4:]], [*entries, entries[-1]], [entries[0], entries[0]]):
        with pytest.raises(BrokenLogError):
            Match.fold(wrong, Match.fold(entries).secret)


def test_time_never_runs_backwards() -> None:
    play = Play().begin()
    with pytest.raises(BrokenLogError, match="backwards"):
        play.match.extend(Entry(play.match.seq + 1, play.match.at - 1, encode(Resigned(0))))


def test_unfinished_log_needs_its_secret() -> None:
    play = Play().begin()
    assert Match.fold(play.entries[:3]).status == "open"
    with pytest.raises(BrokenLogError, match="secret"):
        Match.fold(play.entries)
    with pytest.raises(BrokenLogError, match="committed"):
        Match.fold(play.entries, bytes(32))


def test_unreadable_entries_are_named() -> None:
    play = Play().begin()
    for raw in (b"{}", b'{"e":"acted","seat":0}', b'{"e":"acted","seat":0,"action":{"do":"fly"}}', b"\xff"):
        with pytest.raises(BrokenLogError) as caught:
            Match.fold([*play.entries, Entry(5, play.now, raw)], play.secret)
        assert caught.value.seq == 5


def test_resigning_before_the_start_calls_the_match_off() -> None:
    play = Play()
    play.append(judge.sit(play.match, "ann", "Ann"))
    play.append(Resigned(0))
    play.settle()
    assert play.match.outcome is not None
    assert play.match.outcome.reason == "cancelled"
    assert play.match.revealed
    assert Match.fold(play.entries).status == "ended"


def test_the_view_holds_no_null_and_shows_free_seats() -> None:
    play = Play()
    play.append(judge.sit(play.match, "ann", "Ann", bot=True))
    seen = view(play.match, PUBLIC)
    assert seen["seats"] == {"0": {"player": "ann", "name": "Ann", "bot": True}, "1": {}}
    assert "table" not in seen
    assert "turn" not in seen
    play.append(judge.sit(play.match, "bob", "Bob"))
    play.settle()
    assert view(play.match, 0)["turn"] == 0
    assert view(play.match, 0)["table"]["hands"].keys() == {"0"}
    assert view(play.match, PUBLIC)["table"]["hands"] == {}
