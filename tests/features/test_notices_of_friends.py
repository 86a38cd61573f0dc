"""Notices that somebody wants to be friends: once a day, to those who chose them, while the wish stands."""

from __future__ import annotations

import msgspec
import pytest

from bocage.features.notices.message import NoticeMessage
from tests.features.notices.receiver import Receiver
from tests.features.notices.test_requests import HOOK, NOTICES, send_anywhere, storage_of, there, until_sent
from tests.http.site import Site

__all__ = ["there"]


async def befriend(site: Site, token: str, player: str, friend: bool = True) -> None:
    answer = await site.post("/api/players/me/friends", {"player": player, "friend": friend}, token)
    assert answer.status_code == 200, answer.text


async def test_friend_request_is_noticed_once_a_day(site: Site, there: Receiver) -> None:
    sender = send_anywhere(site)
    (ann, anns), (bob, bobs), (_, cids) = [await site.player(name) for name in ("Ann", "Bob", "Cid")]
    channel = (
        await site.post(f"{NOTICES}/channels", HOOK | {"address": there.url, "events": ["friend"]}, anns)
    ).json()
    await befriend(site, bobs, ann)
    await until_sent(sender, lambda: there.came.qsize() == 1)
    message = msgspec.json.decode((await there.next()).body, type=NoticeMessage)
    assert (message.kind, message.title, message.others) == ("friend", "Bob wants to be friends", ("Bob",))
    assert message.url.endswith("/player")
    # Taken back and asked again: not on the same day.
    await befriend(site, bobs, ann, friend=False)
    await befriend(site, bobs, ann)
    assert await storage_of(site).take(1000) == []
    # To agree tells nobody that they are asked.
    await befriend(site, anns, bob)
    assert await storage_of(site).take(1000) == []
    # It is a wish like the others, and can be left out.
    way = f"{NOTICES}/channels/{channel['channel']['channel']}"
    assert (await site.post(way, {"events": ["turn"]}, anns)).status_code == 200
    await befriend(site, cids, ann)
    await until_sent(sender, lambda: sender.dropped["unwanted"] == 1)
    assert there.came.empty()


@pytest.mark.parametrize("change", ["taken back", "agreed", "left", "blocked"])
async def test_withdrawn_friend_request_is_not_noticed(site: Site, there: Receiver, change: str) -> None:
    sender = send_anywhere(site)
    (ann, anns), (bob, bobs) = [await site.player(name) for name in ("Ann", "Bob")]
    await site.post(f"{NOTICES}/channels", HOOK | {"address": there.url, "events": ["friend"]}, anns)
    await befriend(site, bobs, ann)
    if change == "taken back":
        await befriend(site, bobs, ann, friend=False)
    elif change == "agreed":
        await befriend(site, anns, bob)
    elif change == "left":
        await site.post("/api/players/me/leave", {"confirm": "Bob"}, bobs)
    else:
        await site.post("/api/players/me/blocks", {"player": bob}, anns)
    await until_sent(sender, lambda: sender.dropped["past"] == 1)
    assert there.came.empty()


async def test_who_is_blocked_asks_and_no_notice_is_made(site: Site) -> None:
    (ann, anns), (bob, bobs) = [await site.player(name) for name in ("Ann", "Bob")]
    await site.post("/api/players/me/blocks", {"player": bob}, anns)
    await befriend(site, bobs, ann)
    assert await storage_of(site).take(1000) == []
