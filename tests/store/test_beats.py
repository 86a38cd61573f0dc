"""Scripts that nodes call all the time: when a beat is written, what an outage is, what is due, how long logs are.

Spans are of hours, so that it does not matter how long a test takes.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import redis

from bocage.store import scripts
from tests.redis_server import RedisServer

BEAT, OUTAGE, REMEMBER = 10_000_000, 50_000_000, 500_000_000
KEYS = ("beat", "outages", "due")


class Beats:
    """A Redis that is asked by hand."""

    def __init__(self, client: redis.Redis) -> None:
        self.client = client
        seconds, _ = client.time()
        #: Now, nearly.
        self.now = 1000 * seconds

    def __call__(self, newest: int = 0, most: int = 100) -> tuple[int, list[str], list[str]]:
        """Time, outages, matches that are due."""
        numbers = (BEAT, OUTAGE, REMEMBER, newest, most)
        now, outages, due = self.client.eval(scripts.BEAT.text.decode(), len(KEYS), *KEYS, *numbers)
        return int(now), [one.decode() for one in outages], [one.decode() for one in due]

    @property
    def last(self) -> int:
        return int(self.client.get("beat") or 0)


@pytest.fixture
def beats(redis_server: RedisServer, redis_url: str) -> Iterator[Beats]:
    with redis_server.client() as client:
        yield Beats(client)


def test_the_first_beat_is_written_and_no_outage(beats: Beats) -> None:
    now, outages, due = beats()
    assert beats.last == now
    assert (outages, due) == ([], [])
    assert abs(now - beats.now) < BEAT


@pytest.mark.parametrize(("ago", "written"), [(BEAT // 2, False), (BEAT + 1, True), (OUTAGE // 2, True)])
def test_a_beat_is_written_now_and_then(beats: Beats, ago: int, written: bool) -> None:
    last = beats.now - ago
    beats.client.set("beat", last)
    now, outages, _ = beats()
    assert beats.last == (now if written else last)
    assert outages == []


def test_outage_is_told_until_known(beats: Beats) -> None:
    last = beats.now - OUTAGE - 1
    beats.client.set("beat", last)
    now, outages, _ = beats()
    assert outages == [f"{last}-{now}"]
    assert beats()[1] == outages
    assert beats(newest=now)[1] == []
    assert beats(newest=now - 1)[1] == outages


def test_a_clock_that_is_set_back_is_followed(beats: Beats) -> None:
    """Then the jump by which it comes right again is an outage, whose time is charged to nobody."""
    beats.client.set("beat", beats.now + OUTAGE)
    now, outages, _ = beats()
    assert (beats.last, outages) == (now, [])


def test_outages_of_long_ago_are_forgotten_when_there_is_another(beats: Beats) -> None:
    for ago in (REMEMBER + BEAT, REMEMBER - BEAT):
        beats.client.zadd("outages", {f"{ago}": beats.now - ago})
    assert beats()[1] == [f"{REMEMBER + BEAT}", f"{REMEMBER - BEAT}"]
    beats.client.set("beat", beats.now - OUTAGE - 1)
    _, outages, _ = beats()
    assert outages[0] == f"{REMEMBER - BEAT}"
    assert len(outages) == 2


def test_what_is_due_is_told_the_oldest_first(beats: Beats) -> None:
    times = {"late": -BEAT, "later": -2 * BEAT, "now": -1000, "soon": OUTAGE}
    beats.client.zadd("due", {match: beats.now + after for match, after in times.items()})
    assert beats()[2] == ["later", "late", "now"]
    assert beats(most=2)[2] == ["later", "late"]


def test_archived_logs_have_no_length(beats: Beats) -> None:
    client = beats.client
    for log, count in (("one", 1), ("three", 3)):
        for seq in range(1, count + 1):
            client.xadd(log, {"raw": "x"}, id=f"{seq}-0")
    client.xadd("old", {"archive": "x"}, id="18446744073709551615-18446744073709551615")
    # In cold storage: noted under the last two letters.
    client.hset("{t}:cold:bc", "abc", 1)
    client.xadd("{t}:log:new", {"raw": "x"}, id="1-0")
    logs = ("none", "one", "old", "three", "{t}:log:abc", "{t}:log:xbc", "{t}:log:new")
    assert client.eval(scripts.LENGTHS.text.decode(), len(logs), *logs) == [0, 1, -1, 3, -1, 0, 1]
