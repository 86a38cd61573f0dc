"""When a connection was heard last, and for how long one that is left may stay."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from websockets.frames import Frame, Opcode

from tests.live.sockets.pipe import Setup


@pytest.fixture
def setup() -> Iterator[Setup]:
    known = Setup()
    yield known
    known.loop.close()


def frame(opcode: Opcode, data: bytes = b"") -> bytes:
    return Frame(opcode, data).serialize(mask=True)


def at(setup: Setup, time: float) -> Setup:
    """By the loop's clock it is ``time`` now."""
    setup.loop.time = lambda: time  # type: ignore[method-assign]
    return setup


def test_every_kind_of_word_is_a_sign_of_life(setup: Setup) -> None:
    words = [
        frame(Opcode.BINARY, b"hello"),
        frame(Opcode.PONG),
        frame(Opcode.PING, b"x"),
        frame(Opcode.BINARY, b"half")[:3],
    ]
    for number, word in enumerate(words):
        at(setup, 5000.0 + number).connection.data_received(word)
        assert setup.connection.heard == 5000.0 + number


def test_a_new_connection_counts_as_heard(setup: Setup) -> None:
    now = setup.loop.time()
    assert now - 60 < setup.connection.heard <= now


def test_held_back_data_is_a_sign_of_life(setup: Setup) -> None:
    """Nobody is called silent because we do not read."""
    setup.host.takes = 1.0
    share = setup.host.address_shares.of("192.0.2.7")
    setup.connection.data_received(frame(Opcode.BINARY, b"a") * 50)
    assert share.left <= 0.0
    at(setup, 7000.0).connection.data_received(frame(Opcode.BINARY, b"b"))
    assert setup.connection.heard == 7000.0


def test_ping_is_repeated_after_a_word(setup: Setup) -> None:
    ping = bytes(Frame(Opcode.PING, b"").serialize(mask=False))
    at(setup, 6000.0)
    for _ in range(3):
        setup.connection.ping()
    assert bytes(setup.pipe.sent) == ping
    setup.connection.data_received(frame(Opcode.PONG))
    setup.connection.ping()
    assert bytes(setup.pipe.sent) == ping * 2
