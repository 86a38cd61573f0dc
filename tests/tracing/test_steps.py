"""An action that is traced on its way through a whole node: which steps there are, in which order, and for whom."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from protocol import messages as m
from service.match.records import Entry
from service.node import hosted_room
from service.node.hosted_room import HostedRoom
from service.room import effects as do
from service.sockets import session
from service.sockets.session import Session
from service.store import NumberTakenError, StorageUnavailableError
from service.tracing.spans import Recorder, Span, Trace
from service.tracing.steps import Steps, traced
from tests.node.conftest import own_redis, redis_url, shared_redis, tally_is_installed
from tests.node.service import running
from tests.node.test_acts import seated

__all__ = ["own_redis", "redis_url", "shared_redis", "tally_is_installed"]

#: What is replaced, and put back.
METHODS: tuple[Callable[[], object], ...] = (
    lambda: Session._receive,
    lambda: session._HANDLERS[m.Act],
    lambda: HostedRoom.entry,
    lambda: HostedRoom._answered,
    lambda: hosted_room._CARRY_OUT[do.Append],
    lambda: hosted_room._CARRY_OUT[do.Deliver],
)


def recorder(share: float = 1.0) -> Recorder:
    return Recorder(share, time.time_ns, random.Random(1))


def names(spans: list[Span]) -> list[str]:
    return [span.name for span in spans]


async def test_every_step_of_an_action_is_a_span(redis_url: str) -> None:
    kept = recorder()
    async with running(redis_url) as service:
        match, first, second = await seated(service)
        async with first, second:
            seq = (await first.watch(match)).seq
            await second.watch(match)
            with traced(kept):
                assert isinstance(await first.act(match, {"do": "add", "n": 2}, seq), m.Ack)
                spans = kept.take(100)
                # Stored already: it is judged, and that is all.
                assert isinstance(await first.act(match, {"do": "add", "n": 2}, seq), m.Ack)
                again = kept.take(100)
                refused = await second.act(match, {"do": "nothing"})
                assert isinstance(refused, m.Refused)
                illegal = kept.take(100)
    root, *steps = spans
    assert names(spans) == ["action", "decode", "judge", "append", "fan-out"]
    assert {step.parent for step in steps} == {root.id}
    assert root.facts == {"bocage.match": match, "bocage.seen": seq, "bocage.entry": seq + 1}
    assert steps[-1].facts == {"bocage.watchers": 2}
    # One after the other, all of them within the action.
    times = [root.begin, *(at for step in steps for at in (step.begin, step.end)), root.end]
    assert times == sorted(times)
    assert {span.error for span in spans} == {""}
    assert names(again) == ["action", "decode", "judge"]
    assert names(illegal) == ["action", "decode", "judge"]
    assert illegal[0].error == illegal[2].error == refused.code


async def test_without_it_nothing_is_replaced_and_afterwards_all_is_as_before(redis_url: str) -> None:
    before = [method() for method in METHODS]
    kept = recorder(0.0)
    async with running(redis_url) as service:
        match, first, _ = await seated(service)
        async with first:
            await first.watch(match)
            with traced(kept):
                assert not any(now() is was for now, was in zip(METHODS, before, strict=True))
                assert isinstance(await first.act(match, {"do": "add", "n": 2}), m.Ack)
    assert [method() for method in METHODS] == before
    # None was chosen.
    assert not kept.spans


class Room:
    """As much of a hosted room as the steps look at."""

    def __init__(self, append: object) -> None:
        self._append = append


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
    steps, answers = Steps(kept), []
    proposal: Any = SimpleNamespace(match="m")
    effect: Any = SimpleNamespace(proposal=proposal)
    under_way: Any = Room(proposal)
    free: Any = Room(None)
    steps._judged["m"] = Trace(kept, "action", kept.now())
    steps.store(lambda room, effect: None)(under_way, effect)
    answered = steps.answered(lambda room, append, found: answers.append(found))
    # An answer to an append that is not under way any more says nothing.
    answered(free, proposal, result)
    assert not kept.spans
    answered(under_way, proposal, result)
    assert answers == [result, result]
    assert names(list(kept.spans)) == spans
    assert {span.error for span in kept.spans} <= {error}
    assert steps._stored == {}
