"""What is said about the protocol is what the protocol is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bocage.protocol import messages as m
from bocage.protocol.codes import CLOSES, REFUSALS
from bocage.protocol.schema import page, schema

ROOT = Path(__file__).parents[2]


def test_the_committed_page_is_current() -> None:
    committed = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    assert committed == page(), "run: python -m bocage.protocol.schema page > docs/protocol.md"


def test_every_message_field_and_code_has_a_row() -> None:
    text = page()
    assert "{{" not in text
    for union in (m.ClientMessage, m.ServerMessage):
        for kind in union.__args__:
            assert f"### `{kind.__struct_config__.tag}`\n" in text
    for refusal in REFUSALS:
        assert f"| `{refusal.name}` | {refusal.status} | {refusal.en} | {refusal.ja} |" in text
    for close in CLOSES:
        assert f"| {close.number} | `{close.name}` |" in text


def described(node: Any) -> bool:
    return bool(node.get("description") or any(described(part) for part in node.get("anyOf", ())))


@pytest.mark.parametrize("name", [name for name in schema()["$defs"] if not name.endswith("Message")])
def test_everything_is_described(name: str) -> None:
    part = schema()["$defs"][name]
    assert part["description"]
    assert [key for key, field in part["properties"].items() if key != "t" and not described(field)] == []


def test_what_clients_send_is_closed_and_what_they_receive_is_open() -> None:
    parts = schema()["$defs"]
    client = {reference["$ref"].rpartition("/")[2] for reference in parts["ClientMessage"]["anyOf"]}
    assert client
    for name, part in parts.items():
        if "properties" in part:
            assert (part.get("additionalProperties") is False) == (name in client)
