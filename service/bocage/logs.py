"""Logging: text for people, or one JSON object per line."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Literal

import msgspec

_encode = msgspec.json.Encoder().encode


class JsonFormatter(logging.Formatter):
    """Formats a line as a JSON object: time (UTC, RFC 3339), level, logger, text, traceback if any.

    Lines of a worker have its number.
    """

    def __init__(self, worker: int) -> None:
        """``worker``: number of the worker, from 1; 0: a single process."""
        super().__init__()
        self._worker = worker

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without a line break."""
        line: dict[str, str | int] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": record.getMessage(),
        }
        if self._worker:
            line["worker"] = self._worker
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return _encode(line).decode()


class Sparse(logging.Filter):
    """Drops excess warnings of one kind, so that a client cannot fill the log.

    Lines from one place in the code are of one kind. The next written line gives the number dropped.
    """

    def __init__(self, many: int = 10, seconds: float = 60.0) -> None:
        """``many``: lines of one kind written within ``seconds``."""
        super().__init__()
        self._many = many
        self._seconds = seconds
        #: Place → start of the period, lines written, lines dropped.
        self._places: dict[tuple[str, int], tuple[float, int, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Decide whether a line is written; add the number of dropped ones."""
        if record.levelno < logging.WARNING:
            return True
        place = record.pathname, record.lineno
        began, lines, left_out = self._places.get(place, (record.created, 0, 0))
        if record.created - began >= self._seconds:
            began, lines = record.created, 0
        if lines >= self._many:
            self._places[place] = began, lines, left_out + 1
            return False
        self._places[place] = began, lines + 1, 0
        if left_out:
            record.msg, record.args = f"{record.getMessage()} ({left_out} more like this were left out)", ()
        return True


def set_up_logging(form: Literal["text", "json"], level: str, worker: int = 0) -> None:
    """Log to standard error only. ``worker``: its number, from 1, shown in each line."""
    handler = logging.StreamHandler()
    if form == "json":
        handler.setFormatter(JsonFormatter(worker))
    else:
        who = f"[{worker}] " if worker else ""
        handler.setFormatter(logging.Formatter(f"%(asctime)s %(levelname)-7s {who}%(name)s: %(message)s"))
    handler.addFilter(Sparse())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    # Starting and stopping is logged by our own code; connections and requests are counted, not logged.
    if level != "debug":
        for noisy in ("uvicorn", "httpx2", "httpcore2", "websockets", "bocage.connection"):
            logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))
