"""A session by itself, without any I/O: messages in, frames and commands out."""

from __future__ import annotations

from collections.abc import Coroutine, Generator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage.limits import Limits, Rates
from bocage.live.commands import Command
from bocage.live.counts import Counts
from bocage.live.outbox import Outbox
from bocage.live.session import Session
from bocage.live.watching import Subscription, Watcher
from bocage.protocol import messages as m
from bocage.protocol.codec import JSON, MSGPACK, Codec
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import PUBLIC
from bocage.store import Player
from bocage.word_filter import WordFilter, unfiltered
from tests.live.sockets.pipe import unflushed_batch

BOTH = pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=["msgpack", "json"])


class Pipe:
    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def pause_reading(self) -> None:
        raise AssertionError("nobody lags here")

    def resume_reading(self) -> None:
        raise AssertionError("nobody lags here")

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False


class Connection:
    def __init__(self) -> None:
        self.pipe = Pipe()
        self.outbox = Outbox(cast(Any, self.pipe), unflushed_batch())
        self.address = "192.0.2.1"
        self.heard = 0.0
        self.closed: list[str] = []

    def close(self, name: str, reason: str = "") -> None:
        self.closed.append(name)

    def ping(self) -> None:
        raise AssertionError("nobody is silent here")

    def counts_for(self, program: str) -> None:
        raise AssertionError("nobody is a program here")


class Lobby:
    """Keeps who joined and left."""

    def __init__(self, asked: list[str]) -> None:
        self._asked = asked

    def join(self, watcher: Watcher) -> None:
        self._asked.append("lobby")

    def leave(self, watcher: Watcher) -> None:
        self._asked.append("no lobby")


class Later:
    """What is awaited until a test has an answer."""

    def __await__(self) -> Generator[None]:
        yield


class FakeHost:
    """As much of a node's sessions, rooms and store as a session uses; keeps what it was asked."""

    version = "fake"

    def __init__(self, limits: Limits) -> None:
        self.rooms = self.store = self.background = self
        self.limits = limits
        self.draining = False
        self.per_match = False
        self.writable = True
        self.counts = Counts()
        self.chat_rates = Rates(1.0, 1)
        self.word_filter: WordFilter = unfiltered
        self.traced: Any = None
        self.time = 100.0
        self.unheard_changes = 0
        #: The rooms that are open.
        self.open: dict[str, Any] = {}
        self.asked: list[str] = []
        self.lobby = Lobby(self.asked)
        self.watched: list[tuple[Watcher, Subscription]] = []
        self.unwatched: list[Subscription] = []
        self.renewed: list[Subscription] = []
        self.submitted: list[tuple[str, Command]] = []
        self.said: list[tuple[m.Said, bool]] = []
        self.left: list[Session] = []
        self._work: Coroutine[Any, Any, None] | None = None
        self._found: Player | RefusedError | None = None
        self._unheard: frozenset[str] = frozenset()

    def knows(self, match: str, seq: int) -> None:
        """The room of ``match`` is open, and at ``seq``; 0: it is not open."""
        if seq:
            self.open[match] = SimpleNamespace(room=SimpleNamespace(match=SimpleNamespace(seq=seq)))

    def clock(self) -> float:
        return self.time

    def now(self) -> int:
        return 1234

    def drain_hint(self) -> int:
        return 77

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        work.send(None)
        self._work = work

    async def authenticate(self, token: str) -> Player | None:
        self.asked.append(token)
        await Later()
        if isinstance(self._found, RefusedError):
            raise self._found
        return self._found

    async def unheard_of(self, player: str) -> frozenset[str]:
        return self._unheard

    def identified(
        self, player: Player | None, error: RefusedError | None = None, unheard: frozenset[str] = frozenset()
    ) -> None:
        """The token was looked up."""
        self._found, self._unheard = error or player, unheard
        assert self._work is not None
        with pytest.raises(StopIteration):
            self._work.send(None)

    def leave(self, session: Session) -> None:
        self.left.append(session)

    def texts_of(self, match: str) -> None:
        return None

    def watch(self, watcher: Watcher, subscription: Subscription) -> None:
        self.watched.append((watcher, subscription))

    def unwatch(self, watcher: Watcher, subscription: Subscription) -> None:
        self.unwatched.append(subscription)

    def renew(self, watcher: Watcher, subscription: Subscription) -> None:
        self.renewed.append(subscription)

    def submit(self, match: str, command: Command) -> None:
        self.submitted.append((match, command))

    def say(self, said: m.Said, to_seats: bool) -> None:
        self.said.append((said, to_seats))


class Talk:
    """A session, its node and its line."""

    def __init__(self, codec: Codec = MSGPACK, limits: Limits | None = None) -> None:
        self.codec = codec
        self.node = FakeHost(limits or Limits())
        self.line = Connection()
        self.session = Session(cast(Any, self.node), self.line, codec)

    def say(self, *messages: m.Message) -> list[m.ServerMessage]:
        """Send messages; what came back."""
        for message in messages:
            self.session.receive(self.codec.encode(message))
        return self.heard()

    def heard(self) -> list[m.ServerMessage]:
        self.line.outbox.flush()
        stream, self.line.pipe.sent = b"".join(self.line.pipe.sent), []
        found = []
        while stream:
            size, start = stream[1], 2
            if size == 126:
                size, start = int.from_bytes(stream[2:4], "big"), 4
            found.append(self.codec.decode_server(stream[start : start + size]))
            stream = stream[start + size :]
        return found


@BOTH
def test_an_anonymous_hello_is_welcomed_at_once(codec: Codec) -> None:
    talk = Talk(codec)
    assert talk.say(m.Hello()) == [m.Welcome("fake", 1234)]
    assert talk.node.asked == []


def test_greetings_follow_the_welcome() -> None:
    talk = Talk()
    talk.node.writable = False
    assert talk.say(m.Hello()) == [m.Welcome("fake", 1234), m.Unavailable(1000)]


@BOTH
def test_messages_wait_for_the_token_and_keep_their_order(codec: Codec) -> None:
    talk = Talk(codec)
    assert talk.say(m.Hello("secret"), m.Ping(1), m.Ping(2)) == []
    assert talk.node.asked == ["secret"]
    talk.node.identified(Player("p1", "Ann", 0))
    assert talk.heard() == [m.Welcome("fake", 1234, "p1", "Ann"), m.Pong(1, 1234), m.Pong(2, 1234)]


def test_an_unknown_token_may_be_followed_by_another_hello() -> None:
    talk = Talk()
    talk.say(m.Hello("wrong"), m.Ping(1))
    talk.node.identified(None)
    assert [getattr(answer, "code", "") for answer in talk.heard()] == ["bad_token", "hello_first"]
    assert talk.say(m.Hello()) == [m.Welcome("fake", 1234)]


def test_another_hello_sent_at_once_may_follow_an_unknown_token() -> None:
    talk = Talk()
    talk.say(m.Hello("wrong"), m.Hello("secret"), m.Watch("a"), m.Ping(1))
    talk.node.identified(None)
    assert [getattr(answer, "code", "") for answer in talk.heard()] == ["bad_token"]
    talk.node.identified(Player("p1", "Ann", 0))
    assert talk.heard() == [m.Welcome("fake", 1234, "p1", "Ann"), m.Pong(1, 1234)]
    assert [subscription.match for _, subscription in talk.node.watched] == ["a"]


def test_an_error_in_a_message_that_waited_closes_the_connection() -> None:
    talk = Talk()

    def watch(watcher: Watcher, subscription: Subscription) -> None:
        raise LookupError(subscription.match)

    talk.node.watch = watch  # type: ignore[method-assign]
    talk.say(m.Hello("secret"), m.Watch("a"))
    talk.node.identified(Player("p1", "Ann", 0))
    assert talk.line.closed == ["internal"]


def test_a_connection_that_is_gone_is_not_closed_again() -> None:
    talk = Talk()
    talk.session.left()
    talk.session.close("going_away")
    assert (talk.line.closed, talk.node.counts.closed) == ([], {})


def test_unavailable_token_lookup_is_no_wrong_token() -> None:
    talk = Talk()
    talk.say(m.Hello("secret"))
    talk.node.identified(None, RefusedError("unavailable", retry=500))
    (refused,) = talk.heard()
    assert isinstance(refused, m.Refused)
    assert (refused.code, refused.retry) == ("unavailable", 500)


def test_who_leaves_before_the_token_is_known_hears_nothing() -> None:
    talk = Talk()
    talk.say(m.Hello("secret"))
    talk.session.left()
    talk.node.identified(Player("p1", "Ann", 0))
    assert talk.heard() == []
    assert talk.node.left == [talk.session]


def test_match_opened_after_unwatch_is_unwanted() -> None:
    talk = Talk()
    talk.say(m.Hello(), m.Watch("a"), m.Unwatch("a"))
    ((watcher, subscription),) = talk.node.watched
    assert subscription.match == "a"
    assert not watcher.wants(subscription)
    assert talk.node.unwatched == [subscription]


def test_watching_again_forgets_the_first_wish() -> None:
    talk = Talk()
    talk.say(m.Hello(), m.Watch("a"), m.Resume("a", 5))
    (_, first), (_, second) = talk.node.watched
    assert (talk.session.wants(first), talk.session.wants(second)) == (False, True)
    assert talk.node.unwatched == [first]


@BOTH
def test_to_stop_watching_is_not_answered(codec: Codec) -> None:
    talk = Talk(codec)
    talk.say(m.Hello(), m.Watch("a"), m.WatchLobby())
    assert talk.say(m.Unwatch("a"), m.Unwatch("a"), m.Unwatch("none"), m.UnwatchLobby(), m.UnwatchLobby()) == []


def test_snapshot_is_requested_only_for_a_shown_match() -> None:
    talk = Talk()
    talk.say(m.Hello(), m.Watch("a"))
    ((_, subscription),) = talk.node.watched
    talk.line.outbox.behind.update(["a", "b"])
    talk.session.drained()
    assert talk.node.renewed == []
    subscription.viewer = PUBLIC
    talk.line.outbox.behind.add("a")
    talk.session.drained()
    assert talk.node.renewed == [subscription]


def test_snapshots_stop_when_there_is_no_room_again() -> None:
    talk = Talk()
    talk.say(m.Hello(), *[m.Watch(match) for match in "abc"])
    for _, subscription in talk.node.watched:
        subscription.viewer = PUBLIC
    outbox, renewed = talk.line.outbox, talk.node.renewed

    def renew(watcher: Watcher, subscription: Subscription) -> None:
        renewed.append(subscription)
        outbox.write(subscription.match.encode())
        if len(renewed) == 2:
            outbox.full(5.0)

    talk.node.renew = renew  # type: ignore[method-assign]
    talk.line.pipe.sent.clear()
    outbox.flush()
    talk.line.pipe.sent.clear()
    outbox.full(3.0)
    for match in "abca":
        outbox.update(match, b"lost")
    talk.session.drained()
    # Each snapshot is handed over before the next is made, so that it is known when there is no room again.
    assert talk.line.pipe.sent == [one.match.encode() for one in renewed]
    assert (len(renewed), outbox.full_since, len(outbox.behind)) == (2, 5.0, 1)
    talk.session.drained()
    assert (sorted(one.match for one in renewed), outbox.full_since, outbox.behind) == (["a", "b", "c"], 0.0, set())


def test_a_draining_node_takes_no_commands_but_answers() -> None:
    talk = Talk()
    talk.say(m.Hello("secret"))
    talk.node.identified(Player("p1", "Ann", 0))
    talk.heard()
    talk.node.draining = True
    refused, pong = talk.say(m.Resign(3, "a"), m.Ping(4))
    assert isinstance(refused, m.Refused)
    assert (refused.code, refused.retry, refused.id) == ("draining", 77, 3)
    assert pong == m.Pong(4, 1234)
    assert talk.node.submitted == []


def test_texts_are_in_the_language_asked_for() -> None:
    talk = Talk()
    talk.say(m.Hello(lang="ja"))
    (refused,) = talk.say(m.Resign(1, "a"))
    assert isinstance(refused, m.Refused)
    assert refused.text == "プレイヤーのトークンが必要です。"


def test_burst_is_refused_until_a_told_time() -> None:
    talk = Talk(limits=Limits(message_rate=2, message_burst=3))
    talk.say(m.Hello())
    *pongs, refused = talk.say(m.Ping(1), m.Ping(2), m.Ping(3))
    assert [type(pong) for pong in pongs] == [m.Pong, m.Pong]
    assert isinstance(refused, m.Refused)
    assert (refused.code, refused.limit, refused.id) == ("limit", "message_rate", 3)
    talk.node.time += refused.retry / 1000
    assert talk.say(m.Ping(4)) == [m.Pong(4, 1234)]
    assert talk.line.closed == []


def test_who_goes_on_although_all_is_refused_is_closed() -> None:
    talk = Talk(limits=Limits(message_rate=2, message_burst=3))
    talk.say(m.Hello(), m.Ping(1), m.Ping(2))
    assert [type(refused) for refused in talk.say(*(m.Ping(number) for number in range(3, 6)))] == [m.Refused] * 3
    assert talk.line.closed == []
    # What is accepted in between begins the count anew.
    talk.node.time += 0.5
    assert talk.say(m.Ping(6)) == [m.Pong(6, 1234)]
    talk.say(*(m.Ping(number) for number in range(7, 10)))
    assert talk.line.closed == []
    talk.say(m.Ping(10))
    assert talk.line.closed == ["flood"]


@pytest.mark.parametrize("wish", [m.Resume("a", 5), m.Watch("a"), m.Watch("a", open=True)])
def test_wish_that_reads_a_log_counts_as_ten_messages(wish: m.Message) -> None:
    talk = Talk(limits=Limits(message_rate=10, message_burst=25))
    talk.say(m.Hello(), wish, wish)
    talk.say(*[m.Ping(1)] * 4)
    (refused,) = talk.say(m.Ping(2))
    assert isinstance(refused, m.Refused)
    assert (refused.code, refused.limit) == ("limit", "message_rate")
    talk.node.time += 2.5
    talk.say(wish, wish)
    (refused,) = talk.say(wish, wish)[-1:]
    assert isinstance(refused, m.Refused)
    talk.node.time += refused.retry / 1000
    talk.say(wish)
    assert talk.line.closed == []


def test_to_watch_an_open_match_is_one_message() -> None:
    talk = Talk(limits=Limits(message_rate=10, message_burst=25))
    talk.node.knows("a", 1)
    talk.say(m.Hello())
    assert talk.say(*[m.Watch("a"), m.Unwatch("a")] * 12) == []


def test_a_command_knows_what_its_sender_had_seen() -> None:
    talk = Talk()
    talk.say(m.Hello("secret"))
    talk.node.identified(Player("p1", "Ann", 0))
    talk.heard()
    assert talk.say(m.Draw(5, "a", 7), m.Resign(6, "b")) == []
    (first, draw), (second, resign) = talk.node.submitted
    assert (first, draw.seen, second, resign.seen) == ("a", 7, "b", 0)
    draw.stored(8, False)
    resign.refused(RefusedError("not_seated"))
    ack, refused = talk.heard()
    assert ack == m.Ack(5, 8)
    assert isinstance(refused, m.Refused)
    assert (refused.id, refused.match, refused.code) == (6, "b", "not_seated")


def test_talk_of_a_player_with_a_seat_reaches_the_seats() -> None:
    talk = Talk()
    talk.say(m.Hello("secret"), m.Watch("a"))
    talk.node.identified(Player("p1", "Ann", 0))
    talk.heard()
    (refused,) = talk.say(m.Say(1, "a", "too early"))
    assert isinstance(refused, m.Refused)
    assert refused.code == "not_watching"
    ((_, subscription),) = talk.node.watched
    subscription.viewer = 0
    assert talk.say(m.Say(2, "a", " hello  there ")) == [m.Ack(2)]
    assert talk.node.said == [(m.Said("a", "p1", "Ann", "hello there", 1234), True)]


def test_line_may_be_as_long_as_the_limit() -> None:
    talk = Talk(limits=Limits(chat_length=5))
    talk.say(m.Hello("secret"), m.Watch("a"))
    talk.node.identified(Player("p1", "Ann", 0))
    talk.node.watched[0][1].viewer = 0
    talk.heard()
    (refused,) = talk.say(m.Say(1, "a", "sixsix"))
    assert isinstance(refused, m.Refused)
    assert refused.limit == "chat_length"
    # What is said is counted without the blanks around it.
    assert talk.say(m.Say(2, "a", " fives ")) == [m.Ack(2)]


def test_everything_is_counted() -> None:
    talk = Talk()
    talk.say(m.Hello(), m.Hello(), m.Resign(1, "a"))
    talk.session.receive(b"\xc1")
    assert talk.node.counts.messages_in == 4
    assert talk.node.counts.refused == {"hello_again": 1, "no_token": 1, "bad_message": 1}
