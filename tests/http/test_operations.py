"""For whoever runs the service: health, readiness, metrics."""

from __future__ import annotations

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bocage.http.app import make_monitor
from bocage.http.metrics import _TOTALS
from bocage.live.counts import Counts
from bocage.store import Store
from tests.http.site import Site


async def samples(site: Site) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Every sample of /metrics by name and labels."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(await site.metrics())
        for sample in family.samples
    }


async def test_a_node_is_alive_and_ready(site: Site) -> None:
    for path in ("/healthz", "/readyz"):
        answer = await site.get(path)
        assert (answer.status_code, answer.json()) == (200, {"status": "ok", "version": "test"})


async def test_a_node_that_drains_is_alive_but_not_ready(site: Site) -> None:
    _, token = await site.player()
    site.node.sessions.draining = True
    assert (await site.get("/healthz")).status_code == 200
    refused = await site.get("/readyz")
    assert (refused.status_code, refused.json()["code"]) == (503, "draining")
    assert (await site.post("/api/matches", {"game": "omaha"}, token)).json()["code"] == "draining"


async def test_a_node_without_storage_is_not_ready(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "available", property(lambda store: False))
    refused = await site.get("/readyz")
    assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
    assert (await samples(site))["bocage_storage_up", ()] == 0


async def test_metrics_are_not_told_to_everybody(site: Site) -> None:
    for path in ("/metrics", "/%6detrics", "/metrics/", "/METRICS"):
        assert (await site.http.get(path)).status_code == 404
    assert "/metrics" not in (await site.get("/api/openapi.json")).json()["paths"]
    async with site.client("127.0.0.1", make_monitor(site.state)) as operator:
        for path in ("/metrics", "/healthz", "/readyz"):
            assert (await operator.get(path)).status_code == 200
        for path in ("/", "/api/matches"):
            assert (await operator.get(path)).json()["code"] == "not_found"


async def test_metrics_count_what_happened(site: Site) -> None:
    _, token = await site.player()
    match = await site.match(token, game="omaha")
    await site.act(match, 2)
    await site.get("/api/matches/nosuchmatch1")
    found = await samples(site)
    assert found["bocage_info", (("version", "test"),)] == 1
    assert found["bocage_tables", (("status", "playing"),)] == 1
    assert found["bocage_tables", (("status", "ended"),)] == 0
    assert found["bocage_tables_opened_total", ()] == 1
    assert found["bocage_entries_folded_total", ()] == 4
    assert found["bocage_refusals_total", (("code", "no_match"),)] == 1
    assert found["bocage_requests_total", (("path", "/api/matches/{match}"), ("status", "404"))] == 1
    assert found["bocage_append_seconds_count", ()] == 4
    assert found["bocage_append_seconds_bucket", (("le", "+Inf"),)] == 4
    assert found["bocage_append_seconds_sum", ()] > 0
    assert found["bocage_storage_up", ()] == 1


async def test_metrics_tell_of_house_bots_that_search(site: Site) -> None:
    assert not any(name.startswith("bocage_house") for name, _ in await samples(site))
    site.bots.thinking = {
        "thought": 7,
        "full": 2,
        "failed": 1,
        "seconds": 1.5,
        "longest": 0.5,
        "waiting": 3,
        "wait": 0.8,
    }
    found = await samples(site)
    decisions = {
        result: found["bocage_house_decisions_total", (("result", result),)]
        for result in ("thought", "full", "failed")
    }
    assert decisions == {"thought": 7, "full": 2, "failed": 1}
    assert found["bocage_house_thought_seconds_total", ()] == 1.5
    assert found["bocage_house_longest_thought_seconds", ()] == 0.5
    assert found["bocage_house_waiting", ()] == 3
    assert found["bocage_house_wait_seconds", ()] == 0.8


def test_every_total_that_the_node_counts_is_told() -> None:
    structured = {"refused", "closed", "turned_away", "append_buckets", "append_seconds"}
    assert set(_TOTALS) | structured == set(Counts.__slots__)
