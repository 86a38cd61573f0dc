"""Replay tells again what live viewers were told, and forks and rows come from the same fold."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.log.create import create, fork_of
from bocage.log.entries import Access
from bocage.log.match import Match
from bocage.log.projection import project, row_of
from bocage.log.records import Log
from bocage.log.replay import Replay
from bocage.log.view import decision_view, may_look, view
from bocage.protocol.messages import Snapshot, Update
from bocage.protocol.patch import apply
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import OPEN, PUBLIC
from tests.log.logs import Play, random_play, state_of
from tests.rules.toy import GAME

SEEDS = st.integers(0, 10**6)
VIEWERS = (PUBLIC, OPEN, 0, 1)


@given(SEEDS, st.sampled_from(VIEWERS), st.data())
def test_patches_from_any_entry_on_lead_to_every_later_view(seed: int, viewer: int, data: st.DataObject) -> None:
    play = random_play(seed)
    start = data.draw(st.integers(1, len(play.entries)))
    replay = Replay(play.entries)
    stream = list(replay.stream(viewer, start))
    assert [message.seq for message in stream] == list(range(start, replay.length + 1))
    seen: Any = None
    for message in stream:
        if isinstance(message, Snapshot):
            seen = message.view
        elif message.patch is not msgspec.UNSET:
            seen = apply(seen, message.patch)
        match = Match.fold(play.entries[: message.seq], play.secret)
        assert seen == view(match, viewer)
        assert message.decision == (decision_view(match, viewer) or msgspec.UNSET)


@given(SEEDS, st.data())
def test_any_position_can_be_looked_at_in_any_order(seed: int, data: st.DataObject) -> None:
    play = random_play(seed)
    replay = Replay(play.entries)
    for seq in data.draw(st.lists(st.integers(1, len(play.entries)), max_size=5)):
        assert state_of(replay.at(seq)) == state_of(Match.fold(play.entries[:seq], play.secret))


def test_two_readers_of_one_replay_do_not_disturb_each_other() -> None:
    replay = Replay(random_play(5).entries)
    alone = list(replay.stream(0))
    one, other = replay.stream(0), replay.stream(1, 3)
    mixed = []
    for message in one:
        mixed.append(message)
        next(other, None)
    assert mixed == alone


def test_private_parts_of_events_reach_their_seat_alone() -> None:
    play = Play().begin()
    decision = play.match.decision()
    assert decision is not None
    play.act(decision.actions[-1])
    replay = Replay(play.entries, play.secret, seat=0)
    own, public = (list(replay.stream(viewer, play.match.seq - 1))[-1] for viewer in (0, PUBLIC))
    assert isinstance(own, Update)
    assert isinstance(public, Update)
    assert own.events[0].gave
    assert not public.events[0].gave
    assert own.decision is not msgspec.UNSET
    assert own.decision.actions
    assert public.decision is msgspec.UNSET


def test_before_the_end_nobody_sees_through_other_eyes() -> None:
    play = Play().begin()
    for seat, allowed in ((-1, {PUBLIC}), (0, {PUBLIC, 0}), (1, {PUBLIC, 1})):
        replay = Replay(play.entries, play.secret, seat)
        for viewer in VIEWERS:
            assert may_look(play.match, viewer, seat) == (viewer in allowed)
            if viewer in allowed:
                assert replay.snapshot(4, viewer).seat == viewer
                continue
            with pytest.raises(RefusedError, match="open_hands_closed"):
                replay.snapshot(4, viewer)
            with pytest.raises(RefusedError, match="open_hands_closed"):
                list(replay.stream(viewer))
    play.finish()
    replay = Replay(play.entries)
    assert {viewer for viewer in VIEWERS if replay.snapshot(4, viewer).seat == viewer} == set(VIEWERS)


def test_positions_that_do_not_exist_are_refused() -> None:
    replay = Replay(Play().entries)
    for seq in (0, -1, 2):
        with pytest.raises(RefusedError, match="no_such_entry"):
            replay.at(seq)


def fork_from(play: Play, seq: int, over: bool, viewer: int = PUBLIC) -> Play:
    fork = fork_of(Replay(play.entries, play.secret).at(seq), over, viewer)
    return Play(fork=fork).begin()


def test_fork_of_a_finished_match_keeps_its_state() -> None:
    play = Play().begin()
    play.act()
    seq = play.match.seq
    play.finish()
    fork = fork_from(play, seq, over=True)
    source = Replay(play.entries).at(seq)
    assert fork.match.state == source.state
    assert view(fork.match, PUBLIC)["fork"] == {"match": source.id, "seq": seq, "resampled": False}
    fork.finish()
    assert state_of(Match.fold(fork.entries)) == state_of(fork.match)


@given(SEEDS, st.sampled_from((PUBLIC, 0, 1)))
def test_fork_of_a_running_match_reveals_nothing(seed: int, viewer: int) -> None:
    play = random_play(seed, stop=6)
    if play.match.over:
        return
    fork = fork_from(play, play.match.seq, False, viewer)
    assert GAME.view(fork.match.state, viewer) == GAME.view(play.match.state, viewer)
    assert view(fork.match, PUBLIC)["fork"]["resampled"]


def test_forks_of_running_matches_are_drawn_anew_each_time() -> None:
    play = Play(options={"hand": 3}).begin()
    states = {GAME.pack(fork_from(play, 4, False, 0).match.state) for _ in range(8)}
    assert len(states) > 1


def test_where_no_decision_is_owed_there_is_nothing_to_fork() -> None:
    play = Play()
    with pytest.raises(RefusedError, match="not_playing"):
        fork_of(play.match, False)
    play.begin().finish()
    with pytest.raises(RefusedError, match="game_over"):
        fork_of(play.match, True)


@given(SEEDS)
def test_rows_are_made_from_the_log_alone(seed: int) -> None:
    play = random_play(seed)
    rows = [proposal.change.row for proposal in play.proposals if proposal.change and proposal.change.row]
    # Who goes on vacation changes the row as well.
    playing = ["playing"] * (len(rows) - 4)
    assert playing
    assert [row.status for row in rows] == ["open", "open", "open", *playing, "ended"]
    change = project(Log(play.entries))
    assert change.row == msgspec.structs.replace(rows[-1], at=play.entries[-2].at)
    assert change.final
    assert change.due == -1
    running = project(Log(play.entries[:4], play.secret))
    assert running.row is not None
    assert (running.row.status, running.row.at) == ("playing", play.entries[3].at)
    match = Match.fold(play.entries[:4], play.secret)
    assert running.due == (match.deadline() or -1)


@given(SEEDS)
def test_rebuilt_rows_equal_those_of_the_entries(seed: int) -> None:
    play = random_play(seed)
    row = None
    for entry, proposal in zip(play.entries, play.proposals, strict=True):
        if proposal.change and proposal.change.row:
            stored = proposal.change.row
            row = msgspec.structs.replace(stored, at=stored.at or entry.at)
        assert project(Log(play.entries[: entry.seq], play.secret)).row == row


def test_private_matches_are_marked() -> None:
    play = Play(access=Access(private=True)).begin()
    row = row_of(play.match)
    assert row.private
    assert (row.players, row.names, row.creator) == (["ann", "bob"], ["", ""], "ann")


def test_secret_is_stored_until_the_last_entry() -> None:
    play = random_play(8)
    secrets = [proposal.change.secret if proposal.change else b"" for proposal in play.proposals]
    assert secrets == [play.secret, *[b""] * (len(play.entries) - 1)]
    finals = [bool(proposal.change and proposal.change.final) for proposal in play.proposals]
    assert finals == [*[False] * (len(play.entries) - 1), True]
    match, body = create(GAME, "ann")
    assert match.secret.hex() not in str(body)
