"""What an engine is asked for a hint, and what it says: between the service and the process that thinks."""

from __future__ import annotations

import msgspec

from bocage.protocol.review import Why


class HintQuestion(msgspec.Struct, frozen=True):
    """One decision as the player sees it: their whole view of the match, and the legal ``actions``, as JSON."""

    game: str
    view: msgspec.Raw
    actions: msgspec.Raw


class Advice(msgspec.Struct, frozen=True):
    """Which of the actions (from 0) the engine would play, and why. ``engine``: its version."""

    at: int
    why: Why
    engine: str
