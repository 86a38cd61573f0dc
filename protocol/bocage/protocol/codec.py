"""Codecs: the same messages as msgpack in binary frames or as JSON in text frames."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Generic, TypeVar

import msgspec

from bocage.protocol.messages import SUBPROTOCOLS, ClientMessage, Message, ServerMessage, ShortUpdate

T = TypeVar("T")


#: Exceptions that msgspec's decoders raise for invalid input.
UNDECODABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def why_undecodable(error: Exception) -> str:
    """Return the fault of the input and its place."""
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)


class DecodeError(msgspec.DecodeError):
    """The payload is not a valid message. The text names the fault and its place."""


class Codec:
    """One framing. ``text``: frames are text frames, else binary."""

    __slots__ = ("decode_client", "decode_server", "encode", "name", "text")

    encode: Callable[[Message | ShortUpdate], bytes]
    #: Decoders for messages of clients and of the service. They raise :class:`DecodeError`.
    decode_client: Decoder[ClientMessage]
    decode_server: Decoder[ServerMessage]

    def __init__(self, name: str, text: bool) -> None:
        self.name = name
        self.text = text
        #: Encode a message as the payload of a frame.
        self.encode = (msgspec.json.Encoder() if text else msgspec.msgpack.Encoder()).encode
        self.decode_client = self.decoder(ClientMessage)
        self.decode_server = self.decoder(ServerMessage)

    def decoder(self, what: Any) -> Decoder[Any]:
        """Create a strict decoder for one type, such as the actions of a game."""
        made = msgspec.json.Decoder(what) if self.text else msgspec.msgpack.Decoder(what)
        return Decoder(made.decode)


class Decoder(Generic[T]):
    """Decode one type from one framing."""

    __slots__ = ("decode",)

    def __init__(self, decode: Callable[[Any], T]) -> None:
        #: The same as a call, but raises :data:`UNDECODABLE`.
        self.decode = decode

    def __call__(self, payload: bytes | bytearray | str | msgspec.Raw) -> T:
        """Decode a payload. Raises :class:`DecodeError` for any invalid input, also if nested too deeply."""
        try:
            return self.decode(payload)
        except UNDECODABLE as error:
            raise DecodeError(why_undecodable(error)) from None


#: msgpack in binary frames.
MSGPACK = Codec(SUBPROTOCOLS[0], text=False)
#: JSON in text frames.
JSON = Codec(SUBPROTOCOLS[1], text=True)

#: Subprotocol name → codec, in order of preference.
CODECS = MappingProxyType({codec.name: codec for codec in (MSGPACK, JSON)})
