"""Results of deliveries."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal, TypeAlias

import msgspec

from bocage.features.notices.message import NoticeMessage
from bocage.features.notices.preferences import Channel
from bocage.features.notices.public_http import Response

#: Delivered; the channel is gone; retry later; refused for good.
Result = Literal["sent", "gone", "later", "refused"]

#: Backoff in seconds after each attempt; afterwards the notice is dropped.
RETRIES = (5, 30, 180, 1200, 7200)
#: Longest ``Retry-After`` of a channel in seconds.
LONGEST_WAIT = 7200


class Delivery(msgspec.Struct, frozen=True):
    """The result of one attempt. ``wait``: seconds that the channel asks to wait; 0: not given."""

    result: Result
    wait: int = 0


#: Attempts a delivery. Does not raise for failures of the network or the channel.
Deliver: TypeAlias = Callable[[Channel, NoticeMessage], Awaitable[Delivery]]


def by_status(answer: Response) -> Delivery:
    """Return the result for an HTTP response. Redirects are not followed: they could lead anywhere."""
    if 200 <= answer.status < 300:
        return Delivery("sent")
    if answer.status in (404, 410):
        return Delivery("gone")
    if answer.status in (408, 425, 429) or answer.status >= 500:
        return Delivery("later", min(answer.retry_after, LONGEST_WAIT))
    return Delivery("refused")


def next_try(tries: int, wait: int) -> int:
    """Return seconds until the next attempt after ``tries`` earlier ones; 0: none."""
    if tries >= len(RETRIES):
        return 0
    return max(RETRIES[tries], wait)
