"""One request by itself: how long and how large a body may be, who asks, and what a success stays."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from starlette.requests import Request

from bocage.http.app_state import AppState
from bocage.http.context import BODY_TIME, LONGEST_ID, LONGEST_TOKEN, RequestContext
from bocage.http.endpoint import Endpoint
from bocage.http.matches import command
from bocage.limits import Limits
from bocage.log import judge
from bocage.protocol.refusal import RefusedError
from tests.virtual_time import run

PLAYER = SimpleNamespace(id="ann", suspended=False, program=False, scopes=None)


class Body(msgspec.Struct):
    """What is asked for."""

    a: int = 0


class FakeStore:
    """Knows one token."""

    async def authenticate(self, token: str) -> object:
        return PLAYER if token == "t" * LONGEST_TOKEN else None


def context(
    *pieces: bytes | float, headers: dict[str, str] | None = None, key: str = "", path: dict[str, str] | None = None
) -> RequestContext:
    """A request whose body comes like this; numbers are seconds in which nothing comes."""
    left = list(pieces)

    async def receive() -> dict[str, Any]:
        piece = left.pop(0) if left else b""
        if isinstance(piece, float):
            await asyncio.sleep(piece)
            piece = left.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(left)}

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "query_string": b"invite=asked",
        "headers": [(name.encode(), value.encode()) for name, value in (headers or {}).items()],
        "client": ("192.0.2.9", 1),
        "path_params": path or {},
    }
    node = SimpleNamespace(
        limits=Limits(body_size=100),
        store=FakeStore(),
        ingress=SimpleNamespace(
            proxies=SimpleNamespace(caller=lambda peer, forwarded: ",".join([*forwarded, peer]))
        ),
    )
    state = SimpleNamespace(node=node, opponents=SimpleNamespace(key=key))
    return RequestContext(cast(AppState, state), Request(scope, receive), cast(Endpoint, None))


def refusal(work: Callable[[], Awaitable[Any]]) -> RefusedError:
    async def main() -> RefusedError:
        with pytest.raises(RefusedError) as caught:
            await work()
        return caught.value

    return run(main())


def body_of(*pieces: bytes | float, **more: Any) -> Body:
    async def main() -> Body:
        return await context(*pieces, **more).body(Body)

    return run(main())


def test_a_body_has_fifteen_seconds_in_all() -> None:
    assert BODY_TIME == 15.0
    assert body_of(b'{"a"', 7.0, b":", 7.9, b"3}") == Body(3)
    late = refusal(lambda: context(b'{"a"', 7.0, b":", 8.1, b"3}").body(Body))
    assert late.code == "bad_request"
    assert "in time" in late.sentence("en")


def test_body_size_is_limited_with_and_without_content_length() -> None:
    fits = b'{"a":3}'.ljust(100)
    assert body_of(fits) == body_of(fits[:50], fits[50:]) == Body(3)
    assert body_of(fits, headers={"content-length": "100"}) == Body(3)
    for large in (
        context(fits + b" "),
        context(fits[:60], fits[:41]),
        context(b"{}", headers={"content-length": "101"}),
    ):
        error = refusal(lambda large=large: large.body(Body))  # type: ignore[misc]
        assert (error.code, error.limit) == ("too_big", "body_size")


@pytest.mark.parametrize("length", ["", "-1", "x", "²", "9" * 20])
def test_a_length_that_is_none_is_left_to_the_server(length: str) -> None:
    assert body_of(b"{}", headers={"content-length": length}) == Body()


@pytest.mark.parametrize("data", [b"{", b'{"a":"b"}', b"[]", b"\xff", b"[" * 99])
def test_a_body_of_another_form_is_refused(data: bytes) -> None:
    assert refusal(lambda: context(data).body(Body)).code == "bad_request"


def test_no_body_is_an_empty_object() -> None:
    assert body_of() == body_of(b"") == Body()


async def test_who_asks() -> None:
    long = "t" * LONGEST_TOKEN

    async def asks(header: str | None) -> object:
        return await context(headers={} if header is None else {"authorization": header}).player_or_none()

    assert await asks(None) is None
    assert await asks(f"Bearer {long}") is PLAYER
    assert await asks(f"bearer  {long} ") is PLAYER
    for wrong in ("Bearer", "Bearer t", f"Basic {long}", f"Bearer {long}t", "Bearer é"):
        with pytest.raises(RefusedError, match=r"\w") as caught:
            await asks(wrong)
        assert caught.value.code == "bad_token"
    with pytest.raises(RefusedError) as caught:
        await context().player()
    assert caught.value.code == "no_token"


def test_where_a_request_comes_from_and_its_invitation() -> None:
    one = context(headers={"x-forwarded-for": "198.51.100.1"})
    assert one.address == "198.51.100.1,192.0.2.9"
    assert one.invite() == "asked"
    assert context(headers={"bocage-invite": "told"}).invite() == "told"


def test_the_house_is_known_by_its_key_alone() -> None:
    assert context(headers={"bocage-house": "k"}, key="k").is_house_bot()
    assert not context(headers={"bocage-house": "l"}, key="k").is_house_bot()
    assert not context(headers={"bocage-house": ""}, key="").is_house_bot()
    assert not context(key="k").is_house_bot()


def test_what_cannot_be_a_match_is_none() -> None:
    longest = "a" * LONGEST_ID
    assert context(path={"match": longest}).match_id() == longest
    for name in (longest + "a", "a-b", "", "é"):
        with pytest.raises(RefusedError) as caught:
            context(path={"match": name}).match_id()
        assert caught.value.code == "no_match"


async def test_stored_command_succeeds_though_its_follow_up_fails() -> None:
    """The answer waits for what follows by itself, but does not depend on it."""
    wanted: list[Any] = []

    async def node_command(match: str, decide: Callable[[Any], Any]) -> int:
        wanted.append(decide(SimpleNamespace(seq=7)))
        if len(wanted) == 2:
            raise RefusedError("unavailable", retry=100)
        return 7

    asked = cast(RequestContext, SimpleNamespace(node=SimpleNamespace(command=node_command)))
    assert await command(asked, "m", cast(Any, lambda match: "sit")) == 7
    assert wanted == ["sit", judge.Again(7)]


async def test_what_was_refused_is_refused() -> None:
    async def node_command(match: str, decide: Callable[[Any], Any]) -> int:
        raise RefusedError("seat_taken")

    asked = cast(RequestContext, SimpleNamespace(node=SimpleNamespace(command=node_command)))
    with pytest.raises(RefusedError) as caught:
        await command(asked, "m", cast(Any, None))
    assert caught.value.code == "seat_taken"
