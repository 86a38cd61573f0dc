"""A room by itself, its log, and people. Steps are sentences, and so is what the room wants done."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from bocage.live import effects, inputs
from bocage.live.commands import Command, Decide
from bocage.live.counts import Counts
from bocage.live.presence import Called, Chat, Count, Here, encode_note
from bocage.live.room import Room
from bocage.live.watching import Subscription, Watcher
from bocage.log import judge, vacations
from bocage.log.chain import digests
from bocage.log.create import create
from bocage.log.entries import Access, Body, Deal, Resigned, decode
from bocage.log.match import Match
from bocage.log.projection import propose
from bocage.log.records import Entry, TimeAway
from bocage.protocol import messages as m
from bocage.protocol.codec import MSGPACK
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import ClockRules
from tests.tally import TALLY

PEOPLE = {"ann": "p-ann", "bob": "p-bob", "eve": "", "zoe": ""}


class Person(Watcher):
    """A watcher, by name."""

    def __init__(self, name: str) -> None:
        super().__init__(MSGPACK, cast(Any, None), Counts())
        self.name = name
        self.player = PEOPLE[name]
        self.subscription: Subscription | None = None


class Wish(Command):
    """A command with a name."""

    def __init__(self, name: str, decide: Decide, seen: int) -> None:
        self.name = name
        self.seen = seen
        self.asked = 0
        self._decide = decide

    def decide(self, match: Match) -> Body | judge.Again:
        return self._decide(match)

    def stored(self, seq: int, again: bool) -> None:
        raise AssertionError("the node does that")

    def refused(self, error: RefusedError) -> None:
        raise AssertionError("the node does that")


class World:
    """Ann and Bob sit at a game of tally; everything is stored at once unless a step says otherwise."""

    def __init__(
        self,
        turns: int = 4,
        clock: ClockRules | None = None,
        access: Access | None = None,
        seated: int = 2,
        undo: bool = False,
        house: bool = False,
        deal: Deal | None = None,
        creator: str = "p-ann",
        known: tuple[str, ...] = ("ann", "bob"),
    ) -> None:
        """``known``: of whom the room knows what they are called."""
        self.now = 1_000
        self.outages: list[tuple[int, int]] = []
        self.log: list[Entry] = []
        match, body = create(TALLY, creator, {"turns": turns}, clock, access, undo=undo, deal=deal)
        #: The log as storage has it, folded.
        self.truth = Match(match.secret)
        self.add(body)
        for name in ("ann", "bob")[:seated]:
            bob = house and name == "bob"
            self.add(judge.sit(self.truth, PEOPLE[name], name.title(), nonce="0" * 32, house=bob))
        if seated == 2:
            self.add(judge.owed(self.truth))
        self.counts = Counts()
        names = {PEOPLE[name]: name.title() for name in ("ann", "bob")[:seated] if name in known}
        self.room = Room(Match.fold(self.log, match.secret, names), "here", resume_span=10, counts=self.counts)
        self.people = {name: Person(name) for name in PEOPLE}
        self.append: effects.Append | None = None
        self.wishes: dict[str, Wish] = {}

    def add(self, body: Body | None) -> Entry:
        """Store an entry."""
        assert body is not None
        proposal = propose(self.truth, body, self.now)
        entry = Entry(proposal.seq, max(self.now, proposal.not_before), proposal.raw)
        self.truth.extend(entry)
        self.log.append(entry)
        return entry

    def step(self, step: str) -> list[str]:
        """Carry a step out; what the room wants done, as sentences."""
        verb, *rest = step.split()
        message = getattr(self, f"_{verb}")(*rest)
        return [] if message is None else self.receive(message)

    def receive(self, message: inputs.Input) -> list[str]:
        """Give the room an input."""
        return [self.told(effect) for effect in self.wanted(message)]

    def wanted(self, message: inputs.Input) -> list[effects.Effect]:
        """Give the room an input; what it wants done, with all that is said there."""
        found = self.room.receive(message, self.now, self.outages)
        for effect in found:
            if isinstance(effect, effects.Append):
                self.append = effect
        return found

    def steps(self, *steps: str) -> list[effects.Effect]:
        """Carry steps out; what the room wants done about the last one, with all that is said there."""
        for step in steps:
            verb, *rest = step.split()
            message = getattr(self, f"_{verb}")(*rest)
            found = [] if message is None else self.wanted(message)
        return found

    # Steps ------------------------------------------------------------------------------------

    def _opened(self) -> inputs.Input:
        return inputs.Opened()

    def _acts(self, name: str, seen: str = "") -> inputs.Input:
        seq = int(seen or self.room.match.seq)
        return self.submitted(name, acts(name, seq, MSGPACK_ADD), seq)

    def _skips(self, name: str) -> inputs.Input:
        """An action that rolls."""
        seq = self.room.match.seq
        return self.submitted(name, acts(name, seq, MSGPACK_SKIP), seq)

    def _undoes(self, name: str, seen: str = "") -> inputs.Input:
        seq = int(seen or self.room.match.seq)
        return self.submitted(name, lambda match: judge.undo(match, seat(match, name), seq), seq)

    def _sits(self, name: str) -> inputs.Input:
        return self.submitted(name, lambda match: judge.sit(match, PEOPLE[name], name.title(), nonce="0" * 32), 0)

    def _resigns(self, name: str) -> inputs.Input:
        return self.submitted(name, lambda match: judge.resign(match, seat(match, name)), 0)

    def _draws(self, name: str) -> inputs.Input:
        seq = self.room.match.seq
        return self.submitted(name, lambda match: judge.draw(match, seat(match, name), seq), seq)

    def _declines(self, name: str) -> inputs.Input:
        seq = self.room.match.seq
        return self.submitted(name, lambda match: judge.decline_draw(match, seat(match, name), seq), seq)

    def _forbids(self, name: str) -> inputs.Input:
        seq = self.room.match.seq
        return self.submitted(name, lambda match: judge.decline_undo(match, seat(match, name), seq), seq)

    def submitted(self, name: str, decide: Decide, seen: int) -> inputs.Input:
        self.wishes[name] = Wish(name, decide, seen)
        return inputs.Submit(self.wishes[name])

    def _again(self, name: str) -> inputs.Input:
        """A command that was to be read for first comes back."""
        self.wishes[name].seen = 0
        return inputs.Submit(self.wishes[name])

    def _pass(self, milliseconds: str) -> None:
        self.now += int(milliseconds)

    def _outage(self, milliseconds: str) -> None:
        self.outages.append((self.now, self.now + int(milliseconds)))
        self.now += int(milliseconds)

    def _elsewhere(self, name: str, what: str = "adds") -> inputs.Input:
        """Another node was first."""
        return inputs.EntryAdded(self._foreign(name, what))

    def _unheard(self, name: str, what: str = "adds") -> None:
        """Another node stored an entry, and this one is not told."""
        self._foreign(name, what)

    def _foreign(self, name: str, what: str) -> Entry:
        truth, seat = self.truth, self.truth.seat_of(PEOPLE[name])
        match what:
            case "resigns":
                return self.add(Resigned(seat))
            case "sits":
                return self.add(judge.sit(truth, PEOPLE[name], name.title(), nonce="0" * 32))
            case "draws":
                offered = judge.draw(truth, seat, truth.seq)
                assert not isinstance(offered, judge.Again)
                return self.add(offered)
            case "declines":
                declined = judge.decline_draw(truth, seat, truth.seq)
                assert not isinstance(declined, judge.Again)
                return self.add(declined)
            case "forbids":
                forbidden = judge.decline_undo(truth, seat, truth.seq)
                assert not isinstance(forbidden, judge.Again)
                return self.add(forbidden)
            case "undoes":
                taken = judge.undo(truth, seat, truth.seq)
                assert not isinstance(taken, judge.Again)
                return self.add(taken)
            case "away":
                gone = {PEOPLE[name]: TimeAway(self.now - 50, self.now - 50 + 86_400_000)}
                return self.add(vacations.owed(truth, gone, self.now))
            case "owed":
                return self.add(judge.owed(truth))
            case "promotes":
                return Entry(truth.seq + 1, self.now, b'{"e":"promoted"}')
            case "starts":
                return Entry(truth.seq + 1, self.now, b'{"e":"started"}')
            case _:
                body = judge.act(truth, seat, truth.seq, {"do": "add", "n": 2})
                assert not isinstance(body, judge.Again)
                return self.add(body)

    def _named(self, name: str, called: str = "") -> inputs.Input:
        """A player is called otherwise; without a name: they left."""
        return inputs.Named({PEOPLE[name]: called})

    def _missed(self) -> inputs.Input:
        """Names may have changed unheard."""
        return inputs.NamesMissed()

    def _vacations(self, *said: str) -> inputs.Input:
        """Names, each with how many milliseconds after the beginning they went on vacation, for a day."""
        begins = {name: 1_000 + int(ms) for name, ms in zip(said[::2], said[1::2], strict=True)}
        return inputs.VacationsRead({PEOPLE[name]: TimeAway(at, at + 86_400_000) for name, at in begins.items()})

    def _whispered(self, name: str) -> inputs.Input:
        """Another node is about to store that somebody sits down."""
        return inputs.NoteHeard(encode_note(Called({PEOPLE[name]: name.title()})), 0.0)

    def _told(self, seq: str) -> inputs.Input:
        """The log tells an entry that is there."""
        return inputs.EntryAdded(self.log[int(seq) - 1])

    def _stored(self, seconds: str = "0") -> inputs.Input:
        return inputs.EntryStored(self._keep(), float(seconds))

    def _kept(self) -> None:
        """Storage has it; its answer is lost for now."""
        self._keep()

    def _confirmed(self) -> inputs.Input:
        return inputs.AppendConfirmed(self.log[-1], 0.0)

    def _keep(self) -> Entry:
        append, self.append = self.append, None
        assert append is not None
        proposal = append.proposal
        assert proposal.seq == len(self.log) + 1
        entry = Entry(proposal.seq, max(append.asked or self.now, proposal.not_before), proposal.raw)
        self.truth.extend(entry)
        self.log.append(entry)
        return entry

    def _taken(self) -> inputs.Input:
        return inputs.NumberTaken()

    def _fails(self) -> inputs.Input:
        return inputs.AppendFailed(RefusedError("unavailable", retry=1000))

    def _joins(self, name: str, since: str = "-1", hands: str = "", history: str = "") -> inputs.Input:
        """``history``: "this" or "other", where the watcher says which digest entry ``since`` had."""
        person = self.people[name]
        digest = digests(self.log, self.truth.secret)[int(since)] if history == "this" else history
        person.subscription = Subscription(self.truth.id, hands == "open", "", int(since), digest)
        return inputs.Join(person, person.subscription)

    def _leaves(self, name: str) -> inputs.Input:
        person = self.people[name]
        assert person.subscription is not None
        return inputs.Leave(person, person.subscription)

    def _lags(self, name: str) -> inputs.Input:
        person = self.people[name]
        assert person.subscription is not None
        return inputs.Renew(person, person.subscription)

    def _read(self, length: str = "") -> inputs.Input:
        return inputs.LogRead(self.log[: int(length)] if length else list(self.log))

    def _unreadable(self) -> inputs.Input:
        return inputs.LogNotRead(RefusedError("unavailable", retry=1000))

    def _due(self) -> inputs.Input:
        return inputs.Due()

    def _back(self) -> inputs.Input:
        return inputs.StorageBack()

    def _tick(self, seconds: str = "0") -> inputs.Input:
        return inputs.Tick(float(seconds))

    def _drains(self) -> inputs.Input:
        return inputs.Tick(0.0, draining=True)

    def _wakes(self) -> inputs.Input:
        return inputs.Wake()

    def _rewound(self) -> inputs.Input:
        return inputs.Rewound()

    def _closes(self) -> inputs.Input:
        return inputs.Close(RefusedError("draining"))

    def _refuses(self) -> inputs.Input:
        """The room is closed, and watchers are told why."""
        return inputs.Close(RefusedError("draining"), "refuse")

    def _says(self, name: str, text: str) -> inputs.Input:
        return inputs.Talk(
            m.Said(self.truth.id, PEOPLE[name], name.title(), text, self.now), to_seats=name != "eve"
        )

    def _spoken(self, name: str, text: str) -> inputs.Input:
        """Somebody said it at another node."""
        said = m.Said(self.truth.id, PEOPLE[name], name.title(), text, self.now)
        return inputs.NoteHeard(encode_note(Chat(said, to_seats=name != "eve")), 0.0)

    def _heard(self, watchers: str) -> inputs.Input:
        return inputs.NoteHeard(encode_note(Here("there", Count(int(watchers)))), 0.0)

    # Sentences --------------------------------------------------------------------------------

    def told(self, effect: effects.Effect) -> str:
        """An effect as a sentence."""
        match effect:
            case effects.Append(proposal):
                return f"append {proposal.seq} {kind(proposal.raw)}"
            case effects.Answer(Wish(name=name), seq, again):
                return f"answer {name} {seq}" + (" again" if again else "")
            case effects.Decline(Wish(name=name), error):
                return f"decline {name} {code(error)}"
            case effects.ReadFirst(Wish(name=name)):
                return f"read first for {name}"
            case effects.Deliver(watchers, frame):
                return f"show {names(watchers)} {message(frame)}"
            case effects.Tell(watchers, frame):
                return f"tell {names(watchers)} {message(frame)}"
            case effects.Send(watcher, sent):
                return f"send {names((watcher,))} {sent.__struct_config__.tag}"
            case effects.Reject(watcher, _, error):
                return f"reject {names((watcher,))} {code(error)}"
            case effects.Restart(watcher):
                return f"restart {names((watcher,))}"
            case effects.WakeAt(at):
                return f"wake at {at}"
            case effects.Report(error):
                return f"report {code(error)}"
            case _:
                return type(effect).__name__


MSGPACK_ADD = msgspec.msgpack.encode({"do": "add", "n": 1})
MSGPACK_SKIP = msgspec.msgpack.encode({"do": "skip"})


def seat(match: Match, name: str) -> int:
    """The seat of a person; -1: they have none."""
    return match.seat_of(PEOPLE[name])


def acts(name: str, seq: int, raw: bytes) -> Decide:
    """The answer ``raw`` of a person to the decision at ``seq``."""
    return lambda match: judge.act(match, seat(match, name), seq, msgspec.Raw(raw), MSGPACK)


def kind(raw: bytes) -> str:
    """What an entry says, in a word."""
    return str(type(decode(raw)).__struct_config__.tag)


def code(error: Exception) -> str:
    return error.code if isinstance(error, RefusedError) else type(error).__name__


def names(watchers: Any) -> str:
    return "+".join(watcher.name for watcher in watchers)


def message(frame: bytes) -> str:
    """The message in a frame: its tag, and the entry or the text that it is about."""
    sent = MSGPACK.decode_server(frame[2:] if frame[1] < 126 else frame[4:])
    detail = getattr(sent, "seq", getattr(sent, "text", getattr(sent, "watchers", "")))
    return f"{sent.__struct_config__.tag} {detail}"
