"""How often requests are sent and how long is waited in between, in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx2
import pytest

from bocage.sdk import RefusedError, UnreachableError
from bocage.sdk.backoff import retry_after
from bocage.sdk.rest import TRIES, Rest, new_key, new_nonce
from tests.clients.fake_wire import Longest
from tests.virtual_time import run

Wish = Callable[[Rest], Awaitable[Any]]


class Server:
    """Answers requests in order, the last answer for ever; notes when each came."""

    def __init__(self, *answers: Any) -> None:
        self._answers = list(answers)
        self.requests: list[httpx2.Request] = []
        self.times: list[float] = []

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        self.times.append(round(asyncio.get_running_loop().time() - 1000, 6))
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, Exception):
            raise answer
        status, body = answer
        return httpx2.Response(status, json=body)


def asked(wish: Wish, *answers: Any, **more: Any) -> tuple[Server, Any]:
    """What the service saw, and what the caller got."""
    server = Server(*answers)

    async def main() -> Any:
        transport = httpx2.MockTransport(server)
        async with Rest("http://bocage", rng=Longest(), transport=transport, **more) as rest:
            (got,) = await asyncio.gather(wish(rest), return_exceptions=True)
            return got

    return server, run(main())


def refusal(retry: int, code: str = "limit") -> tuple[int, Any]:
    return 429, {"code": code, "text": "Slowly.", "retry": retry}


MINE: tuple[int, Any] = 200, {"matches": []}


def test_lost_requests_are_retried_with_backoff() -> None:
    server, got = asked(lambda rest: rest.mine(), *[httpx2.ConnectError("")] * (TRIES - 1), MINE)
    assert got == []
    assert server.times == [round(0.25 * sum(range(n + 1)), 6) for n in range(TRIES)]


@pytest.mark.parametrize("error", [httpx2.ConnectError(""), httpx2.ReadError("")])
def test_after_so_many_tries_nobody_is_there(error: Exception) -> None:
    server, got = asked(lambda rest: rest.mine(), error)
    assert isinstance(got, UnreachableError)
    assert len(server.times) == TRIES


def test_what_may_have_been_done_is_sent_once() -> None:
    server, got = asked(lambda rest: rest.resign("m"), httpx2.ReadError(""), (200, {}))
    assert isinstance(got, UnreachableError)
    assert len(server.times) == 1


def test_retry_is_honoured_with_jitter_up_to_a_minute() -> None:
    server, got = asked(lambda rest: rest.mine(), refusal(1000), refusal(60_000), MINE)
    assert got == []
    assert server.times == [0.0, 1.5, 91.5]
    for retry in (0, 60_001):
        server, got = asked(lambda rest: rest.mine(), refusal(retry))
        assert isinstance(got, RefusedError)
        assert (len(server.times), got.retry) == (1, retry)


def test_what_is_still_being_made_is_waited_for() -> None:
    server, got = asked(lambda rest: rest.mine(), (202, refusal(1000, "making")[1]), MINE)
    assert got == []
    assert server.times == [0.0, 1.5]


def test_endless_retries_are_given_up() -> None:
    server, got = asked(lambda rest: rest.mine(), refusal(10))
    assert isinstance(got, RefusedError)
    assert len(server.times) == TRIES


def test_another_node_is_looked_for_on_another_connection() -> None:
    server, got = asked(lambda rest: rest.mine(), refusal(0, "unknown_rules"), MINE)
    assert got == []
    assert [request.headers["connection"] for request in server.requests] == ["keep-alive", "close"]
    assert server.times == [0.0, 0.25]
    server, got = asked(lambda rest: rest.mine(), refusal(0, "unknown_rules"))
    assert isinstance(got, RefusedError)
    assert len(server.times) == TRIES


def test_headers_say_who_asks_and_how() -> None:
    more = {"token": "secret", "lang": "ja", "headers": {"Bocage-House": "key"}}
    server, _ = asked(lambda rest: rest.mine(), MINE, **more)
    headers = server.requests[0].headers
    assert [headers[name] for name in ("authorization", "accept-language", "bocage-house")] == [
        "Bearer secret",
        "ja",
        "key",
    ]
    assert "content-type" not in headers
    server, _ = asked(lambda rest: rest.resign("m"), (200, {}))
    headers = server.requests[0].headers
    assert headers["content-type"] == "application/json"
    assert [name in headers for name in ("authorization", "bocage-invite", "idempotency-key")] == [False] * 3


def test_keys_and_shares_of_the_dice_are_sixteen_random_bytes() -> None:
    for make in (new_key, new_nonce):
        drawn = {make() for _ in range(100)}
        assert len(drawn) == 100
        assert {len(bytes.fromhex(text)) for text in drawn} == {16}


def test_chance_needs_nobody_to_hand_it_in() -> None:
    async def main() -> list[Any]:
        transport = httpx2.MockTransport(Server(httpx2.ConnectError(""), MINE))
        async with Rest("http://bocage", transport=transport) as rest:
            return await rest.mine()

    assert run(main()) == []


def test_proxy_is_retried_after_its_retry() -> None:
    answers = [
        httpx2.Response(503, text="<html>", headers={"Retry-After": "4"}),
        httpx2.Response(200, json=MINE[1]),
    ]
    times: list[float] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        times.append(asyncio.get_running_loop().time() - 1000)
        return answers.pop(0)

    async def main() -> None:
        async with Rest("http://bocage", rng=Longest(), transport=httpx2.MockTransport(answer)) as rest:
            assert await rest.mine() == []

    run(main())
    assert times == [0.0, 6.0]


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("", 0), ("3", 3), (" 3 ", 3), ("99999", 3600), ("Wed, 21 Oct 2099 07:28:00 GMT", 0), ("-1", 0)],
)
def test_a_header_asks_for_seconds(header: str, seconds: float) -> None:
    assert retry_after(header) == seconds
