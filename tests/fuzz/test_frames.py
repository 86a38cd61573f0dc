"""Malformed, mutated and senseless frames against a real node: only whoever sent them is harmed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from bocage.limits import Limits
from bocage.protocol import messages as m
from bocage.protocol.codec import JSON, MSGPACK, Codec
from bocage.protocol.codes import CLOSE_NUMBER
from bocage.rules.kernel import PUBLIC, registry
from tests.live.node.service import Client, Service, running, seen_by
from tests.redis_server import RedisServer
from tests.tally import TALLY

LIMITS = Limits(message_rate=10**6, message_burst=10**6, address_sockets=1000, bad_messages=40)


@pytest.fixture(autouse=True)
def tally_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._extra, (TALLY.id, TALLY.rules), TALLY)


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("fuzz"))
    server.start()
    yield server
    server.stop()


def nonsense(rng: random.Random, depth: int = 0) -> Any:
    """Any value that JSON can hold."""
    simple = [None, True, 0, -1, 2**53, 2**70, 1.5, "", "a", "森" * 50, "\x00", "0"]
    if depth > 3 or rng.random() < 0.6:
        return rng.choice(simple)
    if rng.random() < 0.5:
        return [nonsense(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {str(rng.choice(simple)): nonsense(rng, depth + 1) for _ in range(rng.randrange(4))}


def message(rng: random.Random, match: str) -> dict[str, Any]:
    """A message of a kind that exists, some of whose fields make sense."""
    tags = [kind.__struct_config__.tag for kind in m.ClientMessage.__args__]
    sense: dict[str, Any] = {
        "id": rng.randint(1, 99),
        "match": match,
        "seq": rng.randint(0, 40),
        "action": rng.choice([{"do": "add", "n": rng.randint(-1, 4)}, {"do": "skip"}, nonsense(rng)]),
        "text": "hello",
        "open": rng.random() < 0.3,
        "invite": "x",
        "token": "",
        "lang": "ja",
        "client": "fuzz",
    }
    made: dict[str, Any] = {"t": rng.choice([*tags, "nothing"])}
    for name, value in sense.items():
        if rng.random() < 0.5:
            made[name] = value if rng.random() < 0.85 else nonsense(rng)
    return made


def mutated(rng: random.Random, payload: bytes) -> bytes:
    """The payload with some bytes changed, dropped or doubled."""
    data = bytearray(payload)
    for _ in range(rng.randint(1, 3)):
        if data:
            spot = rng.randrange(len(data))
            how = rng.randrange(3)
            if how == 0:
                data[spot] = rng.randrange(256)
            elif how == 1:
                del data[spot]
            else:
                data[spot:spot] = data[spot : spot + rng.randrange(20)]
    return bytes(data)


def packed(codec: Codec, value: Any) -> bytes:
    try:
        return msgspec.json.encode(value) if codec.text else msgspec.msgpack.encode(value)
    except OverflowError:
        return msgspec.json.encode(value)


async def attack(service: Service, token: str, match: str, codec: Codec, rng: random.Random) -> int:
    """Send a hundred frames; how many answers came back before a ping was answered or the connection closed."""
    client = service.client(token, codec)
    client.seqs[match] = 0
    await client.open()
    if rng.random() < 0.9:
        await client.send(m.Hello(token))
    answers = 0
    try:
        for _ in range(100):
            payload = packed(codec, message(rng, match))
            if rng.random() < 0.3:
                payload = mutated(rng, payload)
            await client.socket.send(payload, text=codec.text)
        await client.send(m.Ping(10_000))
        while True:
            async with asyncio.timeout(60):
                answer = codec.decode_server(await client.socket.recv(decode=False))
            answers += 1
            if isinstance(answer, m.Pong) and answer.id == 10_000:
                break
            if isinstance(answer, m.Refused):
                assert answer.text
                assert answer.code != "internal"
                if answer.code == "hello_first" and answer.id == 10_000:
                    break
    except ConnectionClosed as closed:
        # A text frame that is no UTF-8 may be noticed by either side.
        code = closed.rcvd.code if closed.rcvd else 0
        if code not in CLOSE_NUMBER:
            raise
    await client.socket.close()
    return answers


@pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=["msgpack", "json"])
@pytest.mark.parametrize("seed", range(5))
async def test_nonsense_harms_nobody(redis: RedisServer, codec: Codec, seed: int) -> None:
    rng = random.Random(seed)
    async with running(redis.url, limits=LIMITS) as service:
        (ann, ann_token), (bob, bob_token) = await service.player("Ann"), await service.player("Bob")
        match = await service.match(ann, bob, options={"turns": 1_000_000})
        async with service.client() as watcher:
            await watcher.watch(match)
            tokens = [ann_token, bob_token, "", "wrong"]
            answers = await asyncio.gather(
                *(attack(service, rng.choice(tokens), match, codec, random.Random(rng.random())) for _ in range(8))
            )
            assert sum(answers) > 0
            await everything_still_works(service, watcher, match, ann_token)


async def everything_still_works(service: Service, watcher: Client, match: str, token: str) -> None:
    folded = await service.fold(match)
    await watcher.until(match, folded.seq)
    assert watcher.views[match] == seen_by(folded, PUBLIC) or folded.over
    async with service.client(token) as player:
        await player.watch(match)
        assert isinstance(await player.ask(m.Ping), m.Pong)
    assert service.node.counts.refused["internal"] == 0


@pytest.mark.parametrize("seed", range(10))
async def test_raw_bytes_after_the_handshake_end_only_that_connection(redis: RedisServer, seed: int) -> None:
    rng = random.Random(seed)
    async with running(redis.url, limits=LIMITS) as service, service.client() as other:
        for _ in range(10):
            reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
            writer.write(
                b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
                b"Sec-WebSocket-Protocol: bocage.v1.json\r\n\r\n"
            )
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
            writer.write(rng.randbytes(rng.randint(1, 2000)))
            writer.write_eof()
            await reader.read()
            writer.close()
            await writer.wait_closed()
        assert isinstance(await other.ask(m.Ping), m.Pong)
        assert len(service.node.sessions.all) == 1
