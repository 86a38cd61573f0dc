"""Notices of the deal of the day."""

from __future__ import annotations

import msgspec

from bocage.features.daily.deals import Deals
from bocage.features.notices.feature import NoticesFeature
from bocage.features.notices.message import NoticeMessage
from bocage.log.deals import DAY, day_of
from tests.features.notices.receiver import Receiver
from tests.features.notices.test_requests import HOOK, NOTICES, send_anywhere, storage_of, there, until_sent
from tests.http.site import Site

__all__ = ["there"]


async def test_deals_are_told_once_to_who_has_not_played(site: Site, there: Receiver) -> None:
    sender, notices, now = send_anywhere(site), storage_of(site), site.node.now()
    announce = site.feature(NoticesFeature).announce
    player, token = await site.player()
    await site.post(f"{NOTICES}/channels", HOOK | {"address": there.url, "events": ["daily"]}, token)
    await announce(now)
    assert await notices.take(1000) == []
    await notices.told(player, now // DAY - 1)
    await announce(now)
    await announce(now)
    await until_sent(sender, lambda: there.came.qsize() == 1)
    assert msgspec.json.decode((await there.next()).body, type=NoticeMessage).url.endswith("/daily")
    for game in ("omaha", "zombies"):
        await Deals(site.store).attempt(day_of(now), game, player, "m")
    await notices.told(player, now // DAY - 1)
    await announce(now)
    await until_sent(sender, lambda: sender.dropped["past"] == 1)
    assert there.came.empty()
