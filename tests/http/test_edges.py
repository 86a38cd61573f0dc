"""What happens seldom: bots that are not there, readers that go away, tokens that end.

Without sockets; time is virtual where any passes.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.requests import ClientDisconnect, Request

from bocage.http import lesson
from bocage.http.app_state import AppState, NoOpponents
from bocage.http.context import serve
from bocage.http.endpoint import Endpoint
from bocage.http.idempotency import find_match
from bocage.http.middleware import HEADERS, StandardHeaders
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel.registry import find_game


async def code_of(work: Any) -> tuple[str, int]:
    """Code and pause of the refusal that ``work`` ends with."""
    with pytest.raises(RefusedError) as caught:
        await work
    return caught.value.code, caught.value.retry


def test_without_bots_nobody_comes_and_nothing_is_reviewed() -> None:
    nobody = NoOpponents()
    assert (nobody.key, nobody.strategies("squad"), nobody.thoughts(), nobody.engine("omaha")) == ("", [], {}, "")
    nobody.invite("squad", "m", "clever")
    assert asyncio.run(nobody.review(b"{}", lambda done, choices: None)) is None


# One request ---------------------------------------------------------------------------------------


def request(path: str = "/", **more: Any) -> Request:
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": [], "path_params": {}}
    return Request({**scope, "client": None, **more})


@pytest.mark.parametrize(
    ("error", "status", "refused", "content"),
    [
        (ClientDisconnect(), 400, 0, b""),
        (RefusedError("no_match"), 404, 1, b"no_match"),
        (LookupError("mine"), 500, 1, b"internal"),
    ],
)
async def test_whatever_goes_wrong_is_an_answer_and_counted(
    error: Exception, status: int, refused: int, content: bytes
) -> None:
    async def fail(context: Any) -> Any:
        raise error

    asked: list[str] = []

    class Node:
        store = SimpleNamespace(hidden=SimpleNamespace(known=frozenset()))
        counts = SimpleNamespace(refused=dict.fromkeys(("no_match", "internal"), 0))

        def caller(self, peer: str, forwarded: list[str]) -> str:
            assert (peer, forwarded) == ("", [])
            return "here"

        def texts_of(self, match: str) -> None:
            asked.append(match)

        @property
        def ingress(self) -> Any:
            return SimpleNamespace(proxies=self)

        @property
        def rooms(self) -> Any:
            return self

    node = Node()
    taken: list[tuple[str, str]] = []
    state: Any = SimpleNamespace(node=node, answered=Counter(), take=lambda limit, key: taken.append((limit, key)))
    endpoint = Endpoint(method="GET", path="/x/{match}", handler=fail, tag="t", text="t")
    answer = await serve(cast(AppState, state), request(path_params={"match": "m7"}), endpoint)
    assert answer.status_code == status
    assert content in bytes(answer.body)
    assert sum(node.counts.refused.values()) == refused
    assert asked == ["m7"] * refused
    assert taken == [("request_rate", "here")]
    assert state.answered == {("/x/{match}", status): 1}


async def test_websockets_get_no_standard_headers() -> None:
    passed: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        passed.append(scope)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    wrapped = StandardHeaders(app)
    await wrapped({"type": "websocket", "path": "/ws"}, cast(Any, None), send)
    assert sent.pop()["headers"] == []
    await wrapped({"type": "http", "method": "GET", "path": "/"}, cast(Any, None), send)
    assert {name.decode() for name, _ in sent.pop()["headers"]} == {name.lower() for name in HEADERS}
    assert [scope["type"] for scope in passed] == ["websocket", "http"]


async def test_unavailable_match_is_told_from_a_missing_one() -> None:
    async def room(match: str) -> Any:
        raise RefusedError(match)

    context: Any = SimpleNamespace(node=SimpleNamespace(rooms=SimpleNamespace(room=room)))
    assert await find_match(context, "no_match") is None
    assert await code_of(find_match(context, "unavailable")) == ("unavailable", 0)


# Tokens that end while they are used ----------------------------------------------------------------


# Rematches -----------------------------------------------------------------------------------------


# Lessons -------------------------------------------------------------------------------------------


def test_a_lesson_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    game = next(game for game in map(find_game, ("omaha", "squad", "zombies")) if game.lesson() is not None)
    log = lesson.lesson_of(game)
    assert log is not None
    lesson.main(game.id)
    lines = capsys.readouterr().out.splitlines()
    numbered = [line for line in lines if line[:5].strip().isdigit()]
    assert [int(line[:5]) for line in numbered] == [update.seq for update in log.updates]
    said = [line.strip() for line in lines if line.startswith("      ")]
    assert said == [log.comments[key].en for key in sorted(log.comments, key=int)]


def test_a_game_without_a_lesson_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.rules.toy import GAME

    monkeypatch.setattr(lesson, "find_game", lambda _: GAME)
    assert lesson.lesson_of(GAME) is None
    with pytest.raises(SystemExit, match="toy has no lesson"):
        lesson.main("toy")


# Private matches and commands without fields ---------------------------------------------------------
