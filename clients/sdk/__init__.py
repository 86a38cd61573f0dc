"""The Python client of Bocage: connect, play, watch; a bot is one function."""

from clients.sdk.bot import FromFacts, Strategy, run_bot
from clients.sdk.client import Client, Status, connect
from clients.sdk.errors import BocageError, ClosedError, FateUnknownError, RefusedError, UnreachableError
from clients.sdk.mirror import State
from clients.sdk.play import Play, Turn

__all__ = [
    "BocageError",
    "Client",
    "ClosedError",
    "FateUnknownError",
    "FromFacts",
    "Play",
    "RefusedError",
    "State",
    "Status",
    "Strategy",
    "Turn",
    "UnreachableError",
    "connect",
    "run_bot",
]
