"""Notices while nodes are killed: each is delivered, in practice once, and soon where its node goes on."""

from __future__ import annotations

import asyncio
import itertools
import logging
import random
from collections.abc import Iterator
from typing import Any

import pytest

from protocol.rest import ClockRules
from service.games.kernel import registry
from service.match import judge
from service.match.entries import Access
from service.match.match import Match
from service.notices.delivery import Delivery
from service.notices.message import NoticeMessage, notice_id
from service.notices.preferences import Channel, Preferences
from service.notices.sender import LEFT_SOON, NoticeSender, keep
from service.room.room import Room
from service.store.notices import LEFT
from tests.simulate.cluster import Cluster, Loud, Machine
from tests.simulate.world import drawn_from
from tests.tally import TALLY

DAYS = ClockRules("days", base=86_400_000)
#: Seconds within which a notice is there if no node is killed, and if one is.
SOON, LATE = 5.0, LEFT / 1000 + 10.0


@pytest.fixture(autouse=True)
def tally_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._extra, (TALLY.id, TALLY.rules), TALLY)


class Post:
    """A cluster whose nodes send notices, and all that arrives."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"post {seed}")
        self.cluster = Cluster(seed, 2, False)
        self.came: list[str] = []
        self.kinds: list[str] = []
        self._sending: dict[Machine, Any] = {}
        self.senders: list[NoticeSender] = []
        self.wait(lambda: all(machine.node for machine in self.cluster.machines), 30.0)

    def wait(self, done: Any, seconds: float) -> bool:
        """Let everything happen; nodes that come up begin to send."""

        def look() -> bool:
            for machine in self.cluster.machines:
                if machine.node is not None and self._sending.get(machine) is not machine.node:
                    self._sending[machine] = machine.node
                    sender = NoticeSender(machine.node, self.deliver, "http://sim")
                    self.senders.append(sender)
                    machine.loop.call_soon(self._start, machine, sender)
            return bool(done())

        return self.cluster.run_until(look, seconds)

    @staticmethod
    def _start(machine: Machine, sender: NoticeSender) -> None:
        machine.loop.create_task(sender.run())

    async def deliver(self, channel: Channel, message: NoticeMessage) -> Delivery:
        await asyncio.sleep(self.rng.uniform(0.01, 0.5))
        if self.rng.random() < 0.1:
            return Delivery("later")
        self.came.append(message.id)
        self.kinds.append(message.kind)
        return Delivery("sent")

    def up(self) -> Machine:
        self.wait(lambda: all(machine.node for machine in self.cluster.machines), 30.0)
        return self.rng.choice(self.cluster.machines)

    def kill_one(self) -> None:
        cluster = self.cluster
        machine = self.rng.choice(cluster.machines)
        machine.kill()
        cluster.dead.append(machine.loop)
        instead = cluster.machines[cluster.machines.index(machine)] = Machine(cluster, machine.number)
        cluster.scheduler.later(self.rng.uniform(0.5, 3.0), instead.start)

    def player(self, name: str) -> Any:
        machine = self.up()
        player, _ = self.cluster.do(machine, self.cluster.player(machine, name))
        channel = Channel("c", "webhook", "https://there", ("turn", "over"))
        assert machine.node is not None
        assert self.cluster.do(machine, keep(machine.node, player.id, "", Preferences(channels=(channel,))))
        return player

    def match(self, players: list[Any], turns: int) -> str:
        machine = self.up()
        made = self.cluster.match(machine, "tally", {"turns": turns}, DAYS, Access(), players)
        match = str(self.cluster.do(machine, made))
        assert self.wait(lambda: self.cluster.checker.histories[match].last.match.status == "playing", 30.0)
        return match

    def move(self, match: str) -> tuple[str, int]:
        """The decider acts: who has to decide then (empty: it is over), and after which entry."""
        machine = self.up()

        async def act() -> tuple[str, int]:
            node = machine.node
            assert node is not None
            room = await node.room(match)
            if room.match.over:
                return "", 0
            seq = await node.command(match, _answer)
            after = (await node.room(match)).match
            decision = after.decision()
            seated = after.seats[decision.seat] if decision else None
            return (seated.player if seated else ""), seq

        return self.cluster.do(machine, act())  # type: ignore[no-any-return]


def _answer(match: Match) -> Any:
    decision = match.decision()
    assert decision is not None
    return judge.act(match, decision.seat, match.seq, {"do": "add", "n": 1})


@pytest.fixture
def loud() -> Iterator[list[logging.Handler]]:
    handlers: list[logging.Handler] = []
    yield handlers
    for handler in handlers:
        logging.getLogger().removeHandler(handler)


@pytest.mark.parametrize("seed", range(4))
def test_every_turn_is_told_though_nodes_are_killed(seed: int, loud: list[logging.Handler]) -> None:
    with drawn_from(seed):
        post = Post(seed)
        loud.append(Loud(post.cluster.checker))
        logging.getLogger().addHandler(loud[0])
        try:
            players = [post.player(name) for name in ("Ann", "Bob")]
            match = post.match(players, 12)
            killed = 0
            for turn in itertools.count():
                who, seq = post.move(match)
                if not who:
                    break
                name, begun = notice_id(who, "turn", match, seq), post.cluster.scheduler.now
                if turn % 3 == 2:
                    post.wait(lambda: False, post.rng.uniform(0.0, 3.0))
                    post.kill_one()
                    killed += 1
                assert post.wait(lambda name=name: name in post.came, LATE + 40), f"turn {turn} was told to nobody"
                if turn % 3 != 2 and not any(sender.tried["webhook", "later"] for sender in post.senders):
                    assert post.cluster.scheduler.now - begun <= SOON
            assert killed >= 3
            ends = {notice_id(player.id, "over", match, seq) for player in players for seq in range(30)}
            assert post.wait(lambda: len(ends & set(post.came)) == 2, LATE + 40)
            assert post.cluster.checker.broken is None
            twice = len(post.came) - len(set(post.came))
            assert twice <= killed
        finally:
            post.cluster.close()


def test_a_player_is_told_nothing_at_the_table_and_soon_after_leaving_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with drawn_from(7):
        post = Post(7)
        try:
            players = [post.player(name) for name in ("Ann", "Bob")]
            match = post.match(players, 6)
            here = {0, 1}
            monkeypatch.setattr(Room, "seats_here", property(lambda room: here))
            who, seq = post.move(match)
            name = notice_id(who, "turn", match, seq)
            assert not post.wait(lambda: bool(post.came), 4 * LEFT_SOON / 1000)
            here.clear()
            assert post.wait(lambda: name in post.came, LEFT_SOON / 1000 + SOON)
            here.update((0, 1))
            for _ in range(6):
                post.move(match)
            # Ends are told once and not later: who was there has seen them.
            assert post.wait(lambda: sum(sender.dropped["present"] for sender in post.senders) == 2, 4 * LATE)
            assert post.came == [name]
            assert post.cluster.checker.broken is None
        finally:
            post.cluster.close()
