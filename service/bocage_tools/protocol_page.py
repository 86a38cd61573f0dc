"""``python -m bocage_tools.protocol_page > docs/protocol.md``: generates the page about the protocol."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bocage.protocol.codes import CLOSES, REFUSALS
from bocage.protocol.schema import Schema, schema

#: The text, with placeholders for the tables.
PROSE = Path(__file__).with_suffix(".md")


def page() -> str:
    """The text of docs/protocol.md: protocol_page.md with tables generated from the types."""
    whole = schema()["$defs"]
    text = PROSE.read_text("utf-8")
    client, server = _members(whole["ClientMessage"]), _members(whole["ServerMessage"])
    rest = [name for name in whole if name not in {*client, *server, "ClientMessage", "ServerMessage"}]
    for name, part in {
        "client": _messages(whole, client),
        "server": _messages(whole, server),
        "parts": _messages(whole, rest),
        "refusals": _table(
            ("code", "HTTP", "English", "日本語"),
            [(f"`{code.name}`", code.status, code.en, code.ja) for code in REFUSALS],
        ),
        "closes": _table(
            ("number", "name", "again", "English", "日本語"),
            [(code.number, f"`{code.name}`", "again" if code.again else "", code.en, code.ja) for code in CLOSES],
        ),
    }.items():
        text = text.replace("{{" + name + "}}", part)
    return text


def _members(union: Schema) -> list[str]:
    return [part["$ref"].rpartition("/")[2] for part in union["anyOf"]]


def _messages(whole: Schema, names: Iterable[str]) -> str:
    return "\n\n".join(_message(whole[name], name) for name in names)


def _message(described: Schema, name: str) -> str:
    fields = dict(described["properties"])
    tag = fields.pop("t", None)
    title = f"`{tag['enum'][0]}`" if tag else name
    parts = [
        f"### {title}",
        " ".join(line.strip() for line in described["description"].split("\n") if line.strip()),
    ]
    if fields:
        needed = set(described.get("required", ()))
        rows = [
            (f"`{key}`", _type(field), "" if key in needed else _default(field), field.get("description", ""))
            for key, field in fields.items()
        ]
        parts.append(_table(("field", "type", "default", "meaning"), rows))
    return "\n\n".join(parts)


def _type(field: Schema) -> str:
    if "$ref" in field:
        return str(field["$ref"].rpartition("/")[2])
    if "anyOf" in field:
        return " or ".join(_type(part) for part in field["anyOf"])
    if "enum" in field:
        return " or ".join(f"`{value}`" for value in field["enum"])
    kind = field.get("type", "any")
    if kind == "array":
        return f"array of {_type(field['items'])}" if field.get("items") else "array"
    bounds = [
        f"{sign} {field[key]}"
        for key, sign in (("minimum", "≥"), ("maximum", "≤"), ("minLength", "length ≥"), ("maxLength", "length ≤"))
        if key in field
    ]
    return f"{kind} {', '.join(bounds)}".strip()


def _default(field: Schema) -> str:
    return f"`{json.dumps(field['default'])}`" if "default" in field else "absent"


def _table(head: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def main() -> None:
    sys.stdout.write(page())


if __name__ == "__main__":
    main()
