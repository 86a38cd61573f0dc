"""How a connection reads frames, byte by byte, and how long one that is left may stay: at each bound exactly."""

from __future__ import annotations

import socket
from typing import Any, cast

import pytest
from websockets.frames import Frame, Opcode

from bocage.live.connection import _UNSENT
from tests.live.sockets.pipe import Pipe, Setup, masked

#: Bytes that may come after our close frame.
LATE = 4096
PING = masked(b"", Opcode.PING)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 255, 256, 257, 511, 999, 1000])
def test_message_is_whole_with_its_last_byte(size: int) -> None:
    setup = Setup()
    message = bytes(number % 251 for number in range(size))
    frame = masked(message)
    for number in range(len(frame)):
        setup.connection.data_received(frame[number : number + 1])
        assert setup.host.messages == ([message] if number == len(frame) - 1 else [])
        setup.turn_over()
    # As many as come at once are read, whatever the library would take at a time.
    setup.connection.data_received(frame * 20)
    assert setup.host.messages == [message] * 21
    assert not setup.pipe.sent
    setup.end()


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (bytes((0x82, 0xFE)) + (1001).to_bytes(2, "big"), 1009),
        (bytes((0x82, 0xFF)) + (1000).to_bytes(8, "big"), 1002),
        (bytes((0x82, 0xFF)) + (65_535).to_bytes(8, "big"), 1002),
        (bytes((0x82, 0xFF)) + (65_536).to_bytes(8, "big"), 1009),
        (bytes((0x82, 0xFE)) + (125).to_bytes(2, "big"), 1002),
        (bytes((0x02, 0xFE)) + (0).to_bytes(2, "big"), 1002),
        (b"\x89\xfe", 1002),
        (b"\x88\xff", 1002),
        (bytes((0x82, 0xFF)) + (2**40).to_bytes(8, "big"), 1009),
        (b"\x89\x00", 1002),
        (b"\x82\x05", 1002),
    ],
    ids=[
        "large",
        "long form of little",
        "longest form of much",
        "huge",
        "form of two bytes for little",
        "form of two bytes for nothing in a piece",
        "long ping",
        "long goodbye",
        "absurd",
        "unmasked ping",
        "unmasked",
    ],
)
def test_broken_frame_is_known_from_its_whole_head(head: bytes, code: int) -> None:
    setup = Setup()
    for number in range(len(head)):
        assert (bytes(setup.pipe.sent), setup.host.gone) == (b"", 0), number
        setup.connection.data_received(head[number : number + 1])
    assert (setup.close_code(), setup.host.gone) == (code, 1)
    setup.end()


def test_handshake_is_answered_before_what_came_with_it() -> None:
    """However much that is: a great many answers are written at once, see ``Outbox.MANY``."""
    first = Setup()
    came: list[Any] = []
    host, enter = cast(Any, first.host), first.host.enter

    def entered(connection: Any, codec: Any) -> Any:
        came.append(connection)
        return enter(connection, codec)

    host.enter = entered
    host.receive = lambda payload: [came[0].outbox.write(b"answer") for _ in range(came[0].outbox.MANY)]
    second = Setup(beside=first, after=masked(b"question"))
    assert second.answer.startswith(b"HTTP/1.1 101 ")
    assert second.pipe.sent == b"answer" * came[0].outbox.MANY
    first.connection.connection_lost(None)
    second.end()


def test_what_came_after_a_broken_frame_is_not_read() -> None:
    setup = Setup()
    setup.connection.data_received(bytes((0x82, 0xFF)) + (5).to_bytes(8, "big") + bytes(9) + masked(b"x"))
    setup.turn_over()
    assert (setup.close_code(), setup.host.messages) == (1002, [])
    setup.end()


def test_place_for_fragments_is_left_with_the_whole_message() -> None:
    setup = Setup()
    for _ in range(2):
        setup.connection.data_received(masked(b"a", fin=False) + PING + masked(b"", Opcode.CONT, fin=False))
        assert setup.connection._unfinished
        setup.connection.data_received(masked(b"b", Opcode.CONT))
        assert not setup.connection._unfinished
    setup.connection.data_received(masked(b"whole"))
    assert setup.host.messages == [b"ab", b"ab", b"whole"]
    # Each of the pieces and the pings is a disturbance.
    assert setup.host.disturbances == 8
    setup.end()


@pytest.mark.parametrize(("over", "reading", "aborted"), [(0, True, 5.0), (1, False, 1.0)])
def test_goodbye_is_awaited_and_senders_have_a_moment(over: int, reading: bool, aborted: float) -> None:
    setup = Setup()
    aborts: list[float] = []
    began = setup.loop.time()
    cast(Any, setup.pipe).abort = lambda: aborts.append(setup.loop.time() - began)
    setup.connection.close("flood")
    fed: list[int] = []
    feed = setup.connection._feed

    def count(data: bytes) -> None:
        fed.append(len(data))
        feed(data)

    cast(Any, setup.connection)._feed = count
    stream = PING * (LATE // len(PING) - 1) + masked(b"last", Opcode.PING)
    assert len(stream) == LATE
    setup.connection.data_received(stream[: LATE - 1])
    setup.connection.data_received(stream[LATE - 1 :])
    setup.connection.data_received(b"\x00" * over)
    assert (sum(fed), setup.pipe.reading) == (LATE, reading)
    setup.wait(20.0)
    assert aborts == [aborted]
    setup.end()


def test_gone_connection_keeps_nothing_sent() -> None:
    setup = Setup()
    setup.host.takes = 1.0
    setup.connection.data_received(masked(b"one") + masked(b"two"))
    assert setup.host.messages == [b"one"]
    setup.connection.connection_lost(None)
    assert setup.connection._rest == b""
    setup.turn_over()
    assert (setup.host.messages, setup.host.gone) == ([b"one"], 1)
    assert setup.connection not in cast("set[object]", setup.state.connections)
    setup.loop.close()


def test_who_reads_again_is_read_again_with_what_was_kept() -> None:
    setup = Setup()
    setup.connection.pause_writing()
    assert setup.connection.outbox.full_since == setup.loop.time()
    setup.connection.data_received(masked(b"one") + masked(b"two"))
    setup.turn_over()
    assert (setup.host.messages, setup.pipe.reading) == ([b"one"], False)
    setup.connection.resume_writing()
    assert setup.host.messages == [b"one"]
    setup.turn_over()
    assert (setup.host.messages, setup.pipe.reading) == ([b"one", b"two"], True)
    setup.end()


class Socket:
    """Keeps which options it is given."""

    def __init__(self, family: int) -> None:
        self.family = family
        self.options: list[tuple[int, int, int]] = []

    def setsockopt(self, level: int, option: int, value: int) -> None:
        self.options.append((level, option, value))


@pytest.mark.parametrize(
    ("family", "set_them"),
    [(socket.AF_INET, True), (socket.AF_INET6, True), (socket.AF_UNIX, False), (None, False)],
)
def test_nothing_is_kept_back_by_the_system(
    family: int | None, set_them: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Socket(family) if family is not None else None
    usual = Pipe.get_extra_info

    def with_socket(pipe: Pipe, name: str, default: Any = None) -> Any:
        return line if name == "socket" else usual(pipe, name, default)

    monkeypatch.setattr(Pipe, "get_extra_info", with_socket)
    monkeypatch.setattr(socket, "TCP_NOTSENT_LOWAT", 25, raising=False)
    setup = Setup()
    wanted = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1), (socket.IPPROTO_TCP, 25, _UNSENT)]
    assert (line.options if line else []) == (wanted if set_them else [])
    setup.end()
    # Not every system knows how to.
    monkeypatch.delattr(socket, "TCP_NOTSENT_LOWAT")
    setup = Setup()
    assert setup.answer.startswith(b"HTTP/1.1 101 ")
    setup.end()


def test_open_connection_keeps_what_its_node_allows() -> None:
    setup = Setup()
    assert setup.pipe.high == setup.host.limits.outbox_size
    assert (setup.connection.address, list(setup.host.forwarded)) == ("192.0.2.7", [])
    assert setup.connection.heard == setup.loop.time()
    setup.wait(30.0)
    # A ping is asked for once in each silence.
    ping = Frame(Opcode.PING, b"").serialize(mask=False)
    for count in (1, 1, 2):
        if count == 2:
            setup.connection.data_received(masked(b"", Opcode.PONG))
        setup.connection.ping()
        assert bytes(setup.pipe.sent) == ping * count
    setup.connection.close("flood")
    setup.pipe.sent.clear()
    setup.wait(1.0)
    setup.connection.ping()
    assert not setup.pipe.sent
    setup.end()
