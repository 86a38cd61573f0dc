"""Handing connections over to another worker, so that the players and watchers of a match meet at one.

A client names its match in the address of the websocket. The worker that accepts the connection hands it, with what
it has read, to the worker that the match's id chooses among those that live. Any worker can serve any match, so a
connection that cannot be handed over stays where it is: ``docs/decisions/061-where-a-match-is-served.md``.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import socket
from array import array
from collections.abc import Callable
from pathlib import Path

#: Seconds between two tries to hand a connection to a worker whose queue is full, and the most tries.
RETRY = 0.005
MOST_TRIES = 100
#: Bytes of the largest request head, with what came after it, that is handed over.
MOST_BYTES = 65_536


def ranked(match: str, workers: int) -> list[int]:
    """The numbers of all workers, the one where ``match`` belongs first.

    By rendezvous hashing: where a worker is missing, only its own matches are spread over the others.
    """

    def weight(number: int) -> bytes:
        return hashlib.blake2b(f"{number}:{match}".encode(), digest_size=8).digest()

    return sorted(range(1, workers + 1), key=weight, reverse=True)


class Handover:
    """One worker's end: takes connections from the others, and hands connections to them."""

    def __init__(
        self, folder: Path, number: int, workers: int, adopt: Callable[[socket.socket, bytes], None]
    ) -> None:
        """``folder``: where all workers of a supervisor have their sockets. ``adopt``: called with a connection
        and what was read of it."""
        self.handed_over = 0
        self._folder = folder
        self._number = number
        self._workers = workers
        self._adopt = adopt
        self._loop = asyncio.get_running_loop()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        # The name passes from a worker that is being replaced to its successor without a gap.
        own = folder / f"{number}.{os.getpid()}"
        self._socket.bind(str(own))
        own.rename(folder / str(number))
        self._loop.add_reader(self._socket, self._take)

    def close(self) -> None:
        """Take nothing more."""
        self._loop.remove_reader(self._socket)
        self._socket.close()

    def hand_over(self, match: str, connection: socket.socket, read: bytes, done: Callable[[bool], None]) -> None:
        """Hand a connection to the worker where ``match`` belongs; ``read``: what was read of it.

        ``done`` is called once, at once or soon: with True when another worker has the connection, so that it is to
        be closed here; with False when it is to be served here.
        """
        order = ranked(match, self._workers)
        self._try(order[: order.index(self._number)], connection, read, done, MOST_TRIES)

    def _try(
        self,
        order: list[int],
        connection: socket.socket,
        read: bytes,
        done: Callable[[bool], None],
        tries: int,
    ) -> None:
        while order and len(read) <= MOST_BYTES and connection.fileno() >= 0:
            try:
                target = str(self._folder / str(order[0]))
                # socket.send_fds ignores the address.
                rights = array("i", [connection.fileno()])
                self._socket.sendmsg([read], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)], 0, target)
            except BlockingIOError:
                if tries > 0:
                    self._loop.call_later(RETRY, self._try, order, connection, read, done, tries - 1)
                    return
                break
            except OSError:
                # It has ended, or has not begun to serve.
                order = order[1:]
            else:
                self.handed_over += 1
                done(True)
                return
        done(False)

    def _take(self) -> None:
        while True:
            try:
                read, files, _, _ = socket.recv_fds(self._socket, MOST_BYTES, 1)
            except BlockingIOError:
                return
            for file in files:
                self._adopt(socket.socket(fileno=file), read)
