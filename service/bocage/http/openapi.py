"""The OpenAPI description of REST, made from the table of endpoints; and /api, the same as a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Annotated, Any, NotRequired, TypedDict

import msgspec
from msgspec import Meta

from bocage.http import idempotency
from bocage.http.context import LONGEST_ID
from bocage.http.endpoint import Endpoint, Query
from bocage.protocol.codes import REFUSAL
from bocage.protocol.messages import Language
from bocage.protocol.rest import RefusalBody
from bocage.rules.kernel.registry import all_games

_REF = "#/components/schemas/{name}"
_PARAMETER = re.compile(r"{(\w+)}")
#: Path parameters: description and type.
_PARAMETERS: dict[str, tuple[str, Any]] = {
    "match": ("Id of a match.", Annotated[str, Meta(pattern=f"^[A-Za-z0-9]{{1,{LONGEST_ID}}}$")]),
    "game": ("Id of a game.", Annotated[str, Meta(pattern="^[a-z0-9_]+$")]),
    "lang": ("Language.", Language),
    "channel": ("Id of a channel for notices.", Annotated[str, Meta(pattern="^[0-9a-f]{1,16}$")]),
    "player": ("Id of a player.", Annotated[str, Meta(pattern=f"^[A-Za-z0-9]{{1,{LONGEST_ID}}}$")]),
    "number": ("Number of an exercise, from 1.", Annotated[int, Meta(ge=1, le=999)]),
    "map": ("Id of a map.", Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]),
    "challenge": ("Id of a challenge.", Annotated[str, Meta(pattern=f"^[A-Za-z0-9]{{1,{LONGEST_ID}}}$")]),
    "duplicate": ("Id of a duplicate.", Annotated[str, Meta(pattern=f"^[A-Za-z0-9]{{1,{LONGEST_ID}}}$")]),
}


def operation_id(endpoint: Endpoint) -> str:
    """Return a name for generated clients: module of the handler, or feature, and handler."""
    module = endpoint.handler.__module__.removesuffix(".endpoints").rpartition(".")[2]
    return f"{module}_{endpoint.handler.__name__}"


def parameters(endpoint: Endpoint) -> list[str]:
    """Return the names of the path parameters."""
    return _PARAMETER.findall(endpoint.path)


def refusals(endpoint: Endpoint) -> list[str]:
    """Return all refusal codes of an endpoint, in the order of the table of codes."""
    codes = {*endpoint.refusals, *endpoint.common_refusals()}
    return [code for code in REFUSAL if code in codes]


class Document(TypedDict):
    """An OpenAPI document. Paths and components hold JSON schemas of nearly any shape."""

    openapi: str
    servers: NotRequired[list[dict[str, str]]]
    info: dict[str, str]
    paths: dict[str, dict[str, Any]]
    components: dict[str, dict[str, Any]]


def describe(endpoints: Sequence[Endpoint], version: str, folder: str = "") -> Document:
    """Create the OpenAPI document (version 3.1). ``folder``: path prefix of the service; empty: none."""
    types = [kind for endpoint in endpoints for kind in (endpoint.body, endpoint.answer) if kind is not None]
    schemas, components = msgspec.json.schema_components([*types, RefusalBody], ref_template=_REF)
    _describe_options(components)
    remaining = iter(schemas)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        body = next(remaining) if endpoint.body is not None else None
        content = next(remaining) if endpoint.answer is not None else {"type": "string"}
        operation = _operation(endpoint, body, content)
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation
    document: Document = {
        "openapi": "3.1.0",
        "info": {
            "title": "Bocage",
            "version": version,
            "description": "Players, matches, replays. Playing itself goes over the websocket at /ws:"
            " see docs/protocol.md.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token from POST /api/players. Never put it into a URL.",
                }
            },
        },
    }
    if folder:
        document["servers"] = [{"url": folder}]
    return document


def _describe_options(components: dict[str, Any]) -> None:
    """Add the options of each game to the schemas of bodies; unknown options are refused."""
    of_games, of_seats = (
        [components[body] for body in bodies if body in components]
        for bodies in (("NewMatch", "NewDuplicate"), ("Join", "ForkWish"))
    )
    if not of_games and not of_seats:
        return
    ids = [game.id for game in all_games()]
    of_game: list[dict[str, Any]] = [{"properties": {"game": {"not": {"enum": ids}}}}]
    of_seat: list[dict[str, Any]] = []
    for game in all_games():
        fields: dict[str, Any] = {"game": {"const": game.id}}
        for field, kind in (("options", game.Options), ("seat_options", game.SeatOptions)):
            name = f"{game.id}_{field}"
            _, parts = msgspec.json.schema_components([kind], ref_template=_REF)
            (components[name],) = parts.values()
            fields[field] = {"$ref": _REF.format(name=name)}
        of_game.append({"properties": fields})
        of_seat.append(fields["seat_options"])
    for body in of_games:
        body["anyOf"] = of_game
    for body in of_seats:
        body["properties"]["options"]["anyOf"] = of_seat


def _operation(endpoint: Endpoint, body: Any, content: Any) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "tags": [endpoint.tag],
        "summary": endpoint.text,
        "operationId": operation_id(endpoint),
        "responses": _responses(endpoint, content),
    }
    asked: list[dict[str, Any]] = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": _PARAMETERS[name][0],
            "schema": _schema(_PARAMETERS[name][1]),
        }
        for name in parameters(endpoint)
    ]
    asked += [_query(query) for query in endpoint.query]
    if endpoint.idempotent:
        schema = {"type": "string", "pattern": idempotency.PATTERN}
        asked.append(
            {"name": idempotency.HEADER, "in": "header", "description": idempotency.HELP, "schema": schema}
        )
    if asked:
        operation["parameters"] = asked
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    if endpoint.who == "player":
        operation["security"] = [{"token": []}]
    elif endpoint.who == "optional":
        operation["security"] = [{}, {"token": []}]
    return operation


def _query(query: Query) -> dict[str, Any]:
    required = {"required": True} if query.required else {}
    schema = _schema(query.kind)
    return {"name": query.name, "in": "query", "description": query.text, **required, "schema": schema}


def _schema(kind: Any) -> dict[str, Any]:
    """Return the schema of a parameter. Client generators need a type beside an enumeration."""
    schema = msgspec.json.schema(kind)
    return {"type": "string", **schema} if "enum" in schema else schema


def _responses(endpoint: Endpoint, content: Any) -> dict[str, Any]:
    found: dict[str, Any] = {
        str(endpoint.status): {"description": "Done.", "content": {endpoint.media: {"schema": content}}}
    }
    by_status: dict[int, list[str]] = {}
    for code in refusals(endpoint):
        by_status.setdefault(REFUSAL[code].status, []).append(code)
    problem = {"application/json": {"schema": {"$ref": _REF.format(name="RefusalBody")}}}
    for status, codes in sorted(by_status.items()):
        sentences = " ".join(f"`{code}`: {REFUSAL[code].en}" for code in codes)
        found[str(status)] = {"description": sentences, "content": problem}
    return found


# For people ----------------------------------------------------------------------------------------

STYLE = """\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid #8886; border-radius: 4px; }
section { border-top: 1px solid #8886; padding: 0.5rem 0; }
h3 { margin: 0.5rem 0; }
.method { font-weight: 700; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 0.2rem 0.8rem 0.2rem 0; }
"""


def page(endpoints: Sequence[Endpoint], version: str) -> str:
    """Return the description as one page without scripts."""
    document = describe(endpoints, version)
    schemas = document["components"]["schemas"]
    tags = list(dict.fromkeys(endpoint.tag for endpoint in endpoints))
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<title>Bocage: REST</title><link rel="icon" href="icon.svg">'
        '<link rel="stylesheet" href="api/style.css"></head><body>',
        f"<h1>Bocage: REST</h1><p>Version {escape(version)}. For programs: "
        '<a href="api/openapi.json">openapi.json</a>. Playing and watching go over the websocket at '
        '<code>/ws</code>: <a href="api/asyncapi.json">asyncapi.json</a> and docs/protocol.md.</p>'
        "<p>Bodies are JSON. Authenticate with the header"
        " <code>Authorization: Bearer …</code>, never in a URL. Error responses have a code for programs and a text"
        " for people, in the language of <code>Accept-Language</code> (en, ja):</p>",
        _fields(schemas["RefusalBody"], schemas),
    ]
    for tag in tags:
        parts.append(f"<h2>{escape(tag)}</h2>")
        parts += [_section(endpoint, document) for endpoint in endpoints if endpoint.tag == tag]
    return "".join([*parts, "</body></html>"])


def _section(endpoint: Endpoint, document: Document) -> str:
    schemas = document["components"]["schemas"]
    operation = document["paths"][endpoint.path][endpoint.method.lower()]
    text = [
        f'<section><h3><span class="method">{endpoint.method}</span> <code>{escape(endpoint.path)}</code></h3>',
        f"<p>{escape(endpoint.text)}{_who(endpoint)}</p>",
    ]
    asked = {query.name: {"description": query.text} for query in endpoint.query}
    if asked:
        text.append("<h4>Query</h4>" + _table(asked, ()))
    if endpoint.idempotent:
        text.append("<h4>Header</h4>" + _table({idempotency.HEADER: {"description": idempotency.HELP}}, ()))
    if endpoint.body is not None:
        text.append(
            "<h4>Body</h4>" + _fields(operation["requestBody"]["content"]["application/json"]["schema"], schemas)
        )
    content = operation["responses"][str(endpoint.status)]["content"][endpoint.media]["schema"]
    text.append(f"<h4>Answer {endpoint.status}: <code>{escape(endpoint.media)}</code></h4>")
    text.append(_fields(content, schemas))
    codes = refusals(endpoint)
    if codes:
        rows = {code: {"description": f"{REFUSAL[code].status}. {REFUSAL[code].en}"} for code in codes}
        text.append("<h4>Refusals</h4>" + _table(rows, ()))
    return "".join([*text, "</section>"])


def _who(endpoint: Endpoint) -> str:
    return {"anybody": "", "player": " Needs a token.", "optional": " A token is optional."}[endpoint.who]


def _fields(schema: dict[str, Any], schemas: dict[str, Any]) -> str:
    """Return the fields of an object as a table; anything else is only in the JSON document."""
    name = schema.get("$ref", "").rpartition("/")[2]
    if name:
        schema = schemas[name]
    fields = schema.get("properties", {})
    return _table(fields, schema.get("required", ())) if fields else ""


def _table(fields: dict[str, Any], required: Iterable[str]) -> str:
    needed = set(required)
    rows = "".join(
        f"<tr><td><code>{escape(name)}</code>{'' if name in needed or not needed else ' (optional)'}</td>"
        f"<td>{escape(str(field.get('description', '')))}</td></tr>"
        for name, field in fields.items()
    )
    return f"<table>{rows}</table>"
