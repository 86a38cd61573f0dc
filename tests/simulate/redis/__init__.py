"""A Redis in memory: as much of one as the store uses, with the scripts' exact effects."""

from tests.simulate.redis.server import MemoryRedis

__all__ = ["MemoryRedis"]
