"""Frames of a server (RFC 6455, section 5.2), byte by byte."""

from __future__ import annotations

import pytest

from bocage.protocol.codec import JSON, MSGPACK
from bocage.protocol.framing import encode_frame, frame_of
from bocage.protocol.messages import Pong


@pytest.mark.parametrize(
    ("size", "head"),
    [
        (0, b"\x00"),
        (1, b"\x01"),
        (125, b"\x7d"),
        (126, b"\x7e\x00\x7e"),
        (65_535, b"\x7e\xff\xff"),
        (65_536, b"\x7f\x00\x00\x00\x00\x00\x01\x00\x00"),
    ],
)
def test_the_length_takes_one_three_or_nine_bytes(size: int, head: bytes) -> None:
    payload = b"x" * size
    assert encode_frame(payload, text=True) == b"\x81" + head + payload
    assert encode_frame(payload, text=False) == b"\x82" + head + payload


def test_a_message_goes_in_the_frame_of_its_framing() -> None:
    message = Pong(7, 9)
    for codec, opcode in ((JSON, 0x81), (MSGPACK, 0x82)):
        frame = frame_of(codec, message)
        assert frame[0] == opcode
        assert frame[1] == len(frame) - 2
        assert codec.decode_server(frame[2:]) == message
