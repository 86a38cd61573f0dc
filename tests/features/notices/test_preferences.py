"""Preferences: stored as read, quiet hours in the player's own time, channels that fail too often."""

from __future__ import annotations

import datetime
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.features.notices.preferences import (
    MOST_FAILURES,
    Channel,
    Preferences,
    quiet_until,
    read,
    written,
)

HOOK = Channel("a", "webhook", "https://there", ("turn", "over"))
MAIL = Channel("b", "mail", "ann@mail.example", ("daily",))
#: From ten in the evening until seven.
NIGHT = Preferences(zone="Europe/Berlin", quiet_from=22 * 60, quiet_to=7 * 60)
#: A nap after lunch.
NAP = Preferences(zone="Asia/Tokyo", quiet_from=13 * 60, quiet_to=14 * 60 + 30)


def at(zone: str, *moment: int, fold: int = 0) -> int:
    year, month, day, hour, minute = moment
    return int(
        datetime.datetime(year, month, day, hour, minute, fold=fold, tzinfo=ZoneInfo(zone)).timestamp() * 1000
    )


def test_they_are_stored_as_they_are() -> None:
    wanted = Preferences("ja", "Asia/Tokyo", 1, 2, (HOOK, MAIL))
    assert read(written(wanted)) == wanted
    assert written(Preferences()) == ""
    assert read("") == Preferences()


class ChannelBefore(msgspec.Struct):
    """As the release before reads it."""

    id: str
    events: tuple[Literal["turn", "time", "joined", "over", "daily"], ...]


class Before(msgspec.Struct):
    channels: tuple[ChannelBefore, ...]


def test_earlier_release_can_read_friend_preferences() -> None:
    """Else it would fail at every notice of theirs while nodes are replaced."""
    both = msgspec.structs.replace(HOOK, events=("turn", "friend"))
    wanted = Preferences(channels=(both, msgspec.structs.replace(MAIL, events=("friend",)), HOOK))
    assert read(written(wanted)) == wanted
    before = msgspec.json.decode(written(wanted), type=Before)
    assert [channel.events for channel in before.channels] == [("turn",), (), ("turn", "over")]
    # What stands as plain events is read as well.
    assert read('{"channels":[{"id":"a","kind":"mail","address":"a","events":["friend"]}]}').channels[0].events == (
        "friend",
    )


def test_what_is_wanted_follows_from_the_channels() -> None:
    assert (Preferences().wants_matches(), Preferences().wants_daily()) == (False, False)
    only = Preferences(channels=(MAIL,))
    assert (only.wants_matches(), only.wants_daily()) == (False, True)
    both = only.with_channel(HOOK)
    assert (both.wants_matches(), both.wants_daily()) == (True, True)
    assert both.without("b").channels == (HOOK,)


@pytest.mark.parametrize(
    ("preferences", "moment", "until"),
    [
        (NIGHT, (2026, 11, 22, 21, 59), None),
        (NIGHT, (2026, 11, 22, 22, 0), (2026, 11, 23, 7, 0)),
        (NIGHT, (2026, 11, 23, 3, 0), (2026, 11, 23, 7, 0)),
        (NIGHT, (2026, 11, 23, 6, 59), (2026, 11, 23, 7, 0)),
        (NIGHT, (2026, 11, 23, 7, 0), None),
        # Clocks go forward, and back, in these nights.
        (NIGHT, (2026, 3, 28, 23, 0), (2026, 3, 29, 7, 0)),
        (NIGHT, (2026, 10, 24, 23, 0), (2026, 10, 25, 7, 0)),
        (NAP, (2026, 11, 22, 12, 59), None),
        (NAP, (2026, 11, 22, 13, 0), (2026, 11, 22, 14, 30)),
        (NAP, (2026, 11, 22, 14, 30), None),
    ],
)
def test_quiet_hours(preferences: Preferences, moment: tuple[int, ...], until: tuple[int, ...] | None) -> None:
    zone = preferences.zone
    assert quiet_until(preferences, at(zone, *moment)) == (at(zone, *until) if until else 0)


def test_without_quiet_hours_it_is_never_quiet() -> None:
    assert quiet_until(Preferences(quiet_from=60, quiet_to=60), at("UTC", 2026, 11, 22, 1, 0)) == 0


@given(
    st.integers(0, 1439),
    st.integers(0, 1439),
    st.integers(1_700_000_000_000, 1_900_000_000_000),
    st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]),
)
def test_quiet_hours_always_end(start: int, end: int, now: int, zone: str) -> None:
    wanted = Preferences(zone=zone, quiet_from=start, quiet_to=end)
    until = quiet_until(wanted, now)
    if until:
        assert now < until <= now + 26 * 3_600_000
        # Where a clock went back, the same hours may come once more.
        again = quiet_until(wanted, until)
        assert again == 0 or again <= until + 26 * 3_600_000


def test_channel_is_forgotten_after_repeated_failures() -> None:
    wanted = Preferences(channels=(HOOK, MAIL))
    for number in range(1, MOST_FAILURES):
        wanted = wanted.counted("a", False)
        assert wanted.channels[0].failed == number
    assert wanted.counted("a", True).channels[0].failed == 0
    assert wanted.counted("a", False).channels == (MAIL,)
    assert wanted.counted("another", False) is wanted
    assert wanted.counted("b", True) is wanted
