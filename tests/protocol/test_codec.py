"""Frames: every message survives both framings, and nothing else gets through."""

from __future__ import annotations

import contextlib
import random
from functools import cache
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.protocol import messages as m
from bocage.protocol.codec import CODECS, JSON, MSGPACK, Codec, DecodeError

BOTH = pytest.mark.parametrize("codec", CODECS.values(), ids=lambda codec: codec.name)
CLIENT: tuple[type[m.Message], ...] = m.ClientMessage.__args__
SERVER: tuple[type[m.Message], ...] = m.ServerMessage.__args__

words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
plain = st.recursive(
    st.booleans() | st.integers(-(2**53), 2**53) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Anything that a field of that type may hold."""
    match kind:
        case msgspec.inspect.Metadata():
            return values(kind.type)
        case msgspec.inspect.StrType():
            return words.map(lambda text: text[: kind.max_length])
        case msgspec.inspect.IntType():
            return st.integers(kind.ge if kind.ge is not None else -5, kind.le if kind.le is not None else 2**53)
        case msgspec.inspect.BoolType():
            return st.booleans()
        case msgspec.inspect.NoneType():
            return st.none()
        case msgspec.inspect.LiteralType():
            return st.sampled_from(kind.values)
        case msgspec.inspect.ListType():
            return st.lists(values(kind.item_type), max_size=3)
        case msgspec.inspect.TupleType():
            return st.tuples(*map(values, kind.item_types))
        case msgspec.inspect.DictType():
            return st.dictionaries(words, plain, max_size=3)
        case msgspec.inspect.StructType():
            return messages(kind.cls)
        case msgspec.inspect.UnionType():
            return st.one_of([values(part) for part in kind.types])
        case _:
            return plain


@cache
def messages(kind: type[Any]) -> st.SearchStrategy[Any]:
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    optional = st.just(msgspec.UNSET)
    return st.builds(
        kind,
        **{
            field.name: values(field.type) | optional if field.default is msgspec.UNSET else values(field.type)
            for field in info.fields
        },
    )


def plainly(message: m.Message) -> Any:
    return msgspec.to_builtins(message)


@BOTH
@given(data=st.data())
def test_every_client_message_survives(codec: Codec, data: st.DataObject) -> None:
    message = data.draw(messages(data.draw(st.sampled_from(CLIENT))))
    decoded = codec.decode_client(codec.encode(message))
    if isinstance(decoded, m.Act):
        assert codec.decoder(Any)(decoded.action) == message.action
        decoded = msgspec.structs.replace(decoded, action=message.action)
    assert decoded == message


@BOTH
@given(data=st.data())
def test_every_server_message_survives(codec: Codec, data: st.DataObject) -> None:
    message = data.draw(messages(data.draw(st.sampled_from(SERVER))))
    assert plainly(codec.decode_server(codec.encode(message))) == plainly(message)


@BOTH
@given(payload=st.binary(max_size=200))
def test_noise_is_refused(codec: Codec, payload: bytes) -> None:
    for decode in (codec.decode_client, codec.decode_server):
        with contextlib.suppress(DecodeError):
            assert isinstance(decode(payload), m.Message)


@BOTH
@pytest.mark.parametrize("seed", range(20))
def test_mutated_frames_are_refused_or_mean_something(codec: Codec, seed: int) -> None:
    rng = random.Random(seed)
    whole = codec.encode(m.Act(7, "abcdefgh", 12, {"do": "fire", "at": [1, 2, {"x": "森"}]}))
    for _ in range(300):
        payload = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            spot = rng.randrange(len(payload))
            how: Literal[0, 1, 2] = rng.choice((0, 1, 2))
            if how == 0:
                payload[spot] = rng.randrange(256)
            elif how == 1:
                del payload[spot:]
                payload.append(rng.randrange(256))
            else:
                payload.insert(spot, rng.randrange(256))
        with contextlib.suppress(DecodeError):
            message = codec.decode_client(bytes(payload))
            assert isinstance(message, CLIENT)
            if isinstance(message, m.Act):
                codec.decoder(Any)(message.action)


@BOTH
@pytest.mark.parametrize("kind", [kind for kind in CLIENT if kind is not m.Act])
def test_unknown_fields_are_errors(codec: Codec, kind: type[m.Message]) -> None:
    values: dict[str, object] = {"id": 1, "match": "a", "seq": 1, "text": "x", "options": {}}
    values |= {"player": "p", "terms": {"game": "g"}, "challenge": "c", "answer": {"answer": "accept"}}
    fields = {"t": kind.__struct_config__.tag, **values}
    wanted = {key: value for key, value in fields.items() if key == "t" or key in kind.__struct_fields__}
    encode = msgspec.json.encode if codec.text else msgspec.msgpack.encode
    assert isinstance(codec.decode_client(encode(wanted)), kind)
    with pytest.raises(DecodeError, match="surplus"):
        codec.decode_client(encode({**wanted, "surplus": 1}))


@BOTH
def test_unknown_kinds_and_missing_fields_are_errors_that_say_so(codec: Codec) -> None:
    encode = msgspec.json.encode if codec.text else msgspec.msgpack.encode
    with pytest.raises(DecodeError, match="nonsense"):
        codec.decode_client(encode({"t": "nonsense"}))
    with pytest.raises(DecodeError, match="seq"):
        codec.decode_client(encode({"t": "act", "id": 1, "match": "a", "action": {}}))
    with pytest.raises(DecodeError, match="id"):
        codec.decode_client(encode({"t": "ping", "id": 0}))


@BOTH
def test_deep_nesting_is_an_error_not_a_crash(codec: Codec) -> None:
    deep = b"[" * 60_000 + b"]" * 60_000 if codec.text else b"\x91" * 60_000 + b"\xc0"
    head = codec.encode(m.Act(1, "a", 1, None))
    payload = head.replace(b"null", deep) if codec.text else head[:-1] + deep

    def decode() -> Any:
        message = codec.decode_client(payload)
        assert isinstance(message, m.Act)
        return codec.decoder(Any)(message.action)

    with pytest.raises(DecodeError, match="nested too deeply"):
        decode()


def test_msgpack_comes_first_and_each_framing_has_its_name() -> None:
    assert (MSGPACK.name, MSGPACK.text, JSON.name, JSON.text) == (
        "bocage.v1.msgpack",
        False,
        "bocage.v1.json",
        True,
    )
    assert list(CODECS.values()) == [MSGPACK, JSON]
    assert list(CODECS) == list(m.SUBPROTOCOLS) == [MSGPACK.name, JSON.name]
    assert (MSGPACK.encode(m.Ping(1)), JSON.encode(m.Ping(1))) == (
        b"\x82\xa1t\xa4ping\xa2id\x01",
        b'{"t":"ping","id":1}',
    )


def test_text_that_is_not_utf8_is_refused() -> None:
    codec = CODECS["bocage.v1.json"]
    with pytest.raises(DecodeError):
        codec.decode_client(b'{"t":"watch","match":"\xff\xfe"}')
