"""Settings of a store."""

from __future__ import annotations

from typing import Literal

import msgspec


class StoreSettings(msgspec.Struct, frozen=True):
    """Address of the storage, and durability of acknowledged entries.

    ``url``: ``redis://``, ``rediss://`` or ``unix://``, with ``?cluster=true`` for a Redis Cluster.
    ``durability``: ``everysec`` (a crash of Redis may lose the last second) or ``always`` (each append is on disk
    before it is acknowledged). ``replicas``: replicas that must have an entry before it is acknowledged;
    ``replica_timeout``: timeout for them in ms. ``guest_days``: days without use after which a guest who never took
    a seat is deleted; 0: never.
    """

    url: str
    durability: Literal["everysec", "always"] = "everysec"
    replicas: int = 0
    replica_timeout: int = 1000
    guest_days: int = 90
