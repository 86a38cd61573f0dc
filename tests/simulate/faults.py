"""What may go wrong, when, and for how long: plain data, drawn from a seed, written as text and read again."""

from __future__ import annotations

import random

import msgspec

#: Every kind of fault: what it does; whether it has a duration; the share of all faults that it is.
KINDS: dict[str, tuple[str, bool, int]] = {
    "cut_storage": ("a node's connection to storage breaks; what it sent may arrive seconds later", False, 6),
    "partition": ("a node and storage do not reach each other; nobody is told", True, 3),
    "cut_clients": ("all connections of a node's clients break", False, 3),
    "cut_client": ("one client's connection breaks", False, 6),
    "slow_reader": ("one client takes nothing up", True, 4),
    "slow_net": ("everything takes up to a quarter of a second longer", True, 3),
    "kill_node": ("a node is killed, and started again", True, 4),
    "pause_node": ("a node does nothing for a while", True, 3),
    "stop_redis": ("storage answers nobody, but holds its connections", True, 2),
    "crash_redis": ("storage is killed, and comes back with all it had", True, 3),
    "lose_tail": ("storage is killed, and comes back without its newest entries", True, 2),
    "fail_over": ("a replica takes over", False, 3),
    "cut_replica": ("the replica gets nothing", True, 2),
    "full_disk": ("storage refuses to write", True, 3),
    "forget_scripts": ("storage forgets its scripts", False, 2),
    "clock_ahead": ("storage's clock jumps ahead", False, 1),
    "clock_back": ("storage's clock jumps back", False, 1),
}


class Fault(msgspec.Struct, frozen=True):
    """One thing that goes wrong. ``at``, ``lasts``: seconds. ``target``: which node or client, counted round."""

    kind: str
    at: float
    lasts: float = 0.0
    target: int = 0

    def __str__(self) -> str:
        return f"{self.kind}:{self.target}@{self.at:g}+{self.lasts:g}"


def parse(text: str) -> Fault:
    """The fault that is written like this: kind:target@at+lasts. Raises ``ValueError``."""
    kind, _, rest = text.partition(":")
    target, _, times = rest.partition("@")
    at, _, lasts = times.partition("+")
    if kind not in KINDS:
        raise ValueError(f"no fault is called {kind}; there are: {', '.join(KINDS)}")
    return Fault(kind, float(at), float(lasts or 0), int(target))


def draw(rng: random.Random, count: int, until: float, kinds: tuple[str, ...] = ()) -> list[Fault]:
    """``count`` faults within the first ``until`` seconds, of these kinds (empty: of all)."""
    names = list(kinds or KINDS)
    weights = [KINDS[name][2] for name in names]
    found = []
    for kind in rng.choices(names, weights, k=count):
        # Half of what lasts is over before anybody notices, and half is not.
        lasts = round(rng.choice((rng.uniform(0.05, 2.0), rng.uniform(2.0, 9.0))), 2) if KINDS[kind][1] else 0.0
        found.append(Fault(kind, round(rng.uniform(0.0, until), 2), lasts, rng.randrange(6)))
    return sorted(found, key=lambda fault: fault.at)
