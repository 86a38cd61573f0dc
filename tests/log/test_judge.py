"""Commands: what is accepted, what is refused and why, and what is known again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from bocage.log import judge
from bocage.log.create import create, is_clock
from bocage.log.entries import Closed, DrawAccepted, DrawDeclined, DrawOffered, Resigned, Started, TimedOut
from bocage.log.fairness import is_nonce
from bocage.log.match import REMEMBERED_ANSWERS, Match
from bocage.protocol.codec import JSON, MSGPACK, Codec
from bocage.protocol.codes import REFUSAL
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import ClockRules
from tests.log.logs import BANK, Play, random_play, state_of
from tests.rules.toy import GAME, Swap
from tests.rules.toy import Play as PlayCard


def refused(function: Callable[..., Any], *arguments: Any, **options: Any) -> str:
    with pytest.raises(RefusedError) as caught:
        function(*arguments, **options)
    assert caught.value.code in REFUSAL
    return caught.value.code


def other_actions(play: Play) -> list[Any]:
    decision = play.match.decision()
    assert decision is not None
    return decision.actions


@pytest.mark.parametrize("codec", [None, JSON, MSGPACK])
@pytest.mark.parametrize("away", [-1, 1])
def test_a_malformed_action_is_refused_before_its_position(codec: Codec | None, away: int) -> None:
    play = Play()
    play.begin()
    match = play.match
    encode = msgspec.json.encode if codec is JSON else msgspec.msgpack.encode
    wrong: Any = {"do": "jump"} if codec is None else msgspec.Raw(encode({"do": "jump"}))
    assert refused(judge.act, match, 0, match.seq + away, wrong, codec) == "malformed_action"


def test_a_msgpack_action_that_is_no_utf8_is_malformed() -> None:
    play = Play()
    play.begin()
    raw = msgspec.Raw(b"\x81\xa2do\xa1\xff")
    assert refused(judge.act, play.match, 0, play.match.seq, raw, MSGPACK) == "malformed_action"


def test_acts_that_are_refused_and_leave_no_trace() -> None:
    play = Play()
    assert refused(judge.act, play.match, 0, 1, PlayCard("fox")) == "not_playing"
    play.begin()
    match, before = play.match, state_of(play.match)
    legal = other_actions(play)[0]
    missing = next(PlayCard(card) for card in ("fox", "wolf", "bear") if PlayCard(card) not in other_actions(play))
    assert refused(judge.act, match, -1, match.seq, legal) == "not_seated"
    assert refused(judge.act, match, 1, match.seq, legal) == "not_your_turn"
    assert refused(judge.act, match, 0, match.seq, missing) == "illegal_action"
    assert refused(judge.act, match, 0, match.seq + 1, legal) == "stale"
    assert refused(judge.act, match, 0, match.seq - 1, legal) == "stale"
    assert state_of(match) == before
    play.finish()
    assert refused(judge.act, match, 0, match.seq, legal) == "game_over"


@given(st.integers(0, 10**6), st.data())
def test_the_same_act_again_is_acknowledged_with_its_number(seed: int, data: st.DataObject) -> None:
    play = random_play(seed)
    answers = list(play.match.answers)
    if not answers:
        return
    index = data.draw(st.integers(0, len(answers) - 1))
    answer = answers[index]
    raised = answers[index - 1].seq if index else 4
    position = data.draw(st.integers(raised, answer.seq - 1))
    assert judge.act(play.match, answer.seat, position, answer.action) == judge.Again(answer.seq)
    assert refused(judge.act, play.match, 1 - answer.seat, position, answer.action) == "stale"
    assert refused(judge.act, play.match, answer.seat, position, Swap("nothing")) == "stale"


def test_a_position_counts_as_long_as_its_decision_is_owed() -> None:
    play = Play().begin()
    position = play.match.seq
    play.append(DrawOffered(1))
    action = other_actions(play)[0]
    body = judge.act(play.match, 0, position, action)
    assert not isinstance(body, judge.Again)
    stored = play.append(body)
    assert stored.seq == position + 2
    for seen in (position, position + 1):
        assert judge.act(play.match, 0, seen, action) == judge.Again(stored.seq)


def test_only_the_last_answers_are_remembered() -> None:
    play = Play().begin()
    first = play.act()
    action = play.match.answers[0].action
    for number in range(REMEMBERED_ANSWERS - 1):
        play.match.answers.append(structs.replace(play.match.answers[0], seq=first.seq + 1 + number))
    assert judge.act(play.match, 0, first.seq - 1, action) == judge.Again(first.seq)
    play.match.answers.append(structs.replace(play.match.answers[0], seq=first.seq + 100))
    assert refused(judge.act, play.match, 0, first.seq - 1, action) == "stale"


def test_draws_by_agreement() -> None:
    play = Play()
    assert refused(judge.draw, play.match, 0, 1) == "not_playing"
    play.begin()
    match = play.match
    assert refused(judge.draw, match, -1, match.seq) == "not_seated"
    assert judge.draw(match, 0, match.seq) == DrawOffered(0)
    play.append(DrawOffered(0))
    assert match.draw_offer == 0
    assert refused(judge.draw, match, 0, match.seq) == "already_offered"
    play.act()
    assert match.draw_offer == -1
    assert judge.draw(match, 0, match.seq) == DrawOffered(0)
    play.append(DrawOffered(0))
    assert judge.draw(match, 1, match.seq) == DrawAccepted(1)
    play.append(DrawAccepted(1))
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason) == ((), "draw_agreed")
    assert refused(judge.draw, match, 1, match.seq) == "game_over"
    assert refused(judge.resign, match, 1) == "game_over"
    play.settle()
    assert Match.fold(play.entries).status == "ended"


def test_a_draw_is_declined_in_the_log() -> None:
    play = Play()
    assert refused(judge.decline_draw, play.match, 0, 1) == "not_playing"
    play.begin()
    match = play.match
    assert refused(judge.decline_draw, match, -1, match.seq) == "not_seated"
    assert refused(judge.decline_draw, match, 1, match.seq) == "not_offered"
    play.append(DrawOffered(0))
    assert refused(judge.decline_draw, match, 0, match.seq) == "not_offered"
    seen = match.seq
    assert judge.decline_draw(match, 1, seen) == DrawDeclined(1)
    play.append(DrawDeclined(1))
    assert (match.draw_offer, match.status, match.outcome) == (-1, "playing", None)
    # Sent again, nothing is done twice; the offer is gone, and is made again after the next answer at the earliest.
    assert judge.decline_draw(match, 1, seen) == judge.Again(match.seq)
    assert refused(judge.decline_draw, match, 1, match.seq) == "not_offered"
    assert refused(judge.draw, match, 0, match.seq) == "already_offered"
    assert judge.draw(match, 1, match.seq) == DrawOffered(1)
    play.act()
    assert refused(judge.decline_draw, match, 1, seen) == "stale"
    assert judge.draw(match, 0, match.seq) == DrawOffered(0)
    play.append(DrawOffered(0))
    play.append(DrawAccepted(1))
    assert refused(judge.decline_draw, match, 1, match.seq) == "game_over"
    play.settle()
    again = Match.fold(play.entries)
    assert (again.status, again.declined_at) == ("ended", match.declined_at)


def test_a_draw_is_said_about_a_position() -> None:
    play = Play().begin()
    match = play.match
    begun = match.seq
    play.append(DrawOffered(0))
    offered = match.seq
    # Sent again, nothing is done twice; offers that cross are an agreement.
    assert judge.draw(match, 0, begun) == judge.Again(offered)
    assert judge.draw(match, 1, begun) == judge.draw(match, 1, offered) == DrawAccepted(1)
    assert refused(judge.draw, match, 1, offered + 1) == "stale"
    # The offer has lapsed: whoever meant to accept it offers nothing instead.
    play.act()
    for seen in (begun, offered):
        assert refused(judge.draw, match, 1, seen) == "stale"
    play.append(DrawOffered(0))
    seen = match.seq
    play.append(DrawAccepted(1))
    play.settle()
    assert judge.draw(match, 1, seen) == judge.Again(seen + 1)
    assert refused(judge.draw, match, 1, begun) == "stale"


def test_resigning() -> None:
    play = Play().begin()
    assert refused(judge.resign, play.match, -1) == "not_seated"
    resigned = play.append(Resigned(1))
    play.settle()
    assert play.match.outcome is not None
    assert (play.match.outcome.winners, play.match.outcome.reason) == ((0,), "resigned")
    # Sent again, nothing is done twice.
    assert judge.resign(play.match, 1) == judge.Again(resigned.seq)
    assert refused(judge.resign, play.match, 0) == "game_over"


@pytest.mark.parametrize(
    ("clock", "given_up"), [(ClockRules(), True), (BANK, False), (ClockRules("days", base=86_400_000), False)]
)
def test_a_suspended_player_gives_up_where_no_clock_runs(clock: ClockRules, given_up: bool) -> None:
    match = Play(clock).begin().match
    players = [seated.player for seated in match.seats if seated is not None]
    expected = [Resigned(0), Resigned(1)] if given_up else [None, None]
    assert [judge.suspended(match, player) for player in players] == expected
    assert judge.suspended(match, "somebody") is None


def test_suspension_cancels_an_open_match() -> None:
    play = Play(BANK)
    creator = play.match.created.creator
    assert judge.suspended(play.match, "somebody") is None
    assert judge.suspended(play.match, creator) == Closed()
    play.append(judge.sit(play.match, creator, "Ann", 1))
    assert judge.suspended(play.match, creator) == Resigned(1)
    play.append(Resigned(1))
    assert judge.suspended(play.match, creator) is None


def test_sitting_down() -> None:
    play = Play()
    match = play.match
    assert refused(judge.sit, match, "ann", "Ann", 2) == "no_seat"
    assert refused(judge.sit, match, "ann", "Ann", nonce="short") == "bad_nonce"
    assert refused(judge.sit, match, "ann", "Ann", options={"no": "such"}) == "bad_options"
    body = judge.sit(match, "ann", "Ann", 1, "AB" * 16)
    assert (body.seat, body.nonce) == (1, "ab" * 16)
    play.append(body)
    assert refused(judge.sit, match, "ann", "Ann") == "already_seated"
    assert refused(judge.sit, match, "bob", "Bob", 1) == "seat_taken"
    drawn = judge.sit(match, "bob", "Bob")
    assert drawn.seat == 0
    assert is_nonce(drawn.nonce)
    assert judge.owed(match) is None
    play.append(drawn)
    assert judge.owed(match) == Started()
    assert refused(judge.sit, match, "cat", "Cat") == "not_open"
    play.settle()
    assert refused(judge.sit, match, "cat", "Cat", 0) == "not_open"
    assert refused(judge.sit, match, "ann", "Ann") == "already_seated"


def test_creating() -> None:
    assert refused(create, GAME, "ann", {"hand": 9}) == "bad_options"
    assert refused(create, GAME, "ann", clock=ClockRules("bank", base=5)) == "bad_clock"
    match, body = create(GAME, "ann", clock=BANK)
    other, other_body = create(GAME, "ann", clock=BANK)
    assert body.match != other_body.match
    assert match.secret != other.secret
    assert body.options == {"hand": 2, "swaps": True}


@pytest.mark.parametrize(
    ("clock", "good"),
    [
        (ClockRules(), True),
        (ClockRules(base=1), False),
        (ClockRules("bank", 1000), True),
        (ClockRules("bank", 999), False),
        (ClockRules("bank", 10_000, -1), False),
        (ClockRules("bank", 10**12), False),
        (ClockRules("days", 3 * 86_400_000), True),
        (ClockRules("days", 86_400_001), False),
        (ClockRules("days", 86_400_000, 1000), False),
        (ClockRules("days", 0), False),
    ],
)
def test_clock_rules_that_make_sense(clock: ClockRules, good: bool) -> None:
    assert is_clock(clock) == good


def test_nobody_is_late_without_a_clock_or_before_the_deadline() -> None:
    unhurried, hurried = Play().begin(), Play(BANK).begin()
    assert judge.timeout(unhurried.match, 10**15) is None
    deadline = hurried.match.deadline()
    assert deadline == hurried.match.at + BANK.base
    assert judge.timeout(hurried.match, deadline - 1) is None
    assert judge.timeout(hurried.match, deadline) == TimedOut(0)
