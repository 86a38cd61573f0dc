"""Log lines, for people and for programs."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Literal

import pytest

from service.logs import set_up_logging

NOISY = "bocage.wire"


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    """Logging is the process's own: put it back."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    names = ("uvicorn", "httpx", "httpcore", "websockets", NOISY)
    levels = {name: logging.getLogger(name).level for name in names}
    # Not closed by the set-up: others still write through them.
    root.handlers.clear()
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


def test_json_is_one_object_per_line_tracebacks_and_all(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("json", "info")
    log = logging.getLogger("bocage.test")
    log.info("two\nlines, %s", "日本")
    try:
        raise ValueError("oops")
    except ValueError:
        log.exception("it failed")
    log.debug("not told")
    first, second = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert (first["level"], first["logger"], first["text"]) == ("info", "bocage.test", "two\nlines, 日本")
    assert first["time"].endswith("+00:00")
    assert "traceback" not in first
    assert (second["level"], second["text"]) == ("error", "it failed")
    assert second["traceback"].endswith("ValueError: oops")


@pytest.mark.parametrize(("level", "told"), [("debug", True), ("info", False), ("error", False)])
@pytest.mark.parametrize("form", ["text", "json"])
def test_connections_are_only_told_when_everything_is(
    form: Literal["text", "json"], level: str, told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logging(form, level)
    logging.getLogger(NOISY).info("connection open")
    assert ("connection open" in capsys.readouterr().err) is told
