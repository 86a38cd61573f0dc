"""Signals whose default action, ending the process, is not wanted: SIGHUP, SIGUSR1, SIGUSR2."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable

log = logging.getLogger("bocage.app")

_SPARED = (signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2)


def hold() -> None:
    """Block these signals until :func:`spare` has installed handlers, so that none is lost."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _SPARED)


def spare(loop: asyncio.AbstractEventLoop) -> None:
    """Log SIGUSR1 and SIGUSR2, and unblock pending signals. SIGHUP must have a handler by then."""
    for number in (signal.SIGUSR1, signal.SIGUSR2):
        loop.add_signal_handler(number, log.info, "%s is ignored", number.name)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _SPARED)


class HangUp:
    """The meaning of SIGHUP: the terminal was closed, or a request for a reload."""

    def __init__(self) -> None:
        self._at_terminal = has_terminal()
        # Set by nohup.
        self._outlives = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN

    def handler(self, close: Callable[[], object], reload: Callable[[], None]) -> Callable[[], None]:
        """Create a handler of SIGHUP. ``close``: the terminal is gone, so the service could not be stopped
        there.
        """

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
    """True if this process has a controlling terminal."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True
