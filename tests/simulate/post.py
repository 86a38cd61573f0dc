"""A cluster whose nodes send notices, with all that arrives; and matches with days per move that call for them."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from bocage.features.notices.delivery import Delivery
from bocage.features.notices.message import NoticeMessage, notice_id
from bocage.features.notices.preferences import Channel, Preferences
from bocage.features.notices.sender import NoticeSender, keep
from bocage.features.notices.storage import Notices, TakenNotice, parsed
from bocage.log import judge
from bocage.log.entries import Access
from bocage.log.match import Match
from bocage.protocol.rest import ClockRules
from tests.simulate.cluster import Cluster, Machine

DAYS = ClockRules("days", base=86_400_000)


class Sender(NoticeSender):
    """A sender that knows which lines it deals with now."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.under_way: set[str] = set()

    async def send(self, taken: TakenNotice) -> None:
        line = taken.notice.line()
        self.under_way.add(line)
        try:
            await super().send(taken)
        finally:
            self.under_way.discard(line)


class Post:
    """A cluster whose nodes send notices, and all that arrives."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"post {seed}")
        self.cluster = Cluster(seed, 2, False)
        #: What arrived: the ids of notices, and by id when it was first (ms, storage's clock).
        self.came: list[str] = []
        self.first: dict[str, int] = {}
        #: Ids of notices that their place did not take at first.
        self.put_off: set[str] = set()
        #: Ids of notices that were taken by a node that was killed before it had settled them.
        self.left: set[str] = set()
        #: How often a place does not answer.
        self.unsure = 0.1
        self.kills = 0
        self._sending: dict[Machine, Any] = {}
        self.senders: list[Sender] = []
        self._senders: dict[Machine, Sender] = {}
        self.wait(lambda: all(machine.node for machine in self.cluster.machines), 30.0)

    def wait(self, done: Any, seconds: float) -> bool:
        """Let everything happen; nodes that come up begin to send."""

        def look() -> bool:
            for machine in self.cluster.machines:
                if machine.node is not None and self._sending.get(machine) is not machine.node:
                    self._sending[machine] = machine.node
                    sender = self._senders[machine] = Sender(
                        machine.node, _notices(machine), self.deliver, "http://sim"
                    )
                    self.senders.append(sender)
                    machine.loop.call_soon(self._start, machine, sender)
            return bool(done())

        return self.cluster.run_until(look, seconds)

    @staticmethod
    def _start(machine: Machine, sender: Sender) -> None:
        machine.loop.create_task(sender.run())

    async def deliver(self, channel: Channel, message: NoticeMessage) -> Delivery:
        await asyncio.sleep(self.rng.uniform(0.01, 0.5))
        if self.rng.random() < self.unsure:
            self.put_off.add(message.id)
            return Delivery("later")
        self.came.append(message.id)
        self.first.setdefault(message.id, self.cluster.now())
        return Delivery("sent")

    def up(self) -> Machine:
        self.wait(lambda: all(machine.node for machine in self.cluster.machines), 30.0)
        return self.rng.choice(self.cluster.machines)

    def kill_one(self) -> None:
        cluster = self.cluster
        self.kills += 1
        machine = self.rng.choice(cluster.machines)
        machine.kill()
        self._note_left()
        cluster.dead.append(machine.loop)
        instead = cluster.machines[cluster.machines.index(machine)] = Machine(cluster, machine.number)
        cluster.scheduler.later(self.rng.uniform(0.5, 3.0), instead.start)

    def _note_left(self) -> None:
        """What is taken, and not under way at a node that is up."""
        others = [self._senders[up] for up in self.cluster.machines if up in self._senders and up.node]
        under_way = {line for one in others for line in one.under_way}
        keys, now = self.cluster.redis.keys, self.cluster.now()
        for key in keys.names():
            if key.endswith(b":notices"):
                for line, until in keys.rank(key):
                    if until > now and line.decode() not in under_way:
                        notice = parsed(line.decode())
                        self.left.add(notice_id(notice.player, notice.kind, notice.about, notice.seq))

    def player(self, name: str) -> Any:
        machine = self.up()
        player, _ = self.cluster.do(machine, self.cluster.player(machine, name))
        channel = Channel("c", "webhook", "https://there", ("turn", "over"))
        assert machine.node is not None
        assert self.cluster.do(machine, keep(_notices(machine), player.id, "", Preferences(channels=(channel,))))
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
            room = await node.rooms.room(match)
            if room.match.over:
                return "", 0
            seq = await node.command(match, _answer)
            after = (await node.rooms.room(match)).match
            decision = after.decision()
            seated = after.seats[decision.seat] if decision else None
            return (seated.player if seated else ""), seq

        return self.cluster.do(machine, act())  # type: ignore[no-any-return]


def _answer(match: Match) -> Any:
    decision = match.decision()
    assert decision is not None
    return judge.act(match, decision.seat, match.seq, {"do": "add", "n": 1})


def _notices(machine: Machine) -> Notices:
    assert machine.node is not None
    return Notices(machine.node.store.topology, machine.node.store.now)
