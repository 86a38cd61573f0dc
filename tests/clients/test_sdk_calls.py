"""Each method of the SDK's REST side: what it sends where, and what it makes of the answer."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
from typing import Any

import httpx2
import msgspec
import pytest
from msgspec import inspect as types

from bocage import features
from bocage.protocol import profile
from bocage.protocol import rest as bodies
from bocage.protocol.review import Review
from bocage.sdk.rest import TIMEOUT, Rest
from tests.clients.sdk_calls import DRAWN, ME, NOTHING, Call
from tests.virtual_time import run


def calls_of(feature: str) -> list[Call]:
    """The calls about a feature, which lie with its tests."""
    module = f"tests.features.{feature}.sdk_calls"
    return list(importlib.import_module(module).CALLS) if importlib.util.find_spec(module) else []


def anything(kind: Any) -> Any:
    """A value of a type that has something to tell: no empty list, text or number."""
    match kind:
        case types.Metadata():
            return anything(kind.type)
        case types.StructType():
            return {
                field.encode_name: anything(field.type)
                for field in kind.fields
                if field.required or field.default is None
            } | ({kind.tag_field: kind.tag} if kind.tag_field else {})
        case types.StrType():
            return "some"
        case types.IntType() | types.FloatType():
            return 1
        case types.BoolType():
            return True
        case types.LiteralType():
            return kind.values[-1]
        case types.ListType() | types.VarTupleType():
            return [anything(kind.item_type)]
        case types.TupleType():
            return [anything(part) for part in kind.item_types]
        case types.DictType():
            return {"some": anything(kind.value_type)}
        case types.UnionType():
            return anything(next(part for part in kind.types if not isinstance(part, types.NoneType)))
    return {"any": "thing"}


ALL_OF_A_MATCH: dict[str, Any] = {
    "options": {"o": 1},
    "seat_options": {"s": 1},
    "clock": {"kind": "days", "base": 5},
    "access": {"private": True},
    "seat": 0,
    "opponent": "captain",
}
CREATED, ROWS = bodies.MatchCreated, bodies.Matches
CALLS = [
    Call(lambda rest: rest.create_player(), "/api/players", {"name": ""}, bodies.NewPlayer),
    Call(lambda rest: rest.create_player("Ada"), "/api/players", {"name": "Ada"}, bodies.NewPlayer),
    Call(lambda rest: rest.flag_program(), f"{ME}/program", {}, bodies.PlayerInfo),
    Call(lambda rest: rest.sign_in("c"), "/api/sign-in", {"code": "c", "device": ""}, bodies.NewPlayer),
    Call(lambda rest: rest.sign_in("c", "d"), "/api/sign-in", {"code": "c", "device": "d"}, bodies.NewPlayer),
    Call(lambda rest: rest.profile("p"), "/api/players/p", None, profile.Profile),
    Call(
        lambda rest: rest.show_profile("friends"),
        f"{ME}/profile",
        {"seen_by": "friends"},
        bodies.PlayerInfo,
        NOTHING,
    ),
    Call(lambda rest: rest.rename("Bo"), ME, {"name": "Bo"}, bodies.PlayerInfo),
    Call(lambda rest: rest.games(), "/api/games", None, bodies.Games, lambda answer: answer.games),
    Call(lambda rest: rest.game("squad"), "/api/games/squad", None, bodies.GameInfo),
    Call(lambda rest: rest.text("squad", "ja"), "/api/games/squad/text/ja", None, dict[str, str]),
    Call(
        lambda rest: rest.presentation("squad"),
        "/api/games/squad",
        None,
        bodies.GameInfo,
        lambda answer: answer.presentation,
    ),
    Call(lambda rest: rest.facts("squad"), "/api/games/squad/facts", None, dict[str, Any]),
    Call(
        lambda rest: rest.create_match("squad"), "/api/matches", {"game": "squad"}, CREATED, share=True, key=DRAWN
    ),
    Call(
        lambda rest: rest.create_match(
            "squad", **ALL_OF_A_MATCH, bot=True, undo=False, rated=True, hints=False, key="mine"
        ),
        "/api/matches",
        {"game": "squad", **ALL_OF_A_MATCH, "bot": True, "undo": False, "rated": True, "hints": False},
        CREATED,
        share=True,
        key="mine",
    ),
    Call(lambda rest: rest.fork("m", 8), "/api/matches/m/fork", {"seq": 8}, CREATED, share=True, key=DRAWN),
    Call(
        lambda rest: rest.fork(
            "m", 8, seat=0, options={"o": 1}, opponent="captain", bot=True, invite="code", key="mine"
        ),
        "/api/matches/m/fork",
        {"seq": 8, "seat": 0, "options": {"o": 1}, "opponent": "captain", "bot": True},
        CREATED,
        share=True,
        key="mine",
        invite="code",
    ),
    Call(lambda rest: rest.rematch("m"), "/api/matches/m/rematch", {}, CREATED, share=True),
    Call(lambda rest: rest.rematch("m", bot=True), "/api/matches/m/rematch", {"bot": True}, CREATED, share=True),
    Call(
        lambda rest: rest.rematch("m", rated=True), "/api/matches/m/rematch", {"rated": True}, CREATED, share=True
    ),
    Call(lambda rest: rest.join("m"), "/api/matches/m/join", {}, dict[str, Any], NOTHING, share=True),
    Call(
        lambda rest: rest.join("m", seat=0, options={"o": 1}, invite="code", bot=True, rated=True),
        "/api/matches/m/join",
        {"seat": 0, "options": {"o": 1}, "invite": "code", "bot": True, "rated": True},
        dict[str, Any],
        NOTHING,
        share=True,
    ),
    Call(lambda rest: rest.matches(most=3), "/api/matches?limit=3", None, ROWS, lambda answer: answer.matches),
    Call(lambda rest: rest.recent(), "/api/matches/recent", None, ROWS, lambda answer: answer.matches),
    Call(lambda rest: rest.mine(), "/api/matches/mine", None, ROWS, lambda answer: answer.matches),
    Call(
        lambda rest: rest.export("m"),
        "/api/matches/m/export",
        None,
        bodies.LimitTable,
        lambda answer: msgspec.json.encode(answer),
    ),
    Call(
        lambda rest: rest.export("m", invite="code"),
        "/api/matches/m/export",
        None,
        bodies.LimitTable,
        lambda answer: msgspec.json.encode(answer),
        invite="code",
    ),
    Call(lambda rest: rest.replay("m"), "/api/matches/m/replay", None, bodies.Recording),
    Call(
        lambda rest: rest.replay("m", "open", invite="code"),
        "/api/matches/m/replay?as=open",
        None,
        bodies.Recording,
        invite="code",
    ),
    Call(lambda rest: rest.review("m"), "/api/matches/m/review", None, Review),
    Call(lambda rest: rest.review("m", invite="code"), "/api/matches/m/review", None, Review, invite="code"),
    Call(lambda rest: rest.resign("m"), "/api/matches/m/resign", {}, dict[str, Any], NOTHING),
    Call(lambda rest: rest.withdraw("m"), "/api/matches/m/withdraw", {}, dict[str, Any], NOTHING),
    Call(lambda rest: rest.limits(), "/api/limits", None, bodies.LimitTable, lambda answer: answer.limits),
    *(call for name in features.NAMES for call in calls_of(name)),
]


def name_of(call: Call) -> str:
    return call.wish.__code__.co_names[0]


@pytest.mark.parametrize("call", CALLS, ids=name_of)
def test_a_call_is_what_it_says(call: Call) -> None:
    sample = anything(types.type_info(call.answer))
    sent: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        sent.append(request)
        return httpx2.Response(200, content=msgspec.json.encode(sample))

    async def main() -> Any:
        async with Rest("http://bocage", token="t", transport=httpx2.MockTransport(answer)) as rest:
            return await call.wish(rest)

    whole = msgspec.convert(sample, call.answer)
    assert run(main()) == call.got(whole)
    (request,) = sent
    assert str(request.url) == f"http://bocage{call.path}"
    assert request.method == ("GET" if call.body is None else "POST")
    if call.body is None:
        assert request.content == b""
    else:
        body = msgspec.json.decode(request.content)
        if call.share:
            assert len(bytes.fromhex(body.pop("nonce"))) == 16
        assert body == call.body
    key = request.headers.get("Idempotency-Key", "")
    if call.key == DRAWN:
        assert len(bytes.fromhex(key.strip('"'))) == 16
    else:
        assert key == (f'"{call.key}"' if call.key else "")
    assert request.headers.get("Bocage-Invite", "") == call.invite


def test_every_method_is_called_here() -> None:
    methods = {
        name for name, method in inspect.getmembers(Rest, inspect.iscoroutinefunction) if not name.startswith("_")
    }
    # Methods of features that were taken out are there, and cannot be called.
    feature_of = {
        name: re.findall(r"bocage\.features\.(\w+)", inspect.getsource(getattr(Rest, name))) for name in methods
    }
    methods = {name for name in methods if {*feature_of[name]} <= {*features.NAMES}}
    assert {name_of(call) for call in CALLS} == methods - {"close"}


# Connections ----------------------------------------------------------------------------------


def rows(first: int, last: int, **more: Any) -> Any:
    row = {"game": "squad", "status": "open", "options": {}, "names": ["", ""], "at": 1}
    return {"matches": [{"match": f"m{number}", **row} for number in range(first, last)], **more}


@pytest.mark.parametrize(
    ("most", "asked"),
    [
        (0, []),
        (1, ["1"]),
        (199, ["199"]),
        (200, [None]),
        (201, [None, "1"]),
        (399, [None, "199"]),
        (400, [None, None]),
    ],
)
def test_lobby_pages_never_exceed_the_wanted_number(most: int, asked: list[str | None]) -> None:
    """A page holds 200 matches; there is always another one."""
    limits: list[str | None] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        assert len(limits) < 9
        limits.append(request.url.params.get("limit"))
        return httpx2.Response(200, json=rows(0, int(limits[-1] or 200), next="more"))

    async def main(**wish: Any) -> int:
        async with Rest("http://bocage", transport=httpx2.MockTransport(answer)) as rest:
            return len(await rest.matches(**wish))

    assert run(main(most=most)) == most
    assert limits == asked
    assert run(main()) == 200


@pytest.mark.parametrize(
    ("wish", "asked"),
    [
        ({}, ""),
        ({"game": "squad"}, "?game=squad"),
        ({"status": "open"}, "?status=open"),
        ({"bots": True}, "?bots=yes"),
        ({"bots": False}, "?bots=no"),
        ({"forks": True}, "?forks=yes"),
        ({"forks": False}, "?forks=no"),
    ],
)
def test_the_lobby_is_asked_for_what_is_wished_alone(wish: dict[str, Any], asked: str) -> None:
    paths: list[str] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        paths.append(str(request.url))
        return httpx2.Response(200, json=rows(0, 1))

    async def main() -> None:
        async with Rest("http://bocage", transport=httpx2.MockTransport(answer)) as rest:
            await rest.matches(**wish)

    run(main())
    assert paths == [f"http://bocage/api/matches{asked}"]


@pytest.mark.parametrize(("url", "secure"), [("http://bocage", False), ("https://bocage", True)])
def test_certificates_are_loaded_only_where_there_are_some(
    url: str, secure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {}
    monkeypatch.setattr(httpx2, "AsyncClient", lambda **options: given.update(options))
    Rest(url)
    assert (given["base_url"], given["verify"], given["timeout"]) == (url, secure, TIMEOUT)
    assert TIMEOUT == 30


def test_connections_are_closed_by_whoever_opened_them() -> None:
    closed: list[Any] = []

    class Closing(httpx2.MockTransport):
        async def aclose(self) -> None:
            closed.append(self)

    async def main() -> None:
        transport = Closing(lambda request: httpx2.Response(200, json=rows(0, 0)))
        async with Rest("http://bocage", transport=transport) as rest:
            assert await rest.mine() == []
            assert closed == []
        assert closed == [transport]
        await rest.close()
        with pytest.raises(RuntimeError, match="closed"):
            await rest.mine()

    run(main())
