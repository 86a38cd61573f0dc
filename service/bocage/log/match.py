"""The fold of a log: entries in, a match out. Nothing else makes the state of a match.

Theory of operation:

A :class:`Match` is empty until entry 1, ``created``. :meth:`Match.extend` folds one entry after the other: it
checks that the entry can follow the ones before it, dispatches on its kind in :meth:`Match._fold`, and links it
into the hash chain. Everything that affects the state of a match lives in this file.

    status     entered by   left by
    =======    ==========   ==========================================================
    open       created      started, once the terms are agreed; or ended, after expired, closed or resigned
    playing    started      ended, after an answer, timed_out, resigned, draw_accepted or closed
    ended      ended        nothing; revealed is the last entry

The entry that decides a match sets ``outcome``; ``ended`` follows it. An answer may be folded with the
:class:`Preview` that was computed before it was stored, so that the rules apply it once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from bocage.log import agreement, events
from bocage.log.agreement import Agreement
from bocage.log.answers import AnsweredDecision, Position, Preview
from bocage.log.chain import GENESIS, link
from bocage.log.clock import Clock
from bocage.log.deals import key_of
from bocage.log.entries import (
    Acted,
    Body,
    BrokenLogError,
    Closed,
    Created,
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
    TermsAccepted,
    TermsProposed,
    TimedOut,
    UndoAsked,
    UndoDeclined,
    Undone,
    UnknownEntryError,
    Vacation,
    decode,
    decoder,
    told_secret,
    unknown_kind,
)
from bocage.log.fairness import commitment
from bocage.log.records import Status
from bocage.rules.dice import Dice, Key
from bocage.rules.kernel import Action, AnyGame, Context, Decision, Negotiable, Outcome, Told
from bocage.rules.kernel.quiet import is_quiet
from bocage.rules.kernel.registry import find_game

#: Number of recent actions kept, to recognise repeated commands.
REMEMBERED_ANSWERS: Final = 32
NO_SECRET: Final = "its dice need the secret"


class Hints(NamedTuple):
    """The hints of a match. ``counts``: seat → hints taken; seats without any are absent.

    ``seq``, ``last``: number and body of the last hint.
    """

    counts: dict[str, int] = {}  # noqa: RUF012 - never changed
    seq: int = 0
    last: Hinted[Action] | None = None

    def add(self, seq: int, body: Hinted[Action]) -> Hints:
        """Return the hints with one more, entry ``seq``."""
        seat = str(body.seat)
        return Hints({**self.counts, seat: self.counts.get(seat, 0) + 1}, seq, body)

    def since(self, seq: int) -> Hinted[Action] | None:
        """Return the last hint if it is newer than entry ``seq``, which raised the current decision."""
        return self.last if self.seq > seq else None


class Undo:
    """The actions of a match that can be undone, oldest first, and the request for an undo.

    An action can be undone if it rolled, drew and revealed nothing.
    """

    __slots__ = ("allowed", "asked", "declined_at", "positions", "said_at")

    def __init__(self, allowed: bool = False, seats: int = 0) -> None:
        #: True if entry 1 allows it.
        self.allowed = allowed
        self.positions: deque[Position] = deque(maxlen=REMEMBERED_ANSWERS)
        #: Seat that asks to undo its last action; -1: none.
        self.asked = -1
        #: Per seat: last entry by which it asked, consented, or undid.
        self.said_at = [0] * seats
        #: Per seat: last entry by which it declined.
        self.declined_at = [0] * seats

    def copy(self) -> Undo:
        twin = Undo(self.allowed)
        twin.positions = self.positions.copy()
        twin.asked = self.asked
        twin.said_at = self.said_at[:]
        twin.declined_at = self.declined_at[:]
        return twin

    @property
    def last(self) -> Position | None:
        """The position to restore next."""
        return self.positions[-1] if self.positions else None

    def answered(self, position: Position, quiet: bool) -> None:
        """Add an answer. ``quiet``: it rolled, drew and revealed nothing."""
        self.asked = -1
        if not quiet or (self.positions and self.positions[-1].seat != position.seat):
            self.positions.clear()
        if quiet:
            self.positions.append(position)

    def forbid(self) -> None:
        """Make all answers so far final."""
        self.asked = -1
        self.positions.clear()


#: Attributes of a match. A compiled class has no ``__slots__``.
SLOTS: Final = (
    *("_decision", "_decode", "_key", "agreement", "answers", "at", "clock", "created", "decided"),
    *("declined_at", "draw_offer", "draws", "expires", "game", "head", "hints", "id"),
    *("names", "offered_at", "options", "outcome", "resignation", "revealed", "seat_options", "seats", "secret"),
    *("seq", "since", "state", "static_part", "status", "terms", "turn_seq", "undo"),
)


class Match:
    """One match, folded up to entry ``seq``.

    A new object is empty; :meth:`extend` adds entry 1 and all others. ``secret`` is needed for dice, from the entry
    ``started`` on. The store returns it with the log until the match is over; then the log contains it.
    """

    __slots__ = SLOTS

    created: Created
    game: AnyGame
    clock: Clock

    def __init__(self, secret: bytes = b"") -> None:
        self.id = ""
        #: Number and time of the last folded entry, and the hash of the chain up to it.
        self.seq = 0
        self.at = 0
        self.head = GENESIS
        self.secret = secret
        #: One per seat; None for a free seat.
        self.seats: list[Seated | None] = []
        #: Player → current name; empty: account deleted. Replaced, never mutated; not part of the log.
        self.names: Mapping[str, str] = {}
        self.options: Any = None
        #: The options as the log holds them.
        self.terms: Any = None
        #: Replaced, never mutated.
        self.agreement = Agreement()
        self.seat_options: list[Any] = []
        self.status: Status = "open"
        #: Time of the entry that set the status.
        self.since = 0
        #: Time (ms) at which it expires with a seat free; 0: never.
        self.expires = 0
        self.state: Any = None
        #: Result, set by the deciding entry; ``decided``: the time of that entry.
        self.outcome: Outcome | None = None
        self.decided = 0
        #: Seat that resigned and the entry by which it did.
        self.resignation: tuple[int, int] | None = None
        self.revealed = False
        #: Seat whose draw offer stands; -1: none.
        self.draw_offer = -1
        #: Per seat: last entry by which it offered or accepted a draw (one offer per decision).
        self.offered_at: list[int] = []
        #: Seat → last entry by which it declined a draw. Replaced, never mutated.
        self.declined_at: dict[int, int] = {}
        #: Replaced, never mutated.
        self.hints = Hints()
        #: Number of the entry that raised the current decision.
        self.turn_seq = 0
        self.undo = Undo()
        self.answers: deque[AnsweredDecision] = deque(maxlen=REMEMBERED_ANSWERS)
        #: Draws (bound, value) of the last folded entry.
        self.draws: list[tuple[int, int]] = []
        #: Cache of ``bocage.log.view``: the part of all views that changes only when a seat is taken.
        self.static_part: dict[str, Any] | None = None
        self._key: Key | None = None
        self._decode: Callable[[bytes], Body] = decode
        self._decision: Decision | msgspec.UnsetType | None = msgspec.UNSET

    @classmethod
    def fold(cls, entries: Iterable[Entry], secret: bytes = b"", names: Mapping[str, str] | None = None) -> Match:
        """Fold ``entries``. A finished log contains its own secret. ``names``: current names of players.

        Raises :class:`BrokenLogError`, and ``UnknownGameError`` for a game or rules version that is not installed.
        """
        entries = list(entries)
        match = cls(secret or told_secret(entries))
        match.names = names or {}
        for entry in entries:
            match.extend(entry)
        return match

    def copy(self) -> Match:
        """Return a copy that can be extended independently."""
        twin = type(self)(self.secret)
        for name in SLOTS:
            if hasattr(self, name):
                setattr(twin, name, getattr(self, name))
        twin.seats = self.seats[:]
        twin.seat_options = self.seat_options[:]
        twin.offered_at = self.offered_at[:]
        twin.answers = self.answers.copy()
        twin.undo = self.undo.copy()
        if self.seq:
            twin.clock = self.clock.copy()
        if self.state is not None:
            twin.state = self.game.copy(self.state)
        return twin

    # Queries ----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """True once the match is decided. Its last entries may still be missing."""
        return self.outcome is not None

    @property
    def begun(self) -> bool:
        """True once all seats were taken and play began."""
        return bool(self.turn_seq)

    @property
    def undo_is_free(self) -> bool:
        """True if an undo needs no consent: solo games, or all others are house bots."""
        return sum(seated is not None and not seated.house for seated in self.seats) < 2

    @property
    def complete(self) -> bool:
        """True if all seats are taken and the terms agreed, so that play can begin."""
        return all(self.seats) and self.agreement.reached(len(self.seats))

    def negotiable(self) -> Negotiable:
        """Return the options that may still be changed, if all agree."""
        return self.game.negotiable(self.options)

    def seat_of(self, player: str) -> int:
        """Return the seat of a player; -1: none."""
        for seat, seated in enumerate(self.seats):
            if seated is not None and seated.player == player:
                return seat
        return -1

    def decision(self) -> Decision | None:
        """Return the decision owed now; None before the start and after the end."""
        if self._decision is msgspec.UNSET:
            playing = self.status == "playing" and self.outcome is None
            self._decision = self.game.decision(self.state) if playing else None
        return self._decision

    def deadline(self) -> int:
        """Return when an answer, the expiry or a deal's secret is due (ms); 0: never."""
        if self.status == "open":
            return self.expires if self.outcome is None and not self.complete else 0
        if self.status == "ended" and self.created.deal is not None and not self.revealed:
            return self.created.deal.until
        if self.status != "playing" or self.clock.rules.kind == "none":
            return 0
        decision = self.decision()
        return self.clock.deadline(decision.seat) if decision else 0

    # Folding ----------------------------------------------------------------------------------

    def preview(self, body: Body) -> Preview | None:
        """Compute the result of an answer without changing the match; None for other kinds of entry."""
        if not isinstance(body, (Acted, TimedOut)) or body.action is msgspec.UNSET:
            return None
        if self._key is None:
            raise BrokenLogError(self.seq + 1, NO_SECRET)
        dice = Dice(self._key, self.seq + 1)
        step = self.game.apply(self.state, body.action, dice)
        outcome = self.game.outcome(step.state)
        decision = self.game.decision(step.state) if outcome is None else None
        return Preview(body, step.state, step.events, dice.draws, outcome, decision)

    def extend(self, entry: Entry, preview: Preview | None = None) -> list[Told]:
        """Fold the next entry and return its events. ``preview``: the result of :meth:`preview` for this entry.

        Raises :class:`BrokenLogError`; the match must not be used after that.
        """
        seq = entry.seq
        if seq != self.seq + 1:
            raise BrokenLogError(seq, f"follows entry {self.seq}")
        if entry.at < self.at:
            raise BrokenLogError(seq, "time runs backwards")
        body = preview.body if preview else self.read(entry)
        if preview is None:
            self.draws = []
        self._decision = msgspec.UNSET
        # Nearly all entries are answers.
        told = self._acted(body, entry, preview) if type(body) is Acted else self._fold(body, entry, preview)
        if self.outcome is not None and not self.decided:
            self.decided = entry.at
        self.head = link(self.head, seq, entry.at, entry.raw)
        self.seq = seq
        self.at = entry.at
        return told

    def read(self, entry: Entry) -> Body:
        """Decode the body of the next entry. Raises :class:`BrokenLogError` if it cannot be the next."""
        try:
            body = self._decode(entry.raw)
        except msgspec.DecodeError as error:
            if kind := unknown_kind(entry.raw):
                raise UnknownEntryError(entry.seq, f"this version knows no entry {kind!r}") from None
            raise BrokenLogError(entry.seq, f"is no entry: {error}") from None
        if (type(body) is Created) != (entry.seq == 1):
            raise BrokenLogError(entry.seq, "entry 1, and no other, creates the match")
        if self.revealed:
            raise BrokenLogError(entry.seq, "follows the last entry")
        return body

    def _fold(self, body: Body, entry: Entry, preview: Preview | None) -> list[Told]:
        match body:
            case Acted():
                return self._acted(body, entry, preview)
            case TimedOut():
                return self._timed_out(body, entry, preview)
            case Created():
                return self._created(body, entry)
            case Seated():
                return self._seated(body, entry)
            case TermsProposed():
                return self._terms_proposed(body, entry)
            case TermsAccepted():
                return self._terms_accepted(body, entry)
            case Started():
                return self._started(body, entry)
            case Expired():
                return self._expired(entry)
            case Closed():
                return self._closed(entry)
            case Resigned():
                return self._resigned(body, entry)
            case DrawOffered():
                return self._draw_offered(body, entry)
            case DrawAccepted():
                return self._draw_accepted(body, entry)
            case DrawDeclined():
                return self._draw_declined(body, entry)
            case UndoAsked():
                return self._undo_asked(body, entry)
            case UndoDeclined():
                return self._undo_declined(body, entry)
            case Undone():
                return self._undone(body, entry)
            case Hinted():
                return self._hinted(body, entry)
            case Outage():
                return self._outage(body)
            case Vacation():
                return self._vacation(body, entry)
            case Ended():
                return self._ended(body, entry)
            case Revealed():
                return self._revealed(body, entry)

    def _dice(self, seq: int) -> Dice:
        if self._key is None:
            raise BrokenLogError(seq, NO_SECRET)
        return Dice(self._key, seq)

    def _created(self, body: Created, entry: Entry) -> list[Told]:
        if self.secret and commitment(self.secret) != body.commitment:
            raise BrokenLogError(entry.seq, "the secret is not the one committed to")
        self.id = body.match
        self.since = entry.at
        self.created = body
        self.terms = body.options
        self.agreement = Agreement(body.agree)
        self.game = find_game(body.game, body.rules)
        self._decode = decoder(self.game).decode
        if body.seats != self.game.seats:
            raise BrokenLogError(entry.seq, f"{body.game} has {self.game.seats} seats")
        try:
            self.options = msgspec.convert(body.options, self.game.Options)
        except msgspec.ValidationError as error:
            raise BrokenLogError(entry.seq, f"options: {error}") from None
        self.seats = [None] * body.seats
        self.seat_options = [None] * body.seats
        self.offered_at = [0] * body.seats
        self.clock = Clock(body.clock, body.seats)
        self.undo = Undo(body.undo, body.seats)
        self.expires = entry.at + body.open_for if body.open_for else 0
        return []

    def _seated(self, body: Seated, entry: Entry) -> list[Told]:
        if self.status != "open" or not 0 <= body.seat < len(self.seats) or self.seats[body.seat]:
            raise BrokenLogError(entry.seq, "the seat cannot be taken")
        try:
            self.seat_options[body.seat] = msgspec.convert(body.options, self.game.SeatOptions)
        except msgspec.ValidationError as error:
            raise BrokenLogError(entry.seq, f"seat options: {error}") from None
        self.seats[body.seat] = body
        self.static_part = None
        self._wait_anew(entry)
        return [Told(events.seat_taken(self.names, body))]

    def _wait_anew(self, entry: Entry) -> None:
        """Give those who have to agree the whole time again."""
        if self.created.agree and self.expires:
            self.expires = entry.at + self.created.open_for

    def _terms_proposed(self, body: TermsProposed, entry: Entry) -> list[Told]:
        self._check_agreeing(body.seat, entry)
        try:
            options = self._options_of(body.options)
        except msgspec.ValidationError as error:
            raise BrokenLogError(entry.seq, f"options: {error}") from None
        self.options, self.terms = options, body.options
        self.agreement = self.agreement.propose(body.seat, entry.seq)
        self.static_part = None
        self._wait_anew(entry)
        return [Told(events.ProposedTerms(body.seat, body.options))]

    def _options_of(self, options: Any) -> Any:
        """Convert negotiated options. Raises ``msgspec.ValidationError``."""
        wanted = msgspec.convert(options, self.game.Options)
        if agreement.objection(self.game, self.terms, msgspec.to_builtins(wanted)) == "not_negotiable":
            raise msgspec.ValidationError("not negotiable")
        return wanted

    def _terms_accepted(self, body: TermsAccepted, entry: Entry) -> list[Told]:
        self._check_agreeing(body.seat, entry)
        if body.entry != self.agreement.entry or body.seat in self.agreement.accepted:
            raise BrokenLogError(entry.seq, f"the terms of entry {body.entry} cannot be accepted")
        self.agreement = self.agreement.accept(body.seat, entry.seq)
        return [Told(events.AcceptedTerms(body.seat))]

    def _check_agreeing(self, seat: int, entry: Entry) -> None:
        seated = 0 <= seat < len(self.seats) and self.seats[seat] is not None
        if self.status != "open" or self.outcome or not self.agreement.wanted or not seated:
            raise BrokenLogError(entry.seq, "the terms cannot be changed or accepted")

    def _started(self, body: Started, entry: Entry) -> list[Told]:
        nonces = [seated.nonce for seated in self.seats if seated]
        if self.status != "open" or not self.complete or self.outcome:
            raise BrokenLogError(entry.seq, "the match cannot start")
        if not self.secret:
            raise BrokenLogError(entry.seq, NO_SECRET)
        self._key = Key(key_of(self.created, self.secret, nonces))
        told = [Told(events.MatchStarted())]
        if self.created.fork:
            self.state = self.game.unpack(self.created.fork.state)
        else:
            dice = Dice(self._key, entry.seq)
            step = self.game.setup(self.options, tuple(self.seat_options), dice)
            self.state, self.draws = step.state, dice.draws
            told += step.events
        self.status = "playing"
        self.since = entry.at
        self.outcome = self.game.outcome(self.state)
        self.turn_seq = entry.seq
        self.clock.start(entry.at)
        return told

    def _acted(self, body: Acted[Any], entry: Entry, preview: Preview | None) -> list[Told]:
        if self.clock.rules.kind != "none":
            self.clock.answered(body.seat, entry.at)
        return self._answered(body.seat, body.action, entry, preview)

    def _answered(self, seat: int, action: Any, entry: Entry, preview: Preview | None) -> list[Told]:
        if self.status != "playing" or self.outcome is not None:
            raise BrokenLogError(entry.seq, "no decision is owed")
        # Without a preview the state is changed in place.
        before = self.game.copy(self.state) if self.undo.allowed and preview is None else self.state
        if preview is not None:
            self.state = preview.state
            self.draws = preview.draws
            self.outcome = preview.outcome
            self._decision = preview.decision
            told = preview.told
        else:
            dice = self._dice(entry.seq)
            ctx = Context(dice)
            self.game.reduce(self.state, action, ctx)
            self.draws = dice.draws
            self.outcome = self.game.outcome(self.state)
            told = ctx.events
        self.draw_offer = -1
        self.turn_seq = entry.seq
        self.answers.append(AnsweredDecision(entry.seq, seat, action))
        if self.undo.allowed:
            self.undo.answered(Position(entry.seq, seat, before), is_quiet(self.game, told, self.draws))
        return told

    def _timed_out(self, body: TimedOut[Any], entry: Entry, preview: Preview | None) -> list[Told]:
        if body.action is msgspec.UNSET:
            self._lose(entry, body.seat, "timed_out")
            return [Told(events.TimeUp(body.seat))]
        self.clock.defaulted(body.seat, entry.at)
        told = self._answered(body.seat, body.action, entry, preview)
        self.undo.forbid()
        return [Told(events.TimeUp(body.seat, played=True)), *told]

    def _expired(self, entry: Entry) -> list[Told]:
        deadline = self.deadline()
        if self.status != "open" or not deadline or entry.at < deadline:
            raise BrokenLogError(entry.seq, "the match does not expire")
        self.outcome = Outcome((), "expired")
        return [Told(events.NobodyCame())]

    def _closed(self, entry: Entry) -> list[Told]:
        if self.status == "ended":
            raise BrokenLogError(entry.seq, "the match has ended")
        # Also allowed after a deciding action: the closing node may lack the rules, and not know.
        self.outcome = Outcome((), "closed")
        return [Told(events.OperatorClosed())]

    def _decide(self, entry: Entry, winners: list[int], reason: str) -> None:
        if self.status != "playing" or self.outcome is not None:
            raise BrokenLogError(entry.seq, "the match is not being played")
        self.outcome = Outcome(tuple(winners), reason)

    def _lose(self, entry: Entry, loser: int, reason: str) -> None:
        self._decide(entry, [seat for seat in range(len(self.seats)) if seat != loser], reason)

    def _resigned(self, body: Resigned, entry: Entry) -> list[Told]:
        if self.status == "open":
            self.outcome = Outcome((), "cancelled")
        else:
            self._lose(entry, body.seat, "resigned")
        self.resignation = body.seat, entry.seq
        return [Told(events.GaveUp(body.seat))]

    def _draw_offered(self, body: DrawOffered, entry: Entry) -> list[Told]:
        self.draw_offer = body.seat
        self.offered_at[body.seat] = entry.seq
        return [Told(events.OfferedDraw(body.seat))]

    def _draw_accepted(self, body: DrawAccepted, entry: Entry) -> list[Told]:
        self._decide(entry, [], "draw_agreed")
        self.draw_offer = -1
        self.offered_at[body.seat] = entry.seq
        return [Told(events.AcceptedDraw(body.seat))]

    def _draw_declined(self, body: DrawDeclined, entry: Entry) -> list[Told]:
        if self.draw_offer in (-1, body.seat):
            raise BrokenLogError(entry.seq, "no draw was offered to this seat")
        self.draw_offer = -1
        self.declined_at = {**self.declined_at, body.seat: entry.seq}
        return [Told(events.DeclinedDraw(body.seat))]

    def _undo_asked(self, body: UndoAsked, entry: Entry) -> list[Told]:
        self._check_undo(body, entry)
        self.undo.asked = body.seat
        self.undo.said_at[body.seat] = entry.seq
        return [Told(events.AskedUndo(body.seat))]

    def _undo_declined(self, body: UndoDeclined, entry: Entry) -> list[Told]:
        if self.undo.asked in (-1, body.seat):
            raise BrokenLogError(entry.seq, "this seat was not asked to let anything be taken back")
        self.undo.asked = -1
        self.undo.declined_at[body.seat] = entry.seq
        return [Told(events.DeclinedUndo(body.seat))]

    def _undone(self, body: Undone, entry: Entry) -> list[Told]:
        self._check_undo(body, entry)
        undo = self.undo
        agrees = body.seat if self.undo_is_free else 1 - body.seat
        undo.said_at[agrees] = entry.seq
        undo.asked = -1
        decision = self.decision()
        assert decision is not None
        # Copied, as other matches may share the state.
        self.state, self._decision = self.game.copy(undo.positions.pop().state), msgspec.UNSET
        self.draw_offer = -1
        self.turn_seq = entry.seq
        self.clock.undone(body.seat, decision.seat, entry.at)
        return [Told(events.TookBack(body.seat, body.entry))]

    def _check_undo(self, body: UndoAsked | Undone, entry: Entry) -> None:
        last = self.undo.last
        if self.status != "playing" or self.outcome is not None:
            raise BrokenLogError(entry.seq, "the match is not being played")
        if last is None or (last.entry, last.seat) != (body.entry, body.seat):
            raise BrokenLogError(entry.seq, f"entry {body.entry} cannot be taken back")

    def _hinted(self, body: Hinted[Action], entry: Entry) -> list[Told]:
        if self.status != "playing" or self.outcome is not None or not 0 <= body.seat < len(self.seats):
            raise BrokenLogError(entry.seq, "no hint can be taken")
        self.hints = self.hints.add(entry.seq, body)
        why = body.why
        more = {"more": why.more, "won": why.won, "lost": why.lost}
        whole = events.TookHint(body.seat, body.action, why.theme, why.ending, why.better, why.played, **more)
        return [Told(events.TookHint(body.seat), {body.seat: whole})]

    def _outage(self, body: Outage) -> list[Told]:
        self.clock.outage(body.since, body.until)
        return [Told(events.StorageOutage(body.until - body.since))]

    def _vacation(self, body: Vacation, entry: Entry) -> list[Told]:
        if self.status != "playing" or self.clock.rules.kind != "days" or not 0 <= body.seat < len(self.seats):
            raise BrokenLogError(entry.seq, "vacations do not apply to this match")
        self.clock.vacation(body.seat, body.since, body.until, entry.at)
        over = body.until <= entry.at
        return [Told(events.BackAgain(body.seat) if over else events.OnVacation(body.seat, body.until))]

    def _ended(self, body: Ended, entry: Entry) -> list[Told]:
        if self.outcome != Outcome(tuple(body.winners), body.reason):
            raise BrokenLogError(entry.seq, "the match did not end like that")
        self.status = "ended"
        self.since = entry.at
        return [Told(events.MatchEnded(body.reason, tuple(body.winners)))]

    def _revealed(self, body: Revealed, entry: Entry) -> list[Told]:
        if self.status != "ended":
            raise BrokenLogError(entry.seq, "the match has not ended")
        if body.head != self.head.hex():
            raise BrokenLogError(entry.seq, "the hash chain before it is another")
        try:
            secret = bytes.fromhex(body.secret)
        except ValueError:
            secret = b""
        if commitment(secret) != self.created.commitment or body.secret != secret.hex():
            raise BrokenLogError(entry.seq, "the secret is not the one committed to")
        self.secret = secret
        self.revealed = True
        return [Told(events.SecretRevealed(body.secret))]
