"""The cases of the Autobahn test suite, sections 1 to 7, against the connection class, as a table.

https://github.com/crossbario/autobahn-testsuite, whose client needs Python 2.7; the numbers are its own. Each case
is sent as a whole, frame by frame, and byte by byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, cast

import msgspec
import pytest
from websockets.frames import Frame, Opcode

from bocage.limits import Limits
from bocage.live.session import Connection, Session
from bocage.protocol.codec import JSON, MSGPACK, Codec
from bocage.protocol.framing import encode_frame
from tests.live.sockets.pipe import Recorder, Setup
from tests.live.sockets.test_session import FakeHost

#: The largest frame of the connections here.
MOST = 65_535
#: Bytes at a time, of frames that are too large to be sent byte by byte.
CHOP = 997


class Sent(msgspec.Struct, frozen=True):
    """One frame of a client. ``opcode`` 0x1: a frame of the kind that was agreed on, text or binary."""

    opcode: int
    payload: bytes = b""
    fin: bool = True
    reserved: int = 0

    def encode(self, text: bool) -> bytes:
        """Its bytes, under a mask."""
        opcode = self.opcode if self.opcode != 0x1 or text else 0x2
        size, mask = len(self.payload), b"\x37\xfa\x21\x3d"
        head = bytes((self.fin << 7 | self.reserved << 4 | opcode,))
        if size < 126:
            head += bytes((0x80 | size,))
        elif size < 1 << 16:
            head += b"\xfe" + size.to_bytes(2, "big")
        else:
            head += b"\xff" + size.to_bytes(8, "big")
        return head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(self.payload))


class Case(msgspec.Struct, frozen=True):
    """What is sent, and what comes back: messages, pongs, and the close code (None: it stays open)."""

    name: str
    sent: tuple[Sent, ...]
    echoed: tuple[bytes, ...] = ()
    pongs: tuple[bytes, ...] = ()
    closed: int | None = None


def message(payload: bytes = b"", fin: bool = True, reserved: int = 0) -> Sent:
    return Sent(0x1, payload, fin, reserved)


more = partial(Sent, 0x0)
ping, pong = partial(Sent, 0x9), partial(Sent, 0xA)


def close(code: int, reason: bytes = b"") -> Sent:
    return Sent(0x8, code.to_bytes(2, "big") + reason)


HELLO, TWO = b"Hello, world!", (message(b"frag", fin=False), more(b"ment"))
PINGS = tuple(f"payload-{number}".encode() for number in range(10))

FRAMING = [
    *(
        Case(f"1.1.{number}, 1.2.{number}", (message(b"*" * size),), (b"*" * size,))
        for number, size in enumerate((0, 125, 126, 127, 128, 65_535), 1)
    ),
    # A limit of ours: Autobahn's server has none.
    Case("1.1.7, 1.2.7", (message(b"*" * 65_536),), closed=1009),
]
PING = [
    Case("2.1", (ping(),), pongs=(b"",)),
    Case("2.2", (ping(HELLO),), pongs=(HELLO,)),
    Case("2.3", (ping(b"\x00\xff\xfe\xfd\xfc\xfb\x00\xff"),), pongs=(b"\x00\xff\xfe\xfd\xfc\xfb\x00\xff",)),
    Case("2.4, 2.6", (ping(b"\xfe" * 125),), pongs=(b"\xfe" * 125,)),
    Case("2.5", (ping(b"\xfe" * 126),), closed=1002),
    Case("2.7", (pong(),)),
    Case("2.8", (pong(b"unsolicited pong payload"),)),
    Case("2.9", (pong(b"unsolicited pong payload"), ping(b"ping payload")), pongs=(b"ping payload",)),
    Case("2.10, 2.11", tuple(map(ping, PINGS)), pongs=PINGS),
]
RESERVED = [
    Case("3.1", (message(HELLO, reserved=1),), closed=1002),
    *(
        Case(
            f"3.{number}",
            (message(HELLO), message(HELLO, reserved=reserved), ping()),
            (HELLO,),
            closed=1002,
        )
        for number, reserved in ((2, 2), (3, 3), (4, 4))
    ),
    Case("3.5", (message(b"\x00\xff\xfe", reserved=5),), closed=1002),
    Case("3.6", (ping(HELLO, reserved=6),), closed=1002),
    Case("3.7", (Sent(0x8, reserved=7),), closed=1002),
]
OPCODES = [
    case
    for section, first in ((1, 0x3), (2, 0xB))
    for case in (
        Case(f"4.{section}.1", (Sent(first),), closed=1002),
        Case(f"4.{section}.2", (Sent(first + 1, b"reserved opcode payload"),), closed=1002),
        Case(f"4.{section}.3", (message(HELLO), Sent(first + 2), ping()), (HELLO,), closed=1002),
        Case(f"4.{section}.4", (message(HELLO), Sent(first + 3, HELLO), ping()), (HELLO,), closed=1002),
        Case(f"4.{section}.5", (message(HELLO), Sent(first + 4, HELLO), ping()), (HELLO,), closed=1002),
    )
]
FRAGMENTS = [
    Case("5.1", (ping(b"frag", fin=False), more(b"ment")), closed=1002),
    Case("5.2", (pong(b"frag", fin=False), more(b"ment")), closed=1002),
    Case("5.3, 5.4, 5.5", TWO, (b"fragment",)),
    Case("5.6, 5.7, 5.8", (TWO[0], ping(b"ping"), TWO[1]), (b"fragment",), (b"ping",)),
    Case("5.9, 5.10, 5.11", (more(b"non-continuation"), message(HELLO)), closed=1002),
    Case("5.12, 5.13, 5.14", (more(b"non-continuation", fin=False), message(HELLO)), closed=1002),
    Case("5.15", (*TWO, more(b"non-continuation", fin=False), message(HELLO)), (b"fragment",), closed=1002),
    Case("5.16", (more(b"x", fin=False), message(b"y", fin=False), more(b"z")) * 2, closed=1002),
    Case("5.17", (more(b"x"), message(b"y", fin=False), more(b"z")) * 2, closed=1002),
    Case("5.18", (message(b"frag", fin=False), message(b"ment")), closed=1002),
    Case(
        "5.19, 5.20",
        (
            message(b"1", fin=False),
            more(b"2", fin=False),
            ping(b"first"),
            more(b"3", fin=False),
            more(b"4", fin=False),
            ping(b"second"),
            more(b"5"),
        ),
        (b"12345",),
        (b"first", b"second"),
    ),
    # Not Autobahn's: a limit counts a whole message, and a ping within it is no part of it.
    Case("limit", (message(b"*" * MOST, fin=False), ping(b"*" * 125), more()), (b"*" * MOST,), (b"*" * 125,)),
    Case("over the limit", (message(b"*" * MOST, fin=False), more(b"*")), closed=1009),
    Case("over the limit in pieces", (message(b"*", fin=False), *(more(b"*" * MOST, fin=False),) * 2), closed=1009),
]
LONGEST_REASON = b"*" * 123
GOODBYE = [
    Case("7.1.1", (message(HELLO), close(1000)), (HELLO,), closed=1000),
    Case("7.1.2", (close(1000), close(1000)), closed=1000),
    Case("7.1.3", (close(1000), ping()), closed=1000),
    Case("7.1.4", (close(1000), message(HELLO)), closed=1000),
    # A goodbye in the middle of a message is answered as a violation, which the suite lets pass.
    Case("7.1.5", (message(b"frag", fin=False), close(1000), more(b"ment")), closed=1002),
    Case("7.1.6", (*(message(b"*" * MOST),) * 4, close(1000), ping()), (b"*" * MOST,) * 4, closed=1000),
    Case("7.3.1", (Sent(0x8),), closed=1005),
    Case("7.3.2", (Sent(0x8, b"a"),), closed=1002),
    Case("7.3.3", (close(1000),), closed=1000),
    Case("7.3.4", (close(1000, HELLO),), closed=1000),
    Case("7.3.5", (close(1000, LONGEST_REASON),), closed=1000),
    Case("7.3.6", (close(1000, LONGEST_REASON + b"*"),), closed=1002),
    Case("7.5.1", (close(1000, b"\xce\xba\xed\xa0\x80"),), closed=1007),
    *(
        Case(f"7.7.{number}", (close(code),), closed=code)
        for number, code in enumerate(
            (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999), 1
        )
    ),
    *(
        Case(f"7.9.{number}", (close(code),), closed=1002)
        for number, code in enumerate((0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999), 1)
    ),
    *(Case(f"7.13.{number}", (close(code),), closed=1002) for number, code in enumerate((5000, 65_535), 1)),
]
CASES = [*FRAMING, *PING, *RESERVED, *OPCODES, *FRAGMENTS, *GOODBYE]


class Echo(Recorder):
    """A host whose only peer sends every message back."""

    limits = Limits(frame_size=MOST, outbox_size=1 << 20)
    connection: Connection

    def enter(self, connection: Connection, codec: Codec) -> Any:
        self.connection = connection
        return super().enter(connection, codec)

    def receive(self, payload: bytes) -> None:
        super().receive(payload)
        assert self.codec is not None
        self.connection.outbox.write(encode_frame(payload, self.codec.text))


def pieces(case: Case, text: bool, how: str) -> Iterator[bytes]:
    """The bytes of a case as they arrive."""
    frames = [frame.encode(text) for frame in case.sent]
    if how == "frames":
        yield from frames
        return
    stream = b"".join(frames)
    step = len(stream) if how == "whole" else 1 if len(stream) < CHOP else CHOP
    for start in range(0, len(stream), step):
        yield stream[start : start + step]


def read(stream: bytes) -> list[tuple[int, bytes]]:
    """Opcode and payload of all frames of a server."""
    found, position = [], 0
    while position < len(stream):
        size, start = stream[position + 1], position + 2
        if size > 125:
            start += 2 if size == 126 else 8
            size = int.from_bytes(stream[position + 2 : start], "big")
        assert stream[position] & 0x80
        found.append((stream[position] & 0x0F, stream[start : start + size]))
        position = start + size
    return found


@pytest.mark.parametrize("how", ["whole", "frames", "bytes"])
@pytest.mark.parametrize("codec", [JSON, MSGPACK], ids=["text", "binary"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_connection_answers_as_rfc_6455_says(case: Case, codec: Codec, how: str) -> None:
    setup = Setup(codec.name, host=Echo)
    for piece in pieces(case, codec.text, how):
        setup.connection.data_received(piece)
        setup.turn_over()
    frames = read(bytes(setup.pipe.sent))
    data = 0x1 if codec.text else 0x2
    assert tuple(payload for opcode, payload in frames if opcode == data) == case.echoed
    assert tuple(payload for opcode, payload in frames if opcode == 0xA) == case.pongs
    closes = [int.from_bytes(payload[:2] or b"\x03\xed", "big") for opcode, payload in frames if opcode == 0x8]
    assert closes == ([] if case.closed is None else [case.closed])
    assert setup.host.gone == (case.closed is not None)
    setup.connection.connection_lost(None)
    setup.loop.close()


# Section 6: whether text is UTF-8 is seen by the session, which knows that its frames are text ---------

VALID = {
    "6.1.1": b"",
    "6.2.1": "Hello-µ@ßöäüàá-UTF-8!!".encode(),
    "6.5.1": "κόσμε".encode(),
    "6.7.1": b"\x00",
    "6.7.2": b"\xc2\x80",
    "6.7.3": b"\xe0\xa0\x80",
    "6.7.4": b"\xf0\x90\x80\x80",
    "6.9.1": b"\x7f",
    "6.9.2": b"\xdf\xbf",
    "6.9.3": b"\xef\xbf\xbf",
    "6.9.4": b"\xf4\x8f\xbf\xbf",
    "6.11.1": b"\xed\x9f\xbf",
    "6.11.2": b"\xee\x80\x80",
    "6.11.3": b"\xef\xbf\xbd",
    "6.11.4": b"\xf4\x8f\xbf\xbf",
    "6.22.1": b"\xef\xbf\xbe",
    "6.22.34": b"\xf4\x8f\xbf\xbf",
    "6.23.1": b"\xef\xbf\xbd",
}
INVALID = {
    "6.3.1": b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80edited",
    "6.4.1": b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xf4\x90\x80\x80edited",
    "6.6.1": b"\xce",
    "6.6.3": b"\xce\xba\xe1",
    "6.6.8": b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce",
    "6.8.1": b"\xf8\x88\x80\x80\x80",
    "6.8.2": b"\xfc\x84\x80\x80\x80\x80",
    "6.10.1": b"\xf7\xbf\xbf\xbf",
    "6.10.2": b"\xfb\xbf\xbf\xbf\xbf",
    "6.10.3": b"\xfd\xbf\xbf\xbf\xbf\xbf",
    "6.11.5": b"\xf4\x90\x80\x80",
    "6.12.1": b"\x80",
    "6.12.2": b"\xbf",
    "6.12.8": bytes(range(0x80, 0xC0)),
    "6.13.1": b"".join(bytes((byte, 0x20)) for byte in range(0xC0, 0xE0)),
    "6.13.2": b"".join(bytes((byte, 0x20)) for byte in range(0xE0, 0xF0)),
    "6.13.3": b"".join(bytes((byte, 0x20)) for byte in range(0xF0, 0xF8)),
    "6.13.4": b"\xf8 \xf9 \xfa \xfb ",
    "6.13.5": b"\xfc \xfd ",
    "6.14.1": b"\xc0",
    "6.14.2": b"\xe0\x80",
    "6.14.3": b"\xf0\x80\x80",
    "6.14.6": b"\xdf",
    "6.14.7": b"\xef\xbf",
    "6.14.8": b"\xf7\xbf\xbf",
    "6.15.1": b"\xc0\xe0\x80\xf0\x80\x80\xdf\xef\xbf",
    "6.16.1": b"\xfe",
    "6.16.2": b"\xff",
    "6.16.3": b"\xfe\xfe\xff\xff",
    "6.17.1": b"\xc0\xaf",
    "6.17.2": b"\xe0\x80\xaf",
    "6.17.3": b"\xf0\x80\x80\xaf",
    "6.18.1": b"\xc1\xbf",
    "6.18.2": b"\xe0\x9f\xbf",
    "6.18.3": b"\xf0\x8f\xbf\xbf",
    "6.19.1": b"\xc0\x80",
    "6.19.2": b"\xe0\x80\x80",
    "6.19.3": b"\xf0\x80\x80\x80",
    "6.20.1": b"\xed\xa0\x80",
    "6.20.4": b"\xed\xaf\xbf",
    "6.20.7": b"\xed\xbf\xbf",
    "6.21.1": b"\xed\xa0\x80\xed\xb0\x80",
    "6.21.8": b"\xed\xaf\xbf\xed\xbf\xbf",
}
TEXTS = [
    pytest.param(payload, valid, id=f"{name} {'valid' if valid else 'invalid'}")
    for table, valid in ((VALID, True), (INVALID, False))
    for name, payload in table.items()
]


class Table(Recorder):
    """A host whose peer is a session."""

    def enter(self, connection: Connection, codec: Codec) -> Any:
        return Session(cast(Any, FakeHost(Limits())), connection, codec)


def split(payload: bytes, size: int) -> Sequence[bytes]:
    return [payload[start : start + size] for start in range(0, len(payload), size)] or [b""]


@pytest.mark.parametrize("size", [1, 1000], ids=["a fragment each byte", "whole"])
@pytest.mark.parametrize(("payload", "valid"), TEXTS)
def test_text_is_utf8_or_ends_the_connection(payload: bytes, valid: bool, size: int) -> None:
    setup = Setup(JSON.name, host=Table)
    fragments = split(payload, size)
    for number, fragment in enumerate(fragments):
        opcode = Opcode.CONT if number else Opcode.TEXT
        frame = Frame(opcode, fragment, number == len(fragments) - 1).serialize(mask=True)
        setup.connection.data_received(frame)
    setup.turn_over()
    frames = read(bytes(setup.pipe.sent))
    assert [opcode for opcode, _ in frames] == [0x1 if valid else 0x8]
    # What is no message is refused, but it was text.
    assert b'"bad_message"' in frames[0][1] if valid else frames[0][1][:2] == (1007).to_bytes(2, "big")
    setup.connection.connection_lost(None)
    setup.loop.close()
