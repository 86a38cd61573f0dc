"""Calls of the SDK about this feature."""

from __future__ import annotations

import msgspec

from bocage.features.notices import wire as notices
from tests.clients.sdk_calls import ME, Call

CHANNEL = notices.NewNoticeChannel("webhook", "https://hook.example/1", ["turn"])
CALLS = [
    Call(lambda rest: rest.notices(), f"{ME}/notices", None, notices.NoticeTable),
    Call(
        lambda rest: rest.add_notices(CHANNEL),
        f"{ME}/notices/channels",
        msgspec.to_builtins(CHANNEL),
        notices.NoticeChannelMade,
    ),
]
