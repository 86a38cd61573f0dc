"""Sessions: the state of each connection of a node. Messages come in, frames and commands go out."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Protocol

from bocage.limits import READING, Limits, Rate, Rates, over_limit
from bocage.live import inputs
from bocage.live.commands import Command
from bocage.live.lobby import LobbyFeed
from bocage.live.outbox import LOBBY, Outbox
from bocage.live.refusals import explain
from bocage.live.rooms import Rooms
from bocage.live.watching import Subscription, Watcher
from bocage.log import judge
from bocage.log.entries import Body
from bocage.log.match import Match
from bocage.protocol.codec import UNDECODABLE, Codec, why_undecodable
from bocage.protocol.framing import frame_of
from bocage.protocol.messages import (
    Accept,
    AccountRequest,
    Ack,
    Act,
    AnswerChallenge,
    ChallengePlayerTo,
    ClientMessage,
    DeclineDraw,
    DeclineUndo,
    Draining,
    Draw,
    Hello,
    Message,
    Move,
    Ping,
    Pong,
    Propose,
    Resign,
    Resume,
    Said,
    Say,
    Unavailable,
    Undo,
    Unwatch,
    UnwatchAccount,
    UnwatchLobby,
    Watch,
    WatchAccount,
    WatchLobby,
    Welcome,
)
from bocage.protocol.refusal import RefusedError
from bocage.protocol.sign_ins import sign_in_id
from bocage.protocol.written import is_legible, tidied
from bocage.store import Player, StoreError
from bocage.word_filter import WordFilter

log = logging.getLogger("bocage.session")

#: Seconds between two checks whether appends are under way.
PAUSE = 0.005
#: Seconds of silence after which a connection is sent a ping, and after which it is closed.
ASK_AFTER = 20.0
GIVE_UP_AFTER = 45.0
#: Connections that are looked at before others get their turn of the loop.
MOST_LOOKS = 500


class Connection(Protocol):
    """A connection as its session sees it: a websocket, or one of the simulation."""

    outbox: Outbox
    address: str
    #: When the last sign of life came (seconds, the loop's clock).
    heard: float

    def close(self, name: str, reason: str = "") -> None:
        """Close with a close code."""

    def ping(self) -> None:
        """Ask for a sign of life."""

    def counts_for(self, program: str) -> None:
        """Count frames for the account of a program instead of the address."""


async def _nobody(player: str) -> frozenset[str]:
    return frozenset()


class Session(Watcher):
    """The state of one connection. No method blocks."""

    __slots__ = (
        "_backlog",
        "_bad",
        "_rate",
        "_refused_in_a_row",
        "_rooms",
        "_sessions",
        "born",
        "connection",
        "counted_as",
        "greeted",
        "in_lobby",
        "name",
        "program",
        "scopes",
        "sign_in",
    )

    def __init__(self, sessions: Sessions, connection: Connection, codec: Codec) -> None:
        super().__init__(codec, connection.outbox, sessions.counts)
        self._sessions = sessions
        self._rooms = sessions.rooms
        self.connection = connection
        #: Name of the player.
        self.name = ""
        #: Id of the sign-in whose token came; empty: none came.
        self.sign_in = ""
        #: True if the player is a program.
        self.program = False
        #: Scopes of the token; None: everything.
        self.scopes: tuple[str, ...] | None = None
        #: Address or program whose connections it is counted with.
        self.counted_as = connection.address
        self.in_lobby = False
        self.greeted = False
        #: Loop time since which a hello is waited for.
        self.born = sessions.clock()
        self._rate = Rate(sessions.limits.message_rate, sessions.limits.message_burst)
        self._bad = 0
        self._refused_in_a_row = 0
        #: Messages that came while the token was being looked up.
        self._backlog: list[ClientMessage] | None = None

    @property
    def owes_hello(self) -> bool:
        """True if it has not said hello. One whose token is being looked up has."""
        return not self.greeted and self._backlog is None

    # Called by the connection -----------------------------------------------------------------

    def receive(self, payload: bytes) -> None:
        """Handle a message. An unexpected error ends the connection with the close code ``internal``."""
        sessions = self._sessions
        try:
            sessions.counts.messages_in += 1
            if self.codec.text and not _is_utf8(payload):
                # RFC 6455, section 8.1. An action is decoded later, by its game: the decoder does not see it all.
                self.close("not_text")
                return
            try:
                message = self.codec.decode_client.decode(payload)
            except UNDECODABLE as error:
                self._not_understood(why_undecodable(error))
                return
            wait = self._rate.take(sessions.clock())
            if wait:
                self._too_fast(message, wait)
                return
            self._refused_in_a_row = 0
            self._dispatch(message)
        except Exception:
            self._failed()

    def disturbed(self) -> None:
        """Count a frame that is no message as one."""
        if self._rate.take(self._sessions.clock()):
            self._refused_in_a_row += 1
            if self._refused_in_a_row > self._sessions.limits.message_burst:
                self.close("flood")

    def drained(self) -> None:
        """Send a snapshot of each match whose updates were dropped: the outbox has room again."""
        outbox = self.outbox
        outbox.drained()
        while outbox.behind and not outbox.full_since:
            match = outbox.behind.pop()
            if match == LOBBY:
                self._sessions.lobby.join(self)
            elif (subscription := self.subscriptions.get(match)) is not None and subscription.viewer is not None:
                self._rooms.renew(self, subscription)
            outbox.flush()

    def left(self) -> None:
        """End the session of a connection that is gone."""
        self.closed = True
        for match in list(self.subscriptions):
            self._unfollow(match)
        self._sessions.leave(self)

    # ------------------------------------------------------------------------------------------

    def refuse_request(self, error: RefusedError, match: str = "", request: int = 0) -> None:
        """Refuse in the words of the match's game."""
        self.refuse(error, match, request, self._rooms.texts_of(match) if match else None)

    def close(self, name: str) -> None:
        """End the connection with a close code, unless it is gone."""
        if self.closed:
            return
        self.counts.closed[name] += 1
        self.connection.close(name)

    def _failed(self) -> None:
        log.exception("a message could not be handled")
        self.close("internal")

    # Messages ---------------------------------------------------------------------------------

    def _dispatch(self, message: ClientMessage) -> None:
        if self._backlog is not None:
            self._backlog.append(message)
        elif type(message) is Act and self.greeted:
            self._command(message, message.seq)
        else:
            self._handle(message)

    def _not_understood(self, why: str) -> None:
        self._bad += 1
        if self._bad >= self._sessions.limits.bad_messages:
            self.close("bad_messages")
        else:
            self.refuse(RefusedError("bad_message", why))

    def _too_fast(self, message: ClientMessage, wait: float) -> None:
        self._refused_in_a_row += 1
        if self._refused_in_a_row > self._sessions.limits.message_burst:
            self.close("flood")
        else:
            error = over_limit("message_rate", wait)
            self.refuse_request(error, getattr(message, "match", ""), getattr(message, "id", 0))

    def _handle(self, message: ClientMessage) -> None:
        if not self.greeted and type(message) is not Hello:
            error = RefusedError("hello_first")
            self.refuse_request(error, getattr(message, "match", ""), getattr(message, "id", 0))
            return
        match message:
            case Act() | Draw() | DeclineDraw() | Undo() | DeclineUndo() | Propose() | Accept():
                self._command(message, message.seq)
            case Resign():
                self._command(message, 0)
            case Ping():
                self.send(Pong(message.id, self._sessions.store.now()))
            case Watch():
                self._watch(Subscription(message.match, message.open, message.invite, odds=message.odds))
            case Resume():
                self._watch(
                    Subscription(
                        message.match, message.open, message.invite, message.seq, message.digest, message.odds
                    )
                )
            case Hello():
                self._hello(message)
            case Unwatch():
                self._unfollow(message.match)
            case Say():
                self._say(message)
            case WatchLobby():
                self.in_lobby = True
                self._sessions.lobby.join(self)
            case WatchAccount() | UnwatchAccount() | ChallengePlayerTo() | AnswerChallenge():
                self._account(message)
            case UnwatchLobby():
                self.in_lobby = False
                self.outbox.behind.discard(LOBBY)
                self._sessions.lobby.leave(self)

    def _account(self, message: AccountRequest) -> None:
        sessions, number = self._sessions, getattr(message, "id", 0)
        if sessions.account_asked is None:
            self.refuse_request(RefusedError("bad_message", "no accounts here"), request=number)
        elif not self.player:
            self.refuse_request(RefusedError("no_token"), request=number)
        elif sessions.draining:
            self.refuse_request(RefusedError("draining", retry=sessions.drain_hint()), request=number)
        elif isinstance(message, ChallengePlayerTo | AnswerChallenge) and not self.may("challenge"):
            self.refuse_request(RefusedError("out_of_scope"), request=number)
        else:
            self._rate.charge(sessions.clock(), READING - 1)
            sessions.account_asked(self, message)

    def follow(self, match: str) -> None:
        """Follow a match of the player, unless it is followed or the connection follows too many."""
        if match not in self.subscriptions and len(self.subscriptions) < self._sessions.limits.matches_per_socket:
            self._watch(Subscription(match, False, ""))

    def _command(self, message: Move, seen: int) -> None:
        sessions, rooms = self._sessions, self._rooms
        command: Command = SessionCommand(self, message, seen)
        if sessions.traced is not None and type(message) is Act:
            command = sessions.traced(message.match, seen, command)
        if not self.player:
            command.refused(RefusedError("no_token"))
        elif not self.may("play"):
            command.refused(RefusedError("out_of_scope"))
        elif sessions.draining:
            command.refused(RefusedError("draining", retry=sessions.drain_hint()))
        else:
            now = sessions.clock()
            room = rooms.open.get(message.match)
            if room is None:
                self._rate.charge(now, READING - 1)
                rooms.submit(message.match, command)
                return
            room.touched = now
            if room.room.match.seq < seen:
                self._rate.charge(now, READING - 1)
            room.receive(inputs.Submit(command))

    def _hello(self, message: Hello) -> None:
        if self.greeted:
            self.refuse(RefusedError("hello_again"))
            return
        self.lang, self.short = message.lang, message.short
        if message.token:
            self._backlog = []
            self.sign_in = sign_in_id(message.token)
            self._sessions.rooms.background.spawn(self._authenticate(message.token), "authenticate")
        else:
            self._welcome()

    async def _authenticate(self, token: str) -> None:
        sessions = self._sessions
        changes = sessions.unheard_changes
        try:
            player = await sessions.store.authenticate(token)
            if player is not None and player.suspended:
                raise RefusedError("suspended")
            unheard = await sessions.unheard_of(player.id) if player is not None else frozenset()
        except Exception as error:
            self._known(None, explain(error, "a token could not be looked up"), frozenset())
            return
        self._known(player, RefusedError("bad_token"), unheard)
        if player is not None and changes != sessions.unheard_changes:
            # A change in the meantime came before this connection counted as theirs.
            sessions.unheard(player.id)

    def _known(self, player: Player | None, error: RefusedError, unheard: frozenset[str]) -> None:
        """The token was looked up. ``error``: the refusal where it is no player's."""
        backlog, self._backlog = self._backlog or [], None
        if self.closed:
            return
        if player is not None:
            self.player, self.name, self.unheard = player.id, player.name, unheard
            self.scopes = player.scopes
            if player.program and not self.counts_as_program():
                return
            self._welcome()
        else:
            self.sign_in = ""
            # Another hello may follow; the time of the lookup does not count.
            self.born = self._sessions.clock()
            self.refuse(error)
        try:
            for message in backlog:
                self._dispatch(message)
        except Exception:
            self._failed()

    def counts_as_program(self) -> bool:
        """Count the connection for the account of its program. False, and it is closed, if there are too many."""
        if not self.program and not self._sessions.count_as(self, self.player):
            self.close("too_many_sockets")
            return False
        self.program = True
        return True

    def may(self, scope: str) -> bool:
        """True if the token allows what needs ``scope``."""
        return self.scopes is None or scope in self.scopes

    def _welcome(self) -> None:
        self.greeted = True
        sessions = self._sessions
        self.send(Welcome(sessions.version, sessions.store.now(), self.player, self.name, sessions.per_match))
        if not sessions.store.writable:
            self.send(Unavailable(1000))

    def _watch(self, subscription: Subscription) -> None:
        match = subscription.match
        if subscription.since >= 0 or subscription.open_hands or match not in self._rooms.open:
            self._rate.charge(self._sessions.clock(), READING - 1)
        if match not in self.subscriptions and len(self.subscriptions) >= self._sessions.limits.matches_per_socket:
            self.refuse_request(over_limit("matches_per_socket"), match)
            return
        self._unfollow(match)
        self.subscriptions[match] = subscription
        self._rooms.watch(self, subscription)

    def _unfollow(self, match: str) -> None:
        subscription = self.subscriptions.pop(match, None)
        self.outbox.behind.discard(match)
        if subscription is not None:
            self._rooms.unwatch(self, subscription)

    def _say(self, message: Say) -> None:
        try:
            said = self._line_of_chat(message)
        except RefusedError as error:
            self.refuse_request(error, message.match, message.id)
            return
        viewer = self.subscriptions[message.match].viewer
        assert viewer is not None
        self._rooms.say(said, to_seats=viewer >= 0)
        self.send(Ack(message.id))

    def _line_of_chat(self, message: Say) -> Said:
        sessions = self._sessions
        if not self.player:
            raise RefusedError("no_token")
        if not self.may("play"):
            raise RefusedError("out_of_scope")
        subscription = self.subscriptions.get(message.match)
        if subscription is None or subscription.viewer is None:
            raise RefusedError("not_watching")
        text = tidied(message.text)
        if len(text) > sessions.limits.chat_length:
            raise over_limit("chat_length")
        if not text:
            raise RefusedError("bad_message", "text")
        if not is_legible(text):
            raise RefusedError("bad_text")
        wait = sessions.chat_rates.take(self.player, sessions.clock())
        if wait:
            raise over_limit("chat_rate", wait)
        text, now = sessions.word_filter(text), sessions.store.now()
        return Said(message.match, self.player, self.name, text, now, self.program)


class SessionCommand(Command):
    """A command of a client, which is sent the result."""

    __slots__ = ("_message", "_session")

    def __init__(self, session: Session, message: Move, seen: int) -> None:
        self._session = session
        self._message = message
        self.seen = seen
        self.asked = 0

    def decide(self, match: Match) -> Body | judge.Again:
        session, message = self._session, self._message
        seat = match.seat_of(session.player)
        match message:
            case Act():
                return judge.act(match, seat, message.seq, message.action, session.codec, message.undoable)
            case Resign():
                return judge.resign(match, seat)
            case Draw():
                return judge.draw(match, seat, message.seq)
            case DeclineDraw():
                return judge.decline_draw(match, seat, message.seq)
            case Undo():
                return judge.undo(match, seat, message.seq)
            case DeclineUndo():
                return judge.decline_undo(match, seat, message.seq)
            case Propose():
                return judge.propose(match, seat, message.seq, message.options)
            case Accept():
                return judge.accept(match, seat, message.seq)

    def stored(self, seq: int, again: bool) -> None:
        session = self._session
        if not session.closed:
            session.outbox.write(frame_of(session.codec, Ack(self._message.id, seq, again)))

    def refused(self, error: RefusedError) -> None:
        self._session.refuse_request(error, self._message.match, self._message.id)


class Sessions:
    """The sessions of one node, and the state that they share."""

    def __init__(
        self,
        rooms: Rooms,
        lobby: LobbyFeed,
        limits: Limits,
        *,
        version: str = "",
        per_match: bool = False,
        word_filter: WordFilter,
        rng: random.Random,
    ) -> None:
        """``version``, ``per_match``: as ``welcome`` tells them. ``rng``: spreads what is closed."""
        self.rooms = rooms
        self.lobby = lobby
        self.store = rooms.store
        self.counts = rooms.counts
        self.clock = rooms.clock
        self.limits = limits
        self.version = version
        self.per_match = per_match
        self.word_filter = word_filter
        self.all: set[Session] = set()
        #: No new work is taken: the node is about to stop.
        self.draining = False
        #: Lines of chat, by player.
        self.chat_rates = Rates(limits.chat_rate / 60, limits.chat_burst)
        #: Gives the players whose chat a player does not receive; a feature sets it.
        self.unheard_of: Callable[[str], Awaitable[frozenset[str]]] = _nobody
        #: How often players have changed, on any node, whose lines they do not read.
        self.unheard_changes = 0
        #: Gives the command to carry out instead of an action's; None: no action is traced. Arguments: match, the
        #: entry that it answers, its command.
        self.traced: Callable[[str, int, Command], Command] | None = None
        #: Carries out requests about an account; a feature sets it. None: there are no accounts.
        self.account_asked: Callable[[Session, AccountRequest], None] | None = None
        #: Called with every connection that is gone; a feature sets it.
        self.account_left: Callable[[Session], None] = lambda session: None
        self._rng = rng
        #: Connections by address, those of programs by player.
        self._addresses: Counter[str] = Counter()
        self._drain_spread = 0.0
        #: Loop time by which all connections are closed; None: no drain has begun.
        self._drain_deadline: float | None = None

    # Coming and going -------------------------------------------------------------------------

    def enter(self, connection: Connection, codec: Codec, most: int) -> Session | None:
        """A session for a new connection. None, and the connection is closed, if its address has ``most``."""
        if self.draining:
            self._turn_away(connection, "going_away")
            return None
        if self._addresses[connection.address] >= most:
            self._turn_away(connection, "too_many_sockets")
            return None
        session = Session(self, connection, codec)
        self.all.add(session)
        self._addresses[connection.address] += 1
        return session

    def _turn_away(self, connection: Connection, name: str) -> None:
        self.counts.closed[name] += 1
        connection.close(name)

    def leave(self, session: Session) -> None:
        """Forget the session of a connection that is gone."""
        self.all.discard(session)
        self.lobby.leave(session)
        self.account_left(session)
        self._uncount(session.counted_as)

    def count_as(self, session: Session, program: str) -> bool:
        """Count a connection for its program instead of its address. False if the program has too many."""
        if self._addresses[program] >= self.limits.account_sockets:
            return False
        self._uncount(session.counted_as)
        session.counted_as = program
        session.connection.counts_for(program)
        self._addresses[program] += 1
        return True

    def _uncount(self, who: str) -> None:
        self._addresses[who] -= 1
        if not self._addresses[who]:
            del self._addresses[who]

    async def drain(self, seconds: float) -> None:
        """Refuse new work, wait for appends under way, and close every connection, in turn.

        It takes at most ``seconds``; a further call has what the first one left of them.
        """
        now = asyncio.get_running_loop().time
        self.draining = True
        if self._drain_deadline is None:
            self._drain_deadline = now() + seconds
        deadline = self._drain_deadline
        sessions = list(self.all)
        # A few may leave at once; a thousand must not reach the next node in the same moment.
        self._drain_spread = min(max(0.0, deadline - now()), len(sessions) / 200)
        for session in sessions:
            session.send(Draining(self.drain_hint()))
        for _ in range(int((deadline - now()) / PAUSE)):
            if now() >= deadline or not any(room.room.busy for room in self.rooms.open.values()):
                break
            await asyncio.sleep(PAUSE)
        self._rng.shuffle(sessions)
        spread = min(self._drain_spread, max(0.0, deadline - now()))
        pause = spread / len(sessions) if sessions else 0.0
        for number, session in enumerate(sessions):
            session.close("going_away")
            if number % 20 == 19:
                await asyncio.sleep(pause * 20)

    def drain_hint(self) -> int:
        """The milliseconds that a client should wait before it connects again."""
        return int(self._rng.uniform(0.1, 0.3 + self._drain_spread) * 1000)

    def sweep(self, now: float) -> Iterator[None]:
        """Ask silent connections for a sign of life, and close stuck ones.

        Others may have a turn of the loop between two steps.
        """
        limits = self.limits
        for number, session in enumerate(list(self.all), 1):
            if number % MOST_LOOKS == 0:
                yield
            silent = now - session.connection.heard
            full_since = session.outbox.full_since
            if full_since and now - full_since > limits.stuck_time:
                session.close("too_slow")
            elif session.owes_hello and now - session.born > limits.hello_time:
                session.close("no_hello")
            elif full_since:
                continue  # we do not read from it either, so it cannot answer
            elif silent > GIVE_UP_AFTER:
                session.close("silent")
            elif silent > ASK_AFTER:
                session.connection.ping()

    # News ---------------------------------------------------------------------------------------

    def tell_all(self, message: Message) -> None:
        """Send a message to every connection that has said hello."""
        frames: dict[Codec, bytes] = {}
        for session in self.all:
            if session.greeted:
                codec = session.codec
                if codec not in frames:
                    frames[codec] = frame_of(codec, message)
                session.outbox.write(frames[codec])

    def close_signed_out(self, sign_ins: Iterable[str]) -> None:
        """These sign-ins have ended: close the connections that use them."""
        ended = set(sign_ins)
        # A connection counts from its hello on, before its token was looked up.
        for session in [one for one in self.all if one.sign_in in ended]:
            session.close("signed_out")

    def named(self, player: str, name: str) -> None:
        """Rename a player; empty: they left."""
        for session in self.all:
            if session.player == player:
                session.name = name

    def unheard(self, player: str) -> None:
        """The set of players changed whose chat ``player`` does not receive."""
        self.unheard_changes += 1
        if any(session.player == player for session in self.all):
            self.rooms.background.spawn(self._look_for_unheard(player), "look for those who are not heard")

    async def _look_for_unheard(self, player: str) -> None:
        try:
            unheard = await self.unheard_of(player)
        except StoreError as error:
            # When storage is back, everybody is looked for again.
            log.info("whom a player does not hear cannot be read now: %s", error)
            return
        for session in self.all:
            if session.player == player:
                session.unheard = unheard

    async def look_for_signed_out(self) -> None:
        """Read again which sign-ins ended and which players are not heard: notices of it may have been lost."""
        try:
            for session in list(self.all):
                if session.player and not await self.store.signed_in(session.sign_in, session.player):
                    session.close("signed_out")
        except StoreError as error:
            # Lost again meanwhile: when storage is back, everybody is looked for again.
            log.info("which sign-ins ended cannot be read now: %s", error)
            return
        for player in {session.player for session in self.all if session.player}:
            self.unheard(player)


def _is_utf8(payload: bytes) -> bool:
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True
