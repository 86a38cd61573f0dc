"""A call of the SDK's REST side, and what it sends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from bocage.sdk.rest import Rest

#: The path of the caller.
ME = "/api/players/me"
#: Stands for a key that is drawn for a call.
DRAWN = "drawn for this call"


class Call(NamedTuple):
    """``wish``: the call. ``body``: what is sent, without the player's share of the dice; ``None``: nothing is.

    ``answer``: the type of the answer, ``got``: what the caller has of it. ``key``: a match is made, or whatever
    else must not be done twice.
    """

    wish: Callable[[Rest], Awaitable[Any]]
    path: str
    body: Any
    answer: Any
    got: Callable[[Any], Any] = lambda answer: answer
    share: bool = False
    key: str = ""
    invite: str = ""


def NOTHING(answer: Any) -> None:  # noqa: N802
    """The caller gets nothing."""
