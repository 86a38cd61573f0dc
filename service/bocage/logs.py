"""Log lines: for people, or one JSON object each for programs that collect them."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Literal

import msgspec

_encode = msgspec.json.Encoder().encode


class JsonFormatter(logging.Formatter):
    """One object per line: time (UTC, RFC 3339), level, logger, text, and a traceback where there is one.

    Lines of a worker also have its number.
    """

    def __init__(self, worker: int) -> None:
        """``worker``: number of the worker, from 1; 0: there is one process only."""
        super().__init__()
        self._worker = worker

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
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
    """Drops warnings when there are too many of one kind, so that a client cannot fill the log.

    All lines from one place in the code are of one kind. The next line that is written says how many were dropped.
    """

    def __init__(self, many: int = 10, seconds: float = 60.0) -> None:
        """At most ``many`` lines of one kind are written within ``seconds``."""
        super().__init__()
        self._many = many
        self._seconds = seconds
        #: Place → start of its period, lines in this period, lines dropped.
        self._places: dict[tuple[str, int], tuple[float, int, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written; says in it how many were left out."""
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
    """Log to standard error from now on, and nowhere else. ``worker``: its number, from 1, told in each line."""
    handler = logging.StreamHandler()
    if form == "json":
        handler.setFormatter(JsonFormatter(worker))
    else:
        who = f"[{worker}] " if worker else ""
        handler.setFormatter(logging.Formatter(f"%(asctime)s %(levelname)-7s {who}%(name)s: %(message)s"))
    handler.addFilter(Sparse())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    # We log starting and stopping ourselves; connections and requests are counted, not logged.
    if level != "debug":
        for noisy in ("uvicorn", "httpx2", "httpcore2", "websockets", "bocage.connection"):
            logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))
