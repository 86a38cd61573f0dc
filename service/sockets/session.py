"""One connection's conversation, without any I/O: messages in, frames and commands out."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from protocol.codec import Codec, DecodeError
from protocol.messages import (
    Ack,
    Act,
    ClientMessage,
    Draw,
    Hello,
    Language,
    Message,
    Ping,
    Pong,
    Refused,
    Resign,
    Resume,
    Said,
    Say,
    Unwatch,
    UnwatchLobby,
    Watch,
    WatchLobby,
    Welcome,
)
from protocol.refusal import RefusedError
from service.games.kernel import AnyGame
from service.limits import READING, Rate
from service.match import judge
from service.match.entries import Body
from service.match.match import Match
from service.node.lobby import LOBBY
from service.node.refusals import over_limit
from service.room.commands import Command, Decide
from service.room.feed import Subscription
from service.sockets.interfaces import Connection
from service.sockets.outbox import encode_frame
from service.store import Player

if TYPE_CHECKING:
    from service.node.node import Node
    from service.room.room import Room


log = logging.getLogger("bocage.session")


class SessionCommand(Command):
    """A command that a session waits for."""

    __slots__ = ("_id", "_match", "_session")

    def __init__(self, session: Session, request: int, match: str, decide: Decide) -> None:
        super().__init__(decide)
        self._session = session
        self._id = request
        self._match = match

    def stored(self, seq: int, again: bool) -> None:
        self._session.send(Ack(self._id, seq, again))

    def refused(self, error: RefusedError) -> None:
        self._session.refuse(error, self._match, self._id)


class Session:
    """What one connection knows and wants. Nothing it does waits for anything but the node's answers."""

    __slots__ = (
        "_backlog",
        "_bad",
        "_node",
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
        "subscriptions",
    )

    def __init__(self, node: Node, connection: Connection, codec: Codec) -> None:
        self._node = node
        self.connection = connection
        self.outbox = connection.outbox
        self.codec = codec
        self.lang: Language = "en"
        #: Id and name of the player; empty: nobody known.
        self.player = ""
        self.name = ""
        self.subscriptions: dict[str, Subscription] = {}
        self.in_lobby = False
        self.greeted = False
        self.closed = False
        #: Loop time when the connection was made.
        self.born = node.clock()
        self._rate = Rate(node.limits.message_rate, node.limits.message_burst)
        self._bad = 0
        self._refused_in_a_row = 0
        #: Messages that came while the token was being looked up.
        self._backlog: list[ClientMessage] | None = None

    # What the connection says -----------------------------------------------------------------

    def receive(self, payload: bytes) -> None:
        """A whole message came. A mistake of ours ends the connection, with a code that says so."""
        try:
            self._receive(payload)
        except Exception:
            log.exception("a message could not be handled")
            self.close("internal")

    def _receive(self, payload: bytes) -> None:
        self._node.counts.messages_in += 1
        try:
            message = self.codec.decode_client(payload)
        except DecodeError as error:
            self._not_understood(payload, str(error))
            return
        wait = self._rate.take(self._node.clock())
        if wait:
            self._too_fast(message, wait)
            return
        self._refused_in_a_row = 0
        if self._backlog is not None:
            self._backlog.append(message)
        elif self.greeted:
            _HANDLERS[type(message)](self, message)
        else:
            self._handle(message)

    def disturbed(self) -> None:
        """A frame came that is no message; it counts as one."""
        if self._rate.take(self._node.clock()):
            self._refused_in_a_row += 1
            if self._refused_in_a_row > self._node.limits.message_burst:
                self.close("flood")

    def renew(self, match: str) -> None:
        """There is room again for the snapshot of a match whose updates were dropped."""
        if match == LOBBY:
            self._node.lobby.join(self)
            return
        subscription = self.subscriptions.get(match)
        if subscription is not None and subscription.feed is not None and subscription.group is not None:
            self.outbox.update(match, subscription.feed.snapshot(subscription.group, self.codec))

    def left(self) -> None:
        """The connection is gone."""
        self.closed = True
        for match in list(self.subscriptions):
            self._unfollow(match)
        self._node.leave(self)

    # What the node says -----------------------------------------------------------------------

    def send(self, message: Message) -> None:
        """Send a message that must not be dropped."""
        if not self.closed:
            self.outbox.write(encode_frame(self.codec.encode(message), self.codec.text))

    def refuse(self, error: RefusedError, match: str = "", request: int = 0, game: AnyGame | None = None) -> None:
        """Say that something was not carried out."""
        self._node.counts.refused[error.code] += 1
        if game is None and match:
            game = self._node.game_of(match)
        self.send(
            Refused(
                code=error.code,
                text=error.sentence(self.lang, game.text if game else None),
                id=request,
                match=match,
                rule=error.rule,
                limit=error.limit,
                retry=error.retry,
            )
        )

    def close(self, name: str) -> None:
        """End the connection with a close code."""
        self._node.counts.closed[name] += 1
        self.connection.close(name)

    def restart(self, match: str) -> None:
        """The table of a match that is followed here was closed: look for it again, from the beginning."""
        subscription = self.subscriptions.get(match)
        if subscription is not None:
            self._follow(Subscription(match, subscription.open_hands, subscription.invite))

    # Messages ---------------------------------------------------------------------------------

    def _not_understood(self, payload: bytes, why: str) -> None:
        if self.codec.text and not _is_utf8(payload):
            # RFC 6455, section 8.1
            self.close("not_text")
            return
        self._bad += 1
        if self._bad >= self._node.limits.bad_messages:
            self.close("bad_messages")
        else:
            self.refuse(RefusedError("bad_message", why))

    def _too_fast(self, message: ClientMessage, wait: float) -> None:
        self._refused_in_a_row += 1
        if self._refused_in_a_row > self._node.limits.message_burst:
            self.close("flood")
        else:
            self.refuse(over_limit("message_rate", wait), getattr(message, "match", ""), getattr(message, "id", 0))

    def _handle(self, message: ClientMessage) -> None:
        if not self.greeted and type(message) is not Hello:
            self.refuse(RefusedError("hello_first"), getattr(message, "match", ""), getattr(message, "id", 0))
            return
        _HANDLERS[type(message)](self, message)

    def _hello(self, message: Hello) -> None:
        if self.greeted:
            self.refuse(RefusedError("hello_again"))
            return
        self.lang = message.lang
        if message.token:
            self._backlog = []
            self._node.authenticate(message.token, self._known)
        else:
            self._welcome()

    def _known(self, player: Player | None, error: RefusedError | None) -> None:
        """Whose token it was."""
        backlog, self._backlog = self._backlog or [], None
        if self.closed:
            return
        if player is not None:
            self.player, self.name = player.id, player.name
            self._welcome()
        else:
            self.refuse(error or RefusedError("bad_token"))
        for message in backlog:
            self._handle(message)

    def _welcome(self) -> None:
        self.greeted = True
        node = self._node
        self.send(Welcome(node.version, node.store.now(), self.player, self.name))
        node.greet(self)

    def _watch(self, message: Watch) -> None:
        self._wish(Subscription(message.match, message.open, message.invite))

    def _resume(self, message: Resume) -> None:
        self._wish(Subscription(message.match, message.open, message.invite, message.seq))

    def _wish(self, subscription: Subscription) -> None:
        if subscription.since >= 0 or subscription.open_hands or subscription.match not in self._node.rooms:
            self._rate.charge(self._node.clock(), READING - 1)
        self._follow(subscription)

    def _follow(self, subscription: Subscription) -> None:
        match = subscription.match
        if match not in self.subscriptions and len(self.subscriptions) >= self._node.limits.matches_per_socket:
            self.refuse(over_limit("matches_per_socket"), match)
            return
        self._unfollow(match)
        self.subscriptions[match] = subscription
        self._node.with_room(match, partial(self._found, subscription), partial(self._not_found, subscription))

    def _found(self, subscription: Subscription, room: Room) -> None:
        if self.subscriptions.get(subscription.match) is subscription:
            try:
                room.follow(self, subscription)
            except RefusedError as error:
                self._not_found(subscription, error)

    def _not_found(self, subscription: Subscription, error: RefusedError) -> None:
        if self.subscriptions.get(subscription.match) is subscription:
            del self.subscriptions[subscription.match]
            self.refuse(error, subscription.match)

    def _unwatch(self, message: Unwatch) -> None:
        self._unfollow(message.match)

    def _unfollow(self, match: str) -> None:
        subscription = self.subscriptions.pop(match, None)
        self.outbox.behind.discard(match)
        room = self._node.rooms.get(match)
        if subscription is not None and room is not None:
            room.leave(self, subscription)

    def _act(self, message: Act) -> None:
        player, seq, raw, codec = self.player, message.seq, message.action, self.codec

        def decide(match: Match) -> Body | judge.Again:
            return judge.act(match, match.seat_of(player) if player else -1, seq, raw, codec)

        self._command(message, decide)

    def _resign(self, message: Resign) -> None:
        self._command(message, lambda match: judge.resign(match, match.seat_of(self.player) if self.player else -1))

    def _draw(self, message: Draw) -> None:
        player, seq = self.player, message.seq
        self._command(message, lambda match: judge.draw(match, match.seat_of(player) if player else -1, seq))

    def _command(self, message: Act | Resign | Draw, decide: Decide) -> None:
        match = message.match
        node = self._node
        command = SessionCommand(self, message.id, match, decide)
        if not isinstance(message, Resign):
            command.seen = message.seq
        if not self.player:
            command.refused(RefusedError("no_token"))
        elif node.draining:
            command.refused(RefusedError("draining", retry=node.drain_hint()))
        elif (room := node.rooms.get(match)) is not None:
            if command.seen > room.match.seq:
                self._rate.charge(node.clock(), READING - 1)
            room.submit(command)
        else:
            node.with_room(match, lambda room: room.submit(command), command.refused)

    def _say(self, message: Say) -> None:
        try:
            said = self._line_of_chat(message)
        except RefusedError as error:
            self.refuse(error, message.match, message.id)
            return
        group = self.subscriptions[message.match].group
        self._node.rooms[message.match].say(said, to_seats=group is not None and group.viewer >= 0)
        self.send(Ack(message.id))

    def _line_of_chat(self, message: Say) -> Said:
        limits = self._node.limits
        if not self.player:
            raise RefusedError("no_token")
        subscription = self.subscriptions.get(message.match)
        if subscription is None or subscription.group is None:
            raise RefusedError("not_watching")
        text = " ".join(message.text.split())
        if len(text) > limits.chat_length:
            raise over_limit("chat_length")
        if not text.isprintable() or not text:
            raise RefusedError("bad_message", "text")
        wait = self._node.chat_rates.take(self.player, self._node.clock())
        if wait:
            raise over_limit("chat_rate", wait)
        return Said(message.match, self.player, self.name, text, self._node.store.now())

    def _watch_lobby(self, message: WatchLobby) -> None:
        self.in_lobby = True
        self._node.lobby.join(self)

    def _unwatch_lobby(self, message: UnwatchLobby) -> None:
        self.in_lobby = False
        self.outbox.behind.discard(LOBBY)
        self._node.lobby.leave(self)

    def _ping(self, message: Ping) -> None:
        self.send(Pong(message.id, self._node.store.now()))


_HANDLERS: dict[type[Message], Callable[[Session, Any], None]] = {
    Hello: Session._hello,
    Watch: Session._watch,
    Resume: Session._resume,
    Unwatch: Session._unwatch,
    Act: Session._act,
    Resign: Session._resign,
    Draw: Session._draw,
    Say: Session._say,
    WatchLobby: Session._watch_lobby,
    UnwatchLobby: Session._unwatch_lobby,
    Ping: Session._ping,
}


def _is_utf8(payload: bytes) -> bool:
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True
