"""Spans, and their encoding (OTLP, JSON). Pure."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence

import msgspec

#: Most queued spans; the oldest are dropped.
MOST = 8192


class Span(msgspec.Struct):
    """``trace``, ``id``, ``parent``: hex digits, 32, 16 and 16 (empty: none).

    ``begin``, ``end``: nanoseconds since the epoch. ``error``: refusal code; empty: none.
    """

    name: str
    trace: str
    id: str
    parent: str
    begin: int
    end: int = 0
    facts: dict[str, str | int] = {}
    error: str = ""


class Trace:
    """The trace of one action: a root span, and one per step."""

    def __init__(self, recorder: Recorder, name: str, begin: int) -> None:
        self._recorder = recorder
        self.root = Span(name, recorder.hex(16), recorder.hex(8), "", begin)
        self._steps: list[Span] = []

    def step(self, name: str, begin: int = 0) -> Span:
        """Begin a step, now or at ``begin``."""
        root, recorder = self.root, self._recorder
        span = Span(name, root.trace, recorder.hex(8), root.id, begin or recorder.now())
        self._steps.append(span)
        return span

    def ended(self, span: Span, error: str = "") -> None:
        """End a step."""
        span.end, span.error = self._recorder.now(), error

    def finish(self, error: str = "") -> None:
        """End the trace, and queue its spans."""
        self.ended(self.root, error)
        self._recorder.spans.extend((self.root, *(span for span in self._steps if span.end)))


class Recorder:
    """Samples actions, and queues spans. ``share``: sampled share of actions."""

    def __init__(self, share: float, now: Callable[[], int], rng: random.Random) -> None:
        """``now``: nanoseconds since the epoch."""
        self.spans: deque[Span] = deque(maxlen=MOST)
        self.now = now
        self._share = share
        self._rng = rng

    def chosen(self) -> bool:
        """Decide whether to trace the next action."""
        return self._rng.random() < self._share

    def hex(self, count: int) -> str:
        """Return ``count`` random bytes in hex."""
        return self._rng.randbytes(count).hex()

    def take(self, most: int) -> list[Span]:
        """Remove and return the oldest spans."""
        return [self.spans.popleft() for _ in range(min(most, len(self.spans)))]


def encode(spans: Sequence[Span], version: str, node: str) -> bytes:
    """Encode spans for a collector's ``/v1/traces``.

    https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
    """
    resource = {"service.name": "bocage", "service.version": version, "service.instance.id": node}
    body = {
        "resourceSpans": [
            {
                "resource": {"attributes": _attributes(resource)},
                "scopeSpans": [{"scope": {"name": "bocage", "version": version}, "spans": [*map(_span, spans)]}],
            }
        ]
    }
    return msgspec.json.encode(body)


def _span(span: Span) -> dict[str, object]:
    # Kind 2: server, 1: internal. Status 2: error. 64-bit numbers are strings in OTLP.
    found: dict[str, object] = {
        "traceId": span.trace,
        "spanId": span.id,
        "name": span.name,
        "kind": 1 if span.parent else 2,
        "startTimeUnixNano": str(span.begin),
        "endTimeUnixNano": str(span.end),
        "attributes": _attributes(span.facts),
        "status": {"code": 2, "message": span.error} if span.error else {},
    }
    return {**found, "parentSpanId": span.parent} if span.parent else found


def _attributes(facts: dict[str, str] | dict[str, str | int]) -> list[dict[str, object]]:
    return [
        {"key": key, "value": {"stringValue": value} if isinstance(value, str) else {"intValue": str(value)}}
        for key, value in facts.items()
    ]
