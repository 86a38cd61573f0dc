"""Endpoints of notices: channels, their events, quiet hours."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import zoneinfo
from collections.abc import Callable
from urllib.parse import urlsplit

import msgspec

from bocage.features.notices import preferences as stored
from bocage.features.notices.channels import Channels
from bocage.features.notices.message import of_code, of_test
from bocage.features.notices.preferences import Channel, Preferences, quiet_until
from bocage.features.notices.sender import keep
from bocage.features.notices.storage import Notices
from bocage.features.notices.wire import (
    MovedBrowser,
    NewNoticeChannel,
    NoticeChannel,
    NoticeChannelMade,
    NoticeCode,
    NoticeEventsWish,
    NoticeMoved,
    NoticeTable,
    NoticeTested,
    NoticeTimes,
)
from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint
from bocage.http.players import device_name
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import NoFields
from bocage.protocol.sign_ins import sign_in_id

#: Seconds between two codes mailed to one address, whoever asks for them.
WRITTEN = 3600
#: Attempts to change preferences that other requests change concurrently.
TURNS = 10


async def table(context: RequestContext) -> NoticeTable:
    """Return the caller's preferences."""
    player = await context.player()
    await context.state.part(Channels).prepare(context.state.part(Notices))
    wanted = stored.read(await context.state.part(Notices).preferences(player.id))
    return _table(context, wanted)


async def times(context: RequestContext) -> NoticeTable:
    """Set language and quiet hours."""
    player = await context.player()
    body = await context.body(NoticeTimes)
    if not _is_zone(body.zone):
        raise RefusedError("bad_request", "zone: no such time zone")
    context.state.take("notice_rate", player.id)
    before = Preferences()

    def change(known: Preferences) -> Preferences:
        nonlocal before
        before = known
        return msgspec.structs.replace(
            known, lang=body.lang, zone=body.zone, quiet_from=body.quiet_from, quiet_to=body.quiet_to
        )

    wanted, now = await _change(context, player.id, change), context.node.now()
    held_until = quiet_until(before, now)
    if held_until and quiet_until(wanted, now) != held_until:
        await context.state.part(Notices).release(player.id, held_until)
    return _table(context, wanted)


async def add(context: RequestContext) -> NoticeChannelMade:
    """Add or replace a channel."""
    player = await context.player()
    body = await context.body(NewNoticeChannel)
    _limited(context, player.id)
    await context.state.part(Channels).prepare(context.state.part(Notices))
    made = context.state.part(Channels).made(body.kind, body.address, body.keys.p256dh, body.keys.auth)
    code = new_code() if made.kind == "mail" else ""
    channel = msgspec.structs.replace(
        made,
        code=digest_of(code) if code else "",
        events=tuple(dict.fromkeys(body.events)),
        made=context.node.now(),
        name=device_name(body.name),
        sign_in=sign_in_id(context.token()),
    )
    most = context.node.limits.notice_channels

    def change(known: Preferences) -> Preferences:
        others = [one for one in known.channels if (one.kind, one.address) != (channel.kind, channel.address)]
        if len(others) >= most:
            raise RefusedError("too_many_channels", limit="notice_channels")
        return msgspec.structs.replace(known, channels=(*others, channel))

    if code and not await context.state.part(Notices).may_write(channel.address, WRITTEN):
        raise RefusedError("written_lately")
    wanted = await _change(context, player.id, change)
    if code:
        name, state = secrets.token_hex(12), context.state
        message = of_code(code, name, wanted.lang, state.site, context.node.now())
        if (await state.part(Channels).deliver(channel, message)).result != "sent":
            await _change(context, player.id, lambda known: known.without(channel.id))
            raise RefusedError("bad_address", "the mail was not taken")
    return NoticeChannelMade(_shown(context, channel), channel.secret)


async def moved(context: RequestContext) -> NoticeMoved:
    """Change the address of a browser. Without a token: a service worker cannot read the page's storage."""
    body = await context.body(MovedBrowser)
    context.state.take("notice_rate", context.address)
    made = context.state.part(Channels).made("push", body.address, body.keys.p256dh, body.keys.auth)

    def change(known: Preferences) -> Preferences:
        channel = _find(known, body.channel)
        if channel.kind != "push" or not hmac.compare_digest(channel.auth.encode(), body.auth.encode()):
            raise RefusedError("no_channel")
        now = {"address": made.address, "p256dh": made.p256dh, "auth": made.auth, "failed": 0}
        return known.with_channel(msgspec.structs.replace(channel, **now))

    await _change(context, body.player, change)
    return NoticeMoved(body.channel)


async def events(context: RequestContext) -> NoticeChannel:
    """Set the events of a channel."""
    player = await context.player()
    body = await context.body(NoticeEventsWish)
    context.state.take("notice_rate", player.id)
    name = _id_of(context)

    def change(known: Preferences) -> Preferences:
        return known.with_channel(
            msgspec.structs.replace(_find(known, name), events=tuple(dict.fromkeys(body.events)))
        )

    return _shown(context, _find(await _change(context, player.id, change), name))


async def remove(context: RequestContext) -> NoticeTable:
    """Remove a channel."""
    player = await context.player()
    await context.body(NoFields)
    name = _id_of(context)

    def change(known: Preferences) -> Preferences:
        return known.without(_find(known, name).id)

    return _table(context, await _change(context, player.id, change))


async def confirm(context: RequestContext) -> NoticeChannel:
    """Confirm an e-mail address by its code."""
    player = await context.player()
    body = await context.body(NoticeCode)
    context.state.take("notice_rate", player.id)
    name, given = _id_of(context), digest_of("".join(body.code.split()).upper())

    def change(known: Preferences) -> Preferences:
        channel = _find(known, name)
        if channel.code and not hmac.compare_digest(channel.code, given):
            raise RefusedError("bad_code")
        return known.with_channel(msgspec.structs.replace(channel, code=""))

    return _shown(context, _find(await _change(context, player.id, change), name))


async def test(context: RequestContext) -> NoticeTested:
    """Send a test message."""
    player = await context.player()
    await context.body(NoFields)
    _limited(context, player.id)
    wanted = stored.read(await context.state.part(Notices).preferences(player.id))
    channel = _find(wanted, _id_of(context))
    if channel.code:
        raise RefusedError("not_confirmed")
    message = of_test(secrets.token_hex(12), wanted.lang, context.state.site, context.node.now())
    return NoticeTested((await context.state.part(Channels).deliver(channel, message)).result == "sent")


def _limited(context: RequestContext, player: str) -> None:
    """Limit calls to other services, also by IP address: players are free to create."""
    context.state.take("notice_rate", player)
    context.state.take("notice_rate", context.address)


async def _change(
    context: RequestContext, player: str, change: Callable[[Preferences], Preferences]
) -> Preferences:
    """Change the preferences of a player; retried if they change concurrently."""
    for _ in range(TURNS):
        read = await context.state.part(Notices).preferences(player)
        wanted = change(stored.read(read))
        if await keep(context.state.part(Notices), player, read, wanted):
            return wanted
    raise RefusedError("unavailable", retry=1000)


def new_code() -> str:
    """Return a code of eight letters and digits that are hard to confuse."""
    return "".join(secrets.choice("ABCDEFGHJKMNPQRSTUVWXYZ23456789") for _ in range(8))


def digest_of(code: str) -> str:
    """Return the stored hash of a code."""
    return hashlib.sha256(code.encode()).hexdigest()


def _id_of(context: RequestContext) -> str:
    return str(context.request.path_params["channel"])


def _find(known: Preferences, channel: str) -> Channel:
    found = next((one for one in known.channels if one.id == channel), None)
    if found is None:
        raise RefusedError("no_channel")
    return found


def _is_zone(name: str) -> bool:
    try:
        zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def _table(context: RequestContext, wanted: Preferences) -> NoticeTable:
    channels = context.state.part(Channels)
    return NoticeTable(
        list(channels.offered),
        channels.push_key,
        wanted.lang,
        wanted.zone,
        wanted.quiet_from,
        wanted.quiet_to,
        [_shown(context, channel) for channel in wanted.channels],
    )


def _shown(context: RequestContext, channel: Channel) -> NoticeChannel:
    this = channel.kind == "push" and channel.sign_in == sign_in_id(context.token())
    return NoticeChannel(
        channel.id,
        channel.kind,
        channel.address if channel.kind == "mail" else urlsplit(channel.address).hostname or "",
        list(channel.events),
        channel.name,
        channel.made,
        not channel.code,
        channel.failed,
        this,
    )


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/players/me/notices",
        handler=table,
        tag="Notices",
        text="Get your preferences for notices: channels, events and quiet hours.",
        answer=NoticeTable,
        who="player",
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/notices",
        handler=times,
        tag="Notices",
        text="Set language and quiet hours. Notices due in quiet hours are sent afterwards if still valid.",
        body=NoticeTimes,
        answer=NoticeTable,
        who="player",
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/notices/channels",
        handler=add,
        tag="Notices",
        text="Add a channel for notices. URLs must be https and lead to public addresses.",
        body=NewNoticeChannel,
        answer=NoticeChannelMade,
        status=201,
        who="player",
        refusals=("bad_address", "not_offered_here", "too_many_channels", "written_lately"),
    ),
    Endpoint(
        method="POST",
        path="/api/notices/moved",
        handler=moved,
        tag="Notices",
        text="Change the address of a browser (`pushsubscriptionchange`). No token is needed: the secret of the old"
        " subscription authenticates the browser.",
        body=MovedBrowser,
        answer=NoticeMoved,
        refusals=("no_channel", "bad_address", "not_offered_here"),
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/notices/channels/{channel}/confirm",
        handler=confirm,
        tag="Notices",
        text="Confirm an e-mail address by the code mailed to it; no notices are sent before.",
        body=NoticeCode,
        answer=NoticeChannel,
        who="player",
        refusals=("no_channel", "bad_code"),
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/notices/channels/{channel}",
        handler=events,
        tag="Notices",
        text="Set the events of a channel.",
        body=NoticeEventsWish,
        answer=NoticeChannel,
        who="player",
        refusals=("no_channel",),
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/notices/channels/{channel}/remove",
        handler=remove,
        tag="Notices",
        text="Remove a channel.",
        body=NoFields,
        answer=NoticeTable,
        who="player",
        refusals=("no_channel",),
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/notices/channels/{channel}/test",
        handler=test,
        tag="Notices",
        text="Send a test message to a channel.",
        body=NoFields,
        answer=NoticeTested,
        who="player",
        refusals=("no_channel", "not_confirmed"),
    ),
)
