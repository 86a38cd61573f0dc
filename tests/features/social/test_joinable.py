"""Blocked players do not find each other's matches."""

from __future__ import annotations

import pytest

from tests.http.site import Site
from tests.http.test_joinable import can_join, found
from tests.http.test_rated import kept


@pytest.mark.parametrize("who", ["seeker", "maker"])
async def test_neither_side_of_a_block_is_found(site: Site, who: str) -> None:
    maker, makers = await site.player("Maker")
    seeker, seekers = await kept(site, "Seeker")
    match = await site.match(makers)
    assert await found(site, seekers) == {match}
    by, whom = (seekers, maker) if who == "seeker" else (makers, seeker)
    await site.post("/api/players/me/blocks", {"player": whom}, by)
    assert await found(site, seekers) == set()
    assert not await can_join(site, match, seekers)
    assert await found(site) == {match}
