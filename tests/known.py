"""What the service draws at random, told beforehand: what fails by luck fails in every run, or in none."""

from __future__ import annotations

import hashlib
import itertools
from base64 import b32encode
from collections.abc import Callable


def drawn(seed: str) -> Callable[[], bytes]:
    """Gives 32 bytes at a time, always the same ones for a seed."""
    numbers = itertools.count()
    return lambda: hashlib.sha256(f"{seed}/{next(numbers)}".encode()).digest()


def replacements(seed: str) -> dict[str, Callable[[], object]]:
    """Where functions that draw are looked up, and others for their place: ids, secrets, nonces; so all dice."""
    draw = drawn(seed)
    return {
        "service.match.create.new_id": lambda: b32encode(draw()).decode().lower()[:12],
        "service.match.create.new_secret": draw,
        "service.match.judge.new_nonce": lambda: draw().hex()[:32],
        "clients.sdk.rest.new_nonce": lambda: draw().hex()[:32],
    }
