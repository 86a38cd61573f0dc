"""Which entry may follow which: every kind of entry in every phase of a match, and what it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import msgspec
import pytest

from bocage.log import judge
from bocage.log.clock import SLOTS
from bocage.log.entries import (
    KINDS,
    Acted,
    Body,
    BrokenLogError,
    Closed,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Ended,
    Entry,
    Expired,
    Outage,
    Resigned,
    Revealed,
    Seated,
    Started,
    TimedOut,
    UndoDeclined,
    UnknownEntryError,
    encode,
)
from bocage.log.match import Match
from bocage.log.replay import updates
from bocage.log.view import view
from bocage.protocol.patch import apply
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import OPEN, PUBLIC, Outcome
from tests.log.logs import BANK, Play, random_play, state_of

NONCE = "0" * 32


def waiting(seated: int = 0) -> Play:
    play = Play(BANK, open_for=60_000, name=f"waiting {seated}")
    for number in range(seated):
        play.append(judge.sit(play.match, f"p{number}", f"P {number}", nonce=NONCE))
    return play


def played() -> Play:
    return Play(BANK, open_for=60_000, name="played").begin()


def decided() -> Play:
    play = played()
    play.append(Resigned(0))
    return play


def ended() -> Play:
    play = decided()
    owed = judge.owed(play.match)
    assert owed is not None
    play.append(owed)
    return play


def called_off() -> Play:
    play = waiting(1)
    play.append(Resigned(0))
    return play


PHASES: dict[str, Callable[[], Play]] = {
    "nobody": waiting,
    "one": lambda: waiting(1),
    "both": lambda: waiting(2),
    "playing": played,
    "decided": decided,
    "ended": ended,
    "called off": called_off,
}


def seated(seat: int) -> Seated:
    return Seated(seat, "new", "New", NONCE)


def first_action(play: Play) -> Any:
    decision = played().match.decision()
    assert decision is not None
    return decision.actions[0]


def revealed(play: Play) -> Revealed:
    return Revealed(play.secret.hex(), play.match.head.hex())


#: A body, the phases in which it may be the next entry, and what is said in all others.
RULES: dict[str, tuple[Callable[[Play], Body], set[str], str]] = {
    "seat 0": (lambda _: seated(0), {"nobody"}, "the seat cannot be taken"),
    "seat 1": (lambda _: seated(1), {"nobody", "one", "called off"}, "the seat cannot be taken"),
    "seat 2": (lambda _: seated(2), set(), "the seat cannot be taken"),
    "seat -1": (lambda _: seated(-1), set(), "the seat cannot be taken"),
    "started": (lambda _: Started(), {"both"}, "the match cannot start"),
    "expired": (lambda _: Expired(), {"nobody", "one"}, "the match does not expire"),
    "closed": (lambda _: Closed(), set(PHASES) - {"ended"}, "the match has ended"),
    "acted": (lambda play: Acted(0, first_action(play)), {"playing"}, "no decision is owed"),
    "default": (lambda play: TimedOut(0, first_action(play)), {"playing"}, "no decision is owed"),
    "time up": (lambda _: TimedOut(0), {"playing"}, "the match is not being played"),
    "agreed": (lambda _: DrawAccepted(1), {"playing"}, "the match is not being played"),
    "undo declined": (
        lambda _: UndoDeclined(1),
        set(),
        "this seat was not asked to let anything be taken back",
    ),
    "declined": (lambda _: DrawDeclined(1), set(), "no draw was offered to this seat"),
    "ended": (lambda _: Ended([1], "resigned"), {"decided", "ended"}, "the match did not end like that"),
    "cancelled": (lambda _: Ended([], "cancelled"), {"called off"}, "the match did not end like that"),
    "revealed": (revealed, {"ended"}, "the match has not ended"),
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("kind", RULES)
def test_which_entry_may_follow(kind: str, phase: str) -> None:
    body, phases, said = RULES[kind]
    play = PHASES[phase]()
    later = play.now + 60_000
    entry = Entry(play.match.seq + 1, later, encode(body(play)))
    if phase in phases:
        play.match.extend(entry)
        assert (play.match.seq, play.match.at) == (entry.seq, later)
    else:
        with pytest.raises(BrokenLogError, match=said) as caught:
            play.match.extend(entry)
        assert caught.value.seq == entry.seq


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda entry: msgspec.structs.replace(entry, seq=entry.seq + 1), "follows entry 4"),
        (lambda entry: msgspec.structs.replace(entry, seq=entry.seq - 1), "follows entry 4"),
        (lambda entry: msgspec.structs.replace(entry, at=entry.at - 1), "time runs backwards"),
        (lambda entry: msgspec.structs.replace(entry, raw=b"{}"), "is no entry"),
        (lambda entry: msgspec.structs.replace(entry, raw=played().entries[0].raw), "and no other, creates"),
    ],
)
def test_numbers_and_times_go_forward(change: Callable[[Entry], Entry], said: str) -> None:
    play = played()
    with pytest.raises(BrokenLogError, match=said):
        play.match.extend(change(Entry(play.match.seq + 1, play.match.at, encode(Resigned(0)))))


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b'{"e":"promoted","seat":1}', "entry 5: this version knows no entry 'promoted'"),
        (b'{"e":"resigned"}', ""),
        (b'{"e":""}', ""),
        (b'{"e":3}', ""),
        (b'["promoted"]', ""),
        (b'{"e":"promoted"', ""),
    ],
)
def test_newer_entry_is_told_from_garbage(raw: bytes, said: str) -> None:
    play = played()
    with pytest.raises(BrokenLogError) as caught:
        play.match.extend(Entry(play.match.seq + 1, play.match.at, raw))
    assert (str(caught.value) if isinstance(caught.value, UnknownEntryError) else "") == said


def test_all_kinds_of_entries_are_known() -> None:
    assert {"created", "acted", "timed_out", "hinted", "revealed"} < KINDS
    assert len(KINDS) == len(get_args(Body))


def test_the_same_moment_is_no_step_back() -> None:
    play = played()
    play.match.extend(Entry(play.match.seq + 1, play.match.at, encode(Resigned(0))))
    assert play.match.outcome == Outcome((1,), "resigned")


def test_match_expires_at_its_time() -> None:
    for seats, early, works in ((0, 0, True), (1, 0, True), (1, 1, False), (2, 0, False)):
        play = waiting(seats)
        entry = Entry(play.match.seq + 1, play.match.expires - early, encode(Expired()))
        if works:
            play.match.extend(entry)
            assert play.match.outcome == Outcome((), "expired")
        else:
            with pytest.raises(BrokenLogError):
                play.match.extend(entry)
    forever = Play(BANK, name="for ever")
    with pytest.raises(BrokenLogError):
        forever.match.extend(Entry(2, forever.now + 10**12, encode(Expired())))


@pytest.mark.parametrize("seat", [0, 1])
def test_who_loses_leaves_the_others_as_winners(seat: int) -> None:
    for body, reason in ((Resigned(seat), "resigned"), (TimedOut(seat), "timed_out")):
        play = played()
        play.append(body)
        assert (play.match.outcome, play.match.status) == (Outcome((1 - seat,), reason), "playing")
        play.settle()
        assert (play.match.revealed, play.match.status) == (True, "ended")


def test_offers_are_kept_until_the_next_answer() -> None:
    play = played()
    play.append(DrawOffered(1))
    assert (play.match.draw_offer, play.match.offered_at) == (1, [0, 5])
    play.act()
    assert (play.match.draw_offer, play.match.offered_at) == (-1, [0, 5])
    play.append(DrawOffered(0))
    play.append(DrawAccepted(1))
    assert (play.match.draw_offer, play.match.offered_at) == (-1, [7, 8])
    assert play.match.outcome == Outcome((), "draw_agreed")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda play: Revealed("zz", play.match.head.hex()),
        lambda play: Revealed("00" * 32, play.match.head.hex()),
        lambda play: Revealed(play.secret.hex().upper(), play.match.head.hex()),
        lambda play: Revealed(play.secret.hex(), "00" * 32),
    ],
)
def test_only_the_secret_that_was_committed_to_ends_a_log(wrong: Callable[[Play], Body]) -> None:
    play = ended()
    with pytest.raises(BrokenLogError, match=r"hash chain|committed to"):
        play.match.extend(Entry(play.match.seq + 1, play.now, encode(wrong(play))))
    whole = ended()
    whole.append(revealed(whole))
    with pytest.raises(BrokenLogError, match="follows the last entry"):
        whole.match.extend(Entry(whole.match.seq + 1, whole.now, encode(Closed())))


def everything(match: Match) -> Any:
    """What a copy must not share."""
    return state_of(match), match.seats[:], match.seat_options[:], match.offered_at[:], list(match.answers)


@pytest.mark.parametrize(
    ("make", "body"),
    [
        (lambda: waiting(1), seated(1)),
        (played, DrawOffered(0)),
        (played, DrawOffered(1)),
        (played, Outage(1, 1_900_000_000_000)),
        (played, TimedOut(0, None)),
        (played, Acted(0, None)),
    ],
)
def test_a_copy_shares_nothing_that_changes(make: Callable[[], Play], body: Body) -> None:
    play = make()
    if isinstance(body, TimedOut | Acted):
        body = msgspec.structs.replace(body, action=first_action(play))
    before, clock = everything(play.match), play.match.clock.copy()
    twin = play.match.copy()
    entry = Entry(twin.seq + 1, play.now + 5000, encode(body))
    twin.extend(entry)
    assert everything(play.match) == before
    assert all(getattr(play.match.clock, name) == getattr(clock, name) for name in SLOTS)
    # And it is what the match itself would have become.
    play.match.extend(entry)
    assert everything(play.match) == everything(twin)
    assert all(getattr(play.match.clock, name) == getattr(twin.clock, name) for name in SLOTS)


@pytest.mark.parametrize("viewer", [PUBLIC, OPEN, 0, 1])
@pytest.mark.parametrize("odds", [False, True])
def test_updates_lead_from_any_entry_to_the_present_view(viewer: int, odds: bool) -> None:
    play = random_play(11, stop=12)
    for after in range(1, len(play.entries) + 1):
        seen = view(Match.fold(play.entries[:after], play.secret, play.match.names), viewer)
        told = list(updates(play.entries, play.secret, viewer, after, odds, play.match.names))
        assert [message.seq for message in told] == list(range(after + 1, len(play.entries) + 1))
        for message in told:
            if message.patch is not msgspec.UNSET:
                seen = apply(seen, message.patch)
        assert seen == view(play.match, viewer)


@pytest.mark.parametrize(("phase", "code"), [("nobody", ""), ("one", "seat_taken"), ("both", "seat_taken")])
def test_a_seat_that_is_taken_is_said(phase: str, code: str) -> None:
    play = PHASES[phase]()
    if not code:
        assert judge.sit(play.match, "new", "New", seat=0, nonce=NONCE).seat == 0
        return
    with pytest.raises(RefusedError) as caught:
        judge.sit(play.match, "new", "New", seat=0, nonce=NONCE)
    assert caught.value.code == code


@pytest.mark.parametrize("phase", ["playing", "decided", "ended", "called off"])
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_begun_or_cancelled_match_takes_no_player(phase: str, seat: int | None) -> None:
    play = PHASES[phase]()
    with pytest.raises(RefusedError) as caught:
        judge.sit(play.match, "new", "New", seat=seat, nonce=NONCE)
    assert caught.value.code == "not_open"
