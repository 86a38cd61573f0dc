"""An action that is traced on its way through a whole node: which steps there are, in which order, and for whom."""

from __future__ import annotations

import random
import time

import pytest

from bocage.features.tracing.spans import Recorder, Span, Trace
from bocage.features.tracing.steps import Steps
from bocage.log.records import Entry
from bocage.protocol import messages as m
from bocage.store import NumberTakenError, StorageUnavailableError
from tests.live.node.conftest import own_redis, redis_url, shared_redis, tally_is_installed
from tests.live.node.service import running
from tests.live.node.test_acts import seated

__all__ = ["own_redis", "redis_url", "shared_redis", "tally_is_installed"]


def recorder(share: float = 1.0) -> Recorder:
    return Recorder(share, time.time_ns, random.Random(1))


def names(spans: list[Span]) -> list[str]:
    return [span.name for span in spans]


async def test_every_step_of_an_action_is_a_span(redis_url: str) -> None:
    kept = recorder()
    async with running(redis_url) as service:
        Steps(kept).attach(service.node)
        match, first, second = await seated(service)
        async with first, second:
            seq = (await first.watch(match)).seq
            await second.watch(match)
            assert isinstance(await first.act(match, {"do": "add", "n": 2}, seq), m.Ack)
            spans = kept.take(100)
            # Stored already: it is judged, and that is all.
            assert isinstance(await first.act(match, {"do": "add", "n": 2}, seq), m.Ack)
            again = kept.take(100)
            refused = await second.act(match, {"do": "nothing"})
            assert isinstance(refused, m.Refused)
            illegal = kept.take(100)
    root, *steps = spans
    assert names(spans) == ["action", "judge", "append", "fan-out"]
    assert {step.parent for step in steps} == {root.id}
    assert root.facts == {"bocage.match": match, "bocage.seen": seq, "bocage.entry": seq + 1}
    assert steps[-1].facts == {"bocage.watchers": 2}
    # One after the other, all of them within the action.
    times = [root.begin, *(at for step in steps for at in (step.begin, step.end)), root.end]
    assert times == sorted(times)
    assert {span.error for span in spans} == {""}
    assert names(again) == ["action", "judge"]
    assert names(illegal) == ["action", "judge"]
    assert illegal[0].error == illegal[1].error == refused.code


async def test_an_action_that_is_not_chosen_leaves_no_span(redis_url: str) -> None:
    kept = recorder(0.0)
    async with running(redis_url) as service:
        Steps(kept).attach(service.node)
        match, first, _ = await seated(service)
        async with first:
            await first.watch(match)
            assert isinstance(await first.act(match, {"do": "add", "n": 2}), m.Ack)
    assert not kept.spans


@pytest.mark.parametrize(
    ("result", "spans", "error"),
    [
        (StorageUnavailableError(), ["action", "append"], "StorageUnavailableError"),
        (Entry(3, 0, b""), ["action", "append"], ""),
        # It is judged again, and the trace goes on.
        (NumberTakenError(), [], ""),
    ],
)
def test_what_storage_answers_ends_the_step(result: Entry | Exception, spans: list[str], error: str) -> None:
    kept = recorder()
    steps = Steps(kept)
    # What is appended without having been chosen is no trace.
    steps.appending("m", b"")
    steps.answered("m", result)
    assert not kept.spans
    steps.judged["m"] = Trace(kept, "action", kept.now())
    steps.appending("m", b"")
    steps.answered("m", result)
    assert names(list(kept.spans)) == spans
    assert {span.error for span in kept.spans} <= {error}
    assert steps._stored == {}
