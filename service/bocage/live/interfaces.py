"""What a session needs of others: its connection, and the host that holds rooms, players and the lobby."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from bocage.limits import Limits, Rates
from bocage.live.commands import Command
from bocage.live.observer import ActionObserver
from bocage.live.outbox import Outbox
from bocage.live.watching import Subscription, Watcher
from bocage.protocol.codec import Codec
from bocage.protocol.messages import Message, Said
from bocage.protocol.refusal import RefusedError
from bocage.word_filter import WordFilter

#: Headers by which a proxy says for whom it asks. The first one alone is believed, of proxies that are named.
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")


class Connection(Protocol):
    """A connection as its session sees it; see :class:`~bocage.live.connection.WebSocketConnection`."""

    outbox: Outbox
    address: str
    #: When the last sign of life came (seconds, the loop's clock).
    heard: float

    def close(self, name: str, reason: str = "") -> None:
        """Say goodbye with a close code."""

    def ping(self) -> None:
        """Ask for a sign of life."""


class LobbyWatcher(Protocol):
    """A session as the lobby sees it. Two are the same only if they are the same object."""

    codec: Codec
    outbox: Outbox


class MatchWatcher(Watcher, Protocol):
    """A session as the code sees it that carries out the effects of a room."""

    outbox: Outbox
    #: Players whose lines of chat it is not sent.
    unheard: frozenset[str]

    def send(self, message: Message) -> None:
        """Send a message that must not be dropped."""

    def wants(self, subscription: Subscription) -> bool:
        """Whether the subscription is still the one that counts for its match."""

    def rejected(self, subscription: Subscription, error: RefusedError) -> None:
        """The match cannot be followed."""

    def restart(self, subscription: Subscription) -> None:
        """The room was closed: look for the match again, from the beginning."""


class SessionCounts(Protocol):
    """What sessions count."""

    #: Messages received; refusals by code; connections closed by this side, by the name of the close code.
    messages_in: int
    refused: Counter[str]
    closed: Counter[str]


class Identity(Protocol):
    """A player who is known by their token."""

    @property
    def id(self) -> str:
        """The player's id."""

    @property
    def name(self) -> str:
        """What others read."""


#: Called with the player whose token it was and whose lines of chat they do not read, with what went wrong, or with
#: neither if no player has this token.
Identified: TypeAlias = Callable[[Identity | None, RefusedError | None, frozenset[str]], None]


class SessionHost(Protocol):
    """What a session may ask of the node it lives on."""

    limits: Limits
    #: The release, as ``welcome`` says it.
    version: str
    #: Whether clients are to open a connection for each match.
    per_match: bool
    #: No new work is taken: the node is about to stop.
    draining: bool
    #: Lines of chat, by player.
    chat_rates: Rates
    #: A line of chat as others may read it.
    word_filter: WordFilter
    #: Who is told how actions pass; None: nobody.
    observer: ActionObserver | None

    @property
    def counts(self) -> SessionCounts:
        """Where sessions count."""

    def clock(self) -> float:
        """Seconds; for rates and silences."""

    def now(self) -> int:
        """Milliseconds, the store's clock; for messages."""

    def drain_hint(self) -> int:
        """How many milliseconds a client that is sent away should wait."""

    def authenticate(self, token: str, then: Identified) -> None:
        """Find out whose token this is, and call ``then``; later."""

    def greetings(self) -> Sequence[Message]:
        """What a connection is told after ``welcome``."""

    def join_lobby(self, watcher: LobbyWatcher) -> None:
        """Send all rows of the lobby, then every change."""

    def leave_lobby(self, watcher: LobbyWatcher) -> None:
        """Send no more of the lobby."""

    def seq_of(self, match: str) -> int:
        """The last entry of a match that is known here; 0: the match is not open here."""

    def texts_of(self, match: str) -> Mapping[str, Mapping[str, str]] | None:
        """The catalogues of a match's game, by language; None: the match is not open here."""

    def watch(self, watcher: MatchWatcher, subscription: Subscription) -> None:
        """Show the match, or call ``rejected``."""

    def unwatch(self, watcher: MatchWatcher, subscription: Subscription) -> None:
        """Show the match no more."""

    def renew(self, watcher: MatchWatcher, subscription: Subscription) -> None:
        """Updates were dropped; there is room for a snapshot now."""

    def submit(self, match: str, command: Command) -> None:
        """Judge, store and answer a command."""

    def say(self, said: Said, to_seats: bool) -> None:
        """Tell everybody who watches a match that is open here. ``to_seats``: players, too."""
