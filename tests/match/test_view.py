"""What goes with a view: the decision its viewer owes, odds when they are asked for, the digest of the log."""

from __future__ import annotations

import msgspec
import pytest

from protocol.messages import DecisionView
from service.games.kernel import OPEN, PUBLIC, AnyGame
from service.games.kernel.registry import house_games
from service.match import judge
from service.match.chain import digest
from service.match.create import create
from service.match.entries import Access, DrawOffered, Entry, Fork, encode
from service.match.match import BrokenLogError, Match
from service.match.replay import Replay, updates
from service.match.view import EntryMessages, decision_view, snapshot, table_view, view
from tests.match.logs import BANK, Play


def begun(game: AnyGame) -> tuple[Match, list[Entry]]:
    """A match of ``game`` at the first decision that comes with odds, and its log."""
    match, body = create(game, "ann")
    log: list[Entry] = []

    def add(body: object) -> None:
        entry = Entry(match.seq + 1, match.at + 1_000, encode(body))
        match.extend(entry)
        log.append(entry)

    add(body)
    for seat in range(game.seats):
        add(judge.sit(match, f"p{seat}", f"P {seat}", nonce=f"{seat:032x}"))
    while (owed := judge.owed(match)) is not None:
        add(owed)
    for _ in range(60):
        decision = match.decision()
        assert decision is not None
        shown = decision_view(match, decision.seat, odds=True)
        if shown is not None and shown.odds:
            return match, log
        add(judge.act(match, decision.seat, match.seq, decision.default))
    raise AssertionError(f"no decision of {game.id} has odds")


@pytest.mark.parametrize("game", house_games(), ids=lambda game: game.id)
def test_odds_are_shown_to_who_decides_when_they_are_asked_for(game: AnyGame) -> None:
    match, log = begun(game)
    decision = match.decision()
    assert decision is not None
    seat = decision.seat
    seen = view(match, seat)
    plain, with_odds = snapshot(match, seat, seen), snapshot(match, seat, seen, odds=True)
    assert isinstance(plain.decision, DecisionView)
    assert isinstance(with_odds.decision, DecisionView)
    assert not plain.decision.odds
    assert with_odds.decision.odds
    assert plain.decision == decision_view(match, seat)
    assert with_odds.decision == decision_view(match, seat, odds=True)
    assert (with_odds.decision.kind, with_odds.decision.actions) == (decision.kind, decision.actions)
    assert plain.digest == digest(match.head, match.secret)
    for viewer in {PUBLIC, OPEN, 0, 1} - {seat}:
        assert decision_view(match, viewer, odds=True) is None
        assert not snapshot(match, viewer, view(match, viewer), odds=True).decision
    # What is looked at again shows no odds; what is sent after a gap shows those of the last decision alone.
    assert Replay(log, match.secret, seat).snapshot(match.seq, seat).decision == plain.decision
    assert [message.decision for message in updates(log, match.secret, seat, 1)][-1] == plain.decision
    told = list(updates(log, match.secret, seat, 1, odds=True))
    assert told[-1].decision == with_odds.decision
    assert not any(message.decision.odds for message in told[:-1] if message.decision)


def test_the_messages_of_an_entry_keep_odds_for_those_who_wish_them() -> None:
    match, log = begun(house_games()[0])
    decision = match.decision()
    assert decision is not None
    messages = EntryMessages(match, log[-1], [])
    for odds in (False, True, True, False):
        update = messages.update(decision.seat, {}, odds)
        assert isinstance(update.decision, DecisionView)
        assert bool(update.decision.odds) is odds
        assert not messages.update(PUBLIC, {}, odds).decision
    assert (update.seq, update.at) == (match.seq, match.at)


def test_before_the_start_there_is_no_table_and_no_dice() -> None:
    play = Play()
    assert table_view(play.match, 0) == {}
    played = Play().begin()
    body = judge.act(played.match, 0, played.match.seq, played.match.decision().actions[0])  # type: ignore[union-attr]
    assert not isinstance(body, judge.Again)
    with pytest.raises(BrokenLogError, match="need the secret") as caught:
        play.match.preview(body)
    assert caught.value.seq == play.match.seq + 1


def test_the_view_of_a_match_that_waits_says_all_that_entry_1_says() -> None:
    """Each part by itself: what is not so is not there."""
    fork = Fork("source", 7, b"state", resampled=True)
    play = Play(BANK, Access(open_delay=45), {"hand": 1}, fork, open_for=60_000)
    play.match.created = msgspec.structs.replace(play.match.created, house="clever", undo=True)
    play.match.static_part = None
    play.append(judge.sit(play.match, "ann", "Ann", 1, bot=True))
    assert view(play.match, PUBLIC) == {
        "game": "toy",
        "rules": 1,
        "status": "open",
        "options": {"hand": 1, "swaps": True},
        "seats": {"0": {}, "1": {"player": "ann", "name": "Ann", "bot": True}},
        "clock": {
            "kind": "bank",
            "base": 60_000,
            "on_timeout": "lose",
            "increment": 2_000,
            "left": {"0": 60_000, "1": 60_000},
        },
        "undo_by": "free",
        "open_delay": 45,
        "fork": {"match": "source", "seq": 7, "resampled": True},
        "expires": play.entries[0].at + 60_000,
        "house": "clever",
    }
    play.append(judge.sit(play.match, "house", "Clever", 0, house=True))
    assert view(play.match, PUBLIC)["seats"]["0"] == {"player": "house", "name": "Clever", "house": True}
    plain = view(Play().match, 0)
    assert plain == {
        "game": "toy",
        "rules": 1,
        "status": "open",
        "options": {"hand": 2, "swaps": True},
        "seats": {"0": {}, "1": {}},
        "clock": {"kind": "none"},
    }


def test_what_is_decided_and_offered_is_in_the_view_until_it_is_not() -> None:
    play = Play(BANK).begin()
    decision = play.match.decision()
    assert decision is not None
    seen = view(play.match, 1)
    assert (seen["turn"], seen["decision"], seen["status"]) == (0, decision.kind, "playing")
    assert seen["clock"]["since"] == play.match.at
    assert seen["clock"]["deadline"] == play.match.deadline()
    assert not {"draw_offer", "outcome", "expires", "house", "undo"} & seen.keys()
    play.append(DrawOffered(1))
    assert view(play.match, 0)["draw_offer"] == 1
    play.append(judge.resign(play.match, 0))
    decided = view(play.match, 0)
    assert "outcome" not in decided
    assert not {"turn", "decision"} & decided.keys()
    assert not {"since", "deadline"} & decided["clock"].keys()
    play.settle()
    assert view(play.match, 0)["outcome"] == {"winners": [1], "reason": "resigned"}
    assert view(play.match, 0)["table"] == play.match.game.view(play.match.state, OPEN)
