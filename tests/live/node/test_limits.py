"""Limits: each is a row, and whoever reaches one is told which and when to try again."""

from __future__ import annotations

import pytest
from websockets.exceptions import ConnectionClosed

from bocage.limits import Limits, Rate, Rates, rows
from bocage.protocol import messages as m
from bocage.protocol.codec import JSON
from tests.live.node.service import Client, running


def test_every_limit_is_a_row_with_texts_in_both_languages() -> None:
    limits = Limits(chat_length=77)
    table = {row.name: row for row in rows(limits)}
    assert table.keys() == set(Limits.__struct_fields__)
    assert table["chat_length"].value == 77
    for row in table.values():
        assert row.unit
        assert row.help["en"].endswith(".")
        assert row.help["ja"].endswith("。")


def test_rate_passes_a_burst_then_says_how_long_to_wait() -> None:
    rate = Rate(per_second=10, burst=3)
    assert [rate.take(100.0) for _ in range(3)] == [0.0, 0.0, 0.0]
    assert rate.take(100.0) == pytest.approx(0.1)
    assert rate.take(100.05) == pytest.approx(0.05)
    assert rate.take(100.11) == 0.0
    assert rate.take(100.12) > 0.0
    assert not rate.full(100.2)
    assert rate.full(200.0)


def test_rates_forget_those_who_owe_nothing() -> None:
    rates = Rates(per_second=1, burst=1)
    for number in range(Rates.FEW):
        assert rates.take(f"a{number}", 0.0) == 0.0
    assert rates.take("late", 0.5) == 0.0
    assert rates.take("a7", 0.5) > 0.0
    for number in range(Rates.FEW):
        assert rates.take(f"b{number}", 1000.0) == 0.0
    assert len(rates._rates) <= Rates.FEW + 2


async def closed(client: Client) -> int:
    """The code with which the service closes the connection."""
    with pytest.raises(ConnectionClosed) as error:
        await client.get(m.Draining)
    assert error.value.rcvd is not None
    return error.value.rcvd.code


async def test_messages_per_second(redis_url: str) -> None:
    async with running(redis_url, limits=Limits(message_rate=1, message_burst=5)) as service:
        service.node.clock = lambda: 100.0
        async with service.client() as client:
            answers = [await client.ask(m.Ping) for _ in range(5)]
            assert [type(answer) for answer in answers] == [m.Pong] * 4 + [m.Refused]
            refused = answers[-1]
            assert isinstance(refused, m.Refused)
            assert (refused.code, refused.limit) == ("limit", "message_rate")
            assert 0 < refused.retry <= 1001
        async with service.client() as client:
            for number in range(30):
                await client.send(m.Ping(number + 1))
            assert await closed(client) == 4004


async def test_frames_that_are_no_messages_count_too(redis_url: str) -> None:
    limits = Limits(message_rate=1, message_burst=5)
    async with running(redis_url, limits=limits) as service, service.client() as client:
        for _ in range(30):
            await client.socket.ping()
        assert await closed(client) == 4004


async def test_matches_per_socket(redis_url: str) -> None:
    async with running(redis_url, limits=Limits(matches_per_socket=2)) as service:
        (ann, _) = await service.player("Ann")
        first, second, third = [await service.match(ann) for _ in range(3)]
        async with service.client() as client:
            await client.watch(first)
            await client.watch(second)
            await client.watch(first)
            await client.send(m.Watch(third))
            refused = await client.get(m.Refused)
            assert (refused.code, refused.limit, refused.match) == ("limit", "matches_per_socket", third)
            await client.send(m.Unwatch(first))
            await client.watch(third)


async def test_sockets_per_address(redis_url: str) -> None:
    async with running(redis_url, limits=Limits(address_sockets=2)) as service:
        async with service.client(), service.client():
            third = service.client()
            await third.open()
            assert await closed(third) == 4006
        async with service.client() as again:
            assert isinstance(await again.ask(m.Ping), m.Pong)


async def test_an_address_behind_a_proxy_is_the_one_it_forwards(redis_url: str) -> None:
    async with running(redis_url, proxies=frozenset({"10.0.0.1", "10.0.0.2"})) as service:
        address = service.node.ingress.proxies.caller
        assert address("203.0.113.9", ["198.51.100.1"]) == "203.0.113.9"
        assert address("10.0.0.1", ["198.51.100.1"]) == "198.51.100.1"
        # What a client claims stands left of what our own proxies saw.
        assert address("10.0.0.1", ["1.2.3.4, 198.51.100.1", "10.0.0.2"]) == "198.51.100.1"
        assert address("10.0.0.1", []) == "10.0.0.1"
        assert address("10.0.0.1", ["2001:db8::1:2:3:4"]) == "2001:db8::/64"


async def test_hello_must_come_in_time(redis_url: str) -> None:
    async with running(redis_url, limits=Limits(hello_time=1)) as service:
        client = service.client()
        await client.open()
        assert await closed(client) == 4001


async def test_bad_messages_are_refused_then_end_the_connection(redis_url: str) -> None:
    async with running(redis_url, limits=Limits(bad_messages=3)) as service, service.client(codec=JSON) as client:
        for text, why in (("{", "truncated"), ('{"t":"watch","match":5}', "`$.match`")):
            await client.socket.send(text)
            refused = await client.get(m.Refused)
            assert refused.code == "bad_message"
            assert why in refused.text
        await client.socket.send("nonsense")
        assert await closed(client) == 4003


async def test_text_that_is_not_utf8_ends_the_connection(redis_url: str) -> None:
    async with running(redis_url) as service, service.client(codec=JSON) as client:
        await client.socket.send(b'{"t":"watch","match":"\xff"}', text=True)
        assert await closed(client) == 1007


async def test_chat(redis_url: str) -> None:
    async with running(redis_url, limits=Limits(chat_length=10, chat_rate=1, chat_burst=2)) as service:
        (ann, token) = await service.player("Ann")
        match = await service.match(ann)
        service.node.clock = lambda: 100.0
        async with service.client(token) as client:

            async def say(text: str) -> tuple[str, str]:
                answer = await client.ask(m.Say, match=match, text=text)
                return (answer.code, answer.limit) if isinstance(answer, m.Refused) else ("said", "")

            assert await say("early") == ("not_watching", "")
            await client.watch(match)
            assert await say("far too long a line") == ("limit", "chat_length")
            assert await say(" ") == ("bad_message", "")
            assert await say("a\x07b") == ("bad_text", "")
            assert await say("one") == ("said", "")
            assert await say("two") == ("said", "")
            assert await say("three") == ("limit", "chat_rate")
