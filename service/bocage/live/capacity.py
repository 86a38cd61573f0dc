"""How many connections a node takes: in all, and from one address before anything is known of them."""

from __future__ import annotations

import resource
from collections import Counter
from enum import Enum, auto
from typing import Generic, TypeVar

G = TypeVar("G")

#: Descriptors for storage, files and the log; and those kept back for the operator.
OWN = 48
RESERVED = 16
#: The process asks for as many descriptors as it may have, up to this number.
PLENTY = 65_536


def descriptors() -> int:
    """How many files and sockets this process may have open."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return PLENTY if soft == resource.RLIM_INFINITY else soft


def raise_descriptor_limit() -> None:
    """Ask the system for as many descriptors as it lets this process have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = PLENTY if hard == resource.RLIM_INFINITY else min(hard, PLENTY)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):  # macOS has a lower limit that it does not tell
            return


class Admission(Enum):
    """What there is for a new connection: everything, answers to the operator only, or nothing."""

    FREE = auto()
    RESERVED = auto()
    TOO_MANY = auto()
    FULL = auto()


class Capacity(Generic[G]):
    """Places for connections. ``gates`` are those that have not become websockets."""

    def __init__(self, per_address: int, most: int | None = None) -> None:
        """``per_address``: places at the gates for one address; ``most``: connections of all kinds, by default
        as many as there are descriptors for."""
        self.most = max(descriptors() - OWN - RESERVED, RESERVED) if most is None else most
        self._per_address = per_address
        self.gates: set[G] = set()
        #: Those at places that are kept back, oldest first.
        self._kept: dict[G, None] = {}
        self._addresses: Counter[str] = Counter()

    def share(self, limit: int) -> int:
        """``limit``, or less where places are few: one address leaves room for others."""
        return max(1, min(limit, self.most // 4))

    def enter(self, gate: G, address: str, connections: int) -> Admission:
        """A place for a connection. ``address`` empty: a proxy with many clients; ``connections``: all, with it."""
        if connections > self.most + RESERVED and not self._kept:
            return Admission.FULL
        if address and self._addresses[address] >= self.share(self._per_address):
            return Admission.TOO_MANY
        self.gates.add(gate)
        if address:
            self._addresses[address] += 1
        if connections <= self.most:
            return Admission.FREE
        self._kept[gate] = None
        return Admission.RESERVED

    def give_way(self, connections: int) -> G | None:
        """If all kept places are taken: the connection that has had one longest, which must leave it."""
        return next(iter(self._kept)) if connections > self.most + RESERVED else None

    def leave(self, gate: G, address: str) -> None:
        """It is gone, or has become a websocket."""
        if gate in self.gates:
            self.gates.remove(gate)
            self._kept.pop(gate, None)
            if address:
                self._addresses[address] -= 1
                if not self._addresses[address]:
                    del self._addresses[address]
