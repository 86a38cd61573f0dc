"""Identities of players in a private file, so that a restarted client continues its matches."""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from bocage.protocol.rest import NewPlayer
from bocage.sdk.client import Client
from bocage.sdk.errors import RefusedError
from bocage.sdk.link import BAD_TOKEN

log = logging.getLogger("bocage.sdk")

#: Most replaced players to try.
TRIED = 3


def default_file() -> Path:
    """Return BOCAGE_PLAYERS, else players.json in the user's state directory (XDG base directories)."""
    if chosen := os.environ.get("BOCAGE_PLAYERS"):
        return Path(chosen)
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "bocage" / "players.json"


class SetAside(msgspec.Struct, frozen=True):
    """A player who was replaced by another of the same name."""

    player: NewPlayer
    #: The service did not know them. They return as soon as it does.
    unknown: bool


class Identities:
    """Players by service URL and name, in JSON files that only their owner can read.

    Replaced players are kept in a second file.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or default_file()
        self._aside = self._file.with_suffix(".aside.json")

    def get(self, url: str, name: str) -> NewPlayer | None:
        """Return the player with this name at this service."""
        return self._load().get(url, {}).get(name)

    def names(self, url: str) -> list[str]:
        """Return the names of the players at this service."""
        return list(self._load().get(url, {}))

    def aside(self, url: str, name: str) -> list[SetAside]:
        """Return the replaced players with this name at this service, in order of replacement."""
        return self._load_aside().get(url, {}).get(name, [])

    def put(self, url: str, name: str, player: NewPlayer, *, unknown: bool = False) -> None:
        """Store a player, replacing another of the same name. ``unknown``: the service did not know that one."""
        with self._alone():
            known = self._load()
            before = known.get(url, {}).get(name)
            if before is not None and before.player != player.player:
                aside = self._load_aside()
                others = [
                    one for one in self.aside(url, name) if one.player.player not in (player.player, before.player)
                ]
                aside.setdefault(url, {})[name] = [*others, SetAside(before, unknown)]
                self._write(self._aside, aside)
            known.setdefault(url, {})[name] = player
            self._write(self._file, known)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Lock the files against changes by other processes."""
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # The process of the house bots holds the file with the suffix ``.lock`` all the time (bots/house.py).
        lock = os.open(self._file.with_name(f"{self._file.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def _write(self, file: Path, content: object) -> None:
        new = file.with_suffix(f".{os.getpid()}")
        new.touch(mode=0o600)
        new.write_bytes(msgspec.json.format(msgspec.json.encode(content)))
        new.replace(file)

    def _load(self) -> dict[str, dict[str, NewPlayer]]:
        """Raises ``msgspec.DecodeError`` for an invalid file."""
        try:
            data = self._file.read_bytes()
        except FileNotFoundError:
            return {}
        return msgspec.json.decode(data, type=dict[str, dict[str, NewPlayer]])

    def _load_aside(self) -> dict[str, dict[str, list[SetAside]]]:
        """Raises ``msgspec.DecodeError`` for an invalid file."""
        try:
            data = self._aside.read_bytes()
        except FileNotFoundError:
            return {}
        return msgspec.json.decode(data, type=dict[str, dict[str, list[SetAside]]])


async def connect_as(
    name: str, url: str = "", *, identities: Identities | None = None, home: str = "", **more: Any
) -> Client:
    """Return a connected client of the player called ``name``, who is created if necessary.

    A player unknown to the service is replaced, but tried again each time, as the service may have been on wrong
    data. ``home``: store players under this key instead of the URL. ``more`` goes to :class:`Client`. Close the
    client afterwards. Raises ``BocageError``.
    """
    known = identities or Identities()
    client = Client(url, **more)
    home = home or client.url
    now, aside = known.get(home, name), known.aside(home, name)
    if now is not None:
        returning = [one.player for one in aside if one.unknown][-TRIED:]
        others = [one.player for one in aside if not one.unknown][-TRIED:]
        for player in (*returning, now, *reversed(others)):
            found = await _connect(url, player, more)
            if found is not None:
                known.put(home, name, player, unknown=player in others)
                return found
        log.warning("%s does not know %s (%s) at the moment: set aside", home, name, now.player)
    async with client.rest as rest:
        player = await rest.create_player(name)
    known.put(home, name, player, unknown=True)
    return await Client(url, token=player.token, **more)


async def _connect(url: str, player: NewPlayer, more: dict[str, Any]) -> Client | None:
    """Return a connected client of ``player``; None: the service does not know them."""
    try:
        return await Client(url, token=player.token, **more)
    except RefusedError as error:
        if error.code != BAD_TOKEN:
            raise
    return None
