"""The script of appends, asked by hand: who is told, what time an entry has, what is refused.

Spans are of hours, so that it does not matter how long a test takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import redis

from bocage.log.records import Change, Entry
from bocage.store import archive, scripts
from bocage.store.appends import pack_change
from bocage.store.keys import SHARD_SLOTS, SHARDS, SLOTS, TAGS, log_key, near_key, review_key, shard_key, shard_of
from bocage.store.shard_group import BEAT, MOST_DUE, OUTAGE
from bocage.store.topology import BEAT_EVERY
from tests.redis_server import RedisServer
from tests.store.logs import a_row

HOUR = 3_600_000
MATCH = "m"
LOG, NEAR, FENCE = log_key(MATCH), near_key(MATCH), "fence"
TAG = TAGS[shard_of(MATCH)]
#: The number in the tag of each shard.
NUMBERS = (
    *(10, 113, 21, 3, 61, 72, 50, 43, 11, 112, 20, 2, 60, 73, 51, 42),
    *(12, 111, 23, 1, 63, 70, 52, 41, 13, 110, 22, 0, 62, 71, 53, 40),
)


class Asked:
    """A Redis that is asked by hand."""

    def __init__(self, client: Any) -> None:
        self.client = client
        seconds, _ = client.time()
        self.now = 1000 * int(seconds)

    def __call__(
        self,
        seq: int,
        earliest: int = 0,
        asked: int = 0,
        change: Change | None = None,
        near: int = 0,
        publish: str = "PUBLISH",
        epoch: int = 1,
    ) -> Any:
        """What became of one entry."""
        row = (seq, earliest, asked, f"body {seq}", pack_change(change), near)
        keys = (LOG, NEAR, FENCE)
        (result,) = self.client.eval(scripts.APPEND.text.decode(), 3, *keys, "here", publish, epoch, *row)
        return result

    def listen(self, *nodes: str) -> Any:
        """These nodes follow the match; what they are told comes here."""
        self.client.sadd(NEAR, *nodes)
        heard = self.client.pubsub()
        heard.subscribe(*[f"{TAG}:node:{node}" for node in nodes])
        for _ in nodes:
            assert heard.get_message(timeout=60) is not None
        return heard


def messages(heard: Any, client: Any) -> list[tuple[str, bytes]]:
    """Node → what it was told, until a last word that is said here."""
    client.publish(next(iter(heard.channels)), "the end")
    found: list[tuple[str, bytes]] = []
    while True:
        message = heard.get_message(timeout=60)
        assert message is not None
        if message["data"] == b"the end":
            return found
        found.append((message["channel"].decode().rpartition(":")[2], message["data"]))


@pytest.fixture
def append(redis_server: RedisServer, redis_url: str) -> Iterator[Asked]:
    with redis_server.client() as client:
        yield Asked(client)


def test_other_nodes_are_told_and_the_own_one_is_not(append: Asked) -> None:
    heard = append.listen("here", "there")
    at = append(1, near=1)
    assert messages(heard, append.client) == [("there", b"m 1 %d body 1" % at)]
    # Whoever follows alone has nobody to tell; who does not follow tells everybody else.
    append.client.srem(NEAR, "there")
    append(2, near=1)
    assert messages(heard, append.client) == []
    append.client.srem(NEAR, "here")
    append.client.sadd(NEAR, "there")
    at = append(3, near=0)
    assert messages(heard, append.client) == [("there", b"m 3 %d body 3" % at)]
    append(4, near=0, publish="")
    append(4)
    assert messages(heard, append.client) == []


def test_a_connection_that_was_given_up_appends_nothing(append: Asked) -> None:
    assert append(1, epoch=1) > 0
    append.client.set(FENCE, 10)
    # Numbers are compared, not texts.
    with pytest.raises(redis.exceptions.ResponseError, match=r"^FENCED"):
        append(2, epoch=9)
    assert append.client.xlen(LOG) == 1
    assert append(2, epoch=10) > 0


def test_nodes_that_do_not_listen_any_more_are_forgotten(append: Asked) -> None:
    heard = append.listen("here", "there")
    append.client.sadd(NEAR, "gone")
    append(1, near=1)
    assert append.client.smembers(NEAR) == {b"here", b"there"}
    assert [node for node, _ in messages(heard, append.client)] == ["there"]


def test_what_replicas_have_is_told_to_the_others(append: Asked) -> None:
    heard = append.listen("here", "there")
    rows = (5, 700, "one", 6, 800, "two")
    assert append.client.eval(scripts.TELL.text.decode(), 2, NEAR, NEAR, "here", "PUBLISH", *rows) == 1
    assert messages(heard, append.client) == [("there", b"m 5 700 one"), ("there", b"m 6 800 two")]
    assert append.client.eval(scripts.WHISPER.text.decode(), 1, NEAR, "here", "PUBLISH", "note") == 1
    assert messages(heard, append.client) == [("there", b"m 0 0 note")]


def test_what_is_refused_changes_no_list(append: Asked) -> None:
    change = Change(row=a_row(MATCH), secret=b"\x01", due_in=HOUR)
    assert append(2, change=change) == -1
    assert append.client.keys("*") == []
    at = append(1, change=change)
    assert append.client.zscore(shard_key(shard_of(MATCH), "due"), MATCH) == at + HOUR
    assert append.client.hget(shard_key(shard_of(MATCH), "secrets"), MATCH) == b"01"


def test_deadlines_are_set_moved_kept_and_removed(append: Asked) -> None:
    due = shard_key(shard_of(MATCH), "due")

    def deadline() -> float | None:
        found: float | None = append.client.zscore(due, MATCH)
        return found

    append(1, change=Change(due=HOUR))
    found = [deadline()]
    append(2, change=Change(secret=b"x"))
    found.append(deadline())
    append(3, change=Change(due=2 * HOUR))
    found.append(deadline())
    append(4, change=Change(due=-1))
    assert [*found, deadline()] == [HOUR, HOUR, 2 * HOUR, None]


def test_last_entry_removes_the_secret_and_archives_the_log(append: Asked) -> None:
    secrets, closing = (shard_key(shard_of(MATCH), name) for name in ("secrets", "closing"))
    append(1, change=Change(secret=b"\x07"))
    assert append.client.smembers(closing) == set()
    at = append(2, change=Change(final=True))
    assert (append.client.hgetall(secrets), append.client.smembers(closing)) == ({}, {MATCH.encode()})
    entries = [Entry(1, at, b"body 1"), Entry(2, at, b"body 2")]
    text = scripts.ARCHIVE.text.decode()
    append.client.sadd(NEAR, "here")
    # Another length: the log has grown, and is left as it is.
    assert append.client.eval(text, 2, LOG, NEAR, 1, "value", at) == 0
    finished = shard_key(shard_of(MATCH), "finished")
    assert append.client.zrange(finished, 0, -1) == []
    assert (append.client.xlen(LOG), append.client.smembers(closing), append.client.ttl(NEAR)) == (2, set(), -1)
    append.client.sadd(closing, MATCH)
    assert append.client.eval(text, 2, LOG, NEAR, 2, archive.compress(entries), at) == 1
    assert append.client.zrange(finished, 0, -1, withscores=True) == [(MATCH.encode(), at)]
    assert append.client.smembers(closing) == set()
    assert 80_000 < append.client.ttl(NEAR) <= 86_400
    ((number, fields),) = append.client.xrange(LOG)
    assert number == b"18446744073709551615-18446744073709551615"
    assert archive.expand(fields[b"archive"]) == entries


# What numbers are to each other ------------------------------------------------------------------


def test_one_node_alone_causes_no_outage() -> None:
    assert 0 < BEAT_EVERY * 2 * 1000 <= BEAT
    # One beat that is lost is no outage; what clocks show for three seconds is one.
    assert 2 * BEAT < OUTAGE <= 3_000
    assert MOST_DUE >= 50


def test_match_keys_share_a_slot_and_shards_spread_evenly() -> None:
    assert (SHARDS, SLOTS) == (32, 16384)
    assert [slot * SHARDS // SLOTS for slot in SHARD_SLOTS] == list(range(SHARDS))
    for match in ("a", "match7", "zzz"):
        tag = TAGS[shard_of(match)]
        assert log_key(match) == f"{tag}:log:{match}"
        assert near_key(match) == f"{tag}:near:{match}"
        assert review_key(match) == f"{tag}:review:{match}"
    # Stored logs depend on these, and on the tags.
    assert tuple(f"{{{number}}}" for number in NUMBERS) == TAGS
    assert [shard_of(match) for match in ("a", "match7", "zzz")] == [3, 8, 10]
