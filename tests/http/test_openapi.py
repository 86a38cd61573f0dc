"""The description of the REST side: complete, and true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from starlette.routing import Route

from protocol.codes import REFUSAL
from service.http import once
from service.http.app import ENDPOINTS
from service.http.endpoint import Endpoint
from service.http.openapi import describe, parameters, refusals
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
    return msgspec.json.decode(msgspec.json.encode(describe(ENDPOINTS, "test")))


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


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: f"{endpoint.method} {endpoint.path}")
def test_each_endpoint_is_described_in_full(document: Any, endpoint: Endpoint) -> None:
    operation = document["paths"][endpoint.path][endpoint.method.lower()]
    named = [parameter["name"] for parameter in operation.get("parameters", [])]
    header = [once.HEADER] if endpoint.once else []
    assert named == [*parameters(endpoint), *(query.name for query in endpoint.query), *header]
    assert set(endpoint.refusals) <= REFUSAL.keys()
    assert set(operation["responses"]) == {
        str(endpoint.status),
        *(str(REFUSAL[code].status) for code in refusals(endpoint)),
    }
    assert ("requestBody" in operation) == (endpoint.body is not None)
    assert (
        operation.get("security", [])
        == {"anybody": [], "player": [{"token": []}], "optional": [{}, {"token": []}]}[endpoint.who]
    )


async def test_the_page_for_people_names_every_address_and_needs_nothing_from_elsewhere(site: Site) -> None:
    page = await site.get("/api")
    for endpoint in ENDPOINTS:
        assert f"<code>{endpoint.path}</code>" in page.text
    for outside in ("http://", "https://", "<script", "<style", " style="):
        assert outside not in page.text
    style = await site.get("/api/style.css")
    assert style.headers["content-type"] == "text/css; charset=utf-8"


async def test_no_token_is_ever_asked_for_in_a_url(site: Site) -> None:
    for endpoint in ENDPOINTS:
        assert all("token" not in query.name for query in endpoint.query)
        assert "token" not in endpoint.path


async def test_head_is_answered_like_get_without_a_body(site: Site) -> None:
    for path in ("/api/games", "/healthz", "/api/limits"):
        got = await site.get(path)
        head = await site.call("HEAD", path)
        assert head.status_code == got.status_code
        assert head.headers["content-type"] == got.headers["content-type"]
