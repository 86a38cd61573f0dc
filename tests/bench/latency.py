"""Delay until the other player is told, and the longest pauses of a node, while many matches rest on it.

``python -m tests.bench latency``. A thousand matches of SQUAD rest, both players of each connected; others are
played at a fixed rate. Printed are

- milliseconds of wall-clock time from an action to the other player's update, beside those of an echo server at the
  same rate, which is what the machine does to both. They mean something on an idle machine;
- the longest turns of the event loop while 10,000 matches are open, in processor time of its thread, which other
  programs hardly change, and the longest collections of garbage among them: nobody is served meanwhile.
"""

from __future__ import annotations

import msgspec

from bocage.rules.kernel.registry import find_game, register
from tests.bench import floors
from tests.bench.crowd import Crowd, Watching, new_match
from tests.bench.loads import Loads
from tests.bench.machine import Meter, Served, cores, pin, redis_server, served
from tests.bench.measure import MILLI, less, percentile, run
from tests.bench.turns import Longest
from tests.redis_server import RedisServer
from tests.tally import TALLY

#: Matches that rest, with two connections each; and all matches that are open where turns are measured.
RESTING, OPEN = 1000, 10_000
#: Actions a second → for how many seconds.
RATES = {50: 60.0, 500: 20.0}
#: The same where turns are measured.
RATE, SECONDS = 100, 30.0
#: Share of the actions → milliseconds until the other is told, at most; and those of the longest turn.
TARGETS = {0.99: 3, 0.999: 10}
LONGEST = 10
#: Milliseconds from which Redis notes what takes it long.
SLOW = 3


def main() -> None:
    """Measure and print."""
    register(TALLY)
    pin(0, cores()[1])
    with (
        redis_server() as redis,
        served("tests.bench.serve", redis.url) as node,
        served("tests.bench.echo", "wire") as echo,
    ):
        run(by_clock(redis, node, echo))
    # The node is never idle: Redis would not get its part of the same core.
    with redis_server(pinned=False) as redis, served("tests.bench.serve", redis.url, "turns") as node:
        run(by_turns(Loads(redis), node))


async def rest(load: Loads, node: Served, crowd: Crowd, matches: int) -> float:
    """Matches with both players connected, who do nothing.

    The processor time of the node for a connection with hello and a snapshot of an open match, in seconds.
    """
    store = await load.store()
    tokens: list[tuple[str, str]] = []
    for number in range(matches):
        people = [await store.create_player(f"R{number}-{seat}") for seat in range(2)]
        match = await new_match(store, find_game("squad"), [player for player, _ in people])
        (_, first), (_, second) = people
        await crowd.join(Watching(crowd), node.port, first, [match])
        tokens.append((match, second))
    await store.close()
    meter = Meter([node.pid])
    for match, token in tokens:
        await crowd.join(Watching(crowd), node.port, token, [match])
    return sum(meter.each()) / matches


async def by_clock(redis: RedisServer, node: Served, echo: Served) -> None:
    """Delays, while matches rest; and what Redis says that it was slow in."""
    load, resting = Loads(redis), Crowd()
    with redis.client() as client:
        client.config_set("latency-monitor-threshold", SLOW)
    each = await rest(load, node, resting, RESTING)
    print(f"a connection, hello and a snapshot of an open match: {each * MILLI:.2f} ms of the node", flush=True)
    for rate, seconds in RATES.items():
        floor = await floors.paced_echo(echo, rate, seconds)
        delays = await load.paced(node, rate, find_game("squad"), None, seconds)
        for name, found in (("echo", floor), ("the other's update", delays)):
            told = ", ".join(f"p{share * 100:g} {percentile(found, share):.1f}" for share in (0.5, 0.99, 0.999))
            longest = max(found) * MILLI
            print(f"{rate}/s {name:<20} {told}, longest {longest:.1f} ms ({len(found):,})", flush=True)
        for share, most in TARGETS.items():
            less(f"{rate}/s p{share * 100:g}", percentile(delays, share), most, "ms")
    with redis.client() as client:
        slow = [f"{event.decode()} {longest} ms" for event, _, _, longest in client.latency_latest()]
    print(f"Redis was slow in: {', '.join(slow) or 'nothing'}", flush=True)
    resting.close()


async def by_turns(load: Loads, node: Served) -> None:
    """Turns of the loop, while matches are opened, and after that."""
    resting = Crowd()
    await rest(load, node, resting, RESTING)
    await load.open(node, OPEN - RESTING)
    show("matches are opened", node)
    await load.paced(node, RATE, seconds=SECONDS)
    less("longest turn", show(f"{OPEN:,} are open", node) * MILLI, LONGEST, "ms")
    resting.close()


def show(when: str, node: Served) -> float:
    """Print the longest turns since the last time; the longest of them, in seconds."""
    found = msgspec.json.decode(node.ask(b"turns"), type=Longest)
    turns = ", ".join(f"{seconds * MILLI:.1f}" for seconds in found.turns[:5])
    collections = ", ".join(
        f"generation {generation} {seconds * MILLI:.1f}"
        for generation, seconds in sorted(found.collections.items())
    )
    print(
        f"{when}: longest turns {turns} ms; of {found.collected} collections the longest: {collections}", flush=True
    )
    return found.turns[0]
