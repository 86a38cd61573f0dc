"""What a node keeps of matches and connections that are over: nothing. Counted, in a world where time is virtual.

Every container that a node or its store can reach is counted. After many matches were made, played to their end,
watched, and left, each holds exactly as many things as it held after the first few. So it is with thousands, which
``make nightly`` plays.
"""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest

from bocage.log.entries import Access
from bocage.protocol.rest import ClockRules
from bocage.rules.kernel import registry
from bocage.sdk.client import Client
from bocage.store import names
from tests.simulate.cluster import IDLE, Cluster, Machine
from tests.simulate.loop import Loop
from tests.simulate.world import drawn_from
from tests.tally import TALLY

#: Matches after which everything that is made once is there, and after which nothing more may be; at night.
FIRST, MORE, AT_NIGHT = 10, 80, 2000
#: Seconds after which rooms are closed, counts of other nodes are forgotten, and timers have run out.
QUIET = IDLE + 200.0
CONTAINERS = (dict, list, set, frozenset, collections.deque, collections.OrderedDict, collections.Counter)


def fields(thing: object) -> Iterator[tuple[str, Any]]:
    """The attributes of a thing, wherever it keeps them."""
    yield from getattr(thing, "__dict__", {}).items()
    for kind in type(thing).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(thing, name):
                yield name, getattr(thing, name)


def sizes(*roots: object) -> dict[str, int]:
    """Where a container lies → how many things it holds, of all that ``roots`` reach through things of the service.

    Containers in the same place of several things of a kind are added up.
    """
    found: collections.Counter[str] = collections.Counter()
    seen: set[int] = set()
    waiting: list[tuple[str, object]] = [(type(root).__name__, root) for root in roots]
    while waiting:
        path, thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, CONTAINERS):
            found[path] += len(thing)
            inside = [*thing.keys(), *thing.values()] if isinstance(thing, dict) else list(thing)
            waiting += [(f"{path}[]", one) for one in inside]
        elif isinstance(thing, tuple):
            waiting += [(f"{path}[]", one) for one in thing]
        elif type(thing).__module__.startswith("bocage.") and not isinstance(thing, type):
            found[f"things: {type(thing).__name__}"] += 1
            waiting += [(f"{type(thing).__name__}.{name}", one) for name, one in fields(thing)]
    return dict(found)


@dataclasses.dataclass
class Town:
    """Two nodes, and people who come, play and leave."""

    cluster: Cluster

    def play(self, count: int) -> None:
        """So many matches, one after the other, each with connections of its own; then all are left alone."""
        for number in range(count):
            self._match(number)
        self.cluster.run_until(lambda: False, QUIET)
        assert self.cluster.checker.broken is None

    def _match(self, number: int) -> None:
        cluster = self.cluster
        machine = cluster.machines[number % 2]
        known = [cluster.do(machine, cluster.player(machine, name)) for name in ("Anna", "Ben")]
        clock = ClockRules("bank", 60_000, 0, "lose") if number % 3 else ClockRules()
        access = Access(number % 2 == 1, 2 if number % 5 == 0 else 0)
        players = [player for player, _ in known]
        match = cluster.do(machine, cluster.match(machine, "tally", {"turns": 3}, clock, access, players))
        ended: list[int] = []
        for token in (*(token for _, token in known), *([] if number % 2 else [""])):
            self._client(token, match, number, ended)
        wanted = 2 + (number % 2 == 0)
        assert cluster.run_until(lambda: len(ended) == wanted, 600.0), cluster.checker.broken

    def _client(self, token: str, match: str, number: int, ended: list[int]) -> None:
        cluster = self.cluster
        loop = Loop(cluster.scheduler, cluster.failed)  # type: ignore[abstract]

        async def live() -> None:
            async with Client("http://sim:1", token=token, connect=cluster.connect(loop)) as client:
                feed = client.follow(match)
                while True:
                    state = await feed.get()
                    if state.ended:
                        break
                    if token and state.actions and not len(feed):
                        if number % 4 == 3:
                            await client.resign(match)
                        else:
                            await client.act(match, state.seq, state.actions[0])
            ended.append(1)

        loop.call_soon(lambda: loop.create_task(live()))


@pytest.fixture
def town(monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    monkeypatch.setitem(registry._extra, (TALLY.id, TALLY.rules), TALLY)
    with drawn_from(15):
        cluster = Cluster(15, 2, False)
        cluster.most_steps = 1 << 60
        try:
            assert cluster.run_until(lambda: all(machine.node for machine in cluster.machines), 30.0)
            yield Town(cluster)
        finally:
            cluster.close()


def count(machine: Machine) -> dict[str, int]:
    """Everything that a node and its store hold, and what its event loop has to do."""
    assert machine.node is not None
    assert machine.store is not None
    return {**sizes(machine.node, machine.store), "tasks": len(machine.loop.tasks)}


#: What is remembered for next time, up to a bound: what players are called.
BOUNDED = {"Names._known": names.MOST}


def test_nothing_is_kept_of_matches_and_connections_that_are_over(town: Town, nightly: bool) -> None:
    town.play(FIRST)
    before = [count(machine) for machine in town.cluster.machines]
    town.play(AT_NIGHT if nightly else MORE)
    after = [count(machine) for machine in town.cluster.machines]
    for was, now in zip(before, after, strict=True):
        grown = {name: (was.get(name, 0), size) for name, size in now.items() if was.get(name, 0) != size}
        assert {name: sizes for name, sizes in grown.items() if name not in BOUNDED} == {}
        assert all(now[name] <= most for name, most in BOUNDED.items())
