"""The log and the lists made from it, in Redis; the embedded Redis. The only package that speaks Redis."""

from service.store.embedded import EmbeddedRedis, InUseError
from service.store.programs import EmbeddedError
from service.store.records import (
    ColdCounts,
    ColdDamagedError,
    ColdUnavailableError,
    Follower,
    NumberTakenError,
    Player,
    Reservation,
    SignIn,
    SignIns,
    StorageUnavailableError,
    StoreError,
)
from service.store.store import Store, StoreSettings

__all__ = [
    "ColdCounts",
    "ColdDamagedError",
    "ColdUnavailableError",
    "EmbeddedError",
    "EmbeddedRedis",
    "Follower",
    "InUseError",
    "NumberTakenError",
    "Player",
    "Reservation",
    "SignIn",
    "SignIns",
    "StorageUnavailableError",
    "Store",
    "StoreError",
    "StoreSettings",
]
