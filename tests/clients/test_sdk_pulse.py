"""When the SDK takes a connection for dead, and what it does then: in virtual time."""

from __future__ import annotations

import asyncio

import pytest

from bocage.protocol import messages as m
from bocage.sdk import Client, RefusedError
from tests.clients.fake_wire import DEAD, WELCOME, Attempt, FakeWire
from tests.clients.test_sdk_client import connected, said
from tests.virtual_time import VirtualLoop, run

PING = m.Ping(id=1)
UNKNOWN: Attempt = [m.Refused(code="bad_token", text="No such token.")]


def wired(monkeypatch: pytest.MonkeyPatch, *attempts: Attempt) -> FakeWire:
    """A link at whose welcome a request is sent that nobody answers."""
    wire = FakeWire(attempts)
    wire.on_open = [PING]
    wire.owes = True
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)
    return wire


def test_an_unanswered_request_shows_a_dead_connection_in_five_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = wired(monkeypatch, [WELCOME, DEAD], [WELCOME, 0])
    run(wire.run())
    assert (wire.pulses, wire.tries) == ([2.0], [0.0, 5.1])


def test_what_was_unanswered_is_said_again_at_its_position(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(client: Client) -> None:
        assert (await client.act("m", 3, {"do": "pass"})).seq == 4

    wire = connected(monkeypatch, [[WELCOME, DEAD], [WELCOME, 1.0, m.Ack(id=1, seq=4)]], use)
    assert [(act.id, act.match, act.seq) for act in said(wire) if isinstance(act, m.Act)] == [(1, "m", 3)] * 2


def test_a_slow_service_that_answers_pings_is_not_left(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(client: Client) -> None:
        assert (await client.act("m", 3, {"do": "pass"})).seq == 4

    wire = connected(monkeypatch, [[WELCOME, 60.0, m.Ack(id=1, seq=4)]], use)
    assert len(wire.tries) == 1
    assert len(wire.pulses) > 10


def test_a_connection_at_rest_is_asked_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = wired(monkeypatch, [WELCOME, 1.0, m.Available(), 3600.0, 0])
    wire.owes = False
    run(wire.run())
    assert (wire.pulses, wire.tries) == ([], [0.0])


def test_what_the_service_forbids_to_send_is_owed_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Held(FakeWire):
        def opened(self, welcome: m.Welcome) -> None:
            self.link.hold(30.0)
            super().opened(welcome)

    wire = Held([[WELCOME, 40.0, 0]])
    wire.on_open = [PING]
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)
    run(wire.run())
    assert wire.pulses == [32.0]


def test_a_loop_that_was_held_asks_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = wired(monkeypatch, [WELCOME, DEAD], [WELCOME, 0])

    async def main() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        held: VirtualLoop = loop

        def hold() -> None:
            held.now += 60

        loop.call_later(4.0, hold)
        await wire.run()

    run(main())
    assert (wire.pulses, wire.tries) == ([2.0, 64.0], [0.0, 67.1])


def test_silence_timeout_grows_until_a_quick_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    dead: list[Attempt] = [[WELCOME, DEAD]]
    wire = wired(monkeypatch, *dead * 4, [WELCOME, 2.5, 0], *dead, [WELCOME, 0])
    run(wire.run())
    lasted = [round(after - before, 1) for before, after in zip(wire.tries, wire.tries[1:], strict=False)]
    assert lasted == [5.1, 8.1, 12.1, 12.1, 2.6, 5.1]


def test_formerly_good_token_is_retried_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = wired(monkeypatch, [WELCOME, 5.0, 0], *[UNKNOWN] * 4, [WELCOME, 0])
    run(wire.run())
    assert len(wire.welcomes) == 2
    wire = wired(monkeypatch, [WELCOME, 5.0, 0], *[UNKNOWN] * 100)
    with pytest.raises(RefusedError, match="No such token"):
        run(wire.run())
    assert 60.0 < wire.tries[-1] - 5.0 < 71.0
