"""Hints in the log: taken once per decision, told to one seat, and to the others only that it was taken."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import BrokenLogError, Entry, Hinted, Resigned, UndoAsked, Undone, encode
from bocage.log.export import export, verify
from bocage.log.match import Match
from bocage.log.outline import Outline
from bocage.log.replay import Replay
from bocage.log.view import EntryMessages, decision_view, snapshot, view
from bocage.protocol.codec import CODECS
from bocage.protocol.refusal import RefusedError
from bocage.protocol.review import Why
from bocage.rules.kernel import OPEN, PUBLIC
from tests.log.logs import BANK, Play, state_of
from tests.log.test_undo import Undoing
from tests.rules.toy import GAME
from tests.tally import TALLY

WHY = Why("men.own")


def begun(name: str = "hints", hints: bool = True) -> Play:
    return Play(name=name, hints=hints).begin()


def hint_of(play: Play | Undoing, at: int = 0, why: Why = WHY) -> Hinted[Any]:
    decision = play.match.decision()
    assert decision is not None
    return Hinted(decision.seat, decision.actions[at], why, "engine")


def take(play: Play, at: int = 0, why: Why = WHY) -> Entry:
    body = judge.hint(play.match, play.match.seq, hint_of(play, at, why))
    assert isinstance(body, Hinted)
    return play.append(body)


def code(play: Play, seat: int, seq: int = 0) -> str:
    with pytest.raises(RefusedError) as refused:
        judge.may_hint(play.match, seat, seq or play.match.seq)
    return refused.value.code


def test_a_hint_changes_nothing_but_what_is_known_of_hints() -> None:
    play, without = begun(), begun()
    before = play.match.game.pack(play.match.state), play.match.turn_seq, play.match.decision()
    take(play)
    assert (play.match.game.pack(play.match.state), play.match.turn_seq, play.match.decision()) == before
    assert view(play.match, 0)["hints"] == {"0": 1}
    assert view(without.match, 0)["hints"] == {}
    assert "hints" not in view(begun(hints=False).match, 0)
    assert play.proposals[-1].change is None


def test_it_stands_until_the_decision_is_answered() -> None:
    play = begun()
    hinted = hint_of(play, 1)
    take(play, 1)
    owed = decision_view(play.match, 0)
    assert owed is not None
    assert owed.hint is not msgspec.UNSET
    assert (owed.hint.action, owed.hint.why) == (hinted.action, WHY)
    play.append(judge.draw(play.match, 1, play.match.seq))  # type: ignore[arg-type]
    owed = decision_view(play.match, 0)
    assert owed is not None
    assert owed.hint is not msgspec.UNSET
    play.act()
    owed = decision_view(play.match, 1)
    assert owed is not None
    assert owed.hint is msgspec.UNSET
    take(play)
    assert view(play.match, 1)["hints"] == {"0": 1, "1": 1}


def test_there_is_one_for_each_decision() -> None:
    play = begun()
    seen = play.match.seq
    taken = take(play)
    for position in (seen, play.match.seq):
        assert judge.may_hint(play.match, 0, position) == judge.Again(taken.seq)
        assert judge.hint(play.match, position, hint_of(play, 1)) == judge.Again(taken.seq)
    play.act()
    assert code(play, 0, seen) == "stale"


def test_who_may_take_one() -> None:
    play = begun()
    assert judge.may_hint(play.match, 0, play.match.seq) is None
    assert code(play, 1) == "not_your_turn"
    assert code(play, -1) == "not_seated"
    assert code(play, 0, play.match.seq + 1) == "stale"
    assert code(begun(hints=False), 0) == "no_hints"
    assert code(Play(hints=True), 0) == "not_playing"
    play.append(Resigned(0))
    assert code(play, 0) == "game_over"


def test_a_rated_match_has_none() -> None:
    _, rated = create(GAME, "ann", clock=BANK, hints=True, rated=True)
    _, casual = create(GAME, "ann", clock=BANK, hints=True)
    assert (rated.hints, casual.hints) == (False, True)


def test_advice_that_cannot_be_followed_is_refused() -> None:
    play = begun()
    wrong = msgspec.structs.replace(hint_of(play), action={"do": "play", "card": "nothing"})
    with pytest.raises(RefusedError) as refused:
        judge.hint(play.match, play.match.seq, wrong)
    assert refused.value.code == "illegal_action"


def test_a_decision_without_a_choice_has_hints_too() -> None:
    """Otherwise who takes one would tell the others that they hold something to choose from."""
    play = Play(options={"hand": 1, "swaps": False}, hints=True, name="single").begin()
    decision = play.match.decision()
    assert decision is not None
    assert len(decision.actions) == 1
    take(play, why=Why("only"))


VIEWERS = (0, 1, PUBLIC)


def told(at: int, why: Why) -> dict[int, tuple[bytes, bytes]]:
    """What each viewer is sent about a hint, as an update and as a snapshot. Left out: the digest, a keyed hash."""
    play = begun()
    before = {viewer: view(play.match, viewer) for viewer in VIEWERS}
    entry = take(play, at, why)
    match = play.match
    messages = EntryMessages(match, entry, play.told)
    (codec, *_) = CODECS.values()
    found = {}
    for viewer in VIEWERS:
        seen = view(match, viewer)
        patch = {"hints": seen["hints"]}
        assert {**before[viewer], **patch} == seen
        update = msgspec.structs.replace(messages.update(viewer, patch), digest="")
        whole = msgspec.structs.replace(snapshot(match, viewer, seen), digest="")
        found[viewer] = codec.encode(update), codec.encode(whole)
    return found


def test_what_a_hint_says_is_told_to_nobody_else() -> None:
    """Whatever it says, and however long that is, all others are sent the same bytes."""
    one = told(0, Why("men.own"))
    another = told(1, Why("ending", "most_points", (99, 100), (1, 100)))
    assert one[0] != another[0]
    assert (one[1], one[PUBLIC]) == (another[1], another[PUBLIC])


def test_replays_tell_it_to_the_others_only_after_the_end() -> None:
    play = begun()
    taken = take(play)
    seq = play.match.seq
    for seat, known in ((0, True), (1, False), (PUBLIC, False)):
        update = list(Replay(play.entries[:seq], play.secret, seat).stream(seat))[-1]
        (event,) = msgspec.to_builtins(update.events)  # type: ignore[union-attr]
        assert (event["ev"], event["seat"], "action" in event, "theme" in event) == ("hinted", 0, known, known)
    play.finish()
    replay = Replay(play.entries, play.secret, OPEN)
    updates = {update.seq: update for update in list(replay.stream(OPEN))[1:]}
    (event,) = msgspec.to_builtins(updates[taken.seq].events)  # type: ignore[union-attr]
    assert event["action"] == msgspec.to_builtins(play.match.hints.last.action)  # type: ignore[union-attr]


def test_every_fold_leads_to_the_same() -> None:
    play = begun()
    take(play)
    play.act()
    take(play, 1)
    play.finish()
    again = Match.fold(play.entries, play.secret)
    assert state_of(again) == state_of(play.match)
    assert again.hints == play.match.hints
    outline = Outline(play.secret)
    for entry in play.entries:
        outline.extend(entry)
    assert outline.hints.counts == {"0": 1, "1": 1}
    assert verify(line for line in export(play.entries)).findings == []


@pytest.mark.parametrize(
    ("hints", "change", "finding"),
    [
        (False, {}, "no_hints"),
        (True, {"seat": 1}, "not_your_turn"),
        (True, {"action": {"do": "play", "card": "nothing"}}, "illegal_action"),
    ],
)
def test_a_verifier_finds_a_hint_that_could_not_be_taken(hints: bool, change: dict[str, Any], finding: str) -> None:
    play = begun(hints=hints)
    play.append(msgspec.structs.replace(hint_of(play), **change))
    play.finish()
    assert [finding in one.text for one in verify(export(play.entries)).findings] == [True]


def test_hint_for_a_missing_seat_breaks_the_log() -> None:
    play = begun()
    raw = encode(msgspec.structs.replace(hint_of(play), seat=7))
    with pytest.raises(BrokenLogError, match="no hint can be taken"):
        play.match.extend(Entry(play.match.seq + 1, play.now, raw))


def test_two_hints_about_one_decision_are_found() -> None:
    play = begun()
    take(play)
    play.append(hint_of(play, 1))
    play.finish()
    assert [one.text for one in verify(export(play.entries)).findings] == ["does not follow from what came before"]


def test_a_hint_does_not_hinder_taking_back() -> None:
    play = Undoing(TALLY, hints=True)
    first = hint_of(play, 0)
    play.append(first)
    before = play.state
    play.act()
    play.append(hint_of(play, 0))
    assert isinstance(play.undo(0), UndoAsked | Undone)
    if play.match.undo.asked == 0:
        play.undo(1)
    assert play.state == before
    # The same decision is raised again, and a hint may be taken again.
    assert judge.may_hint(play.match, 0, play.match.seq) is None
    assert play.refolded().hints == play.match.hints
