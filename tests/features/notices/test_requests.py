"""Notices over REST: what a player sets, what is refused, and a notice that arrives at a real channel."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
import pytest

from bocage.features.notices.channels import Channels
from bocage.features.notices.delivery import Delivery
from bocage.features.notices.feature import NoticesFeature
from bocage.features.notices.message import NoticeMessage
from bocage.features.notices.sender import NoticeSender
from bocage.features.notices.storage import Notices
from bocage.features.notices.webhook import signature
from bocage.limits import Limits
from bocage.log import judge
from bocage.log.deals import DAY
from bocage.rules.squad.drawn import EXAMPLES
from bocage.store import Store
from tests.features.notices.browser import Browser, claims_of
from tests.features.notices.receiver import Receiver, receiving
from tests.http.site import Site

NOTICES = "/api/players/me/notices"
HOOK = {"kind": "webhook", "address": "https://example.com/hook", "events": ["turn", "over"]}
DAYS = {"kind": "days", "base": DAY}


@pytest.fixture
async def there() -> AsyncIterator[Receiver]:
    async with receiving() as receiver:
        yield receiver


def send_anywhere(site: Site) -> NoticeSender:
    """Notices may go to this machine; the part of the node that sends them."""
    channels_of(site).reach.inner = True
    return site.feature(NoticesFeature).sender


def channels_of(site: Site) -> Channels:
    return site.state.part(Channels)


def storage_of(site: Site) -> Notices:
    return site.state.part(Notices)


async def until_sent(sender: NoticeSender, done: Any) -> None:
    """Send what is due until something has happened."""
    async with asyncio.timeout(60):
        while not done():
            await sender.look()
            await asyncio.sleep(0.02)


async def test_nothing_is_wanted_at_first(site: Site) -> None:
    _, token = await site.player()
    table = (await site.get(NOTICES, token)).json()
    assert table["channels"] == []
    assert (table["zone"], table["quiet_from"], table["quiet_to"]) == ("UTC", 0, 0)
    assert {"webhook", "discord"} <= set(table["offered"])


async def test_a_channel_from_its_beginning_to_its_end(site: Site) -> None:
    player, token = await site.player()
    made = (await site.post(f"{NOTICES}/channels", HOOK | {"name": "My\tprogram"}, token)).json()
    assert len(made["secret"]) >= 32
    channel = made["channel"]
    assert (channel["goes_to"], channel["name"], channel["confirmed"]) == ("example.com", "My program", True)
    name = channel["channel"]
    changed = (await site.post(f"{NOTICES}/channels/{name}", {"events": ["daily", "daily"]}, token)).json()
    assert changed["events"] == ["daily"]
    table = (await site.get(NOTICES, token)).json()
    assert table["channels"] == [changed]
    assert made["secret"] not in str(table)
    assert (await site.post(f"{NOTICES}/channels/{name}/remove", {}, token)).json()["channels"] == []
    gone = await site.post(f"{NOTICES}/channels/{name}/remove", {}, token)
    assert (gone.status_code, gone.json()["code"]) == (404, "no_channel")
    assert await storage_of(site).preferences(player) == ""


async def test_the_same_address_again_takes_the_place_of_the_first(site: Site) -> None:
    _, token = await site.player()
    await site.post(f"{NOTICES}/channels", HOOK, token)
    await site.post(f"{NOTICES}/channels", HOOK | {"events": []}, token)
    channels = (await site.get(NOTICES, token)).json()["channels"]
    assert [one["events"] for one in channels] == [[]]


async def test_channels_of_others_are_out_of_reach(site: Site) -> None:
    _, ann = await site.player()
    _, bob = await site.player()
    made = (await site.post(f"{NOTICES}/channels", HOOK, ann)).json()["channel"]["channel"]
    for way in ("", "/remove", "/test"):
        body: dict[str, Any] = {} if way else {"events": []}
        refused = await site.post(f"{NOTICES}/channels/{made}{way}", body, bob)
        assert (refused.status_code, refused.json()["code"]) == (404, "no_channel")
    assert (await site.get(NOTICES)).json()["code"] == "no_token"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"address": "http://example.com/"}, "bad_address"),
        ({"address": "https://127.0.0.1/"}, "bad_address"),
        ({"address": "https://[::ffff:10.0.0.1]/"}, "bad_address"),
        ({"address": "https://localhost:6379/"}, "bad_address"),
        ({"kind": "discord"}, "bad_address"),
        ({"kind": "discord", "address": "https://discord.com.evil.example/api/webhooks/1"}, "bad_address"),
        ({"events": ["everything"]}, "bad_request"),
        ({"kind": "pigeon"}, "bad_request"),
    ],
)
async def test_channels_that_are_refused(site: Site, change: dict[str, Any], code: str) -> None:
    _, token = await site.player()
    refused = await site.post(f"{NOTICES}/channels", HOOK | change, token)
    assert (refused.status_code, refused.json()["code"]) == (400, code)


async def test_there_is_an_end_to_channels_and_to_changes(store: Store) -> None:
    site = Site(store, Limits(notice_channels=2, notice_rate=1, notice_burst=4))
    site.node.clock = lambda: 100.0
    _, token = await site.player()
    for number in range(2):
        answer = await site.post(f"{NOTICES}/channels", HOOK | {"address": f"https://example.com/{number}"}, token)
        assert answer.status_code == 201
    third = await site.post(f"{NOTICES}/channels", HOOK | {"address": "https://example.com/2"}, token)
    assert (third.status_code, third.json()["code"]) == (409, "too_many_channels")
    await site.post(NOTICES, {}, token)
    limited = await site.post(NOTICES, {}, token)
    assert (limited.status_code, limited.json()["limit"]) == (429, "notice_rate")


async def test_quiet_hours_are_kept_with_their_zone(site: Site) -> None:
    _, token = await site.player()
    wish = {"lang": "ja", "zone": "Asia/Tokyo", "quiet_from": 1320, "quiet_to": 420}
    assert (await site.post(NOTICES, wish, token)).status_code == 200
    table = (await site.get(NOTICES, token)).json()
    assert {key: table[key] for key in wish} == wish
    for zone in ("Mars/Olympus", "../../etc/passwd", "", "Europe", "a\0b"):
        refused = await site.post(NOTICES, wish | {"zone": zone}, token)
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_request")


async def test_a_test_tells_whether_it_arrived(site: Site, there: Receiver) -> None:
    send_anywhere(site)
    _, token = await site.player()
    made = (await site.post(f"{NOTICES}/channels", HOOK | {"address": f"{there.url}/hook"}, token)).json()
    way = f"{NOTICES}/channels/{made['channel']['channel']}/test"
    assert (await site.post(way, {}, token)).json() == {"arrived": True}
    came = await there.next()
    stamp, _, signed = came.headers["bocage-signature"].partition(",v1=")
    assert signed == signature(made["secret"], int(stamp.removeprefix("t=")), came.body)
    assert msgspec.json.decode(came.body, type=NoticeMessage).kind == "test"
    there.answers = [b"HTTP/1.1 500 No\r\n\r\n"]
    assert (await site.post(way, {}, token)).json() == {"arrived": False}
    # Whether an inner address answers is told to nobody.
    channels_of(site).reach.inner = False
    await there.next()
    assert (await site.post(way, {}, token)).json() == {"arrived": False}
    assert there.came.empty()


async def send_joined(site: Site) -> None:
    """Send the one notice that somebody joined; the others are left."""
    (taken,) = [one for one in await storage_of(site).take(1000) if one.notice.kind == "joined"]
    await site.feature(NoticesFeature).sender.send(taken)


async def start_match(site: Site, tokens: list[str], clock: Any) -> str:
    made = (await site.post("/api/matches", {"game": "squad", "clock": clock}, tokens[0])).json()
    match = str(made["match"])
    assert (await site.post(f"/api/matches/{match}/join", {}, tokens[1])).status_code == 200
    return match


async def test_turn_is_told_at_the_chosen_channel(site: Site, there: Receiver) -> None:
    sender = send_anywhere(site)
    players = [await site.player(name) for name in ("Ann", "Bob")]
    for number, (_, token) in enumerate(players):
        wish = HOOK | {"address": f"{there.url}/{number}", "events": ["turn", "joined", "over"]}
        await site.post(f"{NOTICES}/channels", wish, token)
    match = await start_match(site, [token for _, token in players], DAYS)
    await until_sent(sender, lambda: there.came.qsize() >= 2)
    came = [await there.next() for _ in range(2)]
    told = {msgspec.json.decode(one.body, type=NoticeMessage).kind: one for one in came}
    assert told.keys() == {"joined", "turn"}
    room = await site.node.rooms.room(match)
    decision = room.match.decision()
    assert decision is not None
    assert told["turn"].line == f"POST /{decision.seat} HTTP/1.1"
    message = msgspec.json.decode(told["turn"].body, type=NoticeMessage)
    assert message.others == (("Bob", "Ann")[decision.seat],)
    await site.node.command(match, lambda match: judge.resign(match, 0))
    await until_sent(sender, lambda: there.came.qsize() >= 2)
    over = [msgspec.json.decode((await there.next()).body, type=NoticeMessage) for _ in range(2)]
    assert {(one.kind, one.result) for one in over} == {("over", "won"), ("over", "lost")}


async def test_an_absent_player_is_told_of_other_terms(site: Site, there: Receiver) -> None:
    sender = send_anywhere(site)
    (_, anns), (_, bobs) = [await site.player(name) for name in ("Ann", "Bob")]
    await site.post(f"{NOTICES}/channels", HOOK | {"address": there.url, "events": ["terms"]}, anns)
    drawn = {"variant": "map", "terrain": "drawn", "map": EXAMPLES[0]}
    made = (await site.post("/api/matches", {"game": "squad", "agree": True, "options": drawn}, anns)).json()
    await site.post(f"/api/matches/{made['match']}/join", {}, bobs)
    wanted = {"home_edge": "south"}
    await site.node.command(made["match"], lambda match: judge.propose(match, 1, match.seq, wanted))
    await until_sent(sender, lambda: there.came.qsize() >= 1)
    message = msgspec.json.decode((await there.next()).body, type=NoticeMessage)
    assert (message.kind, message.title) == ("terms", "Bob proposed other terms: SQUAD")


async def test_failed_delivery_is_retried_gone_channel_forgotten(
    site: Site, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender = send_anywhere(site)
    monkeypatch.setattr("bocage.features.notices.sender.next_try", lambda tries, wait: 1)
    (ann, first), (_, second) = [await site.player(name) for name in ("Ann", "Bob")]
    await site.post(f"{NOTICES}/channels", HOOK | {"address": there.url, "events": ["joined"]}, first)
    there.answers = [b"HTTP/1.1 503 Busy\r\n\r\n", b"HTTP/1.1 410 Gone\r\n\r\n"]
    await start_match(site, [first, second], DAYS)
    await until_sent(sender, lambda: sender.tried["webhook", "later"] == 1)
    assert (await site.get(NOTICES, first)).json()["channels"] != []
    await until_sent(sender, lambda: sender.tried["webhook", "gone"] == 1)
    await until_sent(sender, lambda: not sender._tasks)
    assert (await site.get(NOTICES, first)).json()["channels"] == []
    assert await storage_of(site).preferences(ann) == ""


async def test_quiet_hours_put_a_notice_off(site: Site, there: Receiver) -> None:
    sender = send_anywhere(site)
    (_, first), (_, second) = [await site.player(name) for name in ("Ann", "Bob")]
    await site.post(f"{NOTICES}/channels", HOOK | {"address": there.url, "events": ["joined"]}, first)
    minute = site.node.now() // 60_000 % 1440
    quiet = {"quiet_from": (minute - 60) % 1440, "quiet_to": (minute + 60) % 1440}
    await site.post(NOTICES, quiet, first)
    await start_match(site, [first, second], DAYS)
    await send_joined(site)
    assert there.came.empty()
    # It waits: it was neither tried nor dropped.
    assert (sender.tried, sender.dropped) == ({}, {})


def quiet_now(site: Site, **change: Any) -> dict[str, Any]:
    """Quiet hours from an hour ago until in two hours (UTC)."""
    minute = site.node.now() // 60_000 % 1440
    return {"quiet_from": (minute - 60) % 1440, "quiet_to": (minute + 120) % 1440, **change}


def elsewhere(site: Site) -> dict[str, Any]:
    """Quiet hours that hold here and now, with the clock of a place where it is half a day later."""
    return quiet_now(site, zone="Etc/GMT-12")


def over_already(site: Site) -> dict[str, Any]:
    """Quiet hours that are shorter, so that they have ended."""
    return quiet_now(site, quiet_to=(site.node.now() // 60_000 - 30) % 1440)


def none(_: Site) -> dict[str, Any]:
    """No quiet hours."""
    return {"quiet_from": 0, "quiet_to": 0}


async def held(site: Site, there: Receiver) -> tuple[str, dict[str, Any]]:
    """A player whose one notice waits for the end of their quiet hours; their token and these."""
    quiet = quiet_now(site)
    send_anywhere(site)
    (_, first), (_, second) = [await site.player(name) for name in ("Ann", "Bob")]
    await site.post(f"{NOTICES}/channels", HOOK | {"address": there.url, "events": ["joined"]}, first)
    await site.post(NOTICES, quiet, first)
    await start_match(site, [first, second], DAYS)
    await send_joined(site)
    assert there.came.empty()
    return first, quiet


@pytest.mark.parametrize("change", [none, over_already, elsewhere])
async def test_changed_quiet_hours_release_held_notices(
    site: Site, there: Receiver, change: Callable[[Site], dict[str, Any]]
) -> None:
    token, _ = await held(site, there)
    await site.post(NOTICES, change(site), token)
    await send_joined(site)
    assert msgspec.json.decode((await there.next()).body, type=NoticeMessage).kind == "joined"


async def test_extended_quiet_hours_hold_notices_to_their_end(site: Site, there: Receiver) -> None:
    token, _ = await held(site, there)
    await site.post(NOTICES, quiet_now(site, quiet_to=(site.node.now() // 60_000 + 60) % 1440), token)
    await send_joined(site)
    assert there.came.empty()
    await site.post(NOTICES, none(site), token)
    await send_joined(site)
    assert (await there.next()).body


async def test_a_change_of_language_alone_releases_nothing(site: Site, there: Receiver) -> None:
    token, quiet = await held(site, there)
    await site.post(NOTICES, {**quiet, "lang": "ja"}, token)
    assert [one for one in await storage_of(site).take(1000) if one.notice.kind == "joined"] == []


async def test_quiet_hours_lifted_while_a_notice_is_held_release_it(
    site: Site, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    notices = storage_of(site)
    settle = notices.settle

    async def lift_first(*given: Any) -> bool:
        monkeypatch.undo()
        channels_of(site).reach.inner = True
        await site.post(NOTICES, none(site), token)
        return await settle(*given)

    send_anywhere(site)
    (_, token), (_, second) = [await site.player(name) for name in ("Ann", "Bob")]
    await site.post(f"{NOTICES}/channels", HOOK | {"address": there.url, "events": ["joined"]}, token)
    await site.post(NOTICES, quiet_now(site), token)
    await start_match(site, [token, second], DAYS)
    monkeypatch.setattr(notices, "settle", lift_first)
    await send_joined(site)
    assert there.came.empty()
    await send_joined(site)
    assert (await there.next()).body


async def test_who_is_at_the_table_is_told_nothing(
    site: Site, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender = send_anywhere(site)
    (_, first), (_, second) = [await site.player(name) for name in ("Ann", "Bob")]
    await site.post(f"{NOTICES}/channels", HOOK | {"address": there.url, "events": ["joined"]}, first)
    match = await start_match(site, [first, second], DAYS)
    room = await site.node.rooms.room(match)
    monkeypatch.setattr(type(room.room), "seats_here", property(lambda _: {0}))
    await until_sent(sender, lambda: sender.dropped["present"] == 1)
    assert there.came.empty()


def test_a_node_without_settings_sends_to_public_addresses_alone(site: Site) -> None:
    assert channels_of(site).reach.inner is False


async def test_a_browser_is_sent_what_it_alone_can_read(site: Site, there: Receiver) -> None:
    """The receiver is a push service; the browser behind it decrypts."""
    sender = send_anywhere(site)
    browser = Browser(b"\1" * 32, b"\2" * 16)
    (_, first), (_, second) = [await site.player(name) for name in ("Ann", "Bob")]
    key = (await site.get(NOTICES, first)).json()["push_key"]
    wish = {"kind": "push", "address": f"{there.url}/push/1", "events": ["joined"], "keys": browser.keys}
    made = (await site.post(f"{NOTICES}/channels", wish, first)).json()
    assert (made["secret"], made["channel"]["this"]) == ("", True)
    await start_match(site, [first, second], DAYS)
    await until_sent(sender, lambda: there.came.qsize() == 1)
    came = await there.next()
    assert (came.line, came.headers["content-encoding"]) == ("POST /push/1 HTTP/1.1", "aes128gcm")
    assert claims_of(came.headers["authorization"], key)["aud"] == there.url
    assert b"Bob" not in came.body
    message = msgspec.json.decode(browser.decrypt(came.body), type=NoticeMessage)
    assert (message.kind, message.others) == ("joined", ("Bob",))


async def test_keys_that_are_none_are_refused(site: Site) -> None:
    _, token = await site.player()
    wish = {"kind": "push", "address": "https://push.example/1", "events": [], "keys": {"p256dh": "AA", "auth": ""}}
    refused = await site.post(f"{NOTICES}/channels", wish, token)
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_address")


class Letters:
    """In place of a mail server: keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, NoticeMessage]] = []
        self.result = Delivery("sent")

    async def send(self, message: NoticeMessage, to: str) -> Delivery:
        self.sent.append((to, message))
        return self.result


MAIL = {"kind": "mail", "address": "ann@mail.example", "events": ["joined"]}


async def test_where_there_is_no_mail_server_there_is_no_mail(site: Site) -> None:
    _, token = await site.player()
    assert "mail" not in (await site.get(NOTICES, token)).json()["offered"]
    assert (await site.post(f"{NOTICES}/channels", MAIL, token)).json()["code"] == "not_offered_here"


async def test_unconfirmed_address_gets_only_a_code(site: Site) -> None:
    letters = Letters()
    channels_of(site).mailer = letters  # type: ignore[assignment]
    (_, first), (_, second) = [await site.player(name) for name in ("Ann", "Bob")]
    made = (await site.post(f"{NOTICES}/channels", MAIL, first)).json()["channel"]
    assert (made["confirmed"], made["goes_to"]) == (False, "ann@mail.example")
    (to, message), way = letters.sent[0], f"{NOTICES}/channels/{made['channel']}"
    assert (to, message.kind) == ("ann@mail.example", "confirm")
    # Nobody can have mails written to somebody again and again, from any account.
    for token in (first, second):
        again = await site.post(f"{NOTICES}/channels", MAIL | {"address": "Ann@mail.example"}, token)
        assert (again.status_code, again.json()["code"]) == (429, "written_lately")
    assert (await site.post(f"{way}/test", {}, first)).json()["code"] == "not_confirmed"
    match = await start_match(site, [first, second], DAYS)
    await send_joined(site)
    assert len(letters.sent) == 1
    code = message.text.split(": ")[1].split(".")[0]
    assert (await site.post(f"{way}/confirm", {"code": "AAAAAAAA"}, first)).json()["code"] == "bad_code"
    assert (await site.post(f"{way}/confirm", {"code": code}, second)).json()["code"] == "no_channel"
    assert (await site.post(f"{way}/confirm", {"code": f" {code.lower()} "}, first)).json()["confirmed"] is True
    await start_match(site, [first, second], DAYS)
    await send_joined(site)
    assert letters.sent[1][1].kind == "joined"
    assert match not in letters.sent[1][1].url


async def test_a_mail_that_is_not_taken_is_said(site: Site) -> None:
    letters = Letters()
    letters.result = Delivery("gone")
    channels_of(site).mailer = letters  # type: ignore[assignment]
    _, token = await site.player()
    refused = await site.post(f"{NOTICES}/channels", MAIL, token)
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_address")
    assert (await site.get(NOTICES, token)).json()["channels"] == []


async def test_players_of_one_address_cannot_flood_other_servers(store: Store) -> None:
    site = Site(store, Limits(notice_rate=1, notice_burst=3))
    site.node.clock = lambda: 100.0
    answers = []
    for number in range(4):
        _, token = await site.player()
        wish = HOOK | {"address": f"https://example.com/{number}"}
        answers.append(await site.post(f"{NOTICES}/channels", wish, token))
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    assert answers[3].json()["limit"] == "notice_rate"


async def test_moved_browser_proves_itself_by_its_old_secret(site: Site, there: Receiver) -> None:
    sender = send_anywhere(site)
    old, new = Browser(b"\1" * 32, b"\2" * 16), Browser(b"\3" * 32, b"\4" * 16)
    (player, first), (_, second) = [await site.player(name) for name in ("Ann", "Bob")]
    wish = {"kind": "push", "address": f"{there.url}/old", "events": ["joined"], "keys": old.keys}
    name = (await site.post(f"{NOTICES}/channels", wish, first)).json()["channel"]["channel"]
    move = {
        "player": player,
        "channel": name,
        "auth": old.keys["auth"],
        "address": f"{there.url}/new",
        "keys": new.keys,
    }
    for wrong in ({"auth": new.keys["auth"]}, {"channel": "other"}, {"player": "nobody"}):
        refused = await site.post("/api/notices/moved", move | wrong)
        assert (refused.status_code, refused.json()["code"]) == (404, "no_channel")
    assert (await site.post("/api/notices/moved", move | {"keys": {}})).json()["code"] == "bad_address"
    assert (await site.post("/api/notices/moved", move)).json() == {"channel": name}
    # The old secret is worth nothing any more.
    assert (await site.post("/api/notices/moved", move)).json()["code"] == "no_channel"
    await start_match(site, [first, second], DAYS)
    await until_sent(sender, lambda: there.came.qsize() == 1)
    came = await there.next()
    assert came.line == "POST /new HTTP/1.1"
    assert msgspec.json.decode(new.decrypt(came.body), type=NoticeMessage).kind == "joined"
