"""Log lines: for people, or one JSON object each for programs that collect them."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Literal

import msgspec

_encode = msgspec.json.Encoder().encode


class JsonFormatter(logging.Formatter):
    """One object per line: time (UTC, RFC 3339), level, logger, text, and a traceback where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": record.getMessage(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return _encode(line).decode()


def set_up_logging(form: Literal["text", "json"], level: str) -> None:
    """Log to standard error from now on, and nowhere else."""
    handler = logging.StreamHandler()
    if form == "json":
        handler.setFormatter(JsonFormatter())
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    # What uvicorn says about starting and stopping we say ourselves; connections and requests are counted.
    if level != "debug":
        for noisy in ("uvicorn", "httpx", "httpcore", "websockets", "bocage.wire"):
            logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))
