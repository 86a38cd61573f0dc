"""Rights of the service's account, checked without using them.

Redis checks rights when it queues a command in a transaction. So all commands that the service needs are queued and
then discarded: nothing is carried out, and one round trip finds everything that is missing, and also whether Redis
accepts writes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

import msgspec

from bocage.store.connection import (
    DENIED,
    WRITES_REFUSED,
    Argument,
    ConnectionGone,
    RedisConnection,
    Reply,
    ReplyError,
    code_of,
)
from bocage.store.keys import NAMED_CHANNEL, ROWS_CHANNEL, SIGNED_OUT_CHANNEL, TAGS
from bocage.store.records import StoreError

#: All commands of the store and its scripts, with arguments that Redis can queue.
COMMANDS = (
    *("DEL k", "EXISTS k", "EXPIRE k 1", "GET k", "GETDEL k", "PERSIST k", "PEXPIREAT k 1", "SET k v", "TTL k"),
    *("HDEL k f", "HEXISTS k f", "HGET k f", "HGETALL k", "HKEYS k", "HMGET k f", "HSET k f v", "HSETNX k f v"),
    *("SADD k m", "SCARD k", "SISMEMBER k m", "SMEMBERS k", "SREM k m"),
    *("ZADD k 1 m", "ZCARD k", "ZCOUNT k 1 2", "ZINCRBY k 1 m", "ZRANGE k 0 1", "ZRANGEBYSCORE k 1 2", "ZREM k m"),
    *("ZREMRANGEBYRANK k 0 1", "ZREMRANGEBYSCORE k 1 2", "ZREVRANGE k 0 1", "ZSCORE k m"),
    *("LPOS k v", "LRANGE k 0 1", "LREM k 0 v", "RPUSH k v"),
    *("XADD k * f v", "XLEN k", "XRANGE k - +", "XREVRANGE k + -"),
    *("EVAL return 0", "EVALSHA 0 0", "SCRIPT LOAD return", "PUBLISH c m", "SUBSCRIBE c"),
    *("SCAN 0", "TIME", "WAIT 0 1"),
)
#: Additional commands in a cluster.
OF_CLUSTERS = ("CLUSTER SLOTS",)
#: Additional commands in a cluster with sharded channels.
SHARDED = ("SPUBLISH c m", "SSUBSCRIBE c")
#: One key of each kind outside of the shards.
KEYS = (
    *("cold-mover:0", "cold:x", "player:x", "challenge:x", "blocks:x", "mutes:x", "friends:x", "friend-asks:x"),
    *("map:x", "maps:x", "shared-maps", "map-games", "map-games-by"),
    *("hidden", "reports", "report:x", "audit", "daily:attempts:0:x", "duplicate:x"),
    *("daily:secrets", "daily:scenarios"),
    *(
        "notices:daily",
        "notices:mail:x",
        "notices:friend:x:y",
        "notices:vapid",
        "rewritten:x:0",
        "once:x:y",
        "waiting:x",
        "offer:x",
        "offers:x",
        "programs-of:x",
        "programs:online",
        "programs:arranged",
        "programs:turn",
        "arranged:x",
        "tables:x",
    ),
)
#: Channels that all nodes subscribe to.
CHANNELS = (
    *(channel.decode() for channel in (ROWS_CHANNEL, SIGNED_OUT_CHANNEL, NAMED_CHANNEL)),
    "bocage:unheard",
    "bocage:challenges",
)


class RightsError(StoreError):
    """The account lacks rights, or Redis rejects it."""


class Question(msgspec.Struct, frozen=True):
    """A command to queue. ``pattern``: pattern of its key or channel in an ACL."""

    command: tuple[Argument, ...]
    pattern: str


class Found(msgspec.Struct, frozen=True):
    """``missing``: rights in the syntax of ``ACL SETUSER``. ``refusal``: why writes are rejected, or empty."""

    missing: tuple[str, ...]
    refusal: str


def questions(cluster: bool, version: Sequence[int]) -> list[Question]:
    """Return all commands to check on a server of this version."""
    sharded = cluster and tuple(version) >= (7,)
    wanted = [*COMMANDS, *(OF_CLUSTERS if cluster else ()), *(SHARDED if sharded else ())]
    here = {"k": f"{TAGS[0]}:log:x", "c": f"{TAGS[0]}:node:x"}
    pattern = {"k": "~{*}:*", "c": "&{*}:node:*"}
    asked = []
    for line in wanted:
        words = ["EVAL", "return 0", "0"] if line.startswith("EVAL ") else line.split()
        place = words[1] if len(words) > 1 else ""
        asked.append(Question(tuple(here.get(word, word) for word in words), pattern.get(place, "")))
    asked += [Question(("GETDEL", f"{tag}:x"), "~{*}:*") for tag in TAGS]
    asked += [Question(("GETDEL", key), "~" + _with_stars(key)) for key in KEYS]
    asked += [Question(("PUBLISH", channel, ""), "&" + channel) for channel in CHANNELS]
    asked += [Question(("SUBSCRIBE", channel), "&" + channel) for channel in CHANNELS]
    return asked


def found(asked: Iterable[Question], replies: Iterable[Reply]) -> Found:
    """Evaluate the replies. Raises :class:`ConnectionGone`."""
    missing: dict[str, None] = {}
    refusal = ""
    for question, reply in zip(asked, replies, strict=True):
        if isinstance(reply, ConnectionGone):
            raise reply
        code = code_of(reply) if isinstance(reply, ReplyError) else ""
        if code in DENIED:
            missing[_right(question, str(reply))] = None
        elif code in WRITES_REFUSED or code == "READONLY":
            refusal = refusal or str(reply)
    return Found(tuple(missing), refusal)


async def ask(connection: RedisConnection, cluster: bool, version: Sequence[int]) -> Found:
    """Check a server. Raises :class:`ConnectionGone`, :class:`RightsError` if DISCARD is not allowed."""
    # Outside of a transaction the commands would be carried out, so wait for this reply.
    begun = await asyncio.gather(connection.call("MULTI"), return_exceptions=True)
    if isinstance(begun[0], BaseException):
        return found([Question(("MULTI",), "")], begun)
    asked = questions(cluster, version)
    asked.append(Question(("DISCARD",), ""))
    queued = [connection.call(*question.command) for question in asked]
    replies = await asyncio.gather(*queued, return_exceptions=True)
    told = found(asked, replies)
    if isinstance(replies[-1], ReplyError):
        # The transaction stays open, so the connection is useless.
        raise RightsError(f"the account lacks rights in Redis: {' '.join(told.missing)} (see docs/operations.md)")
    return told


def complaint(user: str, missing: Sequence[str]) -> str:
    """Return the message for an operator about missing rights."""
    return f"the account {user or 'default'} lacks rights in Redis: {' '.join(missing)} (see docs/operations.md)"


def _right(question: Question, text: str) -> str:
    """Return the missing right. ``text``: the error, whose wording depends on the version."""
    about = text.partition("ermissions to ")[2]
    if "channel" in about or (" key" in about and not about.startswith("run ")):
        return question.pattern or f"({about})"
    if about and not about.startswith("run "):
        return f"({about})"
    words = [str(word).lower() for word in question.command]
    return "+" + ("|".join(words[:2]) if words[0] in ("script", "cluster") else words[0])


def _with_stars(key: str) -> str:
    kind, colon, _ = key.partition(":")
    return f"{kind}:*" if colon else kind
