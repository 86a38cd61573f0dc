"""Preferences of a player: channels, their events, and quiet hours. Stored as JSON with the player."""

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

#: Minutes per day.
DAY = 1440
#: Events unknown to the previous release, which cannot decode a channel whose ``events`` contain one.
NEW: frozenset[NoticeKind] = frozenset(["friend", "terms"])
#: Consecutive failures after which a channel is removed.
MOST_FAILURES = 5


class Channel(msgspec.Struct, frozen=True, omit_defaults=True):
    """A destination of notices. ``address``: a URL or an e-mail address. ``made``: time of creation, ms.

    ``secret``: signs the body of webhooks. ``p256dh``, ``auth``: keys of a browser (base64url). ``sign_in``: the
    sign-in that created it; the channel of a browser ends with it. ``code``: SHA-256 of the code that confirms the
    address; nothing is sent before. ``failed``: consecutive failures. ``also``: further events, in the stored form
    only: see ``NEW``.
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
    """``zone``: an IANA time zone. ``quiet_from``, ``quiet_to``: minutes after midnight; equal: no quiet hours."""

    lang: Language = "en"
    zone: str = "UTC"
    quiet_from: int = 0
    quiet_to: int = 0
    channels: tuple[Channel, ...] = ()

    def wants_matches(self) -> bool:
        """Return whether a channel has events of matches."""
        return any(set(channel.events) - {"daily", "friend"} for channel in self.channels)

    def wants_daily(self) -> bool:
        """Return whether a channel has the event of daily deals."""
        return any("daily" in channel.events for channel in self.channels)

    def with_channel(self, channel: Channel) -> Preferences:
        """Return a copy in which the channel replaces that of the same id, or is added."""
        known = [channel if one.id == channel.id else one for one in self.channels]
        if channel not in known:
            known.append(channel)
        return msgspec.structs.replace(self, channels=tuple(known))

    def without(self, channel: str) -> Preferences:
        """Return a copy without the channel of this id."""
        return msgspec.structs.replace(self, channels=tuple(one for one in self.channels if one.id != channel))

    def counted(self, channel: str, arrived: bool) -> Preferences:
        """Return a copy with a delivery counted. A channel that fails too often is removed."""
        found = next((one for one in self.channels if one.id == channel), None)
        if found is None or (arrived and not found.failed):
            return self
        failed = 0 if arrived else found.failed + 1
        if failed >= MOST_FAILURES:
            return self.without(channel)
        return self.with_channel(msgspec.structs.replace(found, failed=failed))


_decode = msgspec.json.Decoder(Preferences).decode


def read(text: str) -> Preferences:
    """Decode stored preferences; empty: the defaults."""
    stored = _decode(text) if text else Preferences()
    return _with_channels(stored, lambda one: ((*one.events, *one.also), ()))


def written(preferences: Preferences) -> str:
    """Encode preferences such that nodes of the previous release can read them."""
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
    """Return the end of the current quiet hours (ms); 0: none."""
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
