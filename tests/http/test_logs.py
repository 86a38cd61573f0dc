"""Log lines, for people and for programs."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Literal

import pytest

from bocage.logs import Sparse, set_up_logging

FORMS: tuple[Literal["text", "json"], ...] = ("text", "json")
NOISY = "bocage.connection"


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    """Logging is the process's own: here it is as in a new process, and afterwards as it was."""
    names = ("", "uvicorn", "uvicorn.error", "httpx2", "httpcore2", "websockets", NOISY)
    loggers = [logging.getLogger(name) for name in names]
    before = [(logger.handlers[:], logger.level, logger.propagate) for logger in loggers]
    for logger in loggers:
        # Not closed by the set-up: others still write through them.
        logger.handlers.clear()
        logger.setLevel(logging.NOTSET)
        logger.propagate = True
    yield
    for logger, (handlers, level, propagate) in zip(loggers, before, strict=True):
        logger.handlers[:] = handlers
        logger.setLevel(level)
        logger.propagate = propagate


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


def test_lines_of_a_worker_say_which(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("json", "info", 3)
    logging.getLogger("bocage.test").info("here")
    set_up_logging("text", "info", 3)
    logging.getLogger("bocage.test").info("there")
    for form in FORMS:
        set_up_logging(form, "info")
        logging.getLogger("bocage.test").info("alone")
    first, second, *alone = capsys.readouterr().err.splitlines()
    assert json.loads(first)["worker"] == 3
    assert second.endswith("[3] bocage.test: there")
    assert alone[0].endswith("INFO    bocage.test: alone")
    assert "worker" not in json.loads(alone[1])


@pytest.mark.parametrize(("level", "told"), [("debug", True), ("info", False), ("error", False)])
@pytest.mark.parametrize("form", FORMS)
def test_connections_are_only_told_when_everything_is(
    form: Literal["text", "json"], level: str, told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logging(form, level)
    logging.getLogger(NOISY).info("connection open")
    assert ("connection open" in capsys.readouterr().err) is told


def lines_about(times: list[float], level: int = logging.WARNING) -> list[str]:
    """What is written of one line that comes at these times."""
    sparse, written = Sparse(many=2, seconds=60.0), []
    for time in times:
        record = logging.LogRecord("bocage", level, __file__, 1, "no request from %s", ("there",), None)
        record.created = time
        if sparse.filter(record):
            written.append(record.getMessage())
    return written


def test_a_warning_that_comes_again_and_again_is_left_out() -> None:
    line = "no request from there"
    assert lines_about([0.0, 1.0, *[2.0] * 1000]) == [line] * 2
    again = lines_about([0.0, 1.0, *[2.0] * 1000, 60.0, 61.0, 62.0])
    assert again == [line, line, f"{line} (1000 more like this were left out)", line]


def test_ten_lines_of_a_kind_are_written_per_minute() -> None:
    sparse = Sparse()
    times = [*range(11), 59, 60, *[61] * 20]
    records = [logging.LogRecord("bocage", logging.WARNING, __file__, 1, "text", (), None) for _ in times]
    for record, time in zip(records, times, strict=True):
        record.created = float(time)
    written = [time for record, time in zip(records, times, strict=True) if sparse.filter(record)]
    assert written == [*range(10), 60, *[61] * 9]


def test_what_is_no_warning_is_never_left_out() -> None:
    assert len(lines_about([0.0] * 100, logging.INFO)) == 100


def test_another_place_is_another_kind() -> None:
    sparse = Sparse(many=1)
    for line in (1, 2):
        assert sparse.filter(logging.LogRecord("bocage", logging.ERROR, __file__, line, "text", (), None))


def test_requests_that_are_none_do_not_fill_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("text", "info")
    log = logging.getLogger("uvicorn.error")
    for _ in range(100):
        log.warning("Invalid HTTP request received.")
    assert capsys.readouterr().err.count("Invalid HTTP request") == 10
