"""The description of the websocket, made from the types of its messages: /api/asyncapi.json (AsyncAPI 3.0)."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any, TypedDict, get_args

import msgspec

from bocage.protocol import messages as m
from bocage.rules.kernel.game import AnyGame
from bocage.rules.kernel.registry import all_games

_SCHEMA = "#/components/schemas/{name}"
_CHANNEL = "#/channels/socket"
_ANSWERED = (m.Ack, m.Refused)
#: Client message → its replies; others have none.
_ANSWERS: dict[type[m.Message], tuple[type[m.Message], ...]] = {
    m.Hello: (m.Welcome, m.Refused),
    m.Watch: (m.Snapshot, m.Refused),
    m.Resume: (m.Update, m.Snapshot, m.Refused),
    m.WatchLobby: (m.Lobby, m.Refused),
    m.Ping: (m.Pong, m.Refused),
    **dict.fromkeys(
        (m.Act, m.Resign, m.Draw, m.DeclineDraw, m.Undo, m.DeclineUndo, m.Propose, m.Accept, m.Say), _ANSWERED
    ),
}


class Document(TypedDict):
    """An AsyncAPI document."""

    asyncapi: str
    info: dict[str, str]
    defaultContentType: str
    servers: dict[str, dict[str, Any]]
    channels: dict[str, dict[str, Any]]
    operations: dict[str, dict[str, Any]]
    components: dict[str, dict[str, Any]]


def describe(version: str, folder: str = "") -> Document:
    """Return the AsyncAPI document. ``folder``: path prefix of the service; empty: none."""
    asked, told = get_args(m.ClientMessage), get_args(m.ServerMessage)
    _, schemas = msgspec.json.schema_components([*asked, *told], ref_template=_SCHEMA)
    games = all_games()
    for game in games:
        schemas |= _schemas_of(game)
    _refer_to_games(schemas, games)
    for schema in schemas.values():
        # AsyncAPI names only the field; its values are in the schemas.
        if "discriminator" in schema:
            schema["discriminator"] = schema["discriminator"]["propertyName"]
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Bocage",
            "version": version,
            "description": "Playing and watching over a websocket: docs/protocol.md says what can be relied on."
            " Making and joining matches goes over REST: /api/openapi.json.",
        },
        "defaultContentType": "application/json",
        "servers": {
            "here": {
                "host": "{host}",
                "protocol": "wss",
                "description": "The service that told this document; without encryption the protocol is ws.",
                "variables": {"host": {"description": "Name and port.", "default": "127.0.0.1:8700"}},
                **({"pathname": folder} if folder else {}),
            }
        },
        "channels": {"socket": _channel([*asked, *told])},
        "operations": _operations(asked, told),
        "components": {
            "messages": {_name(kind): _message(kind) for kind in (*asked, *told)},
            "schemas": schemas,
        },
    }


def _channel(kinds: Sequence[type[m.Message]]) -> dict[str, Any]:
    match = {
        "type": "string",
        "description": "The match that this connection is for, where `welcome` says `per_match`.",
    }
    return {
        "address": "/ws",
        "title": "The websocket",
        "description": "One message a frame: text frames hold JSON (subprotocol `bocage.v1.json`), binary frames"
        " the same messages as MessagePack (`bocage.v1.msgpack`). `hello` comes first.",
        "messages": {_name(kind): {"$ref": f"#/components/messages/{_name(kind)}"} for kind in kinds},
        "bindings": {
            "ws": {
                "method": "GET",
                "query": {"type": "object", "properties": {"match": match}},
                "bindingVersion": "0.1.0",
            }
        },
    }


def _operations(asked: Sequence[type[m.Message]], told: Sequence[type[m.Message]]) -> dict[str, dict[str, Any]]:
    """Return the operations: received messages with their replies, and sent messages."""
    found: dict[str, dict[str, Any]] = {}
    for kind in asked:
        operation = _operation("receive", kind)
        if kind in _ANSWERS:
            operation["reply"] = {
                "channel": {"$ref": _CHANNEL},
                "messages": [_on_channel(answer) for answer in _ANSWERS[kind]],
            }
        found[_name(kind)] = operation
    return found | {_name(kind): _operation("send", kind) for kind in told}


def _operation(action: str, kind: type[m.Message]) -> dict[str, Any]:
    summary = _summary(kind)
    return {"action": action, "channel": {"$ref": _CHANNEL}, "summary": summary, "messages": [_on_channel(kind)]}


def _on_channel(kind: type[m.Message]) -> dict[str, str]:
    return {"$ref": f"{_CHANNEL}/messages/{_name(kind)}"}


def _message(kind: type[m.Message]) -> dict[str, Any]:
    payload = {"$ref": _SCHEMA.format(name=kind.__name__)}
    return {"name": _name(kind), "summary": _summary(kind), "payload": payload}


def _name(kind: type[m.Message]) -> str:
    return str(kind.__struct_config__.tag)


def _summary(kind: type[m.Message]) -> str:
    return " ".join((inspect.getdoc(kind) or "").split("\n\n")[0].split())


def _schemas_of(game: AnyGame) -> dict[str, Any]:
    """Return the schemas of a game (view, actions, events and their parts), with names prefixed by its id."""
    template = _SCHEMA.format(name=f"{game.id}_{{name}}")
    kinds = {"View": game.View, "Action": game.Actions, "Event": game.Events, "Options": game.Options}
    wholes, parts = msgspec.json.schema_components([*kinds.values()], ref_template=template)
    named = {f"{game.id}_{name}": schema for name, schema in parts.items()}
    # A type may have the name already: then it is the same schema.
    return {f"{game.id}_{name}": whole for name, whole in zip(kinds, wholes, strict=True)} | named


def _refer_to_games(schemas: dict[str, Any], games: Sequence[AnyGame]) -> None:
    """Refer from messages to schemas of games."""

    def any_of(name: str) -> list[dict[str, str]]:
        return [{"$ref": _SCHEMA.format(name=f"{game.id}_{name}")} for game in games]

    view = schemas["Snapshot"]["properties"]["view"]
    view["type"] = "object"
    view["properties"] = {"table": {"anyOf": any_of("View")}, "options": {"anyOf": any_of("Options")}}
    schemas["Act"]["properties"]["action"]["anyOf"] = any_of("Action")
    decision = schemas["DecisionView"]["properties"]
    decision["actions"]["items"] = {"anyOf": any_of("Action")}
    # The service has events of its own, such as `seated`.
    events = [*any_of("Event"), {"type": "object", "required": ["ev"]}]
    schemas["Update"]["properties"]["events"]["items"] = {"anyOf": events}
