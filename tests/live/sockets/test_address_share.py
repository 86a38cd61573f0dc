"""One address costs the others a slice of each turn at most, whatever it sends; and nothing of it is lost."""

from __future__ import annotations

import asyncio
import logging
import weakref
from typing import Any, cast

import pytest
from websockets.frames import Frame, Opcode

from bocage.live.capacity import SLICE, AddressShares
from tests.live.sockets.pipe import Setup, masked

#: So long does a frame take in these tests, by the clock of the shares: five are a slice.
TAKES = SLICE / 4.5
A_SLICE = 5

FLOODS = {
    "messages": masked(b"message"),
    "empty messages": masked(b""),
    "pings": masked(b"", Opcode.PING),
    "pongs": masked(b"", Opcode.PONG),
    "pings with payload": masked(bytes(125), Opcode.PING),
}


def handled(setup: Setup) -> int:
    """How many frames were handled so far."""
    return len(setup.host.messages) + setup.host.disturbances


@pytest.mark.parametrize("frame", FLOODS.values(), ids=FLOODS)
def test_a_flood_is_handled_slice_by_slice(frame: bytes) -> None:
    setup = Setup()
    setup.host.takes = TAKES
    setup.connection.data_received(frame * 50)
    assert handled(setup) == A_SLICE
    assert not setup.pipe.reading
    for turn in range(2, 11):
        setup.one_turn()
        assert handled(setup) == A_SLICE * turn
    setup.turn_over()
    assert (handled(setup), setup.pipe.reading) == (50, True)
    setup.end()


def test_pieces_of_a_message_are_handled_slice_by_slice() -> None:
    setup = Setup()
    setup.host.takes = TAKES
    setup.connection.data_received(masked(b"a", fin=False) + masked(b"b", Opcode.CONT, fin=False) * 30)
    assert handled(setup) == A_SLICE
    while setup.pipe.paused():
        setup.turn_over()
    setup.connection.data_received(masked(b"c", Opcode.CONT))
    setup.turn_over()
    assert setup.host.messages == [b"a" + b"b" * 30 + b"c"]
    setup.end()


def test_empty_pieces_need_no_room() -> None:
    setup = Setup()
    setup.connection.data_received(masked(b"a", fin=False) + masked(b"", Opcode.CONT, fin=False) * 1000)
    assert len(setup.connection._parts) == 1
    setup.connection.data_received(masked(b"b", Opcode.CONT))
    assert setup.host.messages == [b"ab"]
    setup.end()


def test_others_do_not_wait_for_a_flood() -> None:
    """All connections of an address share its slice; a message from elsewhere is handled as it comes."""
    first = Setup()
    second, other = Setup(beside=first), Setup(beside=first, address="192.0.2.8")
    host = first.host
    host.takes = TAKES
    for flood in (first, second):
        flood.connection.data_received(masked(b"flood") * 100)
    assert host.messages == [b"flood"] * A_SLICE
    for turn in range(1, 10):
        other.connection.data_received(masked(b"other"))
        assert host.messages[-1] == b"other"
        assert len(host.messages) == turn * (A_SLICE + 1)
        first.one_turn()
    first.end()


def test_connections_of_one_address_take_turns() -> None:
    first = Setup()
    second = Setup(beside=first)
    host = first.host
    host.takes = TAKES
    first.connection.data_received(masked(b"first") * 100)
    second.connection.data_received(masked(b"second") * 100)
    for _ in range(4):
        first.one_turn()
    turns = [host.messages[start : start + A_SLICE] for start in range(0, 5 * A_SLICE, A_SLICE)]
    assert turns == [[who] * A_SLICE for who in (b"first", b"first", b"second", b"first", b"second")]
    first.end()


def test_whoever_sends_faster_than_allowed_is_not_read() -> None:
    setup = Setup()
    host = setup.host
    host.address_shares.per_frame, host.address_shares.slack = 1.0, 10.0
    setup.connection.data_received(masked(b"message") * 15)
    setup.connection.data_received(masked(b"more") * 15)
    assert host.messages == [b"message"] * 15
    setup.turn_over()
    assert setup.pipe.paused()
    # Once enough time has passed, what was kept is handled.
    host.now += 10.0
    setup.wait(10.0)
    assert host.messages == [b"message"] * 15 + [b"more"] * 15
    assert not setup.pipe.paused()
    setup.end()


def test_frames_of_programs_count_for_each_account() -> None:
    one = Setup()
    other, again = Setup(beside=one), Setup(beside=one)
    host = one.host
    host.address_shares.per_frame, host.address_shares.slack = 1.0, 10.0
    for setup, program in ((one, "one"), (other, "other"), (again, "one")):
        setup.connection.counts_for(program)
    one.connection.data_received(masked(b"one") * 15)
    other.connection.data_received(masked(b"other") * 15)
    again.connection.data_received(masked(b"again"))
    assert host.messages == [b"one"] * 15 + [b"other"] * 15
    host.now += 10.0
    one.wait(10.0)
    assert host.messages[30:] == [b"again"]
    one.end()


def test_programs_of_one_address_share_its_slice() -> None:
    one = Setup()
    other = Setup(beside=one)
    host = one.host
    host.takes = TAKES
    for setup, program in ((one, "one"), (other, "other")):
        setup.connection.counts_for(program)
        setup.connection.data_received(masked(program.encode()) * 20)
    assert host.messages == [b"one"] * A_SLICE
    for _ in range(7):
        one.one_turn()
    assert sorted(host.messages) == [b"one"] * 20 + [b"other"] * 20
    one.end()


def test_whoever_does_not_read_is_not_answered_further() -> None:
    """Answers to what came with one read would else pile up, whatever the outbox may hold."""
    setup = Setup()
    host = setup.host

    def receive(payload: bytes) -> None:
        host.messages.append(payload)
        if len(host.messages) == 3:
            setup.connection.pause_writing()

    cast(Any, host).receive = receive
    setup.connection.data_received(masked(b"question") * 10)
    setup.turn_over()
    assert (len(host.messages), setup.pipe.reading) == (3, False)
    setup.connection.resume_writing()
    setup.turn_over()
    assert (len(host.messages), setup.pipe.reading) == (10, True)
    setup.end()


@pytest.mark.parametrize("frame", FLOODS.values(), ids=FLOODS)
def test_whoever_goes_on_after_goodbye_is_not_read(frame: bytes) -> None:
    setup = Setup()
    setup.connection.close("flood")
    assert setup.close_code() == 4004
    fed: list[int] = []
    feed = setup.connection._feed

    def count(data: bytes) -> None:
        fed.append(len(data))
        feed(data)

    cast(Any, setup.connection)._feed = count
    block = frame * (1 + 2000 // len(frame))
    for _ in range(100):
        if setup.pipe.reading:
            setup.connection.data_received(block)
    assert sum(fed) <= 4096
    assert not setup.pipe.reading
    assert handled(setup) == 0
    # They may still read why.
    assert not setup.pipe.closed
    setup.wait(10.0)
    assert setup.pipe.aborted
    setup.end()


def test_late_data_of_a_closed_connection_does_no_harm() -> None:
    """The rest of a read that was given up counts as what comes after goodbye."""
    setup = Setup()
    cast(Any, setup.host).receive = lambda payload: setup.connection.close("flood")
    setup.connection.data_received(masked(b"message") + masked(b"", Opcode.PING) * 40_000)
    assert not setup.pipe.reading
    setup.end()


def test_a_goodbye_is_answered_after_a_close() -> None:
    setup = Setup()
    setup.connection.close("going_away")
    setup.connection.data_received(masked(b"\x03\xe9", Opcode.CLOSE))
    assert (setup.pipe.closed, setup.pipe.aborted) == (True, False)
    setup.end()


def test_protocol_breaker_who_does_not_read_is_not_kept() -> None:
    """The transport would wait for them to take what was written."""
    setup = Setup()
    cast(Any, setup.pipe).close = lambda: None
    setup.connection.data_received(Frame(Opcode.BINARY, b"unmasked").serialize(mask=False))
    assert setup.close_code() == 1002
    setup.wait(10.0)
    assert setup.pipe.aborted
    setup.end()


def test_a_mistake_of_one_keeps_nobody_else_waiting(caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.new_event_loop()
    share = AddressShares(loop, 10**9, 10**9).of("192.0.2.7")
    called: list[str] = []

    def fail() -> None:
        raise RuntimeError("planted")

    share.wait(fail)
    share.wait(lambda: called.append("second"))
    with caplog.at_level(logging.CRITICAL, "bocage.address_share"):
        loop.run_until_complete(asyncio.sleep(0))
    assert called == ["second"]
    loop.close()


def test_shares_are_forgotten() -> None:
    loop = asyncio.new_event_loop()
    shares = AddressShares(loop, 10**9, 10**9)
    share = shares.of("192.0.2.7")
    share.spend(share.clock(), 1)
    assert shares.of("192.0.2.7") is share
    loop.run_until_complete(asyncio.sleep(0))
    gone = weakref.ref(share)
    del share
    assert gone() is None
    assert not shares._shares
    loop.close()
