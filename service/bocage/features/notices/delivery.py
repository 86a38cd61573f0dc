"""What becomes of a message at a channel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal, TypeAlias

import msgspec

from bocage.features.notices.message import NoticeMessage
from bocage.features.notices.preferences import Channel
from bocage.features.notices.public_http import Response

#: It arrived; the channel is gone for good; it may arrive later; it will not arrive.
Result = Literal["sent", "gone", "later", "refused"]

#: Seconds after the first try, the second, and so on; then the notice is given up.
RETRIES = (5, 30, 180, 1200, 7200)
#: The most seconds that a channel may ask us to wait.
LONGEST_WAIT = 7200


class Delivery(msgspec.Struct, frozen=True):
    """The result of one try. ``wait``: for how many seconds the channel asks us to wait; 0: it does not say."""

    result: Result
    wait: int = 0


#: Tries to deliver a message. It never raises what a network or a channel can cause.
Deliver: TypeAlias = Callable[[Channel, NoticeMessage], Awaitable[Delivery]]


def by_status(answer: Response) -> Delivery:
    """What an HTTP answer says. Redirects are not followed: they could lead anywhere."""
    if 200 <= answer.status < 300:
        return Delivery("sent")
    if answer.status in (404, 410):
        return Delivery("gone")
    if answer.status in (408, 425, 429) or answer.status >= 500:
        return Delivery("later", min(answer.retry_after, LONGEST_WAIT))
    return Delivery("refused")


def next_try(tries: int, wait: int) -> int:
    """Seconds until the next try after ``tries`` before this one; 0: there is none."""
    if tries >= len(RETRIES):
        return 0
    return max(RETRIES[tries], wait)
