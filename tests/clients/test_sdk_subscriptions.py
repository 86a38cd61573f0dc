"""What a client asks of the service for the matches it follows, and for each request, message by message."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from clients.sdk import Client, ClosedError, RefusedError
from clients.sdk.link import Link
from clients.sdk.mirror import Mirror
from clients.sdk.subscriptions import Subscriptions
from protocol import messages as m
from protocol.codec import MSGPACK
from tests.clients.fake_wire import WELCOME, FakeWire, Longest
from tests.virtual_time import run


class Line:
    """Keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[m.ClientMessage] = []

    def send(self, message: m.ClientMessage) -> None:
        self.sent.append(message)


def a_snapshot(seq: int, match: str = "m") -> m.Snapshot:
    return m.Snapshot(match=match, seq=seq, seat=0, view={"n": seq}, digest=f"d{seq}")


def an_update(seq: int, match: str = "m") -> m.Update:
    return m.Update(match=match, seq=seq, at=seq, patch={"n": seq}, digest=f"d{seq}")


async def test_a_match_is_asked_for_once_and_left_by_its_last_reader() -> None:
    line = Line()
    subscriptions = Subscriptions(cast(Link, line))
    first = subscriptions.follow("m", True, "code", odds=True)
    second = subscriptions.follow("m", True, "code")
    watch = m.Watch(match="m", open=True, invite="code", odds=True)
    assert line.sent == [watch]
    subscriptions.snapshot(a_snapshot(3))
    late = subscriptions.follow("m", True, "", odds=True)
    assert [len(queue) for queue in (first, second, late)] == [1, 1, 1]
    subscriptions.update(an_update(4))
    assert [len(queue) for queue in (first, second, late)] == [2, 2, 2]
    subscriptions.unfollow("m", second)
    subscriptions.unfollow("m", second)
    subscriptions.unfollow("other", first)
    subscriptions.update(an_update(5))
    assert [len(queue) for queue in (first, second, late)] == [3, 2, 3]
    # On a new connection it goes on from where it is.
    subscriptions.again()
    resume = m.Resume(match="m", seq=5, open=True, invite="code", digest="d5", odds=True)
    assert line.sent == [watch, resume]
    subscriptions.unfollow("m", first)
    assert len(line.sent) == 2
    subscriptions.unfollow("m", late)
    assert line.sent[2:] == [m.Unwatch(match="m")]
    subscriptions.again()
    subscriptions.snapshot(a_snapshot(9))
    subscriptions.update(an_update(9))
    subscriptions.refused("m", ClosedError(0, "x"))
    assert len(line.sent) == 3
    # What comes too late is said to be unwanted.
    subscriptions.repeat("m")
    assert line.sent[3:] == [m.Unwatch(match="m")]


async def test_a_gap_is_asked_about_once() -> None:
    line = Line()
    subscriptions = Subscriptions(cast(Link, line))
    queue = subscriptions.follow("m", False, "")
    subscriptions.snapshot(a_snapshot(3))
    for seq in (6, 7):
        subscriptions.update(an_update(seq))
    assert line.sent[1:] == [m.Resume(match="m", seq=3, digest="d3")]
    subscriptions.again()
    subscriptions.update(an_update(8))
    assert line.sent[2:] == [m.Resume(match="m", seq=3, digest="d3")] * 2
    assert len(queue) == 1


async def test_other_eyes_and_odds_that_were_not_asked_for_are_refused_at_once() -> None:
    subscriptions = Subscriptions(cast(Link, Line()))
    subscriptions.follow("m", False, "")
    with pytest.raises(ValueError, match="already followed without open hands"):
        subscriptions.follow("m", True, "")
    with pytest.raises(ValueError, match="already followed without odds"):
        subscriptions.follow("m", False, "", odds=True)
    subscriptions.follow("open", True, "")
    with pytest.raises(ValueError, match="already followed with open hands"):
        subscriptions.follow("open", False, "")


async def test_a_refusal_is_for_its_match_and_the_end_for_all() -> None:
    subscriptions = Subscriptions(cast(Link, Line()))
    refused, other = subscriptions.follow("m", False, ""), subscriptions.follow("n", False, "")
    subscriptions.refused("m", RefusedError(code="no_match", text="No such match."))
    with pytest.raises(RefusedError, match="No such match"):
        await refused.get()
    subscriptions.fail(ClosedError(4001, "go away"))
    with pytest.raises(ClosedError, match=r"connection closed: go away \(4001\)"):
        await other.get()
    with pytest.raises(ClosedError):
        subscriptions.follow("new", False, "")
    assert str(ClosedError(0, "the client was closed")) == "the client was closed"


def test_somebody_elses_actions_are_none_of_ours() -> None:
    message = m.Snapshot(match="m", seq=1, seat=0, view={}, decision=m.DecisionView(1, "add", [{"do": "add"}]))
    state = Mirror("m").snapshot(message)
    assert state is not None
    assert state.actions == []


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda client: client.act("m", 3, {"do": "x"}), m.Act(id=1, match="m", seq=3, action={"do": "x"})),
        (lambda client: client.resign("m"), m.Resign(id=1, match="m")),
        (lambda client: client.draw("m", 3), m.Draw(id=1, match="m", seq=3)),
        (lambda client: client.undo("m", 3), m.Undo(id=1, match="m", seq=3)),
        (lambda client: client.say("m", "hello"), m.Say(id=1, match="m", text="hello")),
        (lambda client: client.ping(), m.Ping(id=1)),
    ],
    ids=["act", "resign", "draw", "undo", "say", "ping"],
)
def test_each_request_is_said_and_its_answer_awaited(monkeypatch: pytest.MonkeyPatch, ask: Any, said: Any) -> None:
    answer: m.Message = m.Pong(id=1, time=5) if isinstance(said, m.Ping) else m.Ack(id=1, seq=4)
    wire = FakeWire([[WELCOME, 1.0, answer]])
    monkeypatch.setattr("clients.sdk.link.open_websocket", wire.connect)

    async def main() -> tuple[float, bool]:
        async with Client("http://x", rng=Longest()) as client:
            await asyncio.wait_for(ask(client), 30)
            done = asyncio.get_running_loop().time()
            rest = client.rest
        return done - 1000, rest._http.is_closed

    assert run(main()) == (1.0, True)
    sent = [MSGPACK.encode(message) for _, _, message in wire.sent if not isinstance(message, m.Hello)]
    assert sent == [MSGPACK.encode(said)]


def test_a_client_that_is_closed_answers_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = FakeWire([[WELCOME]])
    monkeypatch.setattr("clients.sdk.link.open_websocket", wire.connect)

    async def main() -> list[Exception | str]:
        client = await Client("http://x", rng=Longest())
        waiting = asyncio.ensure_future(client.resign("m"))
        reading = asyncio.ensure_future(client.follow("m").get())
        await asyncio.sleep(1)
        await client.close()
        await client.close()
        results = await asyncio.gather(waiting, reading, return_exceptions=True)
        return [*(result for result in results if isinstance(result, Exception)), client.status]

    *errors, status = run(main())
    assert [str(error) for error in errors] == ["the client was closed"] * 2
    assert status == "closed"
