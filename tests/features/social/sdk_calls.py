"""Calls of the SDK about this feature."""

from __future__ import annotations

from bocage.features.social import wire as social
from tests.clients.sdk_calls import ME, Call

CALLS = [
    Call(lambda rest: rest.block("q"), f"{ME}/blocks", {"player": "q", "blocked": True}, social.BlockTable),
    Call(lambda rest: rest.block("q", False), f"{ME}/blocks", {"player": "q", "blocked": False}, social.BlockTable),
    Call(lambda rest: rest.mute("q"), f"{ME}/mutes", {"player": "q", "muted": True}, social.BlockTable),
    Call(lambda rest: rest.mute("q", False), f"{ME}/mutes", {"player": "q", "muted": False}, social.BlockTable),
    Call(lambda rest: rest.friends(), f"{ME}/friends", None, social.FriendTable),
    Call(lambda rest: rest.befriend("q"), f"{ME}/friends", {"player": "q", "friend": True}, social.FriendTable),
    Call(
        lambda rest: rest.befriend("q", False),
        f"{ME}/friends",
        {"player": "q", "friend": False},
        social.FriendTable,
    ),
]
