"""The description of the REST side: complete, and true."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

import msgspec
import pytest
from starlette.routing import Route

from bocage.http.openapi import describe
from bocage.rules.kernel.registry import all_games
from tests.http.endpoints import ALL_ENDPOINTS
from tests.http.site import Site


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "$ref":
                yield inner
            else:
                yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


@pytest.fixture(scope="module")
def document() -> Any:
    """What the service tells of itself."""
    return msgspec.json.decode(msgspec.json.encode(describe(ALL_ENDPOINTS, "test")))


async def test_what_is_described_exists_and_what_exists_is_described(site: Site, document: Any) -> None:
    told = (await site.get("/api/openapi.json")).json()
    assert told == document
    described = {(method.upper(), path) for path, methods in document["paths"].items() for method in methods}
    routes = {
        (method, route.path)
        for route in site.app.routes
        if isinstance(route, Route)
        for method in route.methods or ()
        if method != "HEAD"
    }
    assert described == routes
    assert document["openapi"] == "3.1.0"
    assert document["info"]["version"] == "test"


async def test_every_reference_leads_somewhere_and_no_name_is_used_twice(site: Site) -> None:
    document = (await site.get("/api/openapi.json")).json()
    schemas = document["components"]["schemas"]
    found = set(references(document))
    assert {f"#/components/schemas/{name}" for name in schemas} >= found
    operations = [operation for methods in document["paths"].values() for operation in methods.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    for operation in operations:
        assert operation["summary"].endswith(".")


async def test_api_page_names_every_endpoint_and_loads_nothing_foreign(site: Site) -> None:
    page = await site.get("/api")
    for endpoint in ALL_ENDPOINTS:
        assert f"<code>{endpoint.path}</code>" in page.text
    for outside in ("http://", "https://", "<script", "<style", " style="):
        assert outside not in page.text
    style = await site.get("/api/style.css")
    assert style.headers["content-type"] == "text/css; charset=utf-8"


async def test_no_token_is_ever_asked_for_in_a_url(site: Site) -> None:
    for endpoint in ALL_ENDPOINTS:
        assert all("token" not in query.name for query in endpoint.query)
        assert "token" not in endpoint.path


async def test_head_is_answered_like_get_without_a_body(site: Site) -> None:
    for path in ("/api/games", "/healthz", "/api/limits"):
        got = await site.get(path)
        head = await site.call("HEAD", path)
        assert head.status_code == got.status_code
        assert head.headers["content-type"] == got.headers["content-type"]


def test_every_body_is_required(document: Any) -> None:
    bodies = [
        operation["requestBody"]
        for methods in document["paths"].values()
        for operation in methods.values()
        if "requestBody" in operation
    ]
    assert len(bodies) == sum(endpoint.body is not None for endpoint in ALL_ENDPOINTS)
    assert all(body["required"] is True for body in bodies)


def parameter(document: Any, path: str, name: str) -> Any:
    (found,) = [one for one in document["paths"][path]["get"]["parameters"] if one["name"] == name]
    return found


#: Parameters of queries, with values that are taken and values that are not.
VALUES: list[tuple[str, str, list[str], list[str], int]] = [
    ("/api/matches", "limit", ["1", "200"], ["0", "201", "-1", "x", "1.5"], 400),
    ("/api/matches", "status", ["open", "playing"], ["ended", "Open"], 400),
    ("/api/matches", "bots", ["yes", "no"], ["true", "1"], 400),
    ("/api/matches", "forks", ["yes", "no"], ["maybe"], 400),
    (
        "/api/matches",
        "after",
        ["0.1.1795907256144.abc234"],
        ["0.1.x.abc", "0.2.5.abc", "0.1.-5.abc", "0.1.5"],
        400,
    ),
    ("/api/daily/board", "span", ["day", "week", "all"], ["month", "days"], 400),
    ("/api/daily/board", "day", ["2026-11-22"], ["2026-1-2", "today", "20261122"], 404),
    ("/api/ladder", "kind", ["people", "programs"], ["bots", "person"], 400),
    ("/api/matches/{match}/picture.svg", "seq", ["0", "1"], ["-1", "x", "100000000"], 400),
    ("/api/matches/{match}/picture.svg", "as", ["public", "0"], ["me", "-1"], 400),
    ("/api/matches/{match}/replay", "as", ["public", "0"], ["all", "0x"], 400),
]


@pytest.mark.parametrize(
    ("path", "name", "good", "bad", "status"),
    [row for row in VALUES if row[0] in {endpoint.path for endpoint in ALL_ENDPOINTS}],
)
async def test_the_description_says_which_values_are_refused(
    site: Site, document: Any, path: str, name: str, good: list[str], bad: list[str], status: int
) -> None:
    schema = parameter(document, path, name)["schema"]
    _, ann = await site.player("Ann")
    match = await site.match(ann, "omaha")
    query = "game=omaha&" if path in ("/api/daily/board", "/api/ladder") else ""
    site.store.now = lambda: 1_795_950_000_000  # type: ignore[method-assign]
    for values, allowed in ((good, True), (bad, False)):
        for value in values:
            assert allows(schema, value) is allowed, value
            answer = await site.get(f"{path.format(match=match)}?{query}{name}={value}", ann)
            assert answer.status_code == (200 if allowed else status), (value, answer.text)


def allows(schema: Any, value: str) -> bool:
    """Whether a parameter with that schema may have that value."""
    kind: Any = str
    if schema["type"] == "integer":
        kind = Annotated[int, msgspec.Meta(ge=schema["minimum"], le=schema["maximum"])]
    elif "enum" in schema:
        kind = Literal[tuple(schema["enum"])]
    elif "pattern" in schema:
        kind = Annotated[str, msgspec.Meta(pattern=schema["pattern"])]
    try:
        msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize("nonce", ["", "0" * 32, "f" * 128])
@pytest.mark.parametrize("change", [lambda nonce: nonce, lambda nonce: f"{nonce}0" * 5, str.upper])
async def test_the_description_says_what_a_nonce_is(
    site: Site, document: Any, nonce: str, change: Callable[[str], str]
) -> None:
    _, ann = await site.player("Ann")
    sent = change(nonce)
    answer = await site.post("/api/matches", {"game": "omaha", "nonce": sent}, ann)
    nonces = [body["properties"]["nonce"] for body in document["components"]["schemas"].values() if is_wish(body)]
    assert len(nonces) >= 6
    for schema in nonces:
        assert (re.fullmatch(schema["pattern"], sent) is not None) is answer.is_success


def is_wish(schema: Any) -> bool:
    return "nonce" in schema.get("properties", {})


@pytest.mark.parametrize(
    ("clock", "good"),
    [
        ({}, True),
        ({"kind": "bank", "base": 1000}, True),
        ({"kind": "bank", "base": 86_400_000, "increment": 3_600_000, "on_timeout": "default"}, True),
        ({"kind": "days", "base": 30 * 86_400_000}, True),
        ({"kind": "bank", "base": 60_000.0}, True),
        ({"base": 1000}, False),
        ({"kind": "bank"}, False),
        ({"kind": "bank", "base": 999}, False),
        ({"kind": "bank", "base": 1000, "increment": -1}, False),
        ({"kind": "days", "base": 86_400_001}, False),
        ({"kind": "days", "base": 86_400_000, "increment": 1}, False),
        ({"kind": "days", "base": 31 * 86_400_000}, False),
    ],
)
async def test_the_description_says_which_clocks_there_are(
    site: Site, document: Any, clock: dict[str, Any], good: bool
) -> None:
    _, ann = await site.player("Ann")
    answer = await site.post("/api/matches", {"game": "squad", "clock": clock}, ann)
    assert answer.is_success is good
    shapes = document["components"]["schemas"]["NewMatch"]["properties"]["clock"]["anyOf"]
    assert any(fits(shape, clock) for shape in shapes) is good


def fits(shape: Any, clock: dict[str, Any]) -> bool:
    """As much of JSON Schema as a clock is described with."""
    needed, rules = set(shape.get("required", ())), shape["properties"]
    whole = {"kind": "none", "base": 0, "increment": 0, **clock}
    kind = rules["kind"]["const"]
    return (
        needed <= clock.keys()
        and whole["kind"] == kind
        and all(allowed(rules[name], whole[name]) for name in ("base", "increment"))
    )


def allowed(rule: Any, number: float) -> bool:
    if "const" in rule:
        return bool(number == rule["const"])
    return bool(rule["minimum"] <= number <= rule["maximum"] and number % rule.get("multipleOf", 1) == 0)


async def test_the_description_names_the_options_of_each_game(document: Any) -> None:
    schemas = document["components"]["schemas"]
    shapes = {
        shape["properties"]["game"].get("const"): shape["properties"] for shape in schemas["NewMatch"]["anyOf"]
    }
    for game in all_games():
        for field, kind in (("options", game.Options), ("seat_options", game.SeatOptions)):
            named = schemas[shapes[game.id][field]["$ref"].rpartition("/")[2]]
            assert named["properties"].keys() == {one.name for one in msgspec.structs.fields(kind)}
            assert named["additionalProperties"] is False


@pytest.mark.parametrize(("number", "good"), [("5.0", True), ("1e1", True), ("5.5", False), ('"5.0"', False)])
async def test_a_number_without_a_fraction_is_an_integer(site: Site, number: str, good: bool) -> None:
    _, ann = await site.player("Ann")
    body = f'{{"game": "squad", "options": {{"turn_cap": {number}}}}}'.encode()
    answer = await site.call("POST", "/api/matches", content=body, token=ann)
    assert (answer.status_code == 201) is good


async def test_a_player_s_new_name_is_asked_for(site: Site, document: Any) -> None:
    body = document["paths"]["/api/players/me"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert body["required"] == ["name"]
    _, ann = await site.player("Ann")
    for wish in ({}, {"name": ""}):
        assert (await site.post("/api/players/me", wish, ann)).json()["code"] == "bad_name"
