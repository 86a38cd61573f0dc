"""Answers that are taken back: the position before counts again, whatever way the log is folded."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import (
    Acted,
    Body,
    BrokenLogError,
    Resigned,
    TimedOut,
    UndoAsked,
    UndoDeclined,
    Undone,
    encode,
)
from bocage.log.export import export, verify
from bocage.log.legality import objection
from bocage.log.match import Match
from bocage.log.outline import Outline
from bocage.log.projection import propose
from bocage.log.records import Entry
from bocage.log.replay import Replay, updates
from bocage.log.view import view
from bocage.protocol.patch import apply
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import ClockRules
from bocage.rules.company_commander import GAME as COMPANY_COMMANDER
from bocage.rules.kernel import PUBLIC, AnyGame
from bocage.rules.kernel.registry import register
from bocage.rules.omaha import GAME as OMAHA
from bocage.rules.squad import GAME as SQUAD
from bocage.rules.zombies import GAME as ZOMBIES
from tests.log.logs import BANK, BANK_DEFAULT
from tests.tally import TALLY, Skip

register(TALLY)

GAMES = (OMAHA, ZOMBIES, SQUAD, COMPANY_COMMANDER, TALLY)


class Undoing:
    """A match with undo and its log, folded from previews as a room does."""

    def __init__(
        self,
        game: AnyGame,
        clock: ClockRules | None = None,
        house: bool = False,
        undo: bool = True,
        hints: bool = False,
    ) -> None:
        self.now = 1_000
        self.match, body = create(game, "ann", None, clock, undo=undo, hints=hints)
        self.entries: list[Entry] = []
        self.append(body)
        for number, player in enumerate(("ann", "bob")[: game.seats]):
            self.append(
                judge.sit(self.match, player, player, nonce=f"{number:032x}", house=house and player == "bob")
            )
        self.settle()

    def append(self, body: Body, passed: int = 1_000) -> Entry:
        self.now += passed
        proposal = propose(self.match, body, self.now)
        entry = Entry(proposal.seq, max(self.now, proposal.not_before), proposal.raw)
        self.match.extend(entry, proposal.preview)
        self.entries.append(entry)
        return entry

    def settle(self) -> None:
        while (body := judge.owed(self.match)) is not None:
            self.append(body, 0)

    def act(self, action: Any = None, passed: int = 1_000) -> int:
        decision = self.match.decision()
        assert decision is not None
        body = judge.act(self.match, decision.seat, self.match.seq, action or decision.actions[0])
        assert not isinstance(body, judge.Again)
        return self.append(body, passed).seq

    def undo(self, seat: int, passed: int = 1_000) -> Body:
        body = judge.undo(self.match, seat, self.match.seq)
        assert not isinstance(body, judge.Again)
        self.append(body, passed)
        return body

    @property
    def state(self) -> bytes:
        return self.match.game.pack(self.match.state)

    def refolded(self) -> Match:
        return Match.fold(self.entries, self.match.secret)


def code(play: Undoing, seat: int, seq: int = 0) -> str:
    with pytest.raises(RefusedError) as refused:
        judge.undo(play.match, seat, seq or play.match.seq)
    return refused.value.code


def whole(game: AnyGame, seed: int) -> Undoing:
    """A random match in which whatever can be taken back is, now and then; each time the position is as before."""
    rng = Random(f"{game.id} {seed}")
    play = Undoing(game)
    before: dict[int, bytes] = {}
    while play.match.decision() is not None:
        last = play.match.undo.last
        if last is not None and rng.random() < 0.4:
            if game.seats == 2:
                assert isinstance(play.undo(last.seat), UndoAsked)
                assert isinstance(play.undo(1 - last.seat), Undone)
            else:
                assert isinstance(play.undo(last.seat), Undone)
            assert play.state == before[last.entry]
            decision = play.match.decision()
            assert decision is not None
            assert decision.seat == last.seat
        else:
            state = play.state
            decision = play.match.decision()
            assert decision is not None
            before[play.act(rng.choice(decision.actions))] = state
    play.settle()
    return play


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_position_before_counts_again_and_every_fold_says_so(game: AnyGame) -> None:
    taken = 0
    for seed in range(2):
        play = whole(game, seed)
        bodies = [json.loads(entry.raw)["e"] for entry in play.entries]
        taken += bodies.count("undone")
        again = play.refolded()
        assert game.pack(again.state) == play.state
        assert (again.head, again.outcome, again.turn_seq) == (
            play.match.head,
            play.match.outcome,
            play.match.turn_seq,
        )
        report = verify(export(play.entries))
        assert not report.findings
        shown: Any = view(Match.fold(play.entries[:1], play.match.secret), PUBLIC)
        for update in updates(play.entries, play.match.secret, PUBLIC, 1):
            if update.patch is not msgspec.UNSET:
                shown = apply(shown, update.patch)
        assert json.loads(msgspec.json.encode(shown)) == json.loads(msgspec.json.encode(view(again, PUBLIC)))
    assert taken > 0


def test_several_answers_are_taken_back_the_last_one_first() -> None:
    play = Undoing(OMAHA)
    landed = play.state
    first = play.act()
    stepped = play.state
    second = play.act(next(a for a in _actions(play) if _quiet_move(play, a)))
    assert play.undo(0) == Undone(0, second)
    assert play.state == stepped
    assert view(play.match, 0)["undo"] == 0
    assert play.undo(0) == Undone(0, first)
    assert play.state == landed
    assert code(play, 0) == "cannot_undo"
    replay = Replay(play.entries, play.match.secret, 0)
    kinds = [OMAHA.pack(replay.at(seq).state) for seq in range(first, play.match.seq + 1)]
    assert kinds[1:] == [kinds[1], kinds[0], landed]


def _actions(play: Undoing) -> list[Any]:
    decision = play.match.decision()
    assert decision is not None
    return decision.actions


def _quiet_move(play: Undoing, action: Any) -> bool:
    twin = play.match.copy()
    twin.extend(Entry(twin.seq + 1, twin.at, encode(Acted(0, action))))
    return twin.undo.last is not None and twin.undo.last.entry == twin.seq


def test_a_final_action_is_refused_if_it_should_be_undoable() -> None:
    play = Undoing(OMAHA)

    def refused(action: Any) -> str:
        try:
            judge.act(play.match, 0, play.match.seq, action, undoable=True)
        except RefusedError as error:
            return error.code
        return ""

    play.act()
    found = {refused(action) for action in _actions(play) if not _quiet_move(play, action)}
    assert found == {"final"}
    quiet = [action for action in _actions(play) if _quiet_move(play, action)]
    assert quiet
    assert {refused(action) for action in quiet} == {""}
    play.match.undo.allowed = False
    assert {refused(action) for action in quiet} == {"final"}


def test_undo_leaves_earlier_copies_alone() -> None:
    play = Undoing(OMAHA)
    landed = play.state
    play.act()
    twin = play.match.copy()
    play.undo(0)
    for action in _actions(play)[:1]:
        play.act(action)
    assert twin.undo.last is not None
    body = judge.undo(twin, 0, twin.seq)
    assert isinstance(body, Undone)
    twin.extend(Entry(twin.seq + 1, twin.at, encode(body)))
    assert OMAHA.pack(twin.state) == landed


def test_the_view_says_who_may_and_who_must_agree() -> None:
    play = Undoing(TALLY)
    assert view(play.match, 0)["undo_by"] == "consent"
    assert "undo" not in view(play.match, 0)
    play.act()
    seen = view(play.match, PUBLIC)
    assert (seen["undo"], "undo_asked" in seen) == (0, False)
    play.undo(0)
    assert view(play.match, 1)["undo_asked"] == 0
    play.undo(1)
    assert not {"undo", "undo_asked"} & view(play.match, 1).keys()
    assert view(Undoing(TALLY, house=True).match, 0)["undo_by"] == "free"
    assert view(Undoing(OMAHA).match, 0)["undo_by"] == "free"
    assert "undo_by" not in view(Undoing(OMAHA, undo=False).match, 0)


def test_who_may_not_is_told_why() -> None:
    play = Undoing(TALLY)
    assert code(play, -1) == "not_seated"
    assert code(play, 0) == "cannot_undo"
    begun = play.match.seq
    play.act()
    assert code(play, 1) == "cannot_undo"
    assert code(play, 0, begun) == "stale"
    assert code(play, 0, play.match.seq + 1) == "stale"
    play.undo(0)
    assert code(play, 0) == "already_asked"
    assert judge.undo(play.match, 0, play.match.seq - 1) == judge.Again(play.match.seq)
    play.append(Resigned(0))
    assert code(play, 1) == "game_over"
    assert code(Undoing(TALLY, undo=False), 0) == "no_undo"


def declined(play: Undoing, seat: int, seq: int = 0) -> UndoDeclined | judge.Again | str:
    """The entry by which a seat declines, or with what it is refused."""
    try:
        return judge.decline_undo(play.match, seat, seq or play.match.seq)
    except RefusedError as refused:
        return refused.code


def test_who_is_asked_may_decline_and_both_sides_see_it() -> None:
    play = Undoing(TALLY)
    begun = play.match.seq
    play.act()
    assert [declined(play, seat) for seat in (-1, 0, 1)] == ["not_seated", "not_asked", "not_asked"]
    play.undo(0)
    seen = play.match.seq
    assert (declined(play, 0), declined(play, 1, begun)) == ("not_asked", "stale")
    assert declined(play, 1) == UndoDeclined(1)
    state = play.state
    play.append(UndoDeclined(1))
    assert play.state == state
    # Nobody is asked the same twice: what was declined is not offered again before the next answer.
    assert not {"undo", "undo_asked"} & view(play.match, 0).keys()
    assert code(play, 0) == "already_asked"
    assert declined(play, 1, seen) == judge.Again(play.match.seq)
    assert (declined(play, 1), code(play, 1, seen)) == ("not_asked", "cannot_undo")
    play.act()
    assert view(play.match, 0)["undo"] == 1
    twin = play.refolded()
    assert (twin.undo.declined_at, twin.undo.asked) == ([0, seen + 1], -1)
    play.append(Resigned(0))
    assert declined(play, 1) == "game_over"


def test_undone_answer_sent_again_is_stored_once() -> None:
    play = Undoing(OMAHA)
    seen = play.match.seq
    action = _actions(play)[0]
    answered = play.act(action)
    play.undo(0)
    assert judge.act(play.match, 0, seen, action) == judge.Again(answered)
    assert judge.act(play.match, 0, play.match.seq, action) == Acted(0, action)


def test_draw_offer_and_undo_request_lapse_with_an_answer() -> None:
    play = Undoing(TALLY)
    play.act()
    offered = judge.draw(play.match, 1, play.match.seq)
    assert not isinstance(offered, judge.Again)
    play.append(offered)
    play.undo(0)
    play.undo(1)
    assert play.match.draw_offer == -1
    play.act()
    play.undo(0)
    play.act()
    assert play.match.undo.asked == -1
    assert code(play, 0) == "cannot_undo"


def test_a_default_that_a_timeout_played_stays() -> None:
    play = Undoing(TALLY, BANK_DEFAULT, house=True)
    play.act()
    play.now = play.match.deadline()
    body = judge.timeout(play.match, play.now)
    assert isinstance(body, TimedOut)
    play.append(body, 0)
    assert play.match.undo.last is None


def test_the_clock_charges_own_time_and_nobody_for_the_others() -> None:
    play = Undoing(TALLY, BANK, house=True)
    base = BANK.base
    play.act(passed=10_000)
    play.undo(0, passed=30_000)
    assert play.match.clock.left[0] == base - 10_000
    assert play.match.clock.remaining(1, 0) == base
    assert play.match.deadline() == play.now + base - 10_000
    play.act(passed=5_000)
    assert play.match.clock.left[0] == base - 15_000
    solo = Undoing(OMAHA, BANK)
    solo.act(passed=10_000)
    solo.undo(0, passed=7_000)
    assert solo.match.clock.left[0] == BANK.base - 17_000


def test_the_deadline_in_the_lists_follows() -> None:
    play = Undoing(TALLY, BANK, house=True)
    play.act(passed=10_000)
    body = judge.undo(play.match, 0, play.match.seq)
    assert isinstance(body, Undone)
    change = propose(play.match, body, play.now).change
    assert change is not None
    assert change.due_in == BANK.base - 10_000


BROKEN: dict[str, Body] = {
    "another entry": Undone(0, 3),
    "another seat": Undone(1, 5),
    "asked for another entry": UndoAsked(0, 4),
}


@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN)
def test_a_log_that_takes_back_what_cannot_be_is_broken(body: Body) -> None:
    play = Undoing(TALLY)
    assert play.act() == 5
    with pytest.raises(BrokenLogError):
        play.match.copy().extend(Entry(6, play.now, encode(body)))


def test_a_log_that_takes_back_what_rolled_is_broken() -> None:
    rolled = Undoing(TALLY)
    rolled.act(Skip())
    with pytest.raises(BrokenLogError):
        rolled.match.extend(Entry(6, rolled.now, encode(Undone(0, 5))))


def test_the_check_of_an_export_knows_who_had_to_agree() -> None:
    play = Undoing(TALLY)
    play.act()
    assert objection(play.match, Undone(0, 5), play.now) != ""
    assert objection(play.match, UndoAsked(0, 5), play.now) == ""
    play.undo(0)
    assert objection(play.match, Undone(0, 5), play.now) == ""
    assert objection(play.match, UndoAsked(0, 5), play.now) != ""
    free = Undoing(TALLY, house=True)
    free.act()
    assert objection(free.match, Undone(0, 5), free.now) == ""
    assert objection(free.match, UndoAsked(0, 5), free.now) != ""


def test_without_the_rules_the_log_still_folds() -> None:
    play = whole(TALLY, 1)
    outline = Outline(play.match.secret)
    for entry in play.entries:
        outline.extend(entry)
    assert (outline.status, outline.outcome) == ("ended", play.match.outcome)
    assert outline.turn_seq == play.match.turn_seq


def test_match_without_undo_keeps_its_entries() -> None:
    _, body = create(OMAHA, "ann")
    assert b"undo" not in encode(body)
    play = Undoing(OMAHA, undo=False)
    play.act()
    assert play.match.undo.last is None
