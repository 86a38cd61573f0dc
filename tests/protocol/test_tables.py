"""How the tables of docs/protocol.md are made from types: one cell after the other."""

from __future__ import annotations

import json
import runpy
import sys
from typing import Any

import pytest

from bocage.protocol import schema as module
from bocage.protocol.schema import _default, _message, _table, _type, main, page, schema


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


def test_a_table_has_a_line_below_its_head_and_no_cell_breaks_it() -> None:
    assert _table(("a", "b"), [(1, "x|y")]) == "| a | b |\n| --- | --- |\n| 1 | x\\|y |"


def test_a_message_is_named_by_its_tag_and_a_part_by_its_type() -> None:
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


#: With a sign that is no ASCII: people read what is printed.
DESCRIBED = {"description": "Length ≥ 1.", "$defs": {}}


def test_started_as_a_program_it_prints(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["schema"])
    runpy.run_path(str(module.__file__), run_name="__main__")
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(schema()))


@pytest.mark.parametrize("arguments", [[], ["page"], ["other"]])
def test_the_program_prints_one_or_the_other(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["schema", *arguments])
    monkeypatch.setattr(module, "page", lambda: "the page")
    monkeypatch.setattr(module, "schema", lambda: DESCRIBED)
    main()
    printed = capsys.readouterr().out
    if arguments == ["page"]:
        assert printed == "the page"
    else:
        assert printed == json.dumps(DESCRIBED, indent=2, ensure_ascii=False) + "\n"
