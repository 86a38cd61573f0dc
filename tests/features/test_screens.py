"""Screens of features have addresses and heads of their own."""

from __future__ import annotations

import pytest

from tests.http.site import Site
from tests.http.test_heads import head


@pytest.mark.parametrize("path", ["/duplicate/d", "/ladder/squad", "/daily/2030-01-02/omaha"])
async def test_the_screen_of_a_feature_has_an_address(site: Site, path: str) -> None:
    assert (await head(site, path))["title"] != "Bocage"
    # One part more is no screen.
    assert (await site.http.get(f"{path}/e")).json()["code"] == "not_found"


@pytest.mark.parametrize("path", ["/daily", "/ladder", "/duplicate"])
async def test_screens_without_a_game_show_the_page(site: Site, path: str) -> None:
    assert (await head(site, path))["image"] == f"{site.state.site}/api/picture.jpg"
