"""REST requests: what is sent, what is tried again, what an error becomes."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import httpx2
import msgspec
import pytest

from bocage.protocol.rest import MatchCreated
from bocage.sdk import RefusedError, UnreachableError
from bocage.sdk.rest import Rest

Answer = Callable[[httpx2.Request], httpx2.Response]


class Server:
    """Answers requests in order; remembers them."""

    def __init__(self, *answers: Answer | Exception | Any) -> None:
        self.requests: list[httpx2.Request] = []
        self._answers = list(answers)

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, httpx2.Response) else httpx2.Response(200, json=answer)

    def bodies(self) -> list[Any]:
        return [msgspec.json.decode(request.content) for request in self.requests]


def rest_of(server: Server, **more: Any) -> Rest:
    return Rest("http://bocage", rng=random.Random(1), transport=httpx2.MockTransport(server), **more)


def refusal(status: int, **fields: Any) -> httpx2.Response:
    return httpx2.Response(status, json={"text": "", **fields})


async def test_who_asks_stands_in_the_header_never_in_the_address() -> None:
    server = Server({"matches": []})
    async with rest_of(server, token="secret-token", lang="ja") as rest:
        assert await rest.mine() == []
    request = server.requests[0]
    assert request.headers["Authorization"] == "Bearer secret-token"
    assert request.headers["Accept-Language"] == "ja"
    assert "secret" not in str(request.url)


async def test_new_match_sends_a_nonce_and_no_empty_fields() -> None:
    server = Server({"match": "m1", "seat": 0, "invite": "abc"}, {})
    async with rest_of(server) as rest:
        made = await rest.create_match("squad", options={"variant": "map"}, seat=1, access={"private": True})
        await rest.join("m1", invite="abc", bot=True)
    assert made == MatchCreated("m1", 0, "abc")
    create, join = server.bodies()
    assert len(create.pop("nonce")) == len(join.pop("nonce")) == 32
    assert create == {"game": "squad", "options": {"variant": "map"}, "seat": 1, "access": {"private": True}}
    assert join == {"invite": "abc", "bot": True}


async def test_nobody_there() -> None:
    server = Server(*[httpx2.ConnectError("refused")] * 4)
    async with rest_of(server) as rest:
        with pytest.raises(UnreachableError, match="nothing answers at http://bocage"):
            await rest.games()


async def test_match_creation_is_retried_under_its_key() -> None:
    cut, busy = httpx2.ReadError("cut"), refusal(503, code="unavailable", retry=1)
    server = Server(
        cut,
        busy,
        cut,
        {"match": "m1", "seat": 0},
        cut,
        {"match": "m2", "seat": 0},
        {"match": "m3", "seat": 0},
        {"match": "m4", "seat": 0},
    )
    async with rest_of(server) as rest:
        assert (await rest.create_match("omaha")).match == "m1"
        assert (await rest.fork("m1", 8, seat=1, opponent="random", invite="abc")).match == "m2"
        assert (await rest.create_match("omaha")).match == "m3"
        assert (await rest.create_match("omaha", key="mine")).match == "m4"
    sent = [(request.headers["Idempotency-Key"], request.content) for request in server.requests]
    assert [sent.index(one) for one in sent] == [0, 0, 0, 0, 4, 4, 6, 7]
    assert len({key for key, _ in sent}) == 4
    assert sent[-1][0] == '"mine"'
    fork = server.requests[4]
    assert (fork.url.path, fork.headers["Bocage-Invite"]) == ("/api/matches/m1/fork", "abc")
    wishes = server.bodies()[4]
    assert len(wishes.pop("nonce")) == 32
    assert wishes == {"seq": 8, "seat": 1, "opponent": "random"}


async def test_a_match_that_waits_is_withdrawn() -> None:
    server = Server({"match": "m1", "seq": 3}, refusal(409, code="not_open", text="It has begun."))
    async with rest_of(server) as rest:
        await rest.withdraw("m1")
        with pytest.raises(RefusedError, match="It has begun"):
            await rest.withdraw("m1")
    assert [request.url.path for request in server.requests] == ["/api/matches/m1/withdraw"] * 2


async def test_a_refusal_keeps_its_code_and_rule() -> None:
    server = Server(
        refusal(409, code="seat_taken", text="This seat is taken."), httpx2.Response(502, text="<html>")
    )
    async with rest_of(server) as rest:
        with pytest.raises(RefusedError, match="This seat is taken") as caught:
            await rest.join("m1")
        assert caught.value.code == "seat_taken"
        with pytest.raises(RefusedError, match="HTTP 502 Bad Gateway") as caught:
            await rest.join("m1")
        assert caught.value.code == "http_502"


async def test_lobby_is_read_page_by_page() -> None:
    def page(first: int, last: int, **more: Any) -> dict[str, Any]:
        row = {"game": "squad", "status": "open", "options": {}, "names": ["", ""], "at": 1}
        return {"matches": [{"match": f"m{number}", **row} for number in range(first, last)], **more}

    server = Server(
        page(0, 200, next="p q"), page(200, 203), page(0, 200, next="x"), page(200, 250, next="y"), page(0, 1)
    )
    async with rest_of(server) as rest:
        found = await rest.matches(game="squad", status="open", bots=False, forks=True, most=500)
        assert [row.match for row in found] == [f"m{number}" for number in range(203)]
        assert len(await rest.matches(most=250)) == 250
        assert len(await rest.matches()) == 1
    asked = [dict(request.url.params) for request in server.requests]
    wanted = {"game": "squad", "status": "open", "bots": "no", "forks": "yes"}
    assert asked == [wanted, {**wanted, "after": "p q"}, {}, {"after": "x", "limit": "50"}, {}]


async def test_a_hint_is_asked_for_at_a_position() -> None:
    why = {"theme": "close"}
    server = Server({"match": "m", "seq": 9, "hint": {"action": {"do": "stay"}, "why": why}, "engine": "e"})
    async with rest_of(server) as rest:
        given = await rest.hint("m", 8)
    assert (server.requests[0].url.path, server.bodies()) == ("/api/matches/m/hint", [{"seq": 8}])
    assert (given.seq, given.hint.action, given.hint.why.theme) == (9, {"do": "stay"}, "close")
