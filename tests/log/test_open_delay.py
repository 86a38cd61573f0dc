"""Who sits down knows that hands are shown to watchers, and how late."""

from __future__ import annotations

import pytest

from bocage.log.create import create
from bocage.log.entries import Access, Entry, encode
from bocage.log.view import view
from bocage.rules.kernel import PUBLIC
from bocage.rules.kernel.registry import find_game


@pytest.mark.parametrize(("delay", "told"), [(-1, None), (30, 30), (600, 600)])
def test_every_view_tells_how_late_hands_are_open(delay: int, told: int | None) -> None:
    match, body = create(find_game("squad"), "ann", access=Access(open_delay=delay))
    match.extend(Entry(1, 1, encode(body)))
    assert view(match, PUBLIC).get("open_delay") == told
    assert view(match, 0).get("open_delay") == told
