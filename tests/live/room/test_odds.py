"""Odds come with decisions to those who ask for them; nobody else pays for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import msgspec
import pytest

from bocage.live import inputs
from bocage.live.counts import Counts
from bocage.live.effects import Deliver
from bocage.live.room import Room
from bocage.live.watching import Subscription, Watcher
from bocage.log import judge
from bocage.log.create import create
from bocage.log.match import Match
from bocage.log.projection import propose
from bocage.log.records import Entry
from bocage.protocol.codec import MSGPACK
from bocage.protocol.messages import Odds, Snapshot, Update
from bocage.rules.kernel import Seen
from bocage.rules.omaha import GAME


class Person(Watcher):
    def __init__(self, player: str) -> None:
        super().__init__(MSGPACK, cast(Any, None), Counts())
        self.player = player


class World:
    """Ann plays OMAHA alone; everything is stored at once."""

    def __init__(self) -> None:
        match, body = create(GAME, "ann")
        self.truth = Match(match.secret)
        self.log: list[Entry] = []
        self.add(body)
        self.add(judge.sit(self.truth, "ann", "Ann", nonce="0" * 32))
        self.add(judge.owed(self.truth))
        self.room = Room(Match.fold(self.log, match.secret), "here", 10, Counts())

    def add(self, body: Any) -> Entry:
        proposal = propose(self.truth, body, 1000)
        entry = Entry(proposal.seq, max(1000, proposal.not_before), proposal.raw)
        self.truth.extend(entry)
        self.log.append(entry)
        return entry

    def act(self) -> Entry:
        decision = self.truth.decision()
        assert decision is not None
        return self.add(judge.act(self.truth, 0, self.truth.seq, decision.actions[0]))

    def join(self, player: str, odds: bool, since: int = -1) -> tuple[Person, Subscription, list[Any]]:
        person, subscription = Person(player), Subscription(self.truth.id, False, "", since, odds=odds)
        return person, subscription, self.receive(inputs.Join(person, subscription))

    def receive(self, message: inputs.Input) -> list[Any]:
        """Messages delivered, each with those who get it."""
        return [
            (effect.watchers, _sent(effect.frame))
            for effect in self.room.receive(message, 1000)
            if isinstance(effect, Deliver)
        ]


def _sent(frame: bytes) -> Snapshot | Update:
    message = MSGPACK.decode_server(frame[2:] if frame[1] < 126 else frame[4:])
    assert isinstance(message, (Snapshot, Update))
    return message


def _odds(message: Snapshot | Update) -> Odds | msgspec.UnsetType:
    assert message.decision is not msgspec.UNSET
    return message.decision.odds


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Seen]]:
    """What odds were computed from."""
    found: list[Seen] = []
    compute = GAME.odds

    def odds(seen: Seen, decision: Any) -> Odds | None:
        found.append(seen)
        return compute(seen, decision)

    monkeypatch.setattr(GAME, "odds", odds)
    return iter([found])


def test_odds_come_with_snapshots_and_updates_on_request_only(asked: Any) -> None:
    world, computed = World(), next(asked)
    plain, _, ((_, first),) = world.join("ann", odds=False)
    assert _odds(first) is msgspec.UNSET
    told = world.receive(inputs.EntryAdded(world.act()))
    assert [(who, _odds(message)) for who, message in told] == [((plain,), msgspec.UNSET)]
    assert computed == []

    curious, _, ((_, shown),) = world.join("ann", odds=True)
    odds = _odds(shown)
    assert isinstance(odds, Odds)
    assert odds.question == [{"figure": "left", "hits": 7, "charges": 7}]
    assert shown.decision is not msgspec.UNSET
    assert len(odds.actions) == len(shown.decision.actions)
    by_watcher = dict(world.receive(inputs.EntryAdded(world.act())))
    assert _odds(by_watcher[plain,]) is msgspec.UNSET
    assert isinstance(_odds(by_watcher[curious,]), Odds)
    assert {seen.viewer for seen in computed} == {0}


def test_onlookers_asking_for_odds_share_the_common_frames(asked: Any) -> None:
    world, computed = World(), next(asked)
    eve, _, _ = world.join("", odds=True)
    guest, _, _ = world.join("", odds=False)
    ((who, message),) = world.receive(inputs.EntryAdded(world.act()))
    assert set(who) == {eve, guest}
    assert message.decision is msgspec.UNSET
    assert computed == []


def test_a_resume_brings_odds_with_the_newest_update_alone() -> None:
    world = World()
    for _ in range(3):
        world.receive(inputs.EntryAdded(world.act()))
    world.join("ann", odds=True, since=4)
    both = world.join("ann", odds=False, since=5)
    assert both[2] == []  # the log is being read already
    told = world.receive(inputs.LogRead(list(world.log)))
    curious = [message for _, message in told[:2]]
    assert [message.seq for message in curious] == [5, 6]
    assert [isinstance(_odds(message), Odds) for message in curious] == [False, True]
    assert [_odds(message) for _, message in told[2:]] == [msgspec.UNSET]


def test_who_leaves_and_comes_back_without_asking_has_none() -> None:
    world = World()
    world.act()
    world.receive(inputs.EntryAdded(world.log[-1]))
    person, subscription, _ = world.join("ann", odds=True)
    world.receive(inputs.Leave(person, subscription))
    again = Subscription(world.truth.id, False, "")
    ((_, shown),) = world.receive(inputs.Join(person, again))
    assert _odds(shown) is msgspec.UNSET
    ((_, update),) = world.receive(inputs.EntryAdded(world.act()))
    assert _odds(update) is msgspec.UNSET
