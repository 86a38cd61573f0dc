"""One client: what it says for each call, which address it takes, and what it hears."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bocage.protocol import messages as m
from bocage.protocol.codec import MSGPACK
from bocage.sdk import Client, RefusedError
from bocage.sdk.backoff import Backoff
from bocage.sdk.client import CLIENT, DEFAULT_URL
from bocage.sdk.link import MAX_FRAME
from tests.clients.fake_wire import WELCOME, Attempt, FakeWire, Longest
from tests.virtual_time import run


class Shortest(random.Random):
    """Always the shortest wait that could be drawn."""

    def uniform(self, a: float, b: float) -> float:
        return a


def connected(
    monkeypatch: pytest.MonkeyPatch,
    attempts: list[Attempt],
    use: Callable[[Client], Awaitable[Any]],
    **wishes: Any,
) -> FakeWire:
    """What a client says on these connections while it is used."""
    wire = FakeWire(attempts)
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)

    async def main() -> None:
        async with Client("http://x", **({"rng": Longest()} | wishes)) as client:
            await use(client)
        # Whoever closes it has nothing left that runs.
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run(main())
    return wire


def said(wire: FakeWire) -> list[m.ClientMessage]:
    return [message for _, _, message in wire.sent]


# Addresses ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "environment", "taken", "socket"),
    [
        ("", "", DEFAULT_URL, "ws://127.0.0.1:8700/ws"),
        ("", "http://there", "http://there", "ws://there/ws"),
        ("http://here:1", "http://there", "http://here:1", "ws://here:1/ws"),
        ("https://here/", "", "https://here", "wss://here/ws"),
    ],
)
def test_address_is_argument_environment_or_default(
    url: str, environment: str, taken: str, socket: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOCAGE_URL", environment)
    made: list[Any] = []

    def rest(url: str, **more: Any) -> Any:
        made.append((url, more))

    def link(address: str, hello: m.Hello, *_: Any, **more: Any) -> Any:
        assert isinstance(more.pop("backoff"), Backoff)
        made.append((address, hello, more))
        return SimpleNamespace(send=None)

    monkeypatch.setattr("bocage.sdk.client.Rest", rest)
    monkeypatch.setattr("bocage.sdk.client.Link", link)
    connect: Any = object()
    client = Client(url, token="t", lang="ja", headers={"A": "b"}, json=True, connect=connect)
    assert client.url == taken
    assert made == [
        (taken, {"token": "t", "lang": "ja", "headers": {"A": "b"}}),
        (socket, m.Hello(token="t", lang="ja", client=CLIENT, short=True), {"json": True, "connect": connect}),
    ]


def test_websocket_takes_frames_of_sixteen_megabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = connected(monkeypatch, [[WELCOME]], lambda client: asyncio.sleep(0))
    address, options = wire.options[0]
    assert options.pop("close_timeout")
    assert (address, options) == (
        "ws://x/ws",
        {"subprotocols": [MSGPACK.name], "compression": None, "open_timeout": 10.0, "max_size": MAX_FRAME},
    )
    assert MAX_FRAME == 16 * 1024 * 1024


# Requests -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        (lambda client: client.act("m", 7, {"do": "x"}), m.Act(id=1, match="m", seq=7, action={"do": "x"})),
        (lambda client: client.resign("m"), m.Resign(id=1, match="m")),
        (lambda client: client.draw("m", 7), m.Draw(id=1, match="m", seq=7)),
        (lambda client: client.decline_draw("m", 7), m.DeclineDraw(id=1, match="m", seq=7)),
        (lambda client: client.undo("m", 7), m.Undo(id=1, match="m", seq=7)),
        (lambda client: client.decline_undo("m", 7), m.DeclineUndo(id=1, match="m", seq=7)),
        (lambda client: client.accept("m", 7), m.Accept(id=1, match="m", seq=7)),
        (lambda client: client.propose("m", 7, {"a": 1}), m.Propose(id=1, match="m", seq=7, options={"a": 1})),
        (lambda client: client.say("m", "Hello"), m.Say(id=1, match="m", text="Hello")),
    ],
)
def test_a_request_says_all_that_it_was_told(
    wish: Callable[[Client], Awaitable[Any]], message: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = connected(monkeypatch, [[WELCOME, 1.0, m.Ack(id=1, seq=8)]], wish)
    hello, sent = said(wire)
    assert hello == m.Hello(client=CLIENT, short=True)
    assert MSGPACK.encode(sent) == MSGPACK.encode(message)


def test_an_answer_tells_which_entry_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(client: Client) -> None:
        assert await client.act("m", 7, {}) == m.Ack(id=1, seq=8, again=True)

    connected(monkeypatch, [[WELCOME, 1.0, m.Ack(id=1, seq=8, again=True)]], use)


def test_the_delay_is_told_in_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(client: Client) -> None:
        monkeypatch.setattr(time, "perf_counter", asyncio.get_running_loop().time)
        assert round(await client.ping(), 6) == 250

    connected(monkeypatch, [[WELCOME, 0.25, m.Pong(id=1, time=0)]], use)


def test_the_services_clock_is_ours_and_what_it_is_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(client: Client) -> None:
        assert client.now() == 5_000_000.0
        monkeypatch.setattr(time, "time", lambda: 1001.5)
        assert client.now() == 5_001_500.0

    monkeypatch.setattr(time, "time", lambda: 1000.0)
    connected(monkeypatch, [[m.Welcome(version="fake", time=5_000_000)]], use)


# What is heard ------------------------------------------------------------------------------


def test_chat_is_heard_and_unawaited_messages_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    line = m.Said(match="m", player="q", name="Q", text="Hi", at=1)
    steps = [
        WELCOME,
        1.0,
        line,
        m.Present(match="m", watchers=1),
        m.Ack(id=9),
        m.Pong(id=9, time=0),
        m.Refused(code="limit", text="", id=9),
        m.Refused(code="limit", text=""),
        m.Refused(code="no_match", text="", match="unknown"),
        m.Refused(code="unknown_rules", text="", id=9),
        m.Snapshot(match="unknown", seq=1, seat=0, view={}),
        m.Update(match="unknown", seq=2, at=1),
    ]
    heard: list[m.Said] = []

    async def use(client: Client) -> None:
        await asyncio.sleep(2)
        assert client.status == "lost"  # it was told of a node without rules, and left it

    connected(monkeypatch, [steps, OSError(), OSError(), OSError(), [WELCOME]], use, on_said=heard.append)
    assert heard == [line]


def snapshot(seq: int, seat: int = 0, **view: Any) -> m.Snapshot:
    return m.Snapshot(match="m", seq=seq, seat=seat, view={"status": "playing"} | view)


def test_watching_carries_invitations_and_ends_with_the_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def watch(client: Client) -> None:
        assert [state.seq async for state in client.watch("m", open_hands=True, invite="code")] == [1, 2]

    async def play(client: Client) -> None:
        async for _ in client.play("m", invite="code"):
            raise AssertionError("nothing is to be decided")
        client.follow("n", invite="other")
        await asyncio.sleep(1)

    steps: list[Any] = [WELCOME, 1.0, snapshot(1), snapshot(2, status="ended"), 9.0]
    wire = connected(monkeypatch, [steps], lambda client: asyncio.gather(watch(client), asyncio.sleep(3)))
    assert said(wire)[1:] == [m.Watch(match="m", open=True, invite="code"), m.Unwatch(match="m")]
    wire = connected(monkeypatch, [steps], play)
    assert said(wire)[1:] == [
        m.Watch(match="m", invite="code"),
        m.Unwatch(match="m"),
        m.Watch(match="n", invite="other"),
    ]


def test_who_reads_no_more_leaves_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(client: Client) -> None:
        states = client.watch("m")
        await anext(states)
        await states.aclose()  # type: ignore[attr-defined]
        queue = client.follow("n")
        client.unfollow("n", queue)
        await asyncio.sleep(1)

    wire = connected(monkeypatch, [[WELCOME, 1.0, snapshot(1), 9.0]], use)
    assert said(wire)[1:] == [m.Watch(match="m"), m.Unwatch(match="m"), m.Watch(match="n"), m.Unwatch(match="n")]


def test_late_player_knows_the_beginning_was_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the first reader got last is no beginning: the later one asks what they were not told."""
    decision = m.DecisionView(0, "add", [{"do": "add"}])
    steps = [WELCOME, 1.0, snapshot(1), m.Update(match="m", seq=2, at=1, events=[{"ev": "x"}], decision=decision)]

    async def use(client: Client) -> None:
        first = client.follow("m")
        await asyncio.sleep(2)
        assert [(await first.get()).whole for _ in range(2)] == [True, False]
        assert (await anext(client.play("m"))).missed

    connected(monkeypatch, [steps], use)


@pytest.mark.parametrize(
    ("retry", "again"),
    [(0, None), (1, 0.0015), (60_000, 90.0), (60_001, None)],
    ids=["never", "1", "60000", "60001"],
)
def test_unavailable_match_is_retried_within_a_minute(
    retry: int, again: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = m.Refused(code="unavailable", text="Not now.", match="m", retry=retry)

    async def use(client: Client) -> None:
        queue = client.follow("m")
        await asyncio.sleep(200)
        if again is None:
            with pytest.raises(RefusedError, match="Not now"):
                await queue.get()
        else:
            assert len(queue) == 0

    wire = connected(monkeypatch, [[WELCOME, 1.0, refused]], use)
    watched = [at - 1000 for at, _, message in wire.sent if isinstance(message, m.Watch)]
    assert [round(at - 1, 6) for at in watched[1:]] == ([] if again is None else [again])


def test_a_short_wait_is_as_long_as_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half as long again is the most that is added; nothing is the least."""
    unknown = m.Refused(code="unknown_rules", text="", match="m")
    waits = [m.Refused(code="limit", text="", match="m", retry=400), 1.0, unknown]

    async def use(client: Client) -> None:
        client.follow("m")
        await asyncio.sleep(9)

    wire = connected(monkeypatch, [[WELCOME, 1.0, *waits], [WELCOME]], use, rng=Shortest())
    assert [round(at - 1001, 6) for at, _, message in wire.sent if isinstance(message, m.Watch)] == [-1.0, 0.4, 1.2]


def test_request_without_rules_is_retried_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = m.Refused(code="unknown_rules", text="Not here.", match="m", id=1)

    async def use(client: Client) -> None:
        assert (await client.act("m", 7, {})).seq == 8

    wire = connected(monkeypatch, [[WELCOME, 1.0, unknown], [WELCOME, 1.0, m.Ack(id=2, seq=8)]], use)
    assert [(connection, message.id) for _, connection, message in wire.sent if isinstance(message, m.Act)] == [
        (1, 1),
        (2, 2),
    ]


@pytest.mark.parametrize("seen", [snapshot(2), m.Update(match="m", seq=2, at=1)], ids=["snapshot", "update"])
def test_seen_match_resets_the_search_for_its_rules(seen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = m.Refused(code="unknown_rules", text="Not here.", match="m")
    attempts: list[Attempt] = [
        [WELCOME, 1.0, snapshot(1), 1.0, unknown],
        *[[WELCOME, 1.0, unknown]] * 4,
        [WELCOME, 1.0, seen, 1.0, unknown],
        [WELCOME],
    ]

    async def use(client: Client) -> None:
        queue = client.follow("m")
        assert [(await queue.get()).seq for _ in range(2)] == [1, 2]
        await asyncio.sleep(60)
        assert (len(queue), client.status) == (0, "connected")

    assert len(connected(monkeypatch, attempts, use).tries) == 7
