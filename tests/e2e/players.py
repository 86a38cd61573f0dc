"""Players who choose at random and remember what was acknowledged."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec

from bocage.log.entries import Acted, Entry, decode, told_secret
from bocage.log.match import Match
from bocage.log.view import view
from bocage.sdk import Client, MatchState, RefusedError, connect
from bocage.sdk.play import MOVED_ON
from bocage.sdk.rest import Rest
from tests.e2e.tally import Tally

#: Seconds after which a match that does not come to its end has failed.
PATIENCE = 400.0


async def guest(url: str, name: str) -> str:
    """The token of a new player."""
    async with Rest(url) as rest:
        return (await rest.create_player(name)).token


async def sit_down(urls: list[str], game: str, options: dict[str, Any] | None = None) -> tuple[str, list[str]]:
    """A new match with one player per address: its id, their tokens."""
    tokens = [await guest(url, f"Player {seat}") for seat, url in enumerate(urls)]
    async with Rest(urls[0], token=tokens[0]) as rest:
        match = (await rest.create_match(game, options=options)).match
    for url, token in zip(urls[1:], tokens[1:], strict=True):
        async with Rest(url, token=token) as rest:
            await rest.join(match)
    return match, tokens


class Player:
    """Plays matches over one connection."""

    def __init__(self, client: Client, seed: object, tally: Tally | None = None) -> None:
        """``tally`` counts what is acknowledged."""
        self._client = client
        self._tally = tally or Tally()
        self._rng = random.Random(repr(seed))
        #: Of each match: entry → the action that was acknowledged as that entry.
        self.acknowledged: dict[str, dict[int, Any]] = {}

    async def play(self, match: str, resign_after: int = 0) -> MatchState:
        """Play to the end, or for so many turns; the last state seen."""
        async with asyncio.timeout(PATIENCE):
            return await self._play(match, resign_after)

    async def _play(self, match: str, resign_after: int) -> MatchState:
        play = self._client.play(match)
        acknowledged = self.acknowledged.setdefault(match, {})
        async for turn in play:
            if resign_after and len(acknowledged) >= resign_after:
                await self._resign(match)
                continue
            action = self._rng.choice(turn.actions)
            try:
                ack = await self._client.act(match, turn.seq, action)
            except RefusedError as error:
                if error.code not in MOVED_ON:
                    raise
            else:
                acknowledged[ack.seq] = action
                self._tally.add()
        assert play.state is not None
        return play.state

    async def _resign(self, match: str) -> None:
        try:
            await self._client.resign(match)
        except RefusedError as error:
            if error.code not in MOVED_ON:
                raise


async def play_match(urls: list[str], match: str, tokens: list[str], seed: object) -> list[MatchState]:
    """All seats of a match play to its end; the last state of each."""

    async def one(url: str, token: str, seat: int) -> MatchState:
        async with connect(url, token=token) as client:
            return await Player(client, (seed, seat)).play(match)

    async with asyncio.TaskGroup() as group:
        playing = [
            group.create_task(one(url, token, seat))
            for seat, (url, token) in enumerate(zip(urls, tokens, strict=True))
        ]
    return [task.result() for task in playing]


def assert_kept(entries: list[Entry], acknowledged: dict[int, Any]) -> None:
    """The log is gap-free, and holds every acknowledged action where it was acknowledged."""
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    for seq, action in acknowledged.items():
        body = decode(entries[seq - 1].raw)
        assert isinstance(body, Acted), (seq, body)
        assert body.action == action, seq


def seen_by(entries: list[Entry], state: MatchState, secret: bytes = b"") -> Any:
    """What the viewer of ``state`` sees after the same entry of a fresh fold, with the names that ``state`` has."""
    match = Match(secret or told_secret(entries))
    match.names = {who["player"]: who["name"] for who in state.view["seats"].values() if who}
    for entry in entries[: state.seq]:
        match.extend(entry)
    return msgspec.to_builtins(view(match, state.seat))
