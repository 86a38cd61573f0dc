"""Requests and the link under them: what is said when, what is said again, and what happens twice."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bocage.protocol import messages as m
from bocage.sdk import ClosedError, FateUnknownError, RefusedError
from bocage.sdk.play import Play
from bocage.sdk.requests import Requests
from tests.clients.fake_wire import WELCOME, FakeWire, Longest
from tests.clients.test_play_after_loss import OneMatch, state
from tests.clients.test_sdk_client import Shortest
from tests.clients.test_sdk_pace import FakeLink, refused
from tests.virtual_time import run


class Asking:
    """Two requests on their way: a ping, number 1, and a line of chat, number 2."""

    def __init__(self, opened: bool = True) -> None:
        self.link = FakeLink()
        self.link.open = opened
        self.requests = Requests(self.link, Longest())
        self.ping = asyncio.ensure_future(self.requests.ask(lambda number: m.Ping(id=number)))
        self.say = asyncio.ensure_future(self.requests.ask(lambda number: m.Say(id=number, match="m", text="Hi")))

    def said(self) -> list[m.ClientMessage]:
        return [message for _, message in self.link.sent]


PING, SAY = m.Ping(id=1), m.Say(id=2, match="m", text="Hi")


def test_offline_requests_are_sent_on_connecting() -> None:
    async def main() -> None:
        asking = Asking(opened=False)
        await asyncio.sleep(0)
        asking.link.sent.clear()  # a link that is not open says nothing
        asking.link.open = True
        asking.requests.again()
        assert asking.said() == [PING, SAY]
        # Now the line of chat may have been said.
        asking.requests.again()
        assert asking.said() == [PING, SAY, PING]
        with pytest.raises(FateUnknownError, match="may have been said"):
            await asking.say
        asking.requests.again()
        assert asking.said()[3:] == [PING]
        asking.requests.answered(m.Pong(id=1, time=5))
        assert await asking.ping == m.Pong(id=1, time=5)
        asking.requests.again()
        assert len(asking.link.sent) == 4

    run(main())


def test_the_first_answer_counts_and_later_ones_are_left_alone() -> None:
    async def main() -> None:
        asking = Asking()
        await asyncio.sleep(0)
        for number in (9, 1, 1):
            asking.requests.answered(m.Pong(id=number, time=5))
        for number in (9, 1, 2, 2):
            asking.requests.refused(m.Refused(code="limit", text="First.", id=number))
        asking.requests.answered(m.Ack(id=2))
        asking.requests.fail(ClosedError(0, "too late"))
        assert await asking.ping == m.Pong(id=1, time=5)
        with pytest.raises(RefusedError, match="First"):
            await asking.say

    run(main())


def test_after_the_end_nothing_is_asked_any_more() -> None:
    async def main() -> None:
        asking = Asking()
        await asyncio.sleep(0)
        asking.requests.fail(ClosedError(0, "gone"))
        for waiting in (asking.ping, asking.say, asking.requests.ask(lambda number: m.Ping(id=number))):
            with pytest.raises(ClosedError, match="gone"):
                await waiting
        assert asking.said() == [PING, SAY]

    run(main())


def test_a_wait_is_never_shorter_than_the_service_asked_for() -> None:
    async def main() -> None:
        link = FakeLink()
        requests = Requests(link, Shortest())
        answers = [refused(1000), m.Refused(code="unknown_rules", text="", retry=0), refused(500)]

        def react(message: Any) -> None:
            if not answers:
                requests.answered(m.Pong(id=message.id, time=0))
            else:
                answer = answers.pop(0)
                requests.refused(m.Refused(code=answer.code, text="", retry=answer.retry, id=message.id))

        link.react = react
        await requests.ask(lambda number: m.Ping(id=number))
        assert [at for at, _ in link.sent] == [0.0, 1.0, 1.2, 1.7]

    run(main())


# The link -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0.25, 1.0, 3.0])
def test_held_back_messages_wait_the_whole_time(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    class Held(FakeWire):
        def received(self, message: m.ServerMessage) -> None:
            self.link.hold(seconds)
            self.link.send(PING)

    wire = Held([[WELCOME, 1.0, m.Available(), 60.0, 0]])
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)
    run(wire.run())
    assert [(at, message) for at, _, message in wire.sent[1:]] == [(1.0 + seconds, PING)]


def test_catching_up_precedes_waiting_requests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Held(FakeWire):
        def received(self, message: m.ServerMessage) -> None:
            self.link.hold(5.0)
            self.link.send(PING)
            self.on_open = [m.Ping(id=7)]

    wire = Held([[WELCOME, m.Available(), 1.0, 0], [WELCOME, 60.0, 0]])
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)
    run(wire.run())
    assert [message for _, connection, message in wire.sent if connection == 2][1:] == [m.Ping(id=7)]


# Turns --------------------------------------------------------------------------------------


async def owed(*states: Any) -> list[tuple[int, bool]]:
    """Of the turns that come of these states, each looked at before the next one comes: position, and whether
    something was missed."""
    client: Any = OneMatch()
    play = Play(client, "m")
    found: list[tuple[int, bool]] = []

    async def read() -> None:
        nonlocal found
        async for turn in play:
            found += [(turn.seq, turn.missed)]

    reader = asyncio.ensure_future(read())
    for one in states:
        client.queue.put(one)
        for _ in range(5):
            await asyncio.sleep(0)
    reader.cancel()
    await asyncio.gather(reader, return_exceptions=True)
    return found


def test_missed_events_are_told_once_with_the_next_turn() -> None:
    states = [
        state(3, mine=True, whole=True),
        state(5, mine=True),
        state(6, mine=False, whole=True),
        state(7, mine=False),
        state(8, mine=True),
        state(9, mine=True),
        state(12, mine=True, whole=True),
    ]
    assert run(owed(*states)) == [(3, True), (5, False), (8, True), (9, False), (12, True)]


def test_at_first_something_was_missed() -> None:
    assert run(owed(state(3, mine=True))) == [(3, True)]


def test_rewound_log_owes_its_first_decision_again() -> None:
    assert run(owed(state(1, mine=True), state(2, mine=False), state(1, mine=True))) == [(1, True), (1, False)]


def test_the_newest_state_is_known_also_between_turns() -> None:
    async def main() -> None:
        client: Any = OneMatch()
        play = Play(client, "m")
        assert play.state is None
        client.queue.put(state(3, mine=False))
        client.queue.put(state(4, mine=False, status="ended"))
        assert [turn async for turn in play] == []
        newest: Any = play.state
        assert (newest.seq, newest.ended) == (4, True)

    run(main())
