"""What can be chosen about a store."""

from __future__ import annotations

from typing import Literal

import msgspec


class StoreSettings(msgspec.Struct, frozen=True):
    """Where the storage is, and how safe an acknowledged entry is.

    ``url``: ``redis://``, ``rediss://`` or ``unix://``, with ``?cluster=true`` for a Redis Cluster.
    ``durability``: ``everysec`` (a crash of Redis may lose the last second) or ``always`` (each append is on
    disk before it is acknowledged). ``replicas``: how many replicas must have an entry before it is
    acknowledged; ``replica_timeout``: for how long (ms) to wait for them. ``guest_days``: days without use after
    which a player who never took a seat is deleted; 0: never.
    """

    url: str
    durability: Literal["everysec", "always"] = "everysec"
    replicas: int = 0
    replica_timeout: int = 1000
    guest_days: int = 90
