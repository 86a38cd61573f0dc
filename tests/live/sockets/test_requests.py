"""Requests that two readers could take for different ones are refused, and end the connection."""

from __future__ import annotations

import asyncio

import pytest

from tests.live.sockets.test_gate import Hall, in_hall, request
from tests.store.wire import turns
from tests.virtual_time import run

GET = b"GET / HTTP/1.1\r\nHost: here\r\n"
POST = b"POST / HTTP/1.1\r\nHost: here\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
END = b"0\r\n\r\n"
REFUSED = {
    "length and coding": POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n" + END,
    "coding and length": POST + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n" + END,
    "two lengths": POST + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    "a list of two lengths": POST + b"Content-Length: 3, 4\r\n\r\nabcd",
    "a length with a sign": POST + b"Content-Length: +3\r\n\r\nabc",
    "a negative length": POST + b"Content-Length: -3\r\n\r\nabc",
    "a hexadecimal length": POST + b"Content-Length: 0x3\r\n\r\nabc",
    "an empty length": POST + b"Content-Length:\r\n\r\nabc",
    "a length with a blank": POST + b"Content-Length: 1 3\r\n\r\nabc",
    "an endless length": POST + b"Content-Length: " + b"9" * 30 + b"\r\n\r\n",
    "another coding": POST + b"Transfer-Encoding: gzip\r\n\r\n",
    "another coding before": POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n" + END,
    "another coding after": POST + b"Transfer-Encoding: chunked, gzip\r\n\r\n" + END,
    "chunked twice": POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n" + END,
    "chunked twice in a list": POST + b"Transfer-Encoding: chunked, chunked\r\n\r\n" + END,
    "nearly chunked": POST + b"Transfer-Encoding: xchunked\r\n\r\n" + END,
    "identity": POST + b"Transfer-Encoding: identity\r\n\r\n",
    "a coding in HTTP/1.0": b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n" + END,
    "a blank before the colon": POST + b"Transfer-Encoding : chunked\r\n\r\n" + END,
    "a tab before the colon": GET + b"X\t: a\r\n\r\n",
    "a field that goes on": b"GET / HTTP/1.1\r\n Host: here\r\n\r\n",
    "CR in a value": GET + b"X: a\rb\r\n\r\n",
    "CR at the end of a value": GET + b"X: a\r\r\n\r\n",
    "NUL in a value": GET + b"X: a\0b\r\n\r\n",
    "a field without a colon": GET + b"X\r\n\r\n",
    "a field without a name": GET + b": a\r\n\r\n",
    "a name with a bracket": GET + b"X(y): a\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": GET + b"Host: there\r\n\r\n",
    "no version": b"GET /\r\n\r\n",
    "another protocol": b"GET / RTSP/1.1\r\nHost: here\r\n\r\n",
    "a version in small letters": b"GET / http/1.1\r\nHost: here\r\n\r\n",
    "a blank in the target": b"GET /a b HTTP/1.1\r\nHost: here\r\n\r\n",
    "no ASCII in the target": b"GET /\xc3\xa9 HTTP/1.1\r\nHost: here\r\n\r\n",
    "a control character in the target": b"GET /\x01 HTTP/1.1\r\nHost: here\r\n\r\n",
}
#: What is seen after the request has begun to be answered.
BODIES = {
    "a chunk's size after a blank": CHUNKED + b" 3\r\nabc\r\n" + END,
    "a chunk's size with 0x": CHUNKED + b"0x3\r\nabc\r\n" + END,
    "a chunk's size with a sign": CHUNKED + b"+3\r\nabc\r\n" + END,
    "a negative chunk": CHUNKED + b"-3\r\nabc\r\n" + END,
    "a chunk without a size": CHUNKED + b"\r\nabc\r\n" + END,
    "a chunk that is longer than it says": CHUNKED + b"3\r\nabcXX" + END,
    "a chunk that ends with LF": CHUNKED + b"3\r\nabc\n" + END,
}


async def answered(hall: Hall, stream: bytes, step: int) -> tuple[bytes, bool]:
    """What is written when that arrives, so many bytes at a time, and whether the connection is closed."""
    gate, line = hall.gate()
    for start in range(0, len(stream), step):
        if not line.closed:
            gate.data_received(stream[start : start + step])
            await turns()
    return bytes(line.sent), line.closed


STEPS = pytest.mark.parametrize("step", [1, 10_000], ids=["bytes", "whole"])


@STEPS
@pytest.mark.parametrize("stream", REFUSED.values(), ids=REFUSED.keys())
def test_an_ambiguous_request_is_refused_and_ends_the_connection(stream: bytes, step: int) -> None:
    async def main() -> None:
        hall = Hall()
        sent, closed = await answered(hall, stream + request("/smuggled"), step)
        assert (closed, hall.paths) == (True, [])
        assert sent.startswith(b"HTTP/1.1 400 ")
        assert sent.count(b"HTTP/1.1 ") == 1

    run(main())


@STEPS
@pytest.mark.parametrize("stream", BODIES.values(), ids=BODIES.keys())
def test_an_ambiguous_body_ends_the_connection(stream: bytes, step: int) -> None:
    async def main() -> None:
        hall = Hall()
        sent, closed = await answered(hall, stream + request("/smuggled"), step)
        assert (closed, "/smuggled" in hall.paths) == (True, False)
        assert sent.count(b"HTTP/1.1 ") == 1

    run(main())


@in_hall()
async def test_a_body_that_breaks_off_its_request_is_answered_once(hall: Hall) -> None:
    hall.waits = asyncio.Event()
    gate, line = hall.gate()
    gate.data_received(CHUNKED)
    await turns()
    assert gate.busy
    gate.data_received(b"x\r\n")
    assert line.sent.startswith(b"HTTP/1.1 400 ")
    hall.waits.set()
    await turns()
    assert (line.closed, line.sent.count(b"HTTP/1.1 ")) == (True, 1)


@pytest.mark.parametrize(
    "endless",
    [
        b"GET /" + b"a" * 10_000,
        GET + b"X: " + b"a" * 10_000,
        CHUNKED + b"3;" + b"a" * 10_000,
        CHUNKED + b"0\r\n" + b"a: b\r\n" * 2000,
    ],
    ids=["target", "field", "chunk's extension", "trailer"],
)
def test_what_is_no_body_does_not_go_on_for_ever(endless: bytes) -> None:
    async def main() -> None:
        gate, line = Hall().gate()
        gate.data_received(endless)
        for _ in range(30):
            if not line.closed:
                gate.data_received(endless[-6000:])
                await turns()
        assert line.closed

    run(main())


@in_hall()
async def test_requests_in_a_row_are_answered_in_order(hall: Hall) -> None:
    gate, line = hall.gate()
    body = POST.replace(b"/ ", b"/b ") + b"Content-Length: 3\r\n\r\nabc"
    gate.data_received(request("/a") + body + CHUNKED + b"3;x=y\r\nabc\r\n" + END + request("/d"))
    await turns()
    assert hall.paths == ["/a", "/b", "/", "/d"]
    assert line.sent.count(b"HTTP/1.1 204") == 4
    assert not line.closed


@in_hall()
async def test_error_after_a_request_does_not_break_its_answer(hall: Hall) -> None:
    gate, line = hall.gate()
    gate.data_received(request("/a") + REFUSED["two lengths"] + request("/smuggled"))
    await turns()
    assert hall.paths == ["/a"]
    assert line.sent.startswith(b"HTTP/1.1 204")
    assert line.closed
