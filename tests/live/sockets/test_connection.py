"""The websocket protocol class by itself: the same messages however they are cut, a close code per violation."""

from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Close, Frame, Opcode

from bocage.live.outbox import Outbox
from bocage.protocol.codec import JSON, MSGPACK
from bocage.protocol.framing import encode_frame
from tests.live.sockets.pipe import Pipe, Setup, masked

parts = st.one_of(
    st.tuples(st.just("whole"), st.binary(max_size=300)),
    st.tuples(st.just("pieces"), st.lists(st.binary(max_size=100), min_size=2, max_size=4)),
    st.tuples(st.just("ping"), st.binary(max_size=100)),
    st.tuples(st.just("pong"), st.binary(max_size=100)),
)


@given(sequence=st.lists(parts, max_size=8), data=st.data())
def test_messages_are_the_same_however_the_stream_is_cut(sequence: list[Any], data: st.DataObject) -> None:
    stream, wanted, pings = b"", [], []
    for kind, content in sequence:
        if kind == "whole":
            stream += masked(content)
            wanted.append(content)
        elif kind == "pieces":
            for number, piece in enumerate(content):
                opcode = Opcode.CONT if number else Opcode.BINARY
                stream += masked(piece, opcode, number == len(content) - 1)
                # Control frames may come between the pieces of a message.
                stream += masked(b"between", Opcode.PING)
                pings.append(b"between")
            wanted.append(b"".join(content))
        else:
            stream += masked(content, Opcode.PING if kind == "ping" else Opcode.PONG)
            if kind == "ping":
                pings.append(content)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=12)))
    setup = Setup()
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        setup.connection.data_received(stream[start:end])
    assert setup.host.messages == wanted
    assert bytes(setup.pipe.sent) == b"".join(Frame(Opcode.PONG, ping).serialize(mask=False) for ping in pings)
    assert not setup.pipe.closed
    setup.end()
    assert setup.host.gone == 1


@given(stream=st.binary(max_size=400), cut=st.integers(0, 400))
def test_noise_never_gets_past_the_door(stream: bytes, cut: int) -> None:
    setup = Setup()
    setup.connection.data_received(stream[:cut])
    setup.connection.data_received(stream[cut:])
    setup.end()
    assert setup.host.gone == 1
    assert not setup.state.connections


def test_sizes_around_every_length_form() -> None:
    for size in (0, 1, 125, 126, 127, 999, 1000):
        setup = Setup()
        setup.connection.data_received(masked(bytes(size)) * 2)
        assert setup.host.messages == [bytes(size)] * 2
        setup.end()


@pytest.mark.parametrize(
    ("stream", "code"),
    [
        (masked(bytes(1001)), 1009),
        (masked(bytes(70_000)), 1009),
        (masked(bytes(600), fin=False) + masked(bytes(600), Opcode.CONT), 1009),
        (Frame(Opcode.BINARY, b"unmasked").serialize(mask=False), 1002),
        (bytes((0x82, 0xFF)) + (5).to_bytes(8, "big") + bytes(4) + b"hello", 1002),
        (masked(b"lost", Opcode.CONT), 1002),
        (masked(b"first", fin=False) + masked(b"second"), 1002),
        (bytes((0xC2, 0x80)) + bytes(4), 1002),
        (bytes((0x83, 0x80)) + bytes(4), 1002),
        (masked(b"text", Opcode.TEXT), 4002),
        (masked(Close(1000, "bye").serialize(), Opcode.CLOSE), 1000),
    ],
    ids=[
        "large",
        "huge",
        "large in pieces",
        "unmasked",
        "length not minimal",
        "continues nothing",
        "interrupts itself",
        "reserved bit",
        "unknown opcode",
        "wrong kind",
        "goodbye",
    ],
)
def test_close_codes(stream: bytes, code: int) -> None:
    setup = Setup()
    setup.connection.data_received(stream)
    assert setup.close_code() == code
    assert setup.host.gone == 1
    assert setup.host.messages == []
    setup.connection.data_received(masked(b"too late"))
    assert setup.host.messages == []
    setup.end()


def test_unknown_subprotocol_is_refused_with_the_known_ones() -> None:
    for asked in ("bocage.v0.msgpack", ""):
        setup = Setup(subprotocol=asked)
        assert setup.answer.startswith(b"HTTP/1.1 101 ")
        assert setup.close_code() == 4000
        assert MSGPACK.name.encode() in setup.pipe.sent
        assert JSON.name.encode() in setup.pipe.sent
        assert setup.host.codec is None
        setup.end()


def test_the_client_chooses_among_subprotocols() -> None:
    setup = Setup(subprotocol=f"chat, {JSON.name}, {MSGPACK.name}")
    assert setup.host.codec is JSON
    assert f"Sec-WebSocket-Protocol: {JSON.name}".encode() in setup.answer
    setup.connection.data_received(masked(b"{}", Opcode.TEXT))
    assert setup.host.messages == [b"{}"]
    setup.end()


def test_another_path_is_no_websocket() -> None:
    setup = Setup(path="/elsewhere")
    assert setup.answer.startswith(b"HTTP/1.1 404 ")
    assert setup.host.codec is None
    setup.end()


def test_no_compression_is_agreed_to() -> None:
    setup = Setup()
    assert b"Sec-WebSocket-Extensions" not in setup.answer
    setup.end()


def test_frames_out_are_what_the_library_would_send() -> None:
    for size in (0, 125, 126, 65535, 65536):
        payload = bytes(size)
        for text, opcode in ((True, Opcode.TEXT), (False, Opcode.BINARY)):
            assert encode_frame(payload, text) == Frame(opcode, payload).serialize(mask=False)


def test_a_reader_who_lags_loses_updates_and_gets_them_renewed() -> None:
    setup = Setup()
    outbox = setup.connection.outbox
    outbox.update("a", b"1")
    setup.connection.pause_writing()
    assert not setup.pipe.reading
    outbox.update("a", b"2")
    outbox.update("b", b"3")
    outbox.write(b"answer")
    setup.turn_over()
    assert bytes(setup.pipe.sent) == b"1answer"
    setup.connection.resume_writing()
    assert sorted(setup.host.renewed) == ["a", "b"]
    assert [setup.pipe.reading] == [True]
    outbox.update("a", b"4")
    setup.turn_over()
    assert bytes(setup.pipe.sent) == b"1answer4"
    setup.end()


def test_frames_of_one_turn_are_written_together_in_order() -> None:
    setup = Setup()
    writes: list[bytes] = []
    cast(Any, setup.pipe).write = writes.append
    outbox = setup.connection.outbox
    setup.loop.call_soon(outbox.write, b"2")
    outbox.update("a", b"1")
    setup.turn_over()
    assert writes == [b"12"]
    outbox.write(b"3")
    setup.connection.close("going_away")
    assert writes[1] == b"3"
    assert writes[2].startswith(b"\x88")
    outbox.write(b"4")
    for _ in range(outbox.MANY):
        outbox.write(b"5")
    assert len(writes) == 4
    setup.end()


def test_a_lost_connection_does_not_keep_others_waiting() -> None:
    setup, other = Setup(), Pipe()
    gone = Outbox(other, setup.host.write_batch)
    gone.write(b"nobody")
    setup.connection.outbox.write(b"somebody")
    other.abort()
    setup.turn_over()
    assert (bytes(other.sent), bytes(setup.pipe.sent)) == (b"", b"somebody")
    setup.end()


def test_saying_goodbye_to_a_connection_that_is_gone_is_harmless() -> None:
    """A node that stops says goodbye to everybody; nobody's lost connection may keep it from the others."""
    setup = Setup()

    def write(data: Any) -> None:
        raise RuntimeError("the handler is closed")

    setup.pipe.closed = True
    setup.pipe.write = write  # type: ignore[method-assign]
    setup.connection.ping()
    setup.connection.close("going_away")
    setup.connection.shutdown()
    setup.end()


def test_one_ping_until_there_is_a_sign_of_life() -> None:
    setup = Setup()
    setup.connection.ping()
    setup.connection.ping()
    assert bytes(setup.pipe.sent) == Frame(Opcode.PING, b"").serialize(mask=False)
    setup.end()


def test_closed_slow_reader_may_still_say_goodbye() -> None:
    setup = Setup()
    setup.connection.pause_writing()
    assert not setup.pipe.reading
    setup.connection.close("too_slow")
    assert [setup.pipe.reading] == [True]
    setup.connection.data_received(masked(b"\x0f\xa5", Opcode.CLOSE))
    assert setup.pipe.closed
    setup.end()


def test_a_server_that_stops_says_so_before_it_hangs_up() -> None:
    setup = Setup()
    setup.connection.shutdown()
    assert setup.close_code() == 1001
    assert setup.pipe.closed
    assert setup.host.gone == 1
    setup.end()


def test_a_connection_that_is_gone_is_waited_for_no_longer() -> None:
    setup = Setup()
    setup.connection.close("flood")
    goodbye = cast(Any, setup.connection)._goodbye
    assert not goodbye.cancelled()
    setup.connection.connection_lost(None)
    assert goodbye.cancelled()
    setup.end()
