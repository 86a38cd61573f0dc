"""A vacation that was stored before its node stopped counts in the match, on virtual time."""

from __future__ import annotations

import pytest

from bocage.features.vacations.taken import Vacations
from bocage.log.entries import TimedOut, Vacation
from bocage.log.records import TimeAway
from bocage.log.vacations import counts
from bocage.rules.kernel import registry
from bocage.store import shard_group
from tests.simulate.post import Post
from tests.simulate.world import drawn_from
from tests.tally import TALLY

DAY = 86_400_000


@pytest.fixture(autouse=True)
def days_pass_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    # Storage's clock jumps here; that is no outage.
    monkeypatch.setattr(shard_group, "OUTAGE", 1 << 40)
    monkeypatch.setitem(registry._extra, (TALLY.id, TALLY.rules), TALLY)


def test_stored_vacation_stops_the_clock_before_its_entry() -> None:
    with drawn_from(11):
        post = Post(11)
        cluster = post.cluster
        try:
            ann, bob = (post.player(name) for name in ("Ann", "Bob"))
            match = post.match([ann, bob], 6)
            history = cluster.checker.histories[match]
            there = history.last.match
            decision = there.decision()
            assert decision is not None
            decider = (ann, bob)[decision.seat]
            assert counts(there)
            # It is written down, and nothing more: so it is if the node stops then.
            taken = TimeAway(cluster.now(), cluster.now() + 10 * DAY)
            machine = post.up()
            assert machine.store is not None
            assert cluster.do(machine, Vacations(machine.store.topology).change(decider.id, (), (taken,)))
            assert not any(isinstance(step.body, Vacation) for step in history.steps)
            cluster.jumped += there.deadline() - cluster.now() + 1
            assert post.wait(lambda: any(isinstance(step.body, Vacation) for step in history.steps), 60.0)
            last = history.last.match
            assert last.deadline() == there.deadline() + 10 * DAY
            assert last.clock.misses == [0, 0]
            # When it is over, and the rest of their time, they are late.
            cluster.jumped += last.deadline() - cluster.now() + 1
            assert post.wait(lambda: any(isinstance(step.body, TimedOut) for step in history.steps), 60.0)
            assert cluster.checker.broken is None
        finally:
            cluster.close()
