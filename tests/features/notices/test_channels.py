"""One host is asked so often, however many addresses of it players gave."""

from __future__ import annotations

from bocage.features.notices.channels import Channels
from bocage.features.notices.delivery import Delivery
from bocage.features.notices.message import NoticeMessage, of_test
from bocage.features.notices.preferences import Channel
from bocage.features.notices.public_http import Reach
from bocage.limits import Rates
from tests.features.notices.receiver import receiving

MESSAGE: NoticeMessage = of_test("ab" * 12, "en", "https://here", 1_000)


async def test_who_moves_to_and_fro_floods_no_host() -> None:
    """Two players of a match could have any host asked at each of their moves, ten channels at a time."""
    now = 1_000_000
    channels = Channels(Reach(True), lambda: now, rates=Rates(0.5, 2))
    async with receiving() as there:

        async def sent(path: str, host: str = "127.0.0.1") -> Delivery:
            url = there.url.replace("127.0.0.1", host)
            return await channels.deliver(Channel("c", "webhook", f"{url}{path}", ("turn",), secret="s"), MESSAGE)

        assert [await sent(f"?{number}") for number in range(3)] == [
            Delivery("sent"),
            Delivery("sent"),
            Delivery("later", 2),
        ]
        assert there.came.qsize() == 2
        assert await sent("?3", "LOCALHOST") == Delivery("sent")
        now += 2_000
        assert await sent("?4") == Delivery("sent")
