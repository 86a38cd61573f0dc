"""What goes with a view: the decision its viewer owes, odds when they are asked for, the digest of the log."""

from __future__ import annotations

import msgspec
import pytest

from bocage.log import events, judge
from bocage.log.chain import digest
from bocage.log.create import create
from bocage.log.entries import (
    Access,
    Acted,
    BrokenLogError,
    DrawDeclined,
    DrawOffered,
    Ended,
    Entry,
    Fork,
    Hinted,
    Resigned,
    Seated,
    Started,
    UndoAsked,
    UndoDeclined,
    encode,
)
from bocage.log.match import Match
from bocage.log.replay import Replay, updates
from bocage.log.view import (
    NOBODY,
    EntryMessages,
    decision_view,
    may_look,
    shared_view,
    snapshot,
    table_view,
    told_to,
    view,
)
from bocage.protocol.decisions import Hint
from bocage.protocol.messages import DecisionView, Snapshot, Update
from bocage.protocol.review import Why
from bocage.rules.kernel import OPEN, PUBLIC, AnyGame, Told
from bocage.rules.kernel.registry import find_game, house_games, register
from tests.log.logs import BANK, Play
from tests.rules.toy import GAME
from tests.tally import TALLY, Add

register(TALLY)


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


@pytest.mark.parametrize(
    "game", [game for game in house_games() if game.Figures is not None], ids=lambda game: game.id
)
def test_odds_are_shown_to_the_deciding_seat_on_request(game: AnyGame) -> None:
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


def test_entry_messages_carry_odds_on_request() -> None:
    match, log = begun(find_game("company_commander"))
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


def test_view_of_an_open_match_shows_entry_1() -> None:
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


def test_decisions_and_offers_stand_in_the_view() -> None:
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
    play.append(Resigned(0))
    decided = view(play.match, 0)
    assert "outcome" not in decided
    assert not {"turn", "decision"} & decided.keys()
    assert not {"since", "deadline"} & decided["clock"].keys()
    play.settle()
    assert view(play.match, 0)["outcome"] == {"winners": [1], "reason": "resigned"}
    assert view(play.match, 0)["table"] == play.match.game.view(play.match.state, OPEN)


def test_whole_view_of_a_running_rated_match() -> None:
    match, created = create(
        TALLY, "ann", {"turns": 9}, BANK, Access(open_delay=0), match_id="m", undo=True, hints=True
    )
    created = msgspec.structs.replace(created, rated=True)
    bodies = (
        created,
        Seated(0, "ann", "", "0" * 32),
        Seated(1, "bob", "", "1" * 32, bot=True),
        Started(),
        Acted(0, Add(3)),
        UndoAsked(0, 5),
        Hinted(1, Add(1), Why("men.own"), "engine"),
        DrawOffered(0),
    )
    match.names = {"ann": "Ann", "bob": ""}
    for seq, body in enumerate(bodies, 1):
        match.extend(Entry(seq, 1_000 * seq, encode(body)))
    whole = {
        "game": "tally",
        "rules": 1,
        "status": "playing",
        "options": {"turns": 9},
        "seats": {
            "0": {"player": "ann", "name": "Ann"},
            "1": {"player": "bob", "name": "", "left": True, "bot": True},
        },
        "clock": {
            "kind": "bank",
            "base": 60_000,
            "on_timeout": "lose",
            "increment": 2_000,
            "left": {"0": 61_000, "1": 60_000},
            "since": 5_000,
            "deadline": 65_000,
        },
        "undo_by": "consent",
        "rated": True,
        "open_delay": 0,
        "turn": 1,
        "decision": "add",
        "draw_offer": 0,
        "hints": {"1": 1},
        "undo": 0,
        "undo_asked": 0,
    }
    assert shared_view(match) == whole
    for viewer in (PUBLIC, OPEN, 0, 1):
        table = TALLY.view(match.state, viewer)
        assert table_view(match, viewer) == table
        assert view(match, viewer) == whole | {"table": table}
    decision = match.decision()
    assert decision is not None
    hint = Hint(Add(1), Why("men.own"))
    plain = DecisionView(1, "add", decision.actions, decision.default, hint=hint)
    assert decision_view(match, 1) == plain
    message = snapshot(match, 1, {"a": 1})
    assert message == Snapshot("m", 8, 1, {"a": 1}, plain, digest(match.head, match.secret))
    assert snapshot(match, 0, {}) == Snapshot("m", 8, 0, {}, msgspec.UNSET, digest(match.head, match.secret))
    # An offer, and who asks, stand for as long as they are open.
    match.extend(Entry(9, 9_000, encode(UndoDeclined(1))))
    match.extend(Entry(10, 10_000, encode(DrawDeclined(1))))
    later = shared_view(match)
    assert later == {key: value for key, value in whole.items() if key not in ("draw_offer", "undo", "undo_asked")}
    match.extend(Entry(11, 11_000, encode(Acted(1, Add(1)))))
    assert shared_view(match)["undo"] == 1
    match.extend(Entry(12, 12_000, encode(Resigned(0))))
    assert not {"undo", "undo_asked", "turn", "decision"} & shared_view(match).keys()


def test_a_message_tells_of_its_entry_alone() -> None:
    play = Play(BANK).begin()
    decision = play.match.decision()
    assert decision is not None
    entry = play.act(decision.actions[-1])  # a swap: only its seat sees the cards
    public, own = play.told[0].public, play.told[0].private[0]
    messages = EntryMessages(play.match, entry, [*play.told, Told(events.GaveUp(1))])
    mark = digest(play.match.head, play.match.secret)
    owed = decision_view(play.match, 0)
    assert owed is not None
    for viewer, seen, owes in ((0, own, owed), (1, public, msgspec.UNSET), (PUBLIC, public, msgspec.UNSET)):
        assert messages.update(viewer, {"x": 1}) == Update(
            play.match.id, 5, entry.at, {"x": 1}, [seen, events.GaveUp(1)], owes, mark
        )
    assert messages.update(OPEN, {}) == Update(
        play.match.id, 5, entry.at, msgspec.UNSET, [own, events.GaveUp(1)], msgspec.UNSET, mark
    )
    plain = EntryMessages(play.match, entry, [Told(events.GaveUp(1)), Told(events.GaveUp(0))])
    assert plain.update(1, {}).events == [events.GaveUp(1), events.GaveUp(0)]
    assert told_to(0, play.told) == [own]
    play.append(Resigned(0))
    over = EntryMessages(play.match, play.entries[-1], play.told)
    assert [over.update(viewer, {}, odds).decision for viewer in (NOBODY, -1, 0) for odds in (False, True)] == [
        msgspec.UNSET
    ] * 6


def test_before_the_start_tables_are_empty() -> None:
    match = Play().match
    assert [table_view(match, 0), table_view(match, OPEN)] == [{}, {}]


def test_who_may_look_at_what() -> None:
    play = Play().begin()
    for seat in (-1, 0, 1):
        allowed = {PUBLIC, seat}
        assert [may_look(play.match, viewer, seat) for viewer in (OPEN, PUBLIC, 0, 1)] == [
            viewer in allowed for viewer in (OPEN, PUBLIC, 0, 1)
        ]
    play.append(Resigned(0))
    assert not may_look(play.match, OPEN, 0)
    play.append(Ended([1], "resigned"))
    # As soon as it has ended, though its secret is not told yet.
    assert may_look(play.match, OPEN, -1)
    assert view(play.match, 0)["table"] == GAME.view(play.match.state, OPEN)


def test_a_match_that_is_new_is_before_everything() -> None:
    match = Match()
    assert (match.id, match.seq, match.at, match.since, match.expires, match.decided) == ("", 0, 0, 0, 0, 0)
    assert (match.status, match.draw_offer, match.turn_seq, match.begun, match.over) == (
        "open",
        -1,
        0,
        False,
        False,
    )
    assert (match.seats, match.answers.maxlen, match.secret, match.deadline()) == ([], 32, b"", 0)


def test_secret_is_known_once_logged() -> None:
    play = Play()
    play.append(judge.sit(play.match, "ann", "Ann"))
    play.append(Resigned(0))
    play.settle()
    match = Match()
    for entry in play.entries:
        assert match.secret == b""
        match.extend(entry)
    assert match.secret == play.secret
