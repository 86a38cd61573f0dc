"""Reports about maps reach the operator with those about players."""

from __future__ import annotations

import msgspec

from bocage.features.social.reports import Reports
from bocage.features.social.wire import Report
from tests.features.maps.drawings import keep
from tests.http.site import Site


async def test_a_shared_map_is_reported_with_its_name(site: Site) -> None:
    (ann, anns), (bob, bobs) = await site.player(), await site.player("Bob")
    path = f"/api/maps/{(await keep(site, anns, name='Rude', shared=True))['id']}/report"
    for token, reason in ((anns, "name"), (bobs, "boring")):
        assert (await site.post(path, {"reason": reason}, token)).json()["code"] == "bad_request"
    assert (await site.post(path, {"reason": "name", "note": "look"}, bobs)).status_code == 201
    ((_, stored),) = await Reports(site.store.topology).newest(10)
    report = msgspec.json.decode(stored, type=Report)
    assert (report.by, report.wish.player, report.wish.reason) == (bob, ann, "name")
    assert report.wish.note.endswith(", Rude. look")
