"""What a node tells of its counts, its rates and what it keeps: from counts that a test has set."""

from __future__ import annotations

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any, cast

import pytest
from prometheus_client.core import GaugeMetricFamily

from bocage.http import long_responses
from bocage.http.app_state import AppState
from bocage.http.long_responses import LongResponses
from bocage.http.metrics import _TOTALS, NodeCollector
from bocage.limits import Limits
from bocage.live.counts import APPEND_BUCKETS, Counts
from bocage.live.node import Node


def ingress(gates: int) -> Any:
    return SimpleNamespace(capacity=SimpleNamespace(gates=[0] * gates), unnamed_proxies=SimpleNamespace(seen=17))


def told(counts: Counts, **node: Any) -> dict[tuple[str, tuple[str, ...]], float]:
    """Every sample by name and labels."""
    known = {
        "version": "9",
        "sessions": SimpleNamespace(all=[]),
        "store": SimpleNamespace(available=False, writable=False),
        "draining": False,
        "ingress": ingress(0),
        "rooms": SimpleNamespace(open={}),
        "counts": counts,
    }
    state = SimpleNamespace(
        node=SimpleNamespace(**known | node),
        answered=Counter({("/b", 200): 2, ("/a", 404): 1}),
        opponents=SimpleNamespace(thoughts=dict),
        features=[SimpleNamespace(metrics=lambda: [GaugeMetricFamily("of_a_feature", "", 6)])],
    )
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in NodeCollector(cast(AppState, state)).collect()
        for sample in family.samples
    }


def test_a_new_node_has_counted_nothing() -> None:
    found = told(Counts())
    for name, _ in _TOTALS.values():
        assert found[f"bocage_{name}_total", ()] == 0
    assert all(value == 0 for (name, _), value in found.items() if name.startswith("bocage_append"))
    assert [name for name, labels in found if name == "bocage_append_seconds_bucket"] == [
        "bocage_append_seconds_bucket"
    ] * (len(APPEND_BUCKETS) + 1)
    for name in ("sockets", "storage_up", "storage_writable", "draining", "connections_plain"):
        assert found[f"bocage_{name}", ()] == 0
    assert {labels: value for (name, labels), value in found.items() if name == "bocage_tables"} == {
        ("open",): 0,
        ("playing",): 0,
        ("ended",): 0,
    }
    assert found["bocage_info", ("9",)] == 1


def test_the_process_and_python_are_told_of_as_well() -> None:
    node = SimpleNamespace(limits=Limits(), clock=lambda: 0.0)
    made = AppState(cast(Node, node)).registry
    kinds = {type(collector).__name__ for collector in made._collector_to_names}
    assert kinds == {"NodeCollector", "ProcessCollector", "PlatformCollector", "GCCollector"}


def test_each_count_is_told_under_its_own_name() -> None:
    counts = Counts()
    for number, field in enumerate(_TOTALS, 10):
        setattr(counts, field, number)
    counts.refused["stale"] = 3
    counts.closed["silent"] = 4
    counts.turned_away["full"] = 5
    match = SimpleNamespace(match=SimpleNamespace(status="playing"))
    found = told(
        counts,
        sessions=SimpleNamespace(all=[1, 2]),
        store=SimpleNamespace(available=True, writable=True),
        draining=True,
        ingress=ingress(3),
        rooms=SimpleNamespace(open={"a": match, "b": match}),
    )
    for number, (name, _) in enumerate(_TOTALS.values(), 10):
        assert found[f"bocage_{name}_total", ()] == number
    assert found["bocage_refusals_total", ("stale",)] == 3
    assert found["bocage_sockets_closed_total", ("silent",)] == 4
    assert found["bocage_connections_turned_away_total", ("full",)] == 5
    assert found["bocage_requests_total", ("/b", "200")] == 2
    assert found["bocage_requests_total", ("/a", "404")] == 1
    assert found["bocage_sockets", ()] == 2
    assert found["bocage_storage_up", ()] == found["bocage_draining", ()] == 1
    assert found["bocage_connections_plain", ()] == 3
    assert found["bocage_tables", ("playing",)] == 2
    assert found["bocage_unnamed_proxy_requests_total", ()] == 17
    assert found["of_a_feature", ()] == 6


def test_appends_are_counted_by_the_time_they_took() -> None:
    counts = Counts()
    # 0.4 and 0.5 ms, 4 ms, 2.5 s, and 9 s.
    counts.append_buckets = [2, 0, 0, 1, *[0] * 7, 1, 1]
    counts.append_seconds = 11.5049
    found = told(counts)
    buckets = {
        labels[0]: value for (name, labels), value in found.items() if name == "bocage_append_seconds_bucket"
    }
    assert [buckets[bound] for bound in ("0.0005", "0.001", "0.0025", "0.005", "1.0", "2.5", "+Inf")] == [
        *(2, 2, 2, 3, 3, 4, 5)
    ]
    assert found["bocage_append_seconds_count", ()] == 5
    assert found["bocage_append_seconds_sum", ()] == pytest.approx(11.5049)


async def test_long_answers_are_kept_as_long_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_responses, "KEPT", 10)
    kept = LongResponses()
    assert kept.kept("a") is None
    assert await kept.make("a", [b"12", b"34"]) == b"1234"
    assert await kept.make("b", [b"5678"]) == b"5678"
    assert kept.kept("a") == b"1234"
    # Made again it counts once.
    assert await kept.make("b", [b"567890"]) == b"567890"
    assert (kept.kept("a"), kept.kept("b")) == (b"1234", b"567890")
    # What was asked for longest ago makes room.
    kept.kept("a")
    await kept.make("c", [b"!"])
    assert (kept.kept("b"), kept.kept("a"), kept.kept("c")) == (None, b"1234", b"!")
    assert await kept.make("huge", [b"x" * 11]) == b"x" * 11
    assert [kept.kept(name) for name in ("a", "c", "huge")] == [None] * 3
    await kept.make("d", [b"x" * 10])
    assert kept.kept("d") is not None


async def test_long_answers_yield_and_two_are_made_at_once() -> None:
    kept = LongResponses()
    made: dict[str, int] = {"a": 0, "b": 0, "c": 0}

    def pieces(name: str) -> Any:
        for _ in range(2 * long_responses.SLICE):
            made[name] += 1
            yield b"."

    making = [asyncio.ensure_future(kept.make(name, pieces(name))) for name in made]
    await asyncio.sleep(0)
    assert made == {"a": long_responses.SLICE, "b": long_responses.SLICE, "c": 0}
    await asyncio.gather(*making)
    assert made == dict.fromkeys(made, 2 * long_responses.SLICE)
