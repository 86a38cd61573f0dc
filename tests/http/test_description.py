"""The description of three made-up addresses, word for word: as JSON, and as a page for people."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from bocage.http import app, idempotency
from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint, Query
from bocage.http.openapi import describe, page
from bocage.protocol import rest
from bocage.protocol.codes import REFUSAL


class Wish(msgspec.Struct, omit_defaults=True):
    """What is wished."""

    n: int = 3


class Told(msgspec.Struct):
    """What is told."""

    wish: Wish
    more: str = ""


async def handle(context: RequestContext) -> Told:
    """Never called."""
    raise NotImplementedError


MAKE = Endpoint(
    method="POST",
    path="/a/{match}",
    handler=handle,
    tag="First",
    text="Do <it>.",
    body=Wish,
    answer=Told,
    status=201,
    who="player",
    idempotent=True,
    query=(Query("q", "Which."),),
    refusals=("no_match",),
)
SEE = Endpoint(
    method="GET",
    path="/a/{match}",
    handler=handle,
    tag="Second",
    text="See it.",
    media="image/png",
    who="optional",
    rated=False,
)
LIST = Endpoint(method="GET", path="/b", handler=handle, tag="First", text="All.", answer=Wish)
ENDPOINTS = (MAKE, SEE, LIST)


@pytest.fixture
def paths() -> dict[str, Any]:
    return describe(ENDPOINTS, "9")["paths"]


def schema_of(response: dict[str, Any], media: str = "application/json") -> Any:
    assert set(response["content"]) == {media}
    return response["content"][media]["schema"]


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def test_bodies_and_answers_have_their_types(paths: dict[str, Any]) -> None:
    make, see, all_of = paths["/a/{match}"]["post"], paths["/a/{match}"]["get"], paths["/b"]["get"]
    assert schema_of(make["requestBody"]) == ref("Wish")
    assert schema_of(make["responses"]["201"]) == ref("Told")
    assert schema_of(see["responses"]["200"], "image/png") == {"type": "string"}
    assert schema_of(all_of["responses"]["200"]) == ref("Wish")
    assert "requestBody" not in see
    for operation in (make, see, all_of):
        for status, response in operation["responses"].items():
            if not status.startswith("2"):
                assert schema_of(response) == ref("RefusalBody")
            else:
                assert response["description"] == "Done."


@pytest.mark.parametrize(
    ("path", "method", "codes"),
    [
        (
            "/a/{match}",
            "post",
            {
                *(
                    "limit",
                    "bad_request",
                    "too_big",
                    "bad_token",
                    "suspended",
                    "unavailable",
                    "no_token",
                    "out_of_scope",
                ),
                *("bad_key", "key_reused", "no_match"),
            },
        ),
        ("/a/{match}", "get", {"bad_token", "suspended", "unavailable"}),
        ("/b", "get", {"limit"}),
    ],
)
def test_what_may_be_refused_is_said_by_status(
    paths: dict[str, Any], path: str, method: str, codes: set[str]
) -> None:
    told: dict[str, str] = {}
    for status, response in paths[path][method]["responses"].items():
        if not status.startswith("2"):
            parts = re.split(r" ?`(\w+)`: ", response["description"])
            assert parts[0] == ""
            for code, sentence in zip(parts[1::2], parts[2::2], strict=True):
                assert (str(REFUSAL[code].status), REFUSAL[code].en) == (status, sentence)
                told[code] = status
    assert told.keys() == codes
    statuses = list(paths[path][method]["responses"])
    assert statuses == sorted(statuses)


def test_what_is_asked_for_is_described(paths: dict[str, Any]) -> None:
    text = {"type": "string"}
    name = {"type": "string", "pattern": "^[A-Za-z0-9]{1,40}$"}
    in_path = {"name": "match", "in": "path", "required": True, "description": "Id of a match.", "schema": name}
    make, see, all_of = paths["/a/{match}"]["post"], paths["/a/{match}"]["get"], paths["/b"]["get"]
    assert make["parameters"] == [
        in_path,
        {"name": "q", "in": "query", "description": "Which.", "schema": text},
        {
            "name": idempotency.HEADER,
            "in": "header",
            "description": idempotency.HELP,
            "schema": {**text, "pattern": idempotency.PATTERN},
        },
    ]
    assert see["parameters"] == [in_path]
    assert "parameters" not in all_of
    assert [operation.get("security") for operation in (make, see, all_of)] == [
        [{"token": []}],
        [{}, {"token": []}],
        None,
    ]
    assert (make["tags"], make["summary"]) == (["First"], "Do <it>.")
    assert make["operationId"] == "test_description_handle"


def test_the_document_names_itself_and_its_types() -> None:
    document = describe(ENDPOINTS, "9")
    assert (document["openapi"], document["info"]["version"]) == ("3.1.0", "9")
    schemas = document["components"]["schemas"]
    assert set(schemas) == {"Wish", "Told", "RefusalBody"}
    assert schemas["Told"]["required"] == ["wish"]
    token = document["components"]["securitySchemes"]["token"]
    assert (token["type"], token["scheme"]) == ("http", "bearer")


def test_the_page_says_the_same_to_people() -> None:
    text = page(ENDPOINTS, "9<")
    assert "Version 9&lt;." in text
    order = re.findall(r"<h2>(\w+)</h2>|<code>(/[ab][^<]*)</code></h3>", text)
    assert ["".join(one) for one in order] == ["First", "/a/{match}", "/b", "Second", "/a/{match}"]
    make, all_of, see = text.split("<section>")[1:]
    assert "<p>Do &lt;it&gt;. Needs a token.</p>" in make
    assert "<p>See it. A token is optional.</p>" in see
    assert "<p>All.</p>" in all_of
    headings = [re.findall("<h4>(.*?)</h4>", section) for section in (make, see, all_of)]
    assert headings == [
        ["Query", "Header", "Body", "Answer 201: <code>application/json</code>", "Refusals"],
        ["Answer 200: <code>image/png</code>", "Refusals"],
        ["Answer 200: <code>application/json</code>", "Refusals"],
    ]
    assert "<tr><td><code>q</code></td><td>Which.</td></tr>" in make
    assert "<code>wish</code></td>" in make
    assert "<code>more</code> (optional)</td>" in make
    assert f"<code>no_match</code></td><td>404. {REFUSAL['no_match'].en}</td>" in make
    assert "<code>n</code></td>" in all_of


def test_nothing_is_said_about_refusals_where_there_are_none() -> None:
    quiet = Endpoint(method="GET", path="/c", handler=handle, tag="T", text="C.", media="text/plain", rated=False)
    assert "Refusals" not in page((quiet,), "9")
    assert describe((quiet,), "9")["paths"]["/c"]["get"]["responses"].keys() == {"200"}


def test_each_address_says_what_comes_and_what_goes() -> None:
    """JSON always has a type, whatever is posted has a body, and only what is JSON has an answer of a type."""
    for endpoint in app.ENDPOINTS:
        where = f"{endpoint.method} {endpoint.path}"
        assert (endpoint.answer is not None) is (endpoint.media == "application/json"), where
        assert (endpoint.body is not None) is (endpoint.method == "POST"), where
        assert endpoint.text.endswith("."), where
        assert endpoint.rated or endpoint.path in ("/healthz", "/readyz"), where
        # What makes a match each time may be sent again under a key; a rematch finds the one that is there.
        makes = endpoint.status == 201 and endpoint.answer is rest.MatchCreated
        assert endpoint.idempotent is (makes and not endpoint.path.endswith("/rematch")), where
        assert endpoint.who == "player" or not endpoint.idempotent, where
        if "{match}" in endpoint.path:
            assert "no_match" in endpoint.refusals, where
        if "{game}" in endpoint.path:
            assert "no_game" in endpoint.refusals, where
        assert set(endpoint.refusals) <= REFUSAL.keys(), where
