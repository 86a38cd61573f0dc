"""Who one is at which service: tokens kept in a file of one's own, so that a restart finds the matches again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from clients.sdk.client import Client
from clients.sdk.errors import RefusedError
from protocol.rest import NewPlayer


def default_file() -> Path:
    """BOCAGE_PLAYERS, else players.json in the user's state directory (XDG base directories)."""
    if chosen := os.environ.get("BOCAGE_PLAYERS"):
        return Path(chosen)
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "bocage" / "players.json"


class Identities:
    """Players by service address and name, in one JSON file that only its owner may read."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or default_file()

    def get(self, url: str, name: str) -> NewPlayer | None:
        """The player known by that name at that service."""
        return self._load().get(url, {}).get(name)

    def names(self, url: str) -> list[str]:
        """Names of the players known at that service."""
        return list(self._load().get(url, {}))

    def put(self, url: str, name: str, player: NewPlayer) -> None:
        """Remember a player."""
        known = self._load()
        known.setdefault(url, {})[name] = player
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self._file.with_suffix(f".{os.getpid()}")
        new.touch(mode=0o600)
        new.write_bytes(msgspec.json.format(msgspec.json.encode(known)))
        new.replace(self._file)

    def _load(self) -> dict[str, dict[str, NewPlayer]]:
        """Raises ``msgspec.DecodeError`` when the file is something else."""
        try:
            data = self._file.read_bytes()
        except FileNotFoundError:
            return {}
        return msgspec.json.decode(data, type=dict[str, dict[str, NewPlayer]])


async def connect_as(
    name: str, url: str = "", *, identities: Identities | None = None, home: str = "", **more: Any
) -> Client:
    """A connected client of the player called ``name``, who is made when they are not known there yet.

    ``home``: keep them under that name instead of the service's address. ``more`` goes to :class:`Client`. Close
    the client afterwards. Raises ``BocageError``.
    """
    known = identities or Identities()
    client = Client(url, **more)
    home = home or client.url
    player = known.get(home, name)
    if player is not None:
        try:
            return await Client(url, token=player.token, **more)
        except RefusedError as error:
            if error.code != "bad_token":
                raise
            # That service has forgotten them: its data are new.
    async with client.rest as rest:
        player = await rest.create_player(name)
    known.put(home, name, player)
    return await Client(url, token=player.token, **more)
