"""How the tables of docs/protocol.md are made from types: one cell after the other."""

from __future__ import annotations

import runpy
import sys
from typing import Any

import pytest

from bocage.protocol import messages as m
from bocage.protocol.codes import CLOSES, REFUSALS
from bocage.protocol.schema import schema
from bocage_tools import protocol_page as module
from bocage_tools.protocol_page import _default, _message, _table, _type, page
from tests.checkout import ROOT


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ({}, "any"),
        ({"type": "string"}, "string"),
        ({"type": "string", "minLength": 1, "maxLength": 9}, "string length ≥ 1, length ≤ 9"),
        ({"type": "integer", "minimum": 0}, "integer ≥ 0"),
        ({"type": "integer", "maximum": 7, "minimum": 1}, "integer ≥ 1, ≤ 7"),
        ({"type": "array"}, "array"),
        ({"type": "array", "items": {}}, "array"),
        ({"type": "array", "items": {"type": "integer"}}, "array of integer"),
        ({"$ref": "#/$defs/Thing"}, "Thing"),
        ({"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Thing"}]}, "null or Thing"),
        ({"enum": ["a", 1]}, "`a` or `1`"),
    ],
)
def test_a_type_in_words(field: dict[str, Any], text: str) -> None:
    assert _type(field) == text


def test_defaults_are_json_and_what_has_none_is_absent() -> None:
    assert [_default(field) for field in ({}, {"default": ""}, {"default": False}, {"default": None})] == [
        "absent",
        '`""`',
        "`false`",
        "`null`",
    ]


def test_tables_have_a_ruler_and_unbroken_cells() -> None:
    assert _table(("a", "b"), [(1, "x|y")]) == "| a | b |\n| --- | --- |\n| 1 | x\\|y |"


def test_messages_are_named_by_tag_and_parts_by_type() -> None:
    described = {
        "description": "One.\n\n    Two.\n",
        "properties": {
            "t": {"enum": ["act"]},
            "n": {"type": "integer"},
            "o": {"default": 3, "description": "Odd."},
        },
        "required": ["t", "n"],
    }
    assert _message(described, "Act") == (
        "### `act`\n\nOne. Two.\n\n| field | type | default | meaning |\n| --- | --- | --- | --- |\n"
        "| `n` | integer |  |  |\n| `o` | any | `3` | Odd. |"
    )
    assert _message({"description": "Part.", "properties": {}}, "Part") == "### Part\n\nPart."


def test_each_message_stands_once_on_the_page() -> None:
    text, parts = page(), schema()["$defs"]
    assert "{{" not in text
    for name, part in parts.items():
        if name in ("ClientMessage", "ServerMessage"):
            continue
        tag = part["properties"].get("t")
        title = f"`{tag['enum'][0]}`" if tag else name
        assert text.count(f"### {title}\n") == 1, name
    assert [one["$ref"] for one in schema()["anyOf"]] == ["#/$defs/ClientMessage", "#/$defs/ServerMessage"]


def test_the_committed_page_is_current() -> None:
    committed = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    assert committed == page(), "run: python -m bocage_tools.protocol_page > docs/protocol.md"


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


def test_module_prints_the_page_when_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["protocol_page"])
    runpy.run_path(str(module.__file__), run_name="__main__")
    assert capsys.readouterr().out == page()
