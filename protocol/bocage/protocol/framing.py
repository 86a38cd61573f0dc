"""Messages as unfragmented, unmasked websocket frames, as a server sends them (RFC 6455, section 5.2)."""

from __future__ import annotations

from bocage.protocol.codec import Codec
from bocage.protocol.messages import Message, ShortUpdate

_TEXT, _BINARY = 0x81, 0x82
_HEADS = {op: tuple(bytes((op, size)) for size in range(126)) for op in (_TEXT, _BINARY)}


def encode_frame(payload: bytes, text: bool) -> bytes:
    """Encode ``payload`` as one frame: a text frame if ``text``, else a binary one."""
    opcode = _TEXT if text else _BINARY
    size = len(payload)
    if size < 126:
        return _HEADS[opcode][size] + payload
    if size < 1 << 16:
        return bytes((opcode, 126)) + size.to_bytes(2, "big") + payload
    return bytes((opcode, 127)) + size.to_bytes(8, "big") + payload


def frame_of(codec: Codec, message: Message | ShortUpdate) -> bytes:
    """Encode ``message`` with ``codec`` as one frame."""
    payload = codec.encode(message)
    size = len(payload)
    opcode = _TEXT if codec.text else _BINARY
    if size < 126:
        return _HEADS[opcode][size] + payload
    if size < 1 << 16:
        return bytes((opcode, 126)) + size.to_bytes(2, "big") + payload
    return encode_frame(payload, codec.text)
