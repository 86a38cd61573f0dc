"""Storage's clock is set back by an hour, and comes right later: matches that begin in between go on."""

from __future__ import annotations

import pytest

from bocage.log.entries import Access, Acted, Outage, TimedOut
from bocage.protocol.rest import ClockRules
from bocage.rules.kernel import registry
from tests.simulate.post import Post
from tests.simulate.world import drawn_from
from tests.tally import TALLY

HOUR = 3_600_000


@pytest.fixture(autouse=True)
def tally(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._extra, (TALLY.id, TALLY.rules), TALLY)


@pytest.mark.parametrize("seed", range(3))
def test_a_young_match_outlives_a_clock_that_was_wrong(seed: int) -> None:
    with drawn_from(seed):
        post = Post(seed)
        cluster = post.cluster
        try:
            ann, bob = (post.player(name) for name in ("Ann", "Bob"))
            cluster.checker.clock_set_back = True
            machine = post.up()
            cluster.jumped -= HOUR
            post.wait(lambda: False, 10.0)
            bank = ClockRules("bank", base=300_000)
            made = cluster.match(machine, "tally", {"turns": 6}, bank, Access(), [ann, bob])
            match = str(cluster.do(machine, made))
            history = cluster.checker.histories[match]
            assert post.wait(lambda: history.last.match.status == "playing", 30.0)
            post.move(match)
            cluster.jumped += HOUR
            post.wait(lambda: False, 20.0)
            post.move(match)
            kinds = [type(step.body) for step in history.steps]
            assert [kind for kind in kinds if kind in (Acted, Outage, TimedOut)] == [Acted, Outage, Acted]
            assert min(history.last.match.clock.left) > 240_000
            assert cluster.checker.broken is None
        finally:
            cluster.close()
