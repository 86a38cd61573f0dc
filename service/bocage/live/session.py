"""One connection's conversation, without any I/O: messages in, frames and commands out."""

from __future__ import annotations

import logging
from collections.abc import Callable

from bocage.limits import READING, Rate, over_limit
from bocage.live.commands import Decide, act, decline_draw, decline_undo, draw, resign, undo
from bocage.live.interfaces import Connection, Identity, SessionHost
from bocage.live.outbox import LOBBY
from bocage.live.session_command import SessionCommand
from bocage.live.watching import Subscription
from bocage.protocol.codec import Codec, DecodeError
from bocage.protocol.framing import frame_of
from bocage.protocol.messages import (
    Ack,
    Act,
    ClientMessage,
    DeclineDraw,
    DeclineUndo,
    Draw,
    Hello,
    Language,
    Message,
    Move,
    Ping,
    Pong,
    Refused,
    Resign,
    Resume,
    Said,
    Say,
    Undo,
    Unwatch,
    UnwatchLobby,
    Watch,
    WatchLobby,
    Welcome,
)
from bocage.protocol.refusal import RefusedError
from bocage.protocol.sign_ins import sign_in_id
from bocage.protocol.written import is_legible, tidied

log = logging.getLogger("bocage.session")


class Session:
    """What one connection knows and wants. Nothing it does waits for anything but the host's answers."""

    __slots__ = (
        "_backlog",
        "_bad",
        "_host",
        "_on_left",
        "_rate",
        "_refused_in_a_row",
        "born",
        "closed",
        "codec",
        "connection",
        "greeted",
        "in_lobby",
        "lang",
        "name",
        "outbox",
        "player",
        "sign_in",
        "subscriptions",
        "unheard",
    )

    def __init__(
        self, host: SessionHost, connection: Connection, codec: Codec, on_left: Callable[[Session], None]
    ) -> None:
        """``on_left`` is called once, when the connection is gone."""
        self._host = host
        self._on_left = on_left
        self.connection = connection
        self.outbox = connection.outbox
        self.codec = codec
        self.lang: Language = "en"
        #: Id and name of the player; empty: nobody known.
        self.player = ""
        self.name = ""
        #: Id of the sign-in whose token came; empty: none came.
        self.sign_in = ""
        #: Players whose lines of chat are not sent.
        self.unheard: frozenset[str] = frozenset()
        self.subscriptions: dict[str, Subscription] = {}
        self.in_lobby = False
        self.greeted = False
        self.closed = False
        #: Loop time since which a hello is waited for.
        self.born = host.clock()
        self._rate = Rate(host.limits.message_rate, host.limits.message_burst)
        self._bad = 0
        self._refused_in_a_row = 0
        #: Messages that came while the token was being looked up.
        self._backlog: list[ClientMessage] | None = None

    @property
    def owes_hello(self) -> bool:
        """Whether it has not said hello. One whose token is being looked up has."""
        return not self.greeted and self._backlog is None

    # What the connection says -----------------------------------------------------------------

    def receive(self, payload: bytes) -> None:
        """A whole message came. A mistake of ours ends the connection, with a code that says so."""
        try:
            self._receive(payload)
        except Exception:
            log.exception("a message could not be handled")
            self.close("internal")

    def _receive(self, payload: bytes) -> None:
        host = self._host
        host.counts.messages_in += 1
        if host.observer is not None:
            host.observer.received()
        if self.codec.text and not _is_utf8(payload):
            # RFC 6455, section 8.1. An action is decoded later, by its game, so the decoder does not see all of it.
            self.close("not_text")
            return
        try:
            message = self.codec.decode_client(payload)
        except DecodeError as error:
            self._not_understood(str(error))
            return
        wait = self._rate.take(host.clock())
        if wait:
            self._too_fast(message, wait)
            return
        self._refused_in_a_row = 0
        if self._backlog is not None:
            self._backlog.append(message)
        else:
            self._handle(message)

    def disturbed(self) -> None:
        """A frame came that is no message; it counts as one."""
        if self._rate.take(self._host.clock()):
            self._refused_in_a_row += 1
            if self._refused_in_a_row > self._host.limits.message_burst:
                self.close("flood")

    def renew(self, match: str) -> None:
        """There is room again for the snapshot of a match whose updates were dropped."""
        if match == LOBBY:
            self._host.join_lobby(self)
            return
        subscription = self.subscriptions.get(match)
        if subscription is not None and subscription.viewer is not None:
            self._host.renew(self, subscription)

    def left(self) -> None:
        """The connection is gone."""
        self.closed = True
        for match in list(self.subscriptions):
            self._unfollow(match)
        self._on_left(self)

    # What the node says -----------------------------------------------------------------------

    def send(self, message: Message) -> None:
        """Send a message that must not be dropped."""
        if not self.closed:
            self.outbox.write(frame_of(self.codec, message))

    def refuse(self, error: RefusedError, match: str = "", request: int = 0) -> None:
        """Say that something was not carried out."""
        self._host.counts.refused[error.code] += 1
        texts = self._host.texts_of(match) if match else None
        self.send(
            Refused(
                code=error.code,
                text=error.sentence(self.lang, texts),
                id=request,
                match=match,
                rule=error.rule,
                limit=error.limit,
                retry=error.retry,
            )
        )

    def close(self, name: str) -> None:
        """End the connection with a close code."""
        self._host.counts.closed[name] += 1
        self.connection.close(name)

    def wants(self, subscription: Subscription) -> bool:
        """Whether the subscription is still the one that counts for its match."""
        return self.subscriptions.get(subscription.match) is subscription

    def rejected(self, subscription: Subscription, error: RefusedError) -> None:
        """The match cannot be followed."""
        if self.wants(subscription):
            del self.subscriptions[subscription.match]
            self.refuse(error, subscription.match)

    def restart(self, subscription: Subscription) -> None:
        """The room of a match that is followed here was closed: look for it again, from the beginning."""
        if self.wants(subscription):
            again = Subscription(subscription.match, subscription.open_hands, subscription.invite)
            again.odds = subscription.odds
            self._follow(again)

    # Messages ---------------------------------------------------------------------------------

    def _not_understood(self, why: str) -> None:
        self._bad += 1
        if self._bad >= self._host.limits.bad_messages:
            self.close("bad_messages")
        else:
            self.refuse(RefusedError("bad_message", why))

    def _too_fast(self, message: ClientMessage, wait: float) -> None:
        self._refused_in_a_row += 1
        if self._refused_in_a_row > self._host.limits.message_burst:
            self.close("flood")
        else:
            self.refuse(over_limit("message_rate", wait), getattr(message, "match", ""), getattr(message, "id", 0))

    def _handle(self, message: ClientMessage) -> None:
        if not self.greeted and type(message) is not Hello:
            self.refuse(RefusedError("hello_first"), getattr(message, "match", ""), getattr(message, "id", 0))
            return
        match message:
            case Act():
                self._act(message)
            case Ping():
                self.send(Pong(message.id, self._host.now()))
            case Watch():
                self._wish(Subscription(message.match, message.open, message.invite, odds=message.odds))
            case Resume():
                self._resume(message)
            case Hello():
                self._hello(message)
            case Unwatch():
                self._unfollow(message.match)
            case Resign():
                self._command(message, 0, resign(self.player))
            case Draw():
                self._command(message, message.seq, draw(self.player, message.seq))
            case DeclineDraw():
                self._command(message, message.seq, decline_draw(self.player, message.seq))
            case Undo():
                self._command(message, message.seq, undo(self.player, message.seq))
            case DeclineUndo():
                self._command(message, message.seq, decline_undo(self.player, message.seq))
            case Say():
                self._say(message)
            case WatchLobby():
                self._watch_lobby(message)
            case UnwatchLobby():
                self._unwatch_lobby(message)

    def _hello(self, message: Hello) -> None:
        if self.greeted:
            self.refuse(RefusedError("hello_again"))
            return
        self.lang = message.lang
        if message.token:
            self._backlog = []
            self.sign_in = sign_in_id(message.token)
            self._host.authenticate(message.token, self._known)
        else:
            self._welcome()

    def _known(self, player: Identity | None, error: RefusedError | None, unheard: frozenset[str]) -> None:
        """Whose token it was."""
        backlog, self._backlog = self._backlog or [], None
        if self.closed:
            return
        if player is not None:
            self.player, self.name, self.unheard = player.id, player.name, unheard
            self._welcome()
        else:
            self.sign_in = ""
            # Another hello may follow, and how long ours took is not counted.
            self.born = self._host.clock()
            self.refuse(error or RefusedError("bad_token"))
        for message in backlog:
            self._handle(message)

    def _welcome(self) -> None:
        self.greeted = True
        host = self._host
        self.send(Welcome(host.version, host.now(), self.player, self.name, host.per_match))
        for message in host.greetings():
            self.send(message)

    def _resume(self, message: Resume) -> None:
        wish = Subscription(message.match, message.open, message.invite, message.seq, message.digest, message.odds)
        self._wish(wish)

    def _wish(self, subscription: Subscription) -> None:
        if subscription.since >= 0 or subscription.open_hands or not self._host.seq_of(subscription.match):
            self._rate.charge(self._host.clock(), READING - 1)
        self._follow(subscription)

    def _follow(self, subscription: Subscription) -> None:
        match = subscription.match
        if match not in self.subscriptions and len(self.subscriptions) >= self._host.limits.matches_per_socket:
            self.refuse(over_limit("matches_per_socket"), match)
            return
        self._unfollow(match)
        self.subscriptions[match] = subscription
        self._host.watch(self, subscription)

    def _unfollow(self, match: str) -> None:
        subscription = self.subscriptions.pop(match, None)
        self.outbox.behind.discard(match)
        if subscription is not None:
            self._host.unwatch(self, subscription)

    def _act(self, message: Act) -> None:
        decide, observer = act(self.player, message.seq, message.action, self.codec), self._host.observer
        if observer is not None:
            decide = observer.decoded(message.match, message.seq, decide)
        self._command(message, message.seq, decide)

    def _command(self, message: Move, seen: int, decide: Decide) -> None:
        match, host = message.match, self._host
        command = SessionCommand(self, message.id, match, decide, seen)
        if not self.player:
            command.refused(RefusedError("no_token"))
        elif host.draining:
            command.refused(RefusedError("draining", retry=host.drain_hint()))
        else:
            if 0 < host.seq_of(match) < seen:
                self._rate.charge(host.clock(), READING - 1)
            host.submit(match, command)

    def _say(self, message: Say) -> None:
        try:
            said = self._line_of_chat(message)
        except RefusedError as error:
            self.refuse(error, message.match, message.id)
            return
        viewer = self.subscriptions[message.match].viewer
        assert viewer is not None
        self._host.say(said, to_seats=viewer >= 0)
        self.send(Ack(message.id))

    def _line_of_chat(self, message: Say) -> Said:
        limits = self._host.limits
        if not self.player:
            raise RefusedError("no_token")
        subscription = self.subscriptions.get(message.match)
        if subscription is None or subscription.viewer is None:
            raise RefusedError("not_watching")
        text = tidied(message.text)
        if len(text) > limits.chat_length:
            raise over_limit("chat_length")
        if not text:
            raise RefusedError("bad_message", "text")
        if not is_legible(text):
            raise RefusedError("bad_text")
        wait = self._host.chat_rates.take(self.player, self._host.clock())
        if wait:
            raise over_limit("chat_rate", wait)
        return Said(message.match, self.player, self.name, self._host.word_filter(text), self._host.now())

    def _watch_lobby(self, message: WatchLobby) -> None:
        self.in_lobby = True
        self._host.join_lobby(self)

    def _unwatch_lobby(self, message: UnwatchLobby) -> None:
        self.in_lobby = False
        self.outbox.behind.discard(LOBBY)
        self._host.leave_lobby(self)


def _is_utf8(payload: bytes) -> bool:
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True
