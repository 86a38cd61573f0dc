"""Messages that a page sends."""

from __future__ import annotations

import json
from typing import Any

from tests.web.visitor import Visitor


def watched(visitor: Visitor) -> list[dict[str, Any]]:
    """Every action that the page sends from now on."""
    acts: list[dict[str, Any]] = []

    def note(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["t"] == "act":
            acts.append(message["action"])

    visitor.page.on("websocket", lambda socket: socket.on("framesent", note))
    return acts
