"""The log and the lists made from it, in Redis; the embedded Redis. The only package that speaks Redis."""

from service.store.embedded import EmbeddedRedis, InUseError
from service.store.programs import EmbeddedError
from service.store.records import Follower, Player, Reservation, StoreError, Taken, Unavailable
from service.store.store import Store, StoreSettings

__all__ = [
    "EmbeddedError",
    "EmbeddedRedis",
    "Follower",
    "InUseError",
    "Player",
    "Reservation",
    "Store",
    "StoreError",
    "StoreSettings",
    "Taken",
    "Unavailable",
]
