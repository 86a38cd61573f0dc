"""Requests for a hint and their answers, between the service and an engine process."""

from __future__ import annotations

import msgspec

from bocage.protocol.review import Why


class HintQuestion(msgspec.Struct, frozen=True):
    """A decision as the player sees it: their whole view of the match and the legal ``actions``, as JSON."""

    game: str
    view: msgspec.Raw
    actions: msgspec.Raw


class Advice(msgspec.Struct, frozen=True):
    """The recommended action (``at``: its index) and why. ``engine``: version of the engine."""

    at: int
    why: Why
    engine: str
