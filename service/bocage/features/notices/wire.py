"""Bodies of requests and responses about notices."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bocage.protocol.messages import Language

NoticeKind = Literal["turn", "time", "joined", "terms", "over", "daily", "friend"]
NoticeEvent = Annotated[
    NoticeKind,
    Meta(
        description="`turn`: your turn in a match with days per move; `time`: your time for it is running out;"
        " `joined`: a player joined your match; `terms`: a player proposed other terms for it; `over`: a match of"
        " yours is over; `daily`: the deal of the day is ready; `friend`: a friend request."
    ),
]
NoticeEvents = Annotated[list[NoticeEvent], Meta(max_length=7, description="Events of the channel.")]
NoticeChannelKind = Annotated[
    Literal["push", "webhook", "discord", "mail"],
    Meta(
        description="`push`: a browser, by Web Push; `webhook`: a program; `discord`: a webhook of Discord;"
        " `mail`: e-mail."
    ),
]
NoticeChannelId = Annotated[str, Meta(max_length=16, description="Id of a channel.")]
MinuteOfDay = Annotated[int, Meta(ge=0, lt=1440, description="Minutes after midnight in `zone`.")]
NoticeZone = Annotated[
    str,
    Meta(
        max_length=60,
        description="An IANA time zone, such as `Europe/Berlin`.",
        extra_json_schema={"format": "time-zone"},
    ),
]


class PushKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a browser's subscription, as `PushSubscription.toJSON()` gives them."""

    p256dh: Annotated[str, Meta(max_length=120, description="The browser's public key, base64url.")] = ""
    auth: Annotated[str, Meta(max_length=40, description="The browser's secret, base64url.")] = ""


class NewNoticeChannel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new channel for notices. It replaces one of the same kind and address."""

    kind: NoticeChannelKind
    address: Annotated[
        str, Meta(max_length=1000, description="A URL (https), the `endpoint` of a browser, or an e-mail address.")
    ]
    events: NoticeEvents
    keys: PushKeys = PushKeys()
    name: Annotated[str, Meta(max_length=60, description="Label for the owner; may be empty.")] = ""


class MovedBrowser(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new address of a browser from its push service. The old secret authenticates it."""

    player: Annotated[str, Meta(max_length=40, pattern=r"^[a-z0-9]+$", description="Owner of the channel.")]
    channel: NoticeChannelId
    auth: Annotated[str, Meta(min_length=1, max_length=40, description="The browser's old secret, base64url.")]
    address: Annotated[str, Meta(max_length=1000, description="The new `endpoint`.")]
    keys: PushKeys


class NoticeChannel(msgspec.Struct, frozen=True):
    """A channel for its owner."""

    channel: NoticeChannelId
    kind: NoticeChannelKind
    goes_to: Annotated[str, Meta(description="The host of its URL, or the e-mail address.")]
    events: NoticeEvents
    name: str
    made: Annotated[int, Meta(description="Time of creation in milliseconds.")]
    confirmed: Annotated[bool, Meta(description="False: nothing is sent until its code is confirmed.")]
    failed: Annotated[int, Meta(description="Consecutive failures; after five the channel is removed.")]
    this: Annotated[bool, Meta(description="True for the browser of the caller's sign-in.")]


class NoticeChannelMade(msgspec.Struct, frozen=True):
    """A new channel."""

    channel: NoticeChannel
    secret: Annotated[
        str, Meta(description="Key that signs bodies for a webhook, shown only here; empty for others.")
    ]


class NoticeTable(msgspec.Struct, frozen=True):
    """The caller's preferences: channels, events and quiet hours."""

    offered: Annotated[list[NoticeChannelKind], Meta(description="Kinds of channels that this service offers.")]
    push_key: Annotated[
        str, Meta(description="The `applicationServerKey` for browsers, base64url; empty: no Web Push.")
    ]
    lang: Language
    zone: NoticeZone
    quiet_from: MinuteOfDay
    quiet_to: MinuteOfDay
    channels: list[NoticeChannel]


class NoticeTimes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Language and quiet hours of notices."""

    lang: Language = "en"
    zone: NoticeZone = "UTC"
    quiet_from: MinuteOfDay = 0
    quiet_to: Annotated[int, Meta(ge=0, lt=1440, description="Equal to `quiet_from`: no quiet hours.")] = 0


class NoticeEventsWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The events of a channel."""

    events: NoticeEvents


class NoticeCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code that was mailed to an address."""

    code: Annotated[str, Meta(max_length=40, description="Spaces and case are ignored.")]


class NoticeTested(msgspec.Struct, frozen=True):
    """The result of a delivery."""

    arrived: Annotated[bool, Meta(description="True if the channel accepted the message.")]


class NoticeMoved(msgspec.Struct, frozen=True):
    """Notices are sent to the new address of the browser."""

    channel: NoticeChannelId
