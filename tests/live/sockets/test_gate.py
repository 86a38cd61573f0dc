"""A connection that is no websocket, by itself: on a transport that keeps what is written, in virtual time."""

from __future__ import annotations

import asyncio
import base64
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any, cast

import pytest
import uvicorn
from uvicorn.server import ServerState

from bocage.limits import Limits
from bocage.live.capacity import RESERVED, SLICE, AddressShares, Capacity
from bocage.live.http_connection import COST, HURRY, HttpConnection, http_connection_class
from bocage.live.library_internals import WebSocketBase
from tests.live.sockets.pipe import Pipe
from tests.store.wire import turns
from tests.virtual_time import VirtualLoop, run

PROXY = "10.0.0.1"
LIMITS = Limits(address_connections=3, request_time=10, stuck_time=30)


def request(path: str = "/", *headers: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: here", *headers, "", ""]).encode()


UPGRADE = request(
    "/ws",
    "Upgrade: websocket",
    "Connection: Upgrade",
    f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}",
    "Sec-WebSocket-Version: 13",
)


class Socket(WebSocketBase):
    """Keeps what it is given."""

    got = b""

    def data_received(self, data: bytes) -> None:
        self.got += data


class Line(Pipe):
    """A transport that knows whose it is."""

    protocol: Any = None

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        return cast(asyncio.BaseProtocol, self.protocol)


class Hall:
    """The node, as far as its gates need it."""

    def __init__(self, most: int = 100) -> None:
        loop = asyncio.get_running_loop()
        self.proxies = self.unnamed_proxies = self
        self.limits = LIMITS
        #: Time by the shares' clock, and how long each request takes to be read.
        self.now = 0.0
        self.address_shares = AddressShares(loop, 10**9, 10**9, lambda: self.now)
        self.capacity: Capacity[HttpConnection] = Capacity(LIMITS.address_connections, most)
        self.turned_away: Counter[str] = Counter()
        self.handover = None
        self.state = ServerState()
        #: What was asked for, and what was left for each address then.
        self.paths: list[str] = []
        self.lefts: list[dict[str, float]] = []
        self.asked: list[tuple[str, Sequence[str]]] = []
        self.waits: asyncio.Event | None = None
        self.noted: list[tuple[str, list[str]]] = []

    def caller(self, peer: str, forwarded: Sequence[str]) -> str:
        self.asked.append((peer, forwarded))
        return forwarded[-1] if forwarded else peer

    def note(self, peer: str, sent: Collection[str]) -> None:
        self.noted.append((peer, sorted(sent)))

    def peer(self, peer: str) -> str:
        return "" if peer == PROXY else peer

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        self.paths.append(scope["path"])
        self.lefts.append({name: share.left for name, share in self.address_shares._shares.items()})
        if self.waits is not None:
            await self.waits.wait()
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def gate(self, address: str = "192.0.2.7") -> tuple[Any, Line]:
        """A connection that has come in."""
        line = Line(address)
        return self.enter(line), line

    def enter(self, line: Line) -> Any:
        made = http_connection_class(cast(Any, self))
        config = uvicorn.Config(
            cast(Any, self.app),
            http=made,
            ws=Socket,
            interface="asgi3",
            lifespan="off",
            log_config=None,
            proxy_headers=False,
        )
        gate = made(config, self.state, {})
        gate.connection_made(line)
        return gate


def in_hall(most: int = 100) -> Callable[[Any], Callable[[], None]]:
    """A test with a hall of so many places, in virtual time."""

    def around(test: Any) -> Callable[[], None]:
        async def main() -> None:
            await test(Hall(most))

        def called() -> None:
            run(main())

        called.__doc__ = test.__doc__
        return called

    return around


def now() -> float:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    return loop.time()


@in_hall()
async def test_wait_for_the_next_request_begins_with_an_answer(hall: Hall) -> None:
    gate, line = hall.gate()
    assert (gate.since, gate.stuck_since, hall.capacity.gates) == (now(), 0.0, {gate})
    for number in range(1, 3):
        hall.waits = asyncio.Event()
        await asyncio.sleep(4)
        gate.data_received(request("/a", "X-Forwarded-For: 198.51.100.1"))
        await turns()
        assert (gate.busy, gate.begun, gate.others, bytes(line.sent)) == (True, False, 1, b"")
        await asyncio.sleep(5)
        # Whatever takes long on our side is nobody's fault.
        gate.look_after(now() + 1000)
        hall.waits.set()
        await turns()
        assert line.sent.startswith(b"HTTP/1.1 204")
        assert (gate.since, gate.busy, line.closed, len(hall.paths)) == (now(), False, False, number)
        line.sent.clear()
    # Who is known by their connection is not asked for by what they claim.
    assert hall.asked == []
    assert not hall.turned_away
    gate.connection_lost(None)
    assert (hall.capacity.gates, len(hall.state.connections)) == (set(), 0)


@in_hall()
async def test_each_request_costs_its_address_a_part_of_the_turn(hall: Hall) -> None:
    gate, _ = hall.gate()
    share = hall.address_shares.of("192.0.2.7")
    gate.data_received(request())
    await turns()
    assert hall.lefts == [{"192.0.2.7": pytest.approx(SLICE - COST)}]
    assert (COST, share.left) == (0.001, SLICE)
    # What was read took some time as well.
    handled = gate.conn.receive_data

    def slow(data: bytes) -> None:
        hall.now += SLICE / 2
        handled(data)

    gate.conn.receive_data = slow
    gate.data_received(b"GET /b HTTP/1.1\r\n")
    assert share.left == pytest.approx(SLICE / 2)


@in_hall()
async def test_data_beyond_an_addresss_slice_is_read_later_in_order(hall: Hall) -> None:
    gate, line = hall.gate()
    other, _ = hall.gate("192.0.2.8")
    share = hall.address_shares.of("192.0.2.7")
    hall.now += 1.0
    share.spend(0.0, 1)
    whole = request("/a")
    for piece in (whole[:5], whole[5:9], whole[9:]):
        gate.data_received(piece)
        assert (line.reading, gate.begun) == (False, False)
    other.data_received(request("/other"))
    assert len(share.waiting) == 1
    await turns()
    assert (sorted(hall.paths), line.reading) == (["/a", "/other"], True)
    # Half a request goes on to be read as well.
    share.spend(hall.now - 1.0, 1)
    gate.data_received(b"GET / HTTP/1.1\r\n")
    assert not line.reading
    await turns()
    assert (line.reading, gate.begun) == (True, True)
    # Who is gone meanwhile is not read.
    for lost in (True, False):
        gate, line = hall.gate()
        share.spend(hall.now - 1.0, 1)
        gate.data_received(request("/never"))
        if lost:
            gate.connection_lost(None)
            assert gate._rest == b""
        line.close()
        await turns()
        assert ("/never" in hall.paths, line.reading, gate._rest) == (False, False, b"")


@in_hall()
async def test_behind_a_proxy_requests_count_for_whom_it_names(hall: Hall) -> None:
    gates = [hall.gate(PROXY) for _ in range(5)]
    assert len(hall.capacity.gates) == 5
    share = hall.address_shares.of("198.51.100.1")
    gate, line = gates[0]
    hall.address_shares.of(PROXY).left = 0.0
    gate.data_received(
        request("/", "X-Other: 198.51.100.9", "X-Forwarded-For: 1.2.3.4, \xe9", "X-Forwarded-For: 198.51.100.1")
    )
    await turns()
    assert hall.asked == [(PROXY, ["1.2.3.4, \xc3\xa9", "198.51.100.1"])]
    assert hall.lefts[0]["198.51.100.1"] == pytest.approx(SLICE - COST)
    assert share.left == SLICE
    assert line.sent.startswith(b"HTTP/1.1 204")
    for gate, _ in gates:
        gate.connection_lost(None)
    assert not hall.capacity.gates


@in_hall()
async def test_a_peer_without_an_address_is_nobody(hall: Hall) -> None:
    line = Line()
    line.get_extra_info = lambda name, default=None: "/a/socket" if name == "peername" else default  # type: ignore[method-assign]
    gate = hall.enter(line)
    gate.data_received(request())
    await turns()
    assert hall.asked == [("", [])]


@in_hall()
async def test_one_address_has_so_many_places(hall: Hall) -> None:
    gates = [hall.gate() for _ in range(3)]
    assert [line.aborted for _, line in gates] == [False] * 3
    refused, line = hall.gate()
    assert (line.aborted, hall.turned_away) == (True, {"address_connections": 1})
    # That one never had a place, so its end gives none free.
    refused.connection_lost(None)
    assert hall.gate()[1].aborted
    assert not hall.gate("192.0.2.8")[1].aborted
    gates[0][0].connection_lost(None)
    assert not hall.gate()[1].aborted


@in_hall(most=4)
async def test_places_that_are_kept_back_are_for_the_operator(hall: Hall) -> None:
    for number in range(4):
        hall.gate(f"192.0.2.{number}")
    for path, status in (("/", 503), ("/healthz", 204), ("/readyz", 204), ("/healthz/", 503)):
        gate, line = hall.gate("192.0.2.9")
        assert not line.closed
        gate.data_received(request(path))
        await turns()
        assert line.sent.startswith(f"HTTP/1.1 {status}".encode()), path
        assert (path in hall.paths) is (status == 204)
        if status == 503:
            head, _, body = bytes(line.sent).partition(b"\r\n\r\n")
            assert body == b"This node has no room. Try again soon.\n"
            for header in (b"retry-after: 2", b"connection: close", b"content-length: %d" % len(body)):
                assert header in head.lower()
        # Such a place is for one answer.
        assert (line.closed, line.aborted) == (True, False)
        gate.connection_lost(None)
    assert hall.turned_away == {"full": 2}
    gate, line = hall.gate("192.0.2.9")
    gate.data_received(UPGRADE)
    assert line.sent.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
    assert line.sent.endswith(b"\r\n\r\nThis node has no room. Try again soon.\n")
    assert (line.closed, line.protocol, hall.turned_away) == (True, None, {"full": 3})


@in_hall(most=4)
async def test_newcomer_to_the_last_reserve_takes_the_oldest_place(hall: Hall) -> None:
    addresses = (f"192.0.2.{number}" for number in range(1000))
    free = [hall.gate(next(addresses)) for _ in range(4)]
    kept = [hall.gate(next(addresses)) for _ in range(RESERVED)]
    assert not any(line.closed for _, line in [*free, *kept])
    assert not hall.turned_away
    for number in range(2):
        _, line = hall.gate(next(addresses))
        assert not line.closed
        assert [old.aborted for _, old in kept] == [place <= number for place in range(RESERVED)]
        assert hall.turned_away == {"full": number + 1}
        assert kept[number][0] not in hall.capacity.gates
        kept[number][0].connection_lost(None)


@in_hall(most=4)
async def test_where_no_place_is_left_nobody_is_taken_in(hall: Hall) -> None:
    # Websockets have all places.
    hall.state.connections.update(cast(Any, {object() for _ in range(4 + RESERVED)}))
    _, line = hall.gate()
    assert (line.aborted, hall.turned_away, hall.capacity.gates) == (True, {"full": 1}, set())


@in_hall()
async def test_a_websocket_leaves_its_place_at_the_gate(hall: Hall) -> None:
    gate, line = hall.gate()
    gate.data_received(UPGRADE + b"and more")
    assert hall.capacity.gates == set()
    assert isinstance(line.protocol, Socket)
    assert line.protocol.got.startswith(b"GET /ws HTTP/1.1\r\n")
    assert line.protocol.got.endswith(b"\r\n\r\nand more")
    assert list(map(id, hall.state.connections)) == [id(line.protocol)]
    other, quiet = hall.gate()
    other.data_received(UPGRADE)
    assert quiet.protocol.got.endswith(b"\r\n\r\n")
    assert line.sent == b""


@pytest.mark.parametrize(("word", "with_"), [(b"HTTP/1.1", b"HTTP/1.0"), (b"GET", b"POST"), (b"GET", b"HEAD")])
def test_an_upgrade_is_ignored_where_it_means_nothing(word: bytes, with_: bytes) -> None:
    async def main() -> None:
        hall = Hall()
        gate, line = hall.gate()
        gate.data_received(UPGRADE.replace(word, with_, 1))
        await turns()
        assert (line.protocol, hall.paths) == (None, ["/ws"])
        assert line.sent.startswith(b"HTTP/1.1 204")

    run(main())


LATE = (
    b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n"
    b"access-control-allow-origin: *\r\n\r\n"
)


def half(gate: Any, line: Line) -> None:
    gate.data_received(b"GET / HTTP/1.1\r\n")


def stuck(gate: Any, line: Line) -> None:
    gate.pause_writing()


def taken(gate: Any, line: Line) -> None:
    gate.pause_writing()
    gate.resume_writing()


def ended(gate: Any, line: Line) -> None:
    line.closed = True
    gate.look_after(now())


@pytest.mark.parametrize(
    ("prepare", "seconds", "reason", "closed", "aborted"),
    [
        (None, 10.0, "", False, False),
        (None, 10.1, "", True, False),
        (half, 10.0, "", False, False),
        (half, 10.1, "request_time", True, False),
        (taken, 10.0, "", False, False),
        (taken, 31.0, "", True, False),
        # While nobody takes an answer, no request can be expected; then it is given up.
        (stuck, 10.0, "", False, False),
        (stuck, 30.1, "stuck_time", True, True),
        # What was written last is given as much time.
        (ended, 30.0, "", True, False),
        (ended, 30.1, "stuck_time", True, True),
    ],
)
def test_whoever_does_not_go_on_is_given_up(
    prepare: Callable[[Any, Line], None] | None, seconds: float, reason: str, closed: bool, aborted: bool
) -> None:
    async def main() -> None:
        hall = Hall()
        gate, line = hall.gate()
        if prepare is not None:
            prepare(gate, line)
        gate.look_after(now() + seconds)
        assert (line.closed, line.aborted) == (closed, aborted)
        assert dict(hall.turned_away) == ({reason: 1} if reason else {})
        assert bytes(line.sent) == (LATE if reason == "request_time" else b"")

    run(main())


@in_hall(most=1)
async def test_reserved_place_waits_a_moment_for_its_request(hall: Hall) -> None:
    hall.gate("192.0.2.1")
    gate, line = hall.gate("192.0.2.2")
    gate.look_after(now() + HURRY)
    assert not line.closed
    gate.look_after(now() + HURRY + 0.1)
    assert (line.closed, line.aborted, HURRY) == (True, False, 2.0)


@in_hall()
async def test_held_answer_goes_on_when_it_is_read(hall: Hall) -> None:
    gate, _ = hall.gate()
    await asyncio.sleep(3)
    gate.pause_writing()
    assert (gate.stuck_since, gate.flow.write_paused) == (now(), True)
    gate.resume_writing()
    assert (gate.stuck_since, gate.flow.write_paused) == (0.0, False)
