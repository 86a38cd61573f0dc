"""The node's metrics for Prometheus, collected on request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from bocage.live.counts import APPEND_BUCKETS, Counts
from bocage.protocol.codes import REFUSAL

if TYPE_CHECKING:
    from bocage.http.app_state import AppState

#: Field of ``Counts`` → metric and its help text.
_TOTALS = {
    "messages_in": ("messages_received", "Messages received from websockets."),
    "frames_out": ("frames_sent", "Updates and snapshots sent to websockets."),
    "bytes_out": ("sent_bytes", "Bytes of updates and snapshots."),
    "dropped": (
        "frames_dropped",
        "Updates dropped for slow readers; a snapshot replaces them.",
    ),
    "snapshots": ("snapshots_made", "Whole views encoded."),
    "replayed": ("frames_replayed", "Updates recomputed for resumed subscriptions."),
    "entries": ("entries_folded", "Entries folded in open rooms, appended by any node."),
    "opened": ("tables_opened", "Tables opened."),
    "lost": ("appends_lost", "Appends that lost a race and were judged again."),
    "due_failed": ("due_failed", "Overdue matches that could not be opened, such as broken logs."),
}


#: Limits by which connections are rejected; ``full``: no capacity. Each has a sample from the start, because an
#: increase needs an earlier sample.
TURNED_AWAY = ("address_connections", "full", "request_time", "stuck_time")


class NodeCollector(Collector):
    """Collects one node's metrics."""

    def __init__(self, state: AppState) -> None:
        self._state = state

    def collect(self) -> Iterator[Metric]:
        """Yield the current metrics of the node."""
        node = self._state.node
        counts = node.counts
        info = GaugeMetricFamily("bocage_info", "Version of the service; the value is 1.", labels=["version"])
        info.add_metric([node.version], 1)
        yield info
        yield GaugeMetricFamily("bocage_sockets", "Websockets open here.", len(node.sessions.all))
        yield GaugeMetricFamily("bocage_storage_up", "1: storage can be reached.", int(node.store.available))
        yield GaugeMetricFamily(
            "bocage_storage_writable", "1: storage can be reached and accepts writes.", int(node.store.writable)
        )
        yield GaugeMetricFamily("bocage_draining", "1: this node is about to stop.", int(node.draining))
        yield self._tables()
        for field, (name, sentence) in _TOTALS.items():
            yield CounterMetricFamily(f"bocage_{name}", sentence, getattr(counts, field))
        refused = Counter({**dict.fromkeys(REFUSAL, 0), **counts.refused})
        yield by_label("refusals", "Refusals, by code.", "code", refused)
        yield by_label("sockets_closed", "Websockets closed from this side, by close code.", "code", counts.closed)
        yield GaugeMetricFamily(
            "bocage_connections_plain", "Connections that are no websockets.", len(node.ingress.capacity.gates)
        )
        yield by_label(
            "connections_turned_away",
            "Connections without a websocket that were rejected or closed, by limit; full: no capacity.",
            "limit",
            Counter({**dict.fromkeys(TURNED_AWAY, 0), **counts.turned_away}),
        )
        yield CounterMetricFamily(
            "bocage_unnamed_proxy_requests",
            "Requests and websockets with headers of a proxy that BOCAGE_PROXIES does not name.",
            node.ingress.unnamed_proxies.seen,
        )
        yield self._appends(counts)
        requests = CounterMetricFamily(
            "bocage_requests", "Requests answered, by address and status.", labels=["path", "status"]
        )
        for (path, status), count in sorted(self._state.answered.items()):
            requests.add_metric([path, str(status)], count)
        yield requests
        yield from _thoughts(self._state.opponents.thoughts())
        for feature in self._state.features:
            yield from feature.metrics()

    def _tables(self) -> Metric:
        family = GaugeMetricFamily("bocage_tables", "Matches open on this node, by status.", labels=["status"])
        by_status = Counter(table.match.status for table in self._state.node.rooms.open.values())
        for status in ("open", "playing", "ended"):
            family.add_metric([status], by_status[status])
        return family

    def _appends(self, counts: Counts) -> Metric:
        buckets: list[tuple[str, float]] = []
        total = 0
        for bound, count in zip((*map(str, APPEND_BUCKETS), "+Inf"), counts.append_buckets, strict=True):
            total += count
            buckets.append((bound, total))
        return HistogramMetricFamily(
            "bocage_append_seconds",
            "Time from sending an append to its acknowledgement.",
            buckets,
            counts.append_seconds,
        )


def registry(state: AppState) -> CollectorRegistry:
    """Create the registry of /metrics, including process and Python."""
    made = CollectorRegistry()
    made.register(NodeCollector(state))
    ProcessCollector(registry=made)
    PlatformCollector(registry=made)
    GCCollector(registry=made)
    return made


def by_label(name: str, sentence: str, label: str, counts: Counter[str]) -> Metric:
    """Create a counter with one sample per value of a label."""
    family = CounterMetricFamily(f"bocage_{name}", sentence, labels=[label])
    for value, count in sorted(counts.items()):
        family.add_metric([value], count)
    return family


def _thoughts(thoughts: Mapping[str, float]) -> Iterator[Metric]:
    """Yield the metrics of house bots that search; nothing if there are none."""
    if not thoughts:
        return
    decisions = CounterMetricFamily(
        "bocage_house_decisions",
        "Decisions of house bots that search, by result; full, failed: played without search.",
        labels=["result"],
    )
    for result in ("thought", "full", "failed"):
        decisions.add_metric([result], thoughts[result])
    yield decisions
    yield CounterMetricFamily(
        "bocage_house_thought_seconds", "Processor time of house bots that search.", thoughts["seconds"]
    )
    yield GaugeMetricFamily(
        "bocage_house_longest_thought_seconds", "The longest of these decisions.", thoughts["longest"]
    )
    yield GaugeMetricFamily("bocage_house_waiting", "Decisions that wait for a process.", thoughts["waiting"])
    yield GaugeMetricFamily("bocage_house_wait_seconds", "Estimated wait of one more decision.", thoughts["wait"])
