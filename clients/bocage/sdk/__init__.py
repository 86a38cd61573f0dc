"""The Python client of Bocage: connect, play, watch. A bot is one function."""

from bocage.sdk.bot import FromFacts, Strategy, run_bot
from bocage.sdk.client import Client, Status, connect
from bocage.sdk.errors import BocageError, ClosedError, FateUnknownError, RefusedError, UnreachableError
from bocage.sdk.mirror import MatchState
from bocage.sdk.play import PendingDecision, Play
from bocage.sdk.program import Accepts, Program

__all__ = [
    "Accepts",
    "BocageError",
    "Client",
    "ClosedError",
    "FateUnknownError",
    "FromFacts",
    "MatchState",
    "PendingDecision",
    "Play",
    "Program",
    "RefusedError",
    "Status",
    "Strategy",
    "UnreachableError",
    "connect",
    "run_bot",
]
