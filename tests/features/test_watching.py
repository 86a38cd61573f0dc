"""Dashboard and alert rules speak of metrics and labels that a node has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from tests.features.cold_storage.memory import reader_of
from tests.http.site import Site

ROOT = Path(__file__).parents[2]
WATCHING = ROOT / "deploy" / "monitoring"
#: What Prometheus adds to what it reads.
ADDED = {"job", "instance"}
#: Metrics by their samples' names.
METRIC = re.compile(r"\b((?:bocage|process|python)_\w+|up)\b(?:\{([^}]*)\})?")


def rules() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load((WATCHING / "alerts.yaml").read_text())["groups"]
    found: list[dict[str, Any]] = group["rules"]
    return found


def board() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((WATCHING / "dashboard.json").read_text())
    return loaded


def targets() -> Iterator[tuple[str, str]]:
    """Of each graph: what it asks for, and how a line is called."""
    for panel in board()["panels"]:
        for target in panel["targets"]:
            yield target["expr"], target["legendFormat"]


async def known(site: Site) -> dict[str, set[str]]:
    """Name of each sample that a node can tell → its labels."""
    counts = site.node.counts
    for counter in (counts.refused, counts.closed, counts.turned_away):
        counter["some"] += 1
    site.bots.thinking = dict.fromkeys(("thought", "full", "failed", "seconds", "longest", "waiting", "wait"), 1.0)
    reader_of(site.store).counts.there = True
    await site.get("/healthz")
    return {
        sample.name: set(sample.labels)
        for family in text_string_to_metric_families(await site.metrics())
        for sample in family.samples
    }


async def test_every_metric_and_label_that_is_named_exists(site: Site) -> None:
    there = await known(site)
    asked = [rule["expr"] for rule in rules()] + [expr for expr, _ in targets()]
    missing = []
    for expr in asked:
        for name, matchers in METRIC.findall(expr):
            if name == "up":
                continue
            labels = set(re.findall(r"(\w+)\s*[=!]", matchers))
            if name not in there or not labels <= there[name] | ADDED:
                missing.append((name, labels))
    assert missing == []
    assert len(asked) > 20


async def test_what_an_alert_counts_has_a_sample_from_the_start(site: Site) -> None:
    site.bots.thinking = dict.fromkeys(("thought", "full", "failed", "seconds", "longest", "waiting", "wait"), 0.0)
    reader_of(site.store).counts.there = True
    there = [
        (sample.name, sample.labels)
        for family in text_string_to_metric_families(await site.metrics())
        for sample in family.samples
    ]
    counted = [
        (name, dict(re.findall(r'(\w+)="([^"]*)"', matchers)))
        for rule in rules()
        for inside in re.findall(r"(?:increase|rate)\(([^\[]+)\[", rule["expr"])
        for name, matchers in METRIC.findall(inside)
    ]
    assert len(counted) > 10
    for name, labels in counted:
        wanted = {(label, value) for label, value in labels.items() if label not in ADDED}
        assert any(name == one and wanted <= has.items() for one, has in there), (name, labels)


async def test_lines_are_called_by_labels_that_are_left(site: Site) -> None:
    there = await known(site)
    for expr, legend in targets():
        for label in re.findall(r"\{\{(\w+)\}\}", legend):
            kept = re.search(r"by \(([\w, ]+)\)", expr)
            names = [name for name, _ in METRIC.findall(expr)]
            has = set(re.split(r",\s*", kept[1])) if kept else there[names[0]] | ADDED
            assert label in has, (expr, legend)
            assert label in there[names[0]] | ADDED, (expr, legend)


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule["alert"])
def test_an_alert_says_what_is_wrong_and_what_to_do(rule: dict[str, Any]) -> None:
    assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
    assert re.fullmatch(r"Bocage[A-Z]\w+", rule["alert"])
    assert rule["labels"]["severity"] in ("critical", "warning", "info")
    assert set(rule["annotations"]) == {"summary", "action"}
    assert re.fullmatch(r"\d+[smh]", rule.get("for", "1m"))
    assert rule["expr"].count("(") == rule["expr"].count(")")


def test_the_documentation_names_each_alert() -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    _, _, table = page.partition("| worth an alert |")
    told = re.findall(r"^\| `([^`]+)`", table.split("\n\n")[0], re.MULTILINE)
    asked = [rule["expr"] for rule in rules()]
    assert len(asked) == len(set(asked))
    assert sorted(told) == sorted(asked)


def test_the_dashboard_can_be_imported() -> None:
    panels = board()["panels"]
    assert [panel["id"] for panel in panels] == list(range(1, len(panels) + 1))
    places = set()
    for panel in panels:
        at = panel["gridPos"]
        assert at["x"] + at["w"] <= 24
        places.add((at["x"], at["y"]))
        assert panel["title"]
        assert panel["targets"]
    assert len(places) == len(panels)
    variables = {variable["name"] for variable in board()["templating"]["list"]}
    assert set(re.findall(r"\$\{?([a-z]\w*)", json.dumps(board()))) == variables
