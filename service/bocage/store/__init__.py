"""Logs, lists and players in Redis; the embedded Redis. Features reach Redis through it."""

from bocage.store.embedded import EmbeddedError, EmbeddedRedis, InUseError
from bocage.store.records import (
    Follower,
    NumberTakenError,
    Player,
    Reservation,
    StorageUnavailableError,
    StoreError,
    StoreSettings,
)
from bocage.store.store import Store

__all__ = [
    "EmbeddedError",
    "EmbeddedRedis",
    "Follower",
    "InUseError",
    "NumberTakenError",
    "Player",
    "Reservation",
    "StorageUnavailableError",
    "Store",
    "StoreError",
    "StoreSettings",
]
