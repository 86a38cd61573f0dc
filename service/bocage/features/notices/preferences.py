"""What a player wants to be told, where, and when not. Stored as JSON with the player."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Literal, TypeAlias
from zoneinfo import ZoneInfo

import msgspec

from bocage.features.notices.wire import NoticeKind
from bocage.protocol.messages import Language

_Events: TypeAlias = tuple[tuple[NoticeKind, ...], tuple[NoticeKind, ...]]
ChannelKind = Literal["push", "webhook", "discord", "mail"]

#: Minutes of a day.
DAY = 1440
#: Events of which the release before does not know: it cannot read a channel whose ``events`` hold one.
NEW: frozenset[NoticeKind] = frozenset(["friend"])
#: So many notices in a row that could not be delivered end a channel.
MOST_FAILURES = 5


class Channel(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where notices go. ``address``: a URL, or an e-mail address. ``made``: when, ms.

    ``secret``: what a webhook's body is signed with. ``p256dh``, ``auth``: the keys of a browser (base64url).
    ``sign_in``: the sign-in that made it; a browser's channel ends with it. ``code``: SHA-256 of the code that its
    owner must still send back; until then nothing is sent. ``failed``: notices in a row that did not arrive.
    ``also``: further events, only where it is stored: see ``NEW``.
    """

    id: str
    kind: ChannelKind
    address: str
    events: tuple[NoticeKind, ...]
    made: int = 0
    name: str = ""
    secret: str = ""
    p256dh: str = ""
    auth: str = ""
    sign_in: str = ""
    code: str = ""
    failed: int = 0
    also: tuple[NoticeKind, ...] = ()


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """``zone``: an IANA time zone. ``quiet_from``, ``quiet_to``: minutes after midnight; equal: never quiet."""

    lang: Language = "en"
    zone: str = "UTC"
    quiet_from: int = 0
    quiet_to: int = 0
    channels: tuple[Channel, ...] = ()

    def wants_matches(self) -> bool:
        """Whether any channel is told of matches."""
        return any(set(channel.events) - {"daily", "friend"} for channel in self.channels)

    def wants_daily(self) -> bool:
        """Whether any channel is told of deals."""
        return any("daily" in channel.events for channel in self.channels)

    def with_channel(self, channel: Channel) -> Preferences:
        """With this channel in place of the one with the same id, or as the last."""
        known = [channel if one.id == channel.id else one for one in self.channels]
        if channel not in known:
            known.append(channel)
        return msgspec.structs.replace(self, channels=tuple(known))

    def without(self, channel: str) -> Preferences:
        """Without the channel of that id."""
        return msgspec.structs.replace(self, channels=tuple(one for one in self.channels if one.id != channel))

    def counted(self, channel: str, arrived: bool) -> Preferences:
        """A notice arrived, or will never arrive; a channel that fails too often is forgotten."""
        found = next((one for one in self.channels if one.id == channel), None)
        if found is None or (arrived and not found.failed):
            return self
        failed = 0 if arrived else found.failed + 1
        if failed >= MOST_FAILURES:
            return self.without(channel)
        return self.with_channel(msgspec.structs.replace(found, failed=failed))


_decode = msgspec.json.Decoder(Preferences).decode


def read(text: str) -> Preferences:
    """Preferences as they are stored; empty: nothing is wanted."""
    stored = _decode(text) if text else Preferences()
    return _with_channels(stored, lambda one: ((*one.events, *one.also), ()))


def written(preferences: Preferences) -> str:
    """Preferences as they are stored; nodes of the release before can read them."""
    if preferences == Preferences():
        return ""
    return msgspec.json.encode(_with_channels(preferences, _apart)).decode()


def _apart(channel: Channel) -> _Events:
    known = tuple(event for event in channel.events if event not in NEW)
    return known, tuple(event for event in channel.events if event in NEW)


def _with_channels(preferences: Preferences, events: Callable[[Channel], _Events]) -> Preferences:
    channels = []
    for one in preferences.channels:
        there, also = events(one)
        channels.append(msgspec.structs.replace(one, events=there, also=also))
    return msgspec.structs.replace(preferences, channels=tuple(channels))


def quiet_until(preferences: Preferences, now: int) -> int:
    """When the quiet hours that hold at ``now`` end (ms); 0: it is not quiet."""
    start, end = preferences.quiet_from, preferences.quiet_to
    if start == end:
        return 0
    zone = ZoneInfo(preferences.zone)
    local = datetime.datetime.fromtimestamp(now / 1000, zone)
    minute = local.hour * 60 + local.minute
    if not (start <= minute < end if start < end else minute >= start or minute < end):
        return 0
    morning = local.replace(hour=end // 60, minute=end % 60, second=0, microsecond=0, fold=0)
    if morning <= local:
        morning = (morning + datetime.timedelta(days=1)).replace(tzinfo=zone)
    return int(morning.timestamp() * 1000)
