"""Acts of an operator about maps."""

from __future__ import annotations

from typing import Any

from tests.features.maps.drawings import keep, listed
from tests.http.site import Site
from tests.http.test_admin import admin as admin


async def test_an_operator_hides_a_shared_map(site: Site, admin: Any) -> None:
    (ann, anns), (bob, bobs), (_, cids) = [await site.player(name) for name in ("Ann", "Bob", "Cid")]
    name = (await keep(site, anns, shared=True))["id"]
    await keep(site, bobs, name="Rude", shared=True)
    await keep(site, cids)
    code, told = await admin("unshare-map", name, "--why", "rude")
    assert (code, all(part in told for part in (name, ann, bob))) == (0, True)
    assert (await site.get(f"/api/maps/{name}")).json()["code"] == "no_map"
    assert await listed(site) == []
    assert await listed(site, bobs, which="own") == [name]
    code, told = await admin("unshare-map", name)
    assert code != 0
