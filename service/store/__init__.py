"""The log and the lists made from it, in Redis; the embedded Redis. The only package that speaks Redis."""

from service.store.embedded import EmbeddedRedis, InUseError
from service.store.programs import EmbeddedError
from service.store.records import (
    Change,
    Entry,
    Follower,
    Log,
    Player,
    Reservation,
    Row,
    Source,
    StoreError,
    Taken,
    Unavailable,
)
from service.store.store import Store, StoreSettings

__all__ = [
    "Change",
    "EmbeddedError",
    "EmbeddedRedis",
    "Entry",
    "Follower",
    "InUseError",
    "Log",
    "Player",
    "Reservation",
    "Row",
    "Source",
    "Store",
    "StoreError",
    "StoreSettings",
    "Taken",
    "Unavailable",
]
