"""What is said about the protocol is what the protocol is."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bocage.protocol.schema import schema


def described(node: Any) -> bool:
    return bool(node.get("description") or any(described(part) for part in node.get("anyOf", ())))


@pytest.mark.parametrize("name", [name for name in schema()["$defs"] if not name.endswith("Message")])
def test_everything_is_described(name: str) -> None:
    part = schema()["$defs"][name]
    assert part["description"]
    assert [key for key, field in part["properties"].items() if key != "t" and not described(field)] == []


def test_client_schemas_are_closed_and_server_schemas_open() -> None:
    parts = schema()["$defs"]
    client: set[str] = set()
    found = [reference["$ref"].rpartition("/")[2] for reference in parts["ClientMessage"]["anyOf"]]
    while found:
        client.add(name := found.pop())
        found += [one for one in re.findall(r"#/\$defs/(\w+)", repr(parts[name])) if one not in client]
    assert client
    for name, part in parts.items():
        if "properties" in part:
            assert (part.get("additionalProperties") is False) == (name in client)
