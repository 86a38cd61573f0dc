"""The Python client of Bocage: connect, play, watch; a bot is one function."""

from clients.sdk.bot import FromFacts, Strategy, run_bot
from clients.sdk.client import Client, Status, connect
from clients.sdk.errors import BocageError, ClosedError, FateUnknownError, RefusedError, UnreachableError
from clients.sdk.mirror import MatchState
from clients.sdk.play import PendingDecision, Play

__all__ = [
    "BocageError",
    "Client",
    "ClosedError",
    "FateUnknownError",
    "FromFacts",
    "MatchState",
    "PendingDecision",
    "Play",
    "RefusedError",
    "Status",
    "Strategy",
    "UnreachableError",
    "connect",
    "run_bot",
]
