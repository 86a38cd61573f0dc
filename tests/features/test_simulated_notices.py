"""Notices while nodes are killed: each is delivered, in practice once, and soon where its node goes on."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Iterator

import pytest

from bocage.features.notices.message import notice_id
from bocage.features.notices.sender import LEFT_SOON
from bocage.features.notices.storage import LEFT
from bocage.live.room import Room
from bocage.protocol.rest import ClockRules
from bocage.rules.kernel import registry
from tests.simulate.cluster import Loud
from tests.simulate.post import Post
from tests.simulate.world import drawn_from
from tests.tally import TALLY

DAYS = ClockRules("days", base=86_400_000)
#: Seconds within which a notice is there if no node is killed, and if one is.
SOON, LATE = 5.0, LEFT / 1000 + 10.0


@pytest.fixture(autouse=True)
def tally_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._extra, (TALLY.id, TALLY.rules), TALLY)


@pytest.fixture
def loud() -> Iterator[list[logging.Handler]]:
    handlers: list[logging.Handler] = []
    yield handlers
    for handler in handlers:
        logging.getLogger().removeHandler(handler)


@pytest.mark.parametrize("seed", range(4))
def test_every_turn_is_told_though_nodes_are_killed(seed: int, loud: list[logging.Handler]) -> None:
    with drawn_from(seed):
        post = Post(seed)
        loud.append(Loud(post.cluster.checker))
        logging.getLogger().addHandler(loud[0])
        try:
            players = [post.player(name) for name in ("Ann", "Bob")]
            match = post.match(players, 12)
            killed = 0
            for turn in itertools.count():
                who, seq = post.move(match)
                if not who:
                    break
                name, begun = notice_id(who, "turn", match, seq), post.cluster.scheduler.now
                if turn % 3 == 2:
                    post.wait(lambda: False, post.rng.uniform(0.0, 3.0))
                    post.kill_one()
                    killed += 1
                assert post.wait(lambda name=name: name in post.came, LATE + 40), f"turn {turn} was told to nobody"
                if turn % 3 != 2 and not any(sender.tried["webhook", "later"] for sender in post.senders):
                    assert post.cluster.scheduler.now - begun <= SOON
            assert killed >= 3
            ends = {notice_id(player.id, "over", match, seq) for player in players for seq in range(30)}
            assert post.wait(lambda: len(ends & set(post.came)) == 2, LATE + 40)
            assert post.cluster.checker.broken is None
            twice = len(post.came) - len(set(post.came))
            assert twice <= killed
        finally:
            post.cluster.close()


def test_present_player_gets_no_notice_until_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    with drawn_from(7):
        post = Post(7)
        try:
            players = [post.player(name) for name in ("Ann", "Bob")]
            match = post.match(players, 6)
            here = {0, 1}
            monkeypatch.setattr(Room, "seats_here", property(lambda room: here))
            who, seq = post.move(match)
            name = notice_id(who, "turn", match, seq)
            assert not post.wait(lambda: bool(post.came), 4 * LEFT_SOON / 1000)
            here.clear()
            assert post.wait(lambda: name in post.came, LEFT_SOON / 1000 + SOON)
            here.update((0, 1))
            for _ in range(6):
                post.move(match)
            # Ends are told once and not later: who was there has seen them.
            assert post.wait(lambda: sum(sender.dropped["present"] for sender in post.senders) == 2, 4 * LATE)
            assert post.came == [name]
            assert post.cluster.checker.broken is None
        finally:
            post.cluster.close()
