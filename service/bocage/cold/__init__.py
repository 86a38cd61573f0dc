"""Cold storage: where archives of finished matches lie that have left Redis. Files, or objects in a bucket."""

from bocage.cold.record import DamagedError, Record, day_of, decode, encode, name_of
from bocage.cold.storage import ColdStorage, ColdStorageError, check_url, open_storage

__all__ = [
    "ColdStorage",
    "ColdStorageError",
    "DamagedError",
    "Record",
    "check_url",
    "day_of",
    "decode",
    "encode",
    "name_of",
    "open_storage",
]
