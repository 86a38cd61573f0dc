"""Signals that would end a service by default, and must not: SIGHUP, SIGUSR1, SIGUSR2."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable

log = logging.getLogger("bocage.app")

_SPARED = (signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2)


def hold() -> None:
    """Keep these signals back until :func:`spare` has installed their handlers; none of them is lost."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _SPARED)


def spare(loop: asyncio.AbstractEventLoop) -> None:
    """Log SIGUSR1 and SIGUSR2, and deliver what :func:`hold` kept back. SIGHUP must have a handler by then."""
    for number in (signal.SIGUSR1, signal.SIGUSR2):
        loop.add_signal_handler(number, log.info, "%s means nothing here and was ignored", number.name)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _SPARED)


class HangUp:
    """What SIGHUP means: the terminal was closed, or somebody asks for a reload."""

    def __init__(self) -> None:
        self._at_terminal = has_terminal()
        # nohup starts a program like this.
        self._outlives = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN

    def handler(self, close: Callable[[], object], reload: Callable[[], None]) -> Callable[[], None]:
        """A handler of SIGHUP. ``close``: the terminal is gone and nobody could end the service there any more."""

        def handle() -> None:
            if not self._at_terminal or has_terminal():
                reload()
                return
            self._at_terminal = False
            if self._outlives:
                log.info("the terminal was closed; the service was started with nohup and goes on")
            else:
                close()

        return handle


def has_terminal() -> bool:
    """Whether this process has a terminal that controls it."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True
