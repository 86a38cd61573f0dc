"""Commands in each phase of a match: what each seat may say there, and with which word it is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import (
    Acted,
    Closed,
    Deal,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Ended,
    Entry,
    Expired,
    Hinted,
    Outage,
    Resigned,
    Revealed,
    Seated,
    Started,
    TimedOut,
    encode,
)
from bocage.log.match import REMEMBERED_ANSWERS, Hints, Match
from bocage.log.outline import Outline
from bocage.protocol.codec import CODECS
from bocage.protocol.refusal import RefusedError
from bocage.protocol.review import Why
from bocage.rules.omaha import GAME as OMAHA
from tests.log.logs import BANK, BANK_DEFAULT, Play
from tests.log.test_bodies import PHASES, played
from tests.log.test_undo import Undoing
from tests.rules.toy import GAME
from tests.tally import TALLY, Add


def said(command: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """What a command becomes, or the word with which it is refused."""
    try:
        return command(*given, **named)
    except RefusedError as refused:
        return refused.code


def first() -> Any:
    decision = played().match.decision()
    assert decision is not None
    return decision.actions[0]


#: Command → phase → what seat 0 is told; a phase that is not named: what stands under "".
COMMANDS: dict[str, tuple[Callable[[Match], Any], dict[str, Any]]] = {
    "act": (
        lambda match: said(judge.act, match, 0, match.seq, first()),
        {"": "not_playing", "playing": Acted(0, first()), "decided": "game_over", "ended": "game_over"},
    ),
    "resign": (
        lambda match: said(judge.resign, match, 0),
        {"": Resigned(0), "decided": judge.Again(5), "ended": judge.Again(5), "called off": judge.Again(3)},
    ),
    "draw": (
        lambda match: said(judge.draw, match, 0, match.seq),
        {"": "not_playing", "playing": DrawOffered(0), "decided": "game_over", "ended": "game_over"},
    ),
    "decline a draw": (
        lambda match: said(judge.decline_draw, match, 0, match.seq),
        {"": "not_playing", "playing": "not_offered", "decided": "game_over", "ended": "game_over"},
    ),
    "undo": (
        lambda match: said(judge.undo, match, 0, match.seq),
        {"": "not_playing", "playing": "no_undo", "decided": "game_over", "ended": "game_over"},
    ),
    "decline an undo": (
        lambda match: said(judge.decline_undo, match, 0, match.seq),
        {"": "not_playing", "playing": "not_asked", "decided": "game_over", "ended": "game_over"},
    ),
    "hint": (
        lambda match: said(judge.may_hint, match, 0, match.seq),
        {"": "not_playing", "playing": "no_hints", "decided": "game_over", "ended": "game_over"},
    ),
    "close": (lambda match: said(judge.close, match), {"": Closed(), "ended": "game_over"}),
    "withdraw": (
        lambda match: said(judge.withdraw, match, "ann"),
        {"": "not_open", "nobody": "not_seated", "one": "not_seated"},
    ),
    "withdraw as a stranger": (lambda match: said(judge.withdraw, match, "bob"), {"": "not_creator"}),
    "reveal": (lambda match: said(judge.reveal, match) == "not_over", {"": True, "ended": False}),
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("command", COMMANDS)
def test_what_may_be_said_when(command: str, phase: str) -> None:
    ask, expected = COMMANDS[command]
    assert ask(PHASES[phase]().match) == expected.get(phase, expected[""])


@pytest.mark.parametrize("phase", PHASES)
def test_what_follows_by_itself(phase: str) -> None:
    play = PHASES[phase]()
    expected = {
        "both": Started(),
        "decided": Ended([1], "resigned"),
        "called off": Ended([], "cancelled"),
        "ended": Revealed(play.secret.hex(), play.match.head.hex()),
    }
    assert judge.owed(play.match) == judge.owed(play.match, now=10**15) == expected.get(phase)


@pytest.mark.parametrize("phase", PHASES)
def test_departed_player_resigns_an_undecided_match(phase: str) -> None:
    play = PHASES[phase]()
    last = play.match.seats[-1] or play.match.seats[0]
    assert judge.left(play.match) is None
    if last is None:
        return
    play.match.names = {**play.match.names, last.player: ""}
    over = phase in ("decided", "ended", "called off")
    assert judge.left(play.match) == (None if over else Resigned(last.seat))
    if not over:
        assert judge.owed(play.match) == Resigned(last.seat)


@pytest.mark.parametrize("phase", PHASES)
def test_when_time_is_up(phase: str) -> None:
    play = PHASES[phase]()
    expected = {"nobody": Expired(), "one": Expired(), "playing": TimedOut(0)}.get(phase)
    deadline = play.match.deadline()
    assert bool(deadline) is (expected is not None)
    assert judge.timeout(play.match, deadline) == judge.timeout(play.match, 10**15) == expected
    assert judge.timeout(play.match, deadline - 1) is None


def test_the_third_timeout_in_a_row_plays_nothing() -> None:
    match = Play(BANK_DEFAULT, name="late").begin().match
    decision = match.decision()
    assert decision is not None
    for misses, late in ((0, TimedOut(0, decision.default)), (1, TimedOut(0, decision.default)), (2, TimedOut(0))):
        match.clock.misses = [misses, 2]
        assert judge.timeout(match, match.deadline()) == late


@pytest.mark.parametrize(
    ("outages", "owed"),
    [
        ([], None),
        ([(0, 1_000)], None),
        ([(0, 1_001)], Outage(1_000, 1_001)),
        ([(999, 1_500)], Outage(1_000, 1_500)),
        ([(1_100, 1_500)], Outage(1_100, 1_500)),
        ([(0, 1_000), (1_100, 1_500), (1_600, 1_700)], Outage(1_100, 1_500)),
    ],
)
def test_of_outages_the_first_that_counts_is_owed(outages: list[tuple[int, int]], owed: Outage | None) -> None:
    match = Play(BANK).begin().match
    match.clock.excused = 1_000
    assert judge.owed(match, outages) == owed
    assert judge.owed(Play().begin().match, outages) is None


@pytest.mark.parametrize("codec", CODECS.values(), ids=list(CODECS))
def test_actions_are_read_in_the_framing_of_who_sends_them(codec: Any) -> None:
    play = played()
    before = play.match.seq
    raw = msgspec.Raw(codec.encode(first()))
    assert judge.act(play.match, 0, before, raw, codec) == Acted(0, first())
    stored = play.act(first())
    assert judge.act(play.match, 0, before, raw, codec) == judge.Again(stored.seq)


def test_there_are_no_draws_alone_or_in_a_deal() -> None:
    alone = Undoing(OMAHA).match
    assert said(judge.draw, alone, 0, alone.seq) == "no_draws"
    match, created = create(GAME, "ann", deal=Deal("", 10**15, duplicate="d/0"), secret=bytes(32))
    for number, body in enumerate((created, seat(0), seat(1), Started()), 1):
        match.extend(Entry(number, number, encode(body)))
    assert [said(judge.draw, match, one, match.seq) for one in (0, 1)] == ["no_draws", "no_draws"]


def seat(number: int) -> Seated:
    return Seated(number, f"p{number}", "", "0" * 32, {})


def test_positions_that_count_are_those_since_the_decision() -> None:
    play = Undoing(TALLY, hints=True)
    play.act()
    play.append(DrawOffered(0))
    turn, now = play.match.turn_seq, play.match.seq
    assert (turn, now) == (5, 6)
    commands: dict[Callable[..., Any], list[Any]] = {
        judge.draw: ["stale", DrawAccepted(1), DrawAccepted(1), "stale"],
        judge.decline_draw: ["stale", DrawDeclined(1), DrawDeclined(1), "stale"],
        judge.undo: ["stale", "cannot_undo", "cannot_undo", "stale"],
        judge.decline_undo: ["stale", "not_asked", "not_asked", "stale"],
        judge.may_hint: ["stale", None, None, "stale"],
    }
    for command, expected in commands.items():
        assert [said(command, play.match, 1, seq) for seq in (turn - 1, turn, now, now + 1)] == expected
    acts = [said(judge.act, play.match, 1, seq, Add(1)) for seq in (turn - 1, turn, now, now + 1)]
    # Before it stood another decision, which the other seat has answered with the same.
    assert acts == ["stale", Acted(1, Add(1)), Acted(1, Add(1)), "stale"]
    assert said(judge.act, play.match, 0, turn - 1, Add(1)) == judge.Again(5)


def test_how_many_answers_are_remembered() -> None:
    play = Undoing(TALLY)
    play.match.state.left = 100
    answered: list[tuple[int, int, int]] = []
    while len(answered) < 34:
        answered.append((play.match.seq, len(answered) % 2, play.act(Add(1))))
        # So that positions lie between all answers.
        play.append(judge.draw(play.match, len(answered) % 2, play.match.seq))  # type: ignore[arg-type]
    assert len(play.match.answers) == REMEMBERED_ANSWERS == 32
    known = [said(judge.act, play.match, who, seq - 1, Add(1)) for seq, who, _ in answered[1:]]
    # The oldest one: it is not known any more which position came before it.
    assert known[:2] == ["stale", "stale"]
    assert known[2:] == [judge.Again(stored) for _, _, stored in answered[3:]]
    _, who, stored = answered[2]
    assert judge.act(play.match, who, stored - 1, Add(1)) == judge.Again(stored)


def test_hint_belongs_to_the_decision_before_it() -> None:
    body: Hinted[Any] = Hinted(0, Add(1), Why("men.own"), "engine")
    hints = Hints().add(7, body)
    assert [hints.since(seq) for seq in (6, 7, 8)] == [body, None, None]
    assert hints.add(9, body) == Hints({"0": 2}, 9, body)
    assert Hints().since(0) is None


@pytest.mark.parametrize("place", [-2, -1, 2])
def test_there_is_no_other_seat(place: int) -> None:
    assert said(judge.sit, Play().match, "ann", "Ann", place) == "no_seat"


def test_without_the_rules_nobody_is_told_what_to_do() -> None:
    play = Play(hints=True).begin()
    outline = Outline(play.secret)
    for entry in play.entries:
        outline.extend(entry)
    assert said(judge.may_hint, outline, 0, outline.seq) == "not_your_turn"
    assert said(judge.may_hint, play.match, 0, play.match.seq) is None


@pytest.mark.parametrize("place", [0, 1])
def test_nobody_sits_twice_and_a_kept_seat_is_kept(place: int) -> None:
    play = Play()
    play.append(judge.sit(play.match, "ann", "Ann", place))
    assert said(judge.sit, play.match, "ann", "Ann") == "already_seated"
    kept, created = create(GAME, "ann", house="clever")
    kept.extend(Entry(1, 1, encode(created)))
    assert said(judge.sit, kept, "bob", "Bob", place) == "seat_kept"
    assert said(judge.sit, kept, "ann", "Ann", place, "A" * 32) == Seated(place, "ann", "Ann", "a" * 32, {})
    bot = judge.sit(kept, "hal", "Hal", place, "b" * 32, bot=True, house=True)
    assert bot == Seated(place, "hal", "Hal", "b" * 32, {}, bot=True, house=True)
