"""How long the SDK waits, what it says again, what it gives up: in virtual time, over a wire of the tests' own."""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any, cast

import msgspec
import pytest
from websockets.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.http11 import Response

from bocage.limits import Rate
from bocage.protocol import messages as m
from bocage.protocol.codec import MSGPACK
from bocage.protocol.codes import CLOSES
from bocage.sdk import Client, ClosedError, RefusedError, UnreachableError
from bocage.sdk.link import OPEN_TIMEOUT, Link
from bocage.sdk.requests import Requests
from bocage.sdk.subscriptions import Subscriptions
from tests.clients.fake_wire import WELCOME, Attempt, FakeWire, Longest, http_status
from tests.virtual_time import run


def played(monkeypatch: pytest.MonkeyPatch, *attempts: Attempt, subprotocol: str = "") -> FakeWire:
    """A link whose tries to connect end like this, and then one more that ends it."""
    wire = FakeWire(attempts, subprotocol)
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)
    run(wire.run())
    return wire


# Coming back --------------------------------------------------------------------------------


def test_waits_double_up_to_the_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = played(monkeypatch, *[OSError()] * 9)
    assert wire.lost_waits == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0]
    assert wire.tries[:4] == [0.0, 0.1, 0.3, 0.7]


def test_welcome_resets_the_backoff(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wire = played(monkeypatch, OSError(), OSError(), [WELCOME, 0], OSError(), [0], OSError())
    assert wire.lost_waits == [0.1, 0.2, 0.1, 0.2, 0.4, 0.8]


@pytest.mark.parametrize("status", [429, 500, 502, 503, 599])
def test_a_busy_service_is_tried_again(monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    assert len(played(monkeypatch, http_status(status), [WELCOME, 0]).welcomes) == 1


@pytest.mark.parametrize("status", [301, 400, 403, 404, 428, 430, 499])
def test_what_is_no_service_is_left(monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    with pytest.raises(ClosedError, match=f"HTTP {status}") as caught:
        played(monkeypatch, http_status(status))
    assert caught.value.code == status


@pytest.mark.parametrize("code", CLOSES, ids=lambda code: code.name)
def test_each_close_code_says_whether_to_come_again(monkeypatch: pytest.MonkeyPatch, code: Any) -> None:
    if code.again:
        assert played(monkeypatch, [WELCOME, code.number]).lost_waits == [0.1]
    else:
        with pytest.raises(ClosedError, match="because") as caught:
            played(monkeypatch, [WELCOME, code.number])
        assert caught.value.code == code.number


def test_codes_of_others_and_lost_lines_are_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert played(monkeypatch, [WELCOME, 4999], [WELCOME, 0]).lost_waits == [0.1, 0.1]


def test_what_the_service_asks_for_is_waited_once_on_top(monkeypatch: pytest.MonkeyPatch) -> None:
    full = m.Refused(code="limit", text="", retry=700)
    leaving = m.Draining(retry=3000)
    wire = played(monkeypatch, [full], [leaving], [WELCOME, leaving, m.Available()], OSError())
    assert wire.lost_waits == [0.8, 3.2, 3.1, 0.2]
    assert wire.got == []


def test_a_hello_that_is_refused_for_good_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RefusedError, match="No such token"):
        played(monkeypatch, [m.Refused(code="bad_token", text="No such token.")])


def test_a_service_that_says_nothing_is_left_after_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = played(monkeypatch, [], [9.9, WELCOME, 0])
    assert wire.tries == [0.0, 10.1]
    assert wire.welcomes == [20.0]
    assert wire.options[0][1]["open_timeout"] == OPEN_TIMEOUT == 10.0


def test_unknown_messages_are_ignored_after_the_welcome(monkeypatch: pytest.MonkeyPatch) -> None:
    pong = m.Pong(id=1, time=0)
    assert played(monkeypatch, [WELCOME, b"\xc1", pong, 0]).got == [pong]
    with pytest.raises(ClosedError, match="is no Bocage service") as caught:
        played(monkeypatch, [b"\xc1"])
    assert caught.value.code == 0


def test_a_service_of_another_language_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ClosedError, match=r"does not speak bocage\.v1\.msgpack") as caught:
        played(monkeypatch, [WELCOME], subprotocol="other")
    assert caught.value.code == 0


def test_says_hello_and_then_what_the_handler_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = FakeWire([[WELCOME, 1.0, 0], [WELCOME, 1.0, 0]])
    wire.on_open = [m.Ping(id=1), m.Ping(id=2)]
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)
    wire.link.send(m.Ping(id=9))  # without a connection: nothing
    run(wire.run())
    said = [m.Hello(token="t"), m.Ping(id=1), m.Ping(id=2)]
    assert [message for _, connection, message in wire.sent if connection == 1] == said
    assert [message for _, connection, message in wire.sent if connection == 2] == said
    assert wire.options[0][0] == "ws://x/ws"
    assert wire.options[0][1]["subprotocols"] == [MSGPACK.name]


def test_nothing_is_sent_while_the_service_finds_it_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    class Held(FakeWire):
        def received(self, message: m.ServerMessage) -> None:
            super().received(message)
            self.link.hold(5.0)
            self.link.hold(2.0)
            self.link.send(m.Ping(id=1))
            self.link.send(m.Ping(id=2))

    wire = Held([[WELCOME, 1.0, m.Available(), 60.0, 0]])
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)
    run(wire.run())
    assert [(at, message.id) for at, _, message in wire.sent[1:]] == [(6.0, 1), (6.0, 2)]


def test_held_back_messages_are_not_sent_after_reconnecting(monkeypatch: pytest.MonkeyPatch) -> None:
    class Held(FakeWire):
        def received(self, message: m.ServerMessage) -> None:
            self.link.hold(5.0)
            self.link.send(m.Ping(id=1))

    wire = Held([[WELCOME, m.Available(), 1.0, 0], [WELCOME, 60.0, 0]])
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)
    run(wire.run())
    assert [type(message) for _, _, message in wire.sent] == [m.Hello, m.Hello]
    assert not wire.link.open


def test_a_node_can_be_left_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    class Leaving(FakeWire):
        def received(self, message: m.ServerMessage) -> None:
            super().received(message)
            if len(self.tries) == 1:
                self.link.leave(2.5)

    wire = Leaving([[WELCOME, m.Available(), m.Available()], [WELCOME, m.Available(), m.Available(), 0]])
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)
    run(wire.run())
    assert wire.lost_waits == [2.6, 0.1]
    assert len(wire.got) == 3


# Requests -----------------------------------------------------------------------------------


class FakeLink(Link):
    """Notes what is sent, and when. ``react`` hears it, a little later."""

    def __init__(self) -> None:
        self.open = True
        self.sent: list[tuple[float, Any]] = []
        self.react: Callable[[Any], None] = lambda message: None

    def send(self, message: m.ClientMessage) -> None:
        loop = asyncio.get_running_loop()
        self.sent.append((round(loop.time() - 1000, 3), message))
        loop.call_soon(self.react, message)


def refused(retry: int, code: str = "limit") -> m.Refused:
    return m.Refused(code=code, text="Slowly.", retry=retry)


async def asked(refusals: list[m.Refused]) -> tuple[FakeLink, Any]:
    """A request that is refused like this, and then answered; the link and the answer."""
    link = FakeLink()
    requests = Requests(link, Longest())

    def react(message: m.Ping) -> None:
        if refusals:
            requests.refused(msgspec.structs.replace(refusals.pop(0), id=message.id))
        else:
            requests.answered(m.Pong(id=message.id, time=0))

    link.react = react
    (answer,) = await asyncio.gather(requests.ask(lambda number: m.Ping(id=number)), return_exceptions=True)
    return link, answer


def test_refusal_with_retry_is_awaited_with_jitter() -> None:
    link, answer = run(asked([refused(1000), refused(60_000)]))
    assert isinstance(answer, m.Pong)
    assert [round(at) for at, _ in link.sent] == [0, 2, 92]
    assert [message.id for _, message in link.sent] == [1, 2, 3]


@pytest.mark.parametrize("retry", [0, 60_001])
def test_refusal_without_a_short_retry_reaches_the_caller(retry: int) -> None:
    link, answer = run(asked([refused(retry)]))
    assert isinstance(answer, RefusedError)
    assert answer.retry == retry
    assert len(link.sent) == 1


def test_another_node_is_tried_five_times_for_unknown_rules() -> None:
    link, answer = run(asked([refused(0, "unknown_rules")] * 5))
    assert isinstance(answer, m.Pong)
    assert round(link.sent[-1][0], 1) == 5 * 0.3
    _, answer = run(asked([refused(0, "unknown_rules")] * 6))
    assert isinstance(answer, RefusedError)


# Readers ------------------------------------------------------------------------------------


def snapshot(seq: int) -> m.Snapshot:
    return m.Snapshot(match="m", seq=seq, seat=0, view={"n": seq}, digest=f"after{seq}")


def update(seq: int) -> m.Update:
    return m.Update(match="m", seq=seq, at=seq, patch={"n": seq}, events=[], digest=f"after{seq}")


def test_a_second_reader_gets_the_present_state_and_what_follows() -> None:
    async def read() -> tuple[list[int], list[Any]]:
        link = FakeLink()
        known = Subscriptions(link)
        first = known.follow("m", False, "code")
        known.snapshot(snapshot(4))
        second = known.follow("m", False, "")
        known.update(update(5))
        seen = [(await queue.get()).seq for queue in (first, first, second, second)]
        assert len(first) == len(second) == 0
        known.unfollow("m", first)
        known.unfollow("m", first)
        known.update(update(6))
        assert ((await second.get()).seq, len(first)) == (6, 0)
        known.unfollow("m", second)
        known.again()  # nothing is followed any more
        third = known.follow("m", False, "")
        assert len(third) == 0
        return seen, [message for _, message in link.sent]

    seen, said = run(read())
    assert seen == [4, 5, 4, 5]
    assert said == [m.Watch(match="m", invite="code"), m.Unwatch(match="m"), m.Watch(match="m")]


def test_gap_is_asked_about_once_per_connection() -> None:
    async def read() -> list[Any]:
        link = FakeLink()
        known = Subscriptions(link)
        queue = known.follow("m", True, "code")
        known.snapshot(snapshot(4))
        for seq in (6, 7, 8):
            known.update(update(seq))
        known.again()
        known.update(update(8))
        known.update(update(5))
        known.update(update(7))
        assert [(await queue.get()).seq for _ in range(2)] == [4, 5]
        assert len(queue) == 0
        return [message for _, message in link.sent]

    resume = [m.Resume(match="m", seq=seq, open=True, invite="code", digest=f"after{seq}") for seq in (4, 4, 4, 5)]
    assert run(read()) == [m.Watch(match="m", open=True, invite="code"), *resume]


# The client ---------------------------------------------------------------------------------


def test_unanswered_subscriptions_are_repeated_after_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that cannot be followed just now; the lobby; and the limit on messages, which holds all back."""
    steps = [
        WELCOME,
        1.0,
        m.Refused(code="unavailable", text="", match="m", retry=1000),
        9.0,
        m.Refused(code="unavailable", text="", retry=2000),
        9.0,
        m.Refused(code="limit", text="", match="m", limit="message_rate", retry=4000),
        20.0,
    ]
    wire = FakeWire([steps])
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)

    async def main() -> None:
        async with Client("http://x", rng=Longest()) as client:
            queue = client.follow("m")
            lobby = asyncio.ensure_future(anext(client.lobby()))
            await asyncio.sleep(20.5)
            # Within the four seconds: it waits for their end.
            client.follow("n")
            await asyncio.sleep(18.5)
            assert len(queue) == 0
            lobby.cancel()
            await asyncio.gather(lobby, return_exceptions=True)

    run(main())
    said = [
        (round(at - 1000, 1), type(message)) for at, _, message in wire.sent if not isinstance(message, m.Hello)
    ]
    assert said == [
        (0.0, m.Watch),
        (0.0, m.WatchLobby),
        (2.5, m.Watch),
        (13.0, m.WatchLobby),
        (23.0, m.Watch),
        (25.0, m.Watch),
        (39.0, m.UnwatchLobby),
    ]


def test_how_the_connection_stands_is_told_with_the_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    wire = FakeWire([[WELCOME, 1.0, m.Unavailable(retry=1500), m.Available(), 0], [WELCOME]])
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)

    async def main() -> None:
        async with Client("http://x", rng=Longest(), on_status=lambda *status: told.append(status)) as client:
            await asyncio.sleep(20)
            assert (client.player, client.name) == ("p", "Ada")
            with pytest.raises(ValueError, match="already followed without open hands"):
                [client.follow("m", open_hands=open_hands) for open_hands in (False, True)]

    run(main())
    assert told == [
        ("connected", 0.0),
        ("unavailable", 1.5),
        ("connected", 0.0),
        ("lost", 0.1),
        ("connected", 0.0),
        ("closed", 0.0),
    ]


def test_who_loses_patience_tries_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = FakeWire([OSError()] * 100)
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)

    async def main() -> int:
        with pytest.raises(UnreachableError, match="nothing answers at http://x"):
            await Client("http://x", patience=3.0, rng=Longest())
        assert asyncio.get_running_loop().time() == 1003.0
        tried = len(wire.tries)
        await asyncio.sleep(100)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        return len(wire.tries) - tried

    assert run(main()) == 0
    assert len(wire.tries) == 5


def test_missing_rules_reach_the_reader_after_five_nodes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unknown = m.Refused(code="unknown_rules", text="Not here.", match="m")
    wire = FakeWire([[WELCOME, 1.0, unknown]] * 5 + [[WELCOME, 1.0, snapshot(1), 1.0, unknown], [WELCOME]])
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)

    async def main() -> None:
        async with Client("http://x", rng=Longest()) as client:
            queue = client.follow("m")
            assert (await queue.get()).seq == 1
            await asyncio.sleep(50)
            assert len(queue) == 0
            assert client.status == "connected"

    run(main())
    # Each time 200 ms and half as long again, and the first wait of a try on top; seen once, tries are free again.
    assert [round(after - before, 3) for before, after in pairwise(wire.tries)] == [1.4] * 5 + [2.4]

    wire = FakeWire([[WELCOME, 1.0, unknown]] * 6)
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)

    async def refused() -> None:
        async with Client("http://x", rng=Longest()) as client:
            with pytest.raises(RefusedError, match="Not here"):
                await client.follow("m").get()

    run(refused())
    assert len(wire.tries) == 6


# Too many messages ----------------------------------------------------------------------------


class Metered:
    """A connection to a service that takes so many messages a second, and refuses the others. ``taken``: when."""

    subprotocol = MSGPACK.name

    def __init__(self, per_second: float, burst: int) -> None:
        self._rate = Rate(per_second, burst)
        self._answers: asyncio.Queue[bytes] = asyncio.Queue()
        self._answers.put_nowait(MSGPACK.encode(WELCOME))
        self.taken: list[float] = []
        self.refused = 0

    async def __aenter__(self) -> Metered:
        return self

    async def __aexit__(self, *error: object) -> None:
        """Nothing is left open."""

    async def send(self, data: bytes, *, text: bool | None = None) -> None:
        message = MSGPACK.decode_client(data)
        if isinstance(message, m.Hello):
            return
        assert isinstance(message, m.Ping)
        now = asyncio.get_running_loop().time()
        if wait := self._rate.take(now):
            self.refused += 1
            retry = math.ceil(wait * 1000)
            answer: m.Message = m.Refused(id=message.id, code="limit", text="", limit="message_rate", retry=retry)
        else:
            self.taken.append(now)
            answer = m.Pong(id=message.id, time=0)
        self._answers.put_nowait(MSGPACK.encode(answer))

    async def recv(self, decode: bool) -> bytes:
        return await self._answers.get()


def test_many_at_once_are_refused_rarely_and_take_no_longer() -> None:
    """Twenty matches of one bot ask for ten times as much as the service takes."""
    service = Metered(30, 150)

    async def main() -> None:
        async with Client(
            "http://x", token="t", rng=random.Random(1), connect=lambda *_: cast(Any, service)
        ) as client:

            async def asks() -> None:
                for _ in range(100):
                    await client.ping()

            await asyncio.gather(*[asks() for _ in range(20)])

    run(main())
    seconds = service.taken[-1] - service.taken[0]
    assert len(service.taken) == 2000
    assert service.refused < 0.05 * len(service.taken)
    assert seconds < 1.5 * (2000 - 150) / 30


def test_a_proxy_says_when_to_connect_again(monkeypatch: pytest.MonkeyPatch) -> None:
    busy = InvalidStatus(Response(503, "", Headers({"Retry-After": "7"})))
    assert played(monkeypatch, busy, OSError()).lost_waits == [7.1, 0.2]
