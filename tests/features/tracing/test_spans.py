"""Spans: which are chosen, how many are kept, and their form on the wire; a collector that refuses them."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import httpx2

from bocage.features.tracing import exporter, spans
from bocage.features.tracing.exporter import export
from bocage.features.tracing.spans import Recorder, Trace, encode
from tests.virtual_time import run


class Clock:
    """Every look at it takes a microsecond."""

    def __init__(self) -> None:
        self.time = 1_800_000_000_000_000_000

    def now(self) -> int:
        self.time += 1000
        return self.time


def recorder(share: float = 1.0) -> Recorder:
    return Recorder(share, Clock().now, random.Random(1))


def action(kept: Recorder, error: str = "") -> Trace:
    """An action with one step that ends and one that does not."""
    trace = Trace(kept, "action", kept.now())
    trace.root.facts = {"bocage.match": "m", "bocage.entry": 7}
    trace.ended(trace.step("judge"), error)
    trace.step("append")
    trace.finish(error)
    return trace


def test_the_share_that_was_wanted_is_chosen() -> None:
    assert not any(recorder(0.0).chosen() for _ in range(100))
    assert all(recorder(1.0).chosen() for _ in range(100))
    kept = recorder(0.25)
    assert 200 < sum(kept.chosen() for _ in range(1000)) < 300


def test_ended_spans_are_sent_with_their_steps() -> None:
    kept = recorder()
    action(kept)
    root, judged = kept.take(10)
    assert (root.name, root.parent, judged.name, judged.parent) == ("action", "", "judge", root.id)
    assert judged.trace == root.trace
    assert root.begin < judged.begin < judged.end < root.end
    assert (len(root.trace), len(root.id)) == (32, 16)
    assert kept.take(10) == []


def test_the_oldest_spans_go_first_when_nobody_takes_them() -> None:
    kept = recorder()
    for _ in range(spans.MOST):
        action(kept)
    assert len(kept.spans) == spans.MOST
    assert len(kept.take(5)) == 5
    assert len(kept.spans) == spans.MOST - 5


def test_the_form_is_that_of_otlp() -> None:
    kept = recorder()
    trace = action(kept, "stale")
    body: dict[str, Any] = json.loads(encode(kept.take(10), "1.2", "node-1"))
    ((resource,),) = [body["resourceSpans"]]
    assert {one["key"]: one["value"] for one in resource["resource"]["attributes"]} == {
        "service.name": {"stringValue": "bocage"},
        "service.version": {"stringValue": "1.2"},
        "service.instance.id": {"stringValue": "node-1"},
    }
    ((scope,),) = [resource["scopeSpans"]]
    root, judged = scope["spans"]
    assert root == {
        "traceId": trace.root.trace,
        "spanId": trace.root.id,
        "name": "action",
        "kind": 2,
        "startTimeUnixNano": str(trace.root.begin),
        "endTimeUnixNano": str(trace.root.end),
        "attributes": [
            {"key": "bocage.match", "value": {"stringValue": "m"}},
            {"key": "bocage.entry", "value": {"intValue": "7"}},
        ],
        "status": {"code": 2, "message": "stale"},
    }
    assert (judged["parentSpanId"], judged["kind"]) == (root["spanId"], 1)


def test_spans_are_sent_every_few_seconds_and_at_the_end() -> None:
    asked: list[tuple[float, int]] = []
    kept = recorder()

    async def answer(request: httpx2.Request) -> httpx2.Response:
        body = json.loads(request.content)
        assert (str(request.url), request.headers["content-type"]) == ("http://c/v1/traces", "application/json")
        asked.append((asyncio.get_running_loop().time(), len(body["resourceSpans"][0]["scopeSpans"][0]["spans"])))
        return httpx2.Response(500 if len(asked) == 2 else 200)

    async def sending() -> None:
        start = asyncio.get_running_loop().time()
        transport = httpx2.MockTransport(answer)
        task = asyncio.create_task(export(kept, "http://c/v1/traces", "1", "n", transport))
        action(kept)
        # Nothing to say: nothing is sent.
        await asyncio.sleep(2.5 * exporter.EVERY)
        action(kept)
        await asyncio.sleep(exporter.EVERY)
        action(kept)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert [round((at - start) / exporter.EVERY, 1) for at, _ in asked] == [1.0, 3.0, 3.5]

    run(sending())
    # What was refused is dropped.
    assert [count for _, count in asked] == [2, 2, 2]
    assert not kept.spans
