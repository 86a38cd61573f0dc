"""Two programs on the packages msgpack and websockets alone, written from docs/protocol.md: no line is Bocage's.

``python rivals.py URL GAME SECONDS``. The first challenges the second to rated matches again and again, the second
accepts; both choose at random. Each cuts its connection after every 25 answers, before it has read the
acknowledgement, and goes on over a new one. Prints one line of JSON; fails with a traceback.
"""

import asyncio
import json
import random
import sys
import time
from typing import Any
from urllib.request import Request, urlopen

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

FRAMING = Subprotocol("bocage.v1.msgpack")
CLOCK = {"kind": "bank", "base": 3_600_000, "increment": 10_000}
CUT_EVERY = 25
#: Refusals of an answer that another took the place of: the newest position is on its way.
OVERTAKEN = {"stale", "not_your_turn", "game_over"}


def ask(url: str, body: object, token: str = "") -> Any:
    """The answer to a POST."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    with urlopen(Request(url, json.dumps(body).encode(), headers), timeout=60) as answer:
        return json.load(answer)


class Program:
    """An account that plays all its matches over one connection at a time."""

    def __init__(self, url: str, name: str, game: str, ends: float) -> None:
        self._url, self._game, self._ends = url, game, ends
        made = ask(f"{url}/api/players", {"name": name})
        self.player, self._token = made["player"], made["token"]
        ask(f"{url}/api/players/me/recovery-codes", {}, self._token)
        ask(f"{url}/api/players/me/program", {}, self._token)
        self._random = random.Random(name)
        self._ids = 0
        self.rival = ""
        self.ended: dict[str, str] = {}
        self.playing: set[str] = set()
        self.cuts = self.answers = 0

    async def run(self) -> None:
        """Play until the time is over and every match has ended."""
        url = f"{self._url.replace('http', 'ws', 1)}/ws"
        # It connects again, later and later as long as it cannot.
        async for socket in connect(url, subprotocols=[FRAMING], max_size=None):
            try:
                await self._talk(socket)
            except ConnectionClosed:
                self.cuts += 1
            if self._done():
                return

    def _done(self) -> bool:
        return time.monotonic() > self._ends and not self.playing

    async def _talk(self, socket: ClientConnection) -> None:
        await self._send(socket, t="hello", token=self._token, client="rivals/1")
        while not self._done():
            frame = await asyncio.wait_for(socket.recv(decode=False), 120)
            message: dict[str, Any] = msgpack.unpackb(frame, raw=False, strict_map_key=True)
            match message["t"]:
                case "welcome":
                    await self._send(socket, t="watch_account", follow=True, tables=1, games=[self._game])
                case "account":
                    await self._account(socket, message)
                case "snapshot" | "update":
                    await self._answer(socket, message)
                case "refused" if message.get("retry") or message["code"] == "offline":
                    # A rate, or the rival is just connecting again.
                    await asyncio.sleep(message.get("retry", 500) / 1000)
                    await self._challenge(socket)
                case "refused" if message["code"] not in OVERTAKEN:
                    raise AssertionError(f"refused: {message}")

    async def _send(self, socket: ClientConnection, **message: object) -> None:
        await socket.send(msgpack.packb(message))

    async def _request(self, socket: ClientConnection, **message: object) -> None:
        self._ids += 1
        await self._send(socket, id=self._ids, **message)

    async def _account(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        if message.get("whole"):
            self.playing.clear()
        for row in message.get("matches", ()):
            if row["status"] == "ended":
                self.playing.discard(row["match"])
                self.ended[row["match"]] = row["reason"]
            else:
                self.playing.add(row["match"])
        waiting = [one for one in message.get("challenges", ()) if one.get("status", "waiting") == "waiting"]
        for one in waiting:
            if one["challenged"]["player"] == self.player:
                challenge, accept = one["challenge"], {"answer": "accept"}
                await self._request(socket, t="answer_challenge", challenge=challenge, answer=accept)
        over = {row["match"] for row in message.get("matches", ()) if row["status"] == "ended"}
        if not waiting and (over or message.get("whole")):
            await self._challenge(socket)

    async def _challenge(self, socket: ClientConnection) -> None:
        if self.rival and not self.playing and time.monotonic() < self._ends:
            terms = {"game": self._game, "clock": CLOCK, "rated": True}
            await self._request(socket, t="challenge", player=self.rival, terms=terms)

    async def _answer(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        decision = message.get("decision")
        if decision is None:
            return
        action = self._random.choice(decision["actions"])
        await self._request(socket, t="act", match=message["match"], seq=message["seq"], action=action)
        self.answers += 1
        if self.answers % CUT_EVERY == 0:
            await socket.close()


async def main(url: str, game: str, seconds: str) -> None:
    """Let two programs play for some time, and report."""
    ends = time.monotonic() + float(seconds)
    one, other = Program(url, "Rival One", game, ends), Program(url, "Rival Two", game, ends)
    accepting = asyncio.create_task(other.run())
    # A program can be challenged while a connection follows its account.
    await asyncio.sleep(1)
    one.rival = other.player
    await asyncio.gather(one.run(), accepting)
    # A program that was away at the end of a match is not told of it again.
    both = one.ended.keys() & other.ended.keys()
    assert all(one.ended[match] == other.ended[match] for match in both), "the two were told of different ends"
    cuts, answers = one.cuts + other.cuts, one.answers + other.answers
    print(json.dumps({"matches": len(one.ended | other.ended), "answers": answers, "cuts": cuts}))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
