"""The messages of the protocol as JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

from bocage.protocol.messages import ClientMessage, ServerMessage

#: A JSON Schema, or a part of one.
Schema: TypeAlias = Mapping[str, Any]


def schema() -> Schema:
    """Return a JSON Schema whose ``$defs`` hold every message; ``ClientMessage`` and ``ServerMessage`` are the
    unions.
    """
    (client, server), parts = msgspec.json.schema_components([ClientMessage, ServerMessage])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Bocage protocol, version 1",
        "description": "A frame from a client is a ClientMessage, one from the service a ServerMessage.",
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": {"ClientMessage": client, "ServerMessage": server, **parts},
    }
