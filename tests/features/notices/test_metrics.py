"""Metrics of notices."""

from __future__ import annotations

from bocage.features.notices.feature import NoticesFeature
from tests.http.site import Site


async def test_tries_and_dropped_notices_are_counted(site: Site) -> None:
    sender = site.feature(NoticesFeature).sender
    sender.tried["push", "sent"], sender.dropped["past"] = 9, 11
    told = (await site.metrics()).splitlines()
    assert 'bocage_notices_total{kind="push",result="sent"} 9.0' in told
    # Each kind and result has a sample from the start.
    assert 'bocage_notices_total{kind="mail",result="gone"} 0.0' in told
    assert 'bocage_notices_dropped_total{reason="past"} 11.0' in told
