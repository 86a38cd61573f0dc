"""What the service draws at random, told beforehand: what fails by luck fails in every run, or in none."""

from __future__ import annotations

import hashlib
import itertools
from base64 import b32encode
from collections import defaultdict
from collections.abc import Callable, Iterator

from bocage import features


def drawn(seed: str, word: Callable[[], str] = str) -> Callable[[], bytes]:
    """Gives 32 bytes at a time, always the same ones for a seed and for what ``word`` gives just then."""
    numbers: dict[str, Iterator[int]] = defaultdict(itertools.count)

    def draw() -> bytes:
        about = word()
        return hashlib.sha256(f"{seed}/{about and f'{about}/'}{next(numbers[about])}".encode()).digest()

    return draw


def replacements(seed: str, word: Callable[[], str] = str) -> dict[str, Callable[[], object]]:
    """Where functions that draw are looked up, and others for their place: ids, secrets, nonces; so all dice."""
    draw = drawn(seed, word)
    number = drawn(f"{seed} numbers", word)
    found: dict[str, Callable[[], object]] = {
        "bocage.log.create.new_id": lambda: b32encode(draw()).decode().lower()[:12],
        "bocage.features.daily.endpoints.new_id": lambda: b32encode(draw()).decode().lower()[:12],
        "bocage.log.create.new_secret": draw,
        "bocage.http.players.new_number": lambda: 1000 + int.from_bytes(number()) % 9000,
        # Drawn as often as somebody looks, and at the start, so by themselves. The first ones stay.
        "bocage.features.daily.deals.new_secret": drawn(f"{seed} deals"),
        "bocage.log.judge.new_nonce": lambda: draw().hex()[:32],
        "bocage.sdk.rest.new_nonce": lambda: draw().hex()[:32],
    }
    # A feature may have been taken out.
    daily = "daily" in features.NAMES
    return {name: function for name, function in found.items() if daily or ".daily." not in name}
