"""What a session makes of each message: whom it asks, with what, and what it refuses. Without any I/O."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage.limits import Limits, over_limit
from bocage.live.outbox import LOBBY
from bocage.log import judge
from bocage.protocol import messages as m
from bocage.protocol.codec import JSON, MSGPACK, Codec
from bocage.protocol.refusal import RefusedError
from bocage.protocol.sign_ins import sign_in_id
from bocage.store import Player
from tests.live.sockets.test_session import Talk

ANN = Player("ann", "Ann", 0)
UNHEARD = frozenset({"eve"})


def known(codec: Codec = MSGPACK, limits: Limits | None = None) -> Talk:
    """Ann is connected, and was welcomed."""
    talk = Talk(codec, limits)
    talk.say(m.Hello("secret"))
    identify(talk)
    talk.heard()
    return talk


def identify(talk: Talk, player: Player | None = ANN) -> None:
    talk.node.identified(player, None, UNHEARD)


def refused(found: list[m.ServerMessage]) -> list[tuple[Any, ...]]:
    """Code, limit, match and request of each refusal."""
    return [(one.code, one.limit, one.match, one.id) for one in found if isinstance(one, m.Refused)]


def test_nothing_is_known_of_who_has_said_nothing() -> None:
    session = Talk().session
    assert (session.player, session.name, session.sign_in, session.lang) == ("", "", "", "en")
    assert (session.unheard, session.subscriptions) == (frozenset(), {})
    assert (session.greeted, session.closed, session.in_lobby, session.owes_hello) == (False, False, False, True)
    assert session.born == 100.0


def test_hello_is_owed_until_it_came_whatever_its_token() -> None:
    talk = Talk()
    session = talk.session
    talk.say(m.Hello("secret"))
    assert (session.owes_hello, session.greeted, session.sign_in) == (False, False, sign_in_id("secret"))
    talk.node.time += 7
    identify(talk, None)
    # Another hello may follow, and has all the time again; a sign-in that is none closes nobody.
    assert (session.owes_hello, session.sign_in, session.born) == (True, "", 107.0)
    talk.say(m.Hello("secret"))
    identify(talk)
    assert (session.owes_hello, session.greeted, session.born) == (False, True, 107.0)
    assert (session.player, session.name, session.unheard) == ("ann", "Ann", UNHEARD)
    assert session.sign_in == sign_in_id("secret")
    assert refused(talk.say(m.Hello("other")))[-1] == ("hello_again", "", "", 0)
    assert talk.node.asked == ["secret", "secret"]


@pytest.mark.parametrize("message", [m.Resign(3, "a"), m.Ping(3), m.Watch("a"), m.WatchLobby()])
def test_message_before_hello_is_refused_with_its_subject(message: m.Message) -> None:
    talk = Talk()
    wanted = ("hello_first", "", getattr(message, "match", ""), getattr(message, "id", 0))
    assert refused(talk.say(message)) == [wanted]
    assert (talk.node.watched, talk.node.asked) == ([], [])


def test_gone_client_gets_no_answers_after_a_token_lookup() -> None:
    talk = Talk()
    talk.say(m.Hello("secret"), m.Watch("a"), m.Ping(1))
    talk.session.left()
    identify(talk)
    assert (talk.session.player, talk.session.greeted, talk.node.watched, talk.heard()) == ("", False, [], [])


def test_who_leaves_follows_nothing_any_more() -> None:
    talk = known()
    talk.say(m.Watch("a"), m.Watch("b"), m.Unwatch("a"), m.Unwatch("nothing"))
    assert [one.match for one in talk.node.unwatched] == ["a"]
    talk.session.left()
    assert [one.match for one in talk.node.unwatched] == ["a", "b"]
    assert (talk.session.subscriptions, talk.session.closed, talk.node.left) == ({}, True, [talk.session])
    talk.session.send(m.Pong(1, 2))
    assert talk.heard() == []


@pytest.mark.parametrize(
    ("message", "wish"),
    [
        (m.Watch("a"), ("a", False, "", -1, "", False)),
        (m.Watch("a", open=True, invite="code", odds=True), ("a", True, "code", -1, "", True)),
        (m.Resume("a", 5, digest="d"), ("a", False, "", 5, "d", False)),
        (m.Resume("a", 0, open=True, invite="code", digest="d", odds=True), ("a", True, "code", 0, "d", True)),
    ],
)
def test_a_wish_is_handed_on_as_it_was_said(message: m.Message, wish: tuple[object, ...]) -> None:
    talk = known()
    assert talk.say(message) == []
    ((watcher, asked),) = talk.node.watched
    assert watcher is talk.session
    assert (asked.match, asked.open_hands, asked.invite, asked.since, asked.digest, asked.odds) == wish


def test_followed_matches_are_limited_and_may_be_rewatched() -> None:
    talk = known(limits=Limits(matches_per_socket=2))
    talk.say(m.Watch("a"), m.Watch("b"))
    assert refused(talk.say(m.Watch("c"))) == [("limit", "matches_per_socket", "c", 0)]
    assert talk.say(m.Watch("b")) == []
    assert [one.match for one in talk.node.unwatched] == ["b"]
    talk.say(m.Unwatch("a"))
    assert talk.say(m.Watch("c")) == []
    assert set(talk.session.subscriptions) == {"b", "c"}


@pytest.mark.parametrize("known_here", [0, 1])
@pytest.mark.parametrize(
    ("message", "always"),
    [(m.Watch("a"), False), (m.Watch("a", open=True), True), (m.Resume("a", 0), True), (m.Resume("a", 5), True)],
)
def test_what_a_log_must_be_read_for_costs_ten(message: m.Message, always: bool, known_here: int) -> None:
    talk = Talk(limits=Limits(message_rate=10, message_burst=25))
    talk.node.knows("a", known_here)
    talk.say(m.Hello(), message)
    left = 25 - 1 - (10 if always or not known_here else 1)
    found = talk.say(*[m.Ping(1 + number) for number in range(left + 1)])
    assert [type(one) for one in found] == [m.Pong] * left + [m.Refused]


@pytest.mark.parametrize(("here", "seen", "dear"), [(0, 5, True), (5, 5, False), (6, 5, False), (4, 5, True)])
def test_a_command_costs_ten_where_the_log_must_be_read(here: int, seen: int, dear: bool) -> None:
    talk = known(limits=Limits(message_rate=10, message_burst=25))
    talk.node.knows("a", here)
    talk.say(m.Draw(1, "a", seen))
    left = 25 - 1 - (10 if dear else 1)
    found = talk.say(*[m.Ping(1 + number) for number in range(left + 1)])
    assert [type(one) for one in found] == [m.Pong] * left + [m.Refused]


@pytest.mark.parametrize(
    ("message", "judged", "arguments", "seen"),
    [
        (m.Act(4, "a", 7, cast(Any, b"\xa1x")), "act", (1, 7, b"\xa1x", MSGPACK, False), 7),
        (m.Resign(4, "a"), "resign", (1,), 0),
        (m.Draw(4, "a", 7), "draw", (1, 7), 7),
        (m.DeclineDraw(4, "a", 7), "decline_draw", (1, 7), 7),
        (m.Undo(4, "a", 7), "undo", (1, 7), 7),
        (m.DeclineUndo(4, "a", 7), "decline_undo", (1, 7), 7),
        (m.Propose(4, "a", 7, {"b": 2}), "propose", (1, 7, {"b": 2}), 7),
        (m.Accept(4, "a", 7), "accept", (1, 7), 7),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_command_is_judged_for_its_player_answered_by_number(
    message: m.ClientMessage, judged: str, arguments: tuple[object, ...], seen: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    there: Any = SimpleNamespace(seat_of=lambda player: ["", "ann"].index(player))
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(judge, judged, lambda *said: asked.append(said))
    talk = known()
    handle(talk, message)
    ((match, command),) = talk.node.submitted
    command.decide(there)
    assert asked == [(there, *arguments)]
    assert (match, command.seen, command.asked) == ("a", seen, 0)
    command.stored(9, True)
    command.refused(RefusedError("not_your_turn"))
    ack, no = talk.heard()
    assert ack == m.Ack(4, 9, True)
    assert refused([no]) == [("not_your_turn", "", "a", 4)]


def handle(talk: Talk, message: m.ClientMessage) -> None:
    """As if it had been decoded."""
    talk.session._handle(message)


@pytest.mark.parametrize("message", [m.Resign(4, "a"), m.Draw(4, "a", 7), m.Undo(4, "a", 7)])
def test_who_is_nobody_commands_nothing(message: m.Message) -> None:
    talk = Talk()
    talk.say(m.Hello())
    assert refused(talk.say(message)) == [("no_token", "", "a", 4)]
    assert talk.node.submitted == []


def test_a_trace_is_told_of_actions_alone() -> None:
    talk = known()
    talk.node.traced = lambda match, seen, command: (match, seen, command)
    handle(talk, m.Act(4, "a", 7, cast(Any, b"\xa1x")))
    handle(talk, m.Resign(5, "a"))
    traced, plain = [cast(Any, command) for _, command in talk.node.submitted]
    assert traced[:2] == ("a", 7)
    assert not isinstance(plain, tuple)


def test_the_lobby_is_followed_until_it_is_not() -> None:
    talk = known()
    asked = talk.node.asked
    asked.clear()
    talk.say(m.WatchLobby())
    assert (talk.session.in_lobby, asked) == (True, ["lobby"])
    talk.session.outbox.behind.add(LOBBY)
    talk.session.drained()
    assert (asked, talk.node.renewed) == (["lobby", "lobby"], [])
    talk.session.outbox.behind.update({LOBBY, "a"})
    talk.say(m.UnwatchLobby())
    assert (talk.session.in_lobby, asked[2:], talk.session.outbox.behind) == (False, ["no lobby"], {"a"})
    talk.say(m.Watch("a"))
    talk.session.outbox.behind.add("a")
    talk.say(m.Unwatch("a"))
    assert talk.session.outbox.behind == set()


@pytest.mark.parametrize("most", [1, 3])
def test_so_much_that_is_not_understood_ends_the_connection(most: int) -> None:
    talk = known(limits=Limits(bad_messages=most))
    for number in range(1, most + 1):
        assert talk.line.closed == []
        talk.session.receive(b"\xc1")
        assert len(refused(talk.heard())) == (number < most)
    assert talk.line.closed == ["bad_messages"]
    assert talk.node.counts.closed == {"bad_messages": 1}


#: Frames with a place for text.
FRAMES = (
    b'{"t":"ping","id":1,"%s":1}',
    b'{"t":"hello","client":"%s"}',
    b'{"t":"act","id":1,"match":"m","seq":1,"action":"%s"}',
    b'{"t":"act","id":1,"match":"m","seq":1,"action":{"do":"%s"}}',
    b'{"t":"act","id":1,"match":"m","seq":1,"action":{"%s":0}}',
    b'{"t":"act","id":1,"match":"m","seq":1,"action":{"a":[{"b":"%s"}]}}',
    b'{"t":"say","id":1,"match":"m","text":"%s"}',
    b"%s",
)
#: A stray byte, a cut sequence, an overlong one, a surrogate, more than there is of Unicode.
NO_UTF8 = (b"\xff", b"\xe3\x81", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80")


@pytest.mark.parametrize(
    ("codec", "payload", "closed"),
    [
        (JSON, b"\xff", ["not_text"]),
        (JSON, b"nothing", []),
        (MSGPACK, b"\xff", []),
        *((JSON, frame % bad, ["not_text"]) for frame in FRAMES for bad in NO_UTF8),
        (MSGPACK, b"\x82\xa1t\xa5hello\xa6client\xa1\xff", []),
    ],
)
def test_text_must_be_text(codec: Codec, payload: bytes, closed: list[str]) -> None:
    talk = known(codec)
    talk.session.receive(payload)
    assert talk.line.closed == closed
    assert [code for code, *_ in refused(talk.heard())] == ([] if closed else ["bad_message"])


def test_a_mistake_of_ours_ends_the_connection_with_a_code(caplog: pytest.LogCaptureFixture) -> None:
    talk = known()
    talk.node.now = lambda: 1 // 0  # type: ignore[method-assign]
    talk.say(m.Ping(1))
    assert (talk.line.closed, talk.node.counts.closed) == (["internal"], {"internal": 1})
    assert "a message could not be handled" in caplog.text


def test_malformed_frames_count_as_messages_and_end_a_connection() -> None:
    talk = Talk(limits=Limits(message_rate=2, message_burst=3))
    talk.say(m.Hello())
    for _ in range(2):
        talk.session.disturbed()
    # All is used up: so many more are borne, of either kind.
    (no,) = talk.say(m.Ping(9))
    assert refused([no]) == [("limit", "message_rate", "", 9)]
    for _ in range(2):
        talk.session.disturbed()
    assert talk.line.closed == []
    talk.session.disturbed()
    assert talk.line.closed == ["flood"]


def test_who_never_says_anything_else_is_borne_as_long() -> None:
    talk = Talk(limits=Limits(message_rate=2, message_burst=3))
    for _ in range(3 + 3):
        talk.session.disturbed()
    assert talk.line.closed == []
    talk.session.disturbed()
    assert talk.line.closed == ["flood"]


@pytest.mark.parametrize("message", [m.Resign(4, "a"), m.Watch("a"), m.Ping(4), m.WatchLobby()])
def test_hasty_message_is_refused_with_its_subject(message: m.Message) -> None:
    talk = Talk(limits=Limits(message_rate=1, message_burst=1))
    talk.say(m.Hello())
    about = (getattr(message, "match", ""), getattr(message, "id", 0))
    assert refused(talk.say(message)) == [("limit", "message_rate", *about)]


def test_refusal_says_all_in_words_of_the_game() -> None:
    talk = known()
    asked: list[str] = []

    def texts_of(match: str) -> Any:
        asked.append(match)

    cast(Any, talk.node).texts_of = texts_of
    talk.session.refuse_request(RefusedError("bad_token"))
    talk.session.refuse_request(over_limit("chat_rate", 2.0), "a", 5)
    talk.session.refuse_request(RefusedError("illegal_action", rule="x"), "b")
    first, second, third = cast("list[m.Refused]", talk.heard())
    assert asked == ["a", "b"]
    assert (first.match, first.id, first.retry, first.rule) == ("", 0, 0, "")
    assert (second.match, second.id, second.retry, second.limit) == ("a", 5, 2001, "chat_rate")
    assert (third.match, third.id, third.rule) == ("b", 0, "x")
    assert over_limit("chat_rate").retry == 0
