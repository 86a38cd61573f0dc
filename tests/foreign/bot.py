"""A bot on the packages msgpack and websockets alone, written from docs/protocol.md: no line of it is Bocage's.

``python bot.py URL GAME SEED``. Two players (one in a solo game) play a whole match at random, in the framing
``bocage.v1.msgpack``. Each then watches the match anew: the view that was patched together has to be the one that
is told then. Prints one line of JSON; fails with a traceback.
"""

import asyncio
import contextlib
import json
import random
import sys
from collections.abc import AsyncIterator
from typing import Any
from urllib.request import Request, urlopen

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

FRAMING = Subprotocol("bocage.v1.msgpack")


def ask(url: str, body: object = None, token: str = "") -> Any:
    """The answer to a GET, or to a POST of ``body``."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, headers), timeout=60) as answer:
        return json.load(answer)


def merge(target: Any, patch: Any) -> Any:
    """``target`` with ``patch`` merged in: RFC 7396."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = merge(merged.get(key), value)
    return merged


class Table:
    """A match as one player sees it over one connection."""

    def __init__(self, socket: ClientConnection, match: str) -> None:
        self._socket = socket
        self.match = match
        self.seq = 0
        self.view: Any = None

    async def send(self, **message: object) -> None:
        """Send a message as one binary frame."""
        await self._socket.send(msgpack.packb(message))

    async def receive(self) -> dict[str, Any]:
        """Receive a message, and follow what it says of the match."""
        frame = await self._socket.recv(decode=False)
        # strict_map_key: every key is text. A frame with bytes left over raises ExtraData.
        message: dict[str, Any] = msgpack.unpackb(frame, raw=False, strict_map_key=True)
        if message["t"] == "snapshot":
            self.seq, self.view = message["seq"], message["view"]
        elif message["t"] == "update":
            assert message["seq"] == self.seq + 1, f"update {message['seq']} after {self.seq}"
            self.seq += 1
            self.view = merge(self.view, message.get("patch", {}))
        elif message["t"] == "refused":
            raise AssertionError(f"refused: {message}")
        return message


@contextlib.asynccontextmanager
async def watching(url: str, match: str, token: str) -> AsyncIterator[tuple[Table, dict[str, Any]]]:
    """The table over a new connection, and its first snapshot."""
    async with connect(f"{url.replace('http', 'ws', 1)}/ws", subprotocols=[FRAMING]) as socket:
        table = Table(socket, match)
        await table.send(t="hello", token=token, client="foreign/2")
        assert (await table.receive())["t"] == "welcome"
        await table.send(t="watch", match=match)
        while (message := await table.receive())["t"] != "snapshot":
            pass
        yield table, message


async def play(url: str, match: str, token: str, choose: random.Random) -> tuple[int, int]:
    """Play to the end; returns how often this player acted, and the number of the last entry."""
    acted = acknowledged = 0
    async with watching(url, match, token) as (table, message):
        while not any(event["ev"] == "revealed" for event in message.get("events", ())):
            if message["t"] == "ack":
                acknowledged += 1
                assert message["id"] == acknowledged
            elif decision := message.get("decision"):
                acted += 1
                action = choose.choice(decision["actions"])
                await table.send(t="act", id=acted, match=match, seq=message["seq"], action=action)
            message = await table.receive()
    assert acknowledged == acted
    async with watching(url, match, token) as (anew, _):
        assert (anew.seq, anew.view) == (table.seq, table.view), "the patched view is not the one told at once"
    return acted, table.seq


async def main(url: str, game: str, seed: str) -> None:
    """Make a match, seat everybody, play."""
    (about,) = [one for one in ask(f"{url}/api/games")["games"] if one["id"] == game]
    tokens = [ask(f"{url}/api/players", {"name": f"Packed {seat}"})["token"] for seat in range(about["seats"])]
    match = ask(f"{url}/api/matches", {"game": game, "nonce": "0123456789abcdef" * 2}, tokens[0])["match"]
    for token in tokens[1:]:
        ask(f"{url}/api/matches/{match}/join", {"nonce": "fedcba9876543210" * 8}, token)
    choose = random.Random(seed)
    played = await asyncio.gather(*(play(url, match, token, choose) for token in tokens))
    entries = {seq for _, seq in played}
    print(json.dumps({"match": match, "acted": sum(acted for acted, _ in played), "entries": max(entries)}))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
