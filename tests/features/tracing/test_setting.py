"""Who wants traces gets them; where nobody does, nothing of it is imported."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import msgspec
import pytest

from bocage.app import running
from bocage.features.tracing.feature import Tracing
from bocage.features.tracing.steps import Steps
from bocage.settings import SettingsError, load
from tests.app.test_composition import SETTINGS, World, world
from tests.virtual_time import run

__all__ = ["world"]


def test_the_setting_reaches_the_exporter_and_ends_with_the_node(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, float, str]] = []
    ended: list[str] = []

    async def export(recorder: Any, url: str, version: str, node: str) -> None:
        told.append((url, recorder._share, node))
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(node)

    monkeypatch.setattr("bocage.features.tracing.exporter.export", export)
    monkeypatch.setattr("bocage.features.make", lambda store, settings: [Tracing(store, settings)])
    attached: list[float] = []
    monkeypatch.setattr(Steps, "attach", lambda steps, node: attached.append(steps._recorder._share))

    async def main() -> None:
        async with running(SETTINGS):
            await asyncio.sleep(1)
            assert told == [("http://127.0.0.1:4318/v1/traces", 0.5, "fake")]
            assert attached == [0.5]
            assert ended == []
        async with running(msgspec.structs.replace(SETTINGS, traces="")):
            assert attached == [0.5]

    run(main())
    assert ended == ["fake"]
    assert len(told) == 1


@pytest.mark.long
def test_nothing_of_it_is_imported_by_a_node_without_it() -> None:
    code = (
        "import sys, bocage.app, bocage.features; bocage.features.installed();"
        "print([name for name in sys.modules if name.endswith(('.spans', '.steps', '.exporter'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("name", "value"),
    [("TRACES", "collector:4318"), ("TRACES", "ftp://c"), ("TRACES_SHARE", "1.5"), ("TRACES_SHARE", "-1")],
)
def test_what_is_no_collector_or_no_share_is_refused(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"BOCAGE_{name}: "):
        load({f"BOCAGE_{name}": value})
