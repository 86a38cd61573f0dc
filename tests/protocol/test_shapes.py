"""Every body and message, field by field: what it may hold, and what it means where it is left out.

shapes.txt is the whole of it, a line a type; a field that nothing explains ends in ``!``. Whoever changes a shape
changes that file on purpose: ``python -m tests.protocol.test_shapes > tests/protocol/shapes.txt``.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import re
import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

import bocage.protocol
from bocage import features

WRITTEN = Path(__file__).with_name("shapes.txt")
#: Bounds of a value, as they are written.
BOUNDS = {
    "gt": ">",
    "ge": "≥",
    "lt": "<",
    "le": "≤",
    "min_length": "length ≥",
    "max_length": "length ≤",
    "pattern": "~",
}


def words(kind: Any) -> str:
    """A type in one line."""
    match kind:
        case inspect.Metadata():
            return words(kind.type)
        case inspect.StructType():
            return str(kind.cls.__name__)
        case inspect.LiteralType():
            return " or ".join(repr(value) for value in kind.values)
        case inspect.UnionType():
            return " or ".join(words(part) for part in kind.types)
    inner = [part for name in ("item_type", "key_type", "value_type") if (part := getattr(kind, name, None))]
    inner += getattr(kind, "item_types", ())
    told = (isinstance(part, inspect.Metadata) and explained(part) for part in inner)
    parts = [f"{words(part)}{' (explained)' if each else ''}" for part, each in zip(inner, told, strict=True)]
    bounds = [
        f"{sign} {value}" for name, sign in BOUNDS.items() if (value := getattr(kind, name, None)) is not None
    ]
    name = type(kind).__name__.removesuffix("Type").lower()
    return name + (f"[{', '.join(parts)}]" if parts else "") + (f" {', '.join(bounds)}" if bounds else "")


def explained(kind: Any) -> bool:
    """Whether a person is told what the field holds; that of a type of its own says its type."""
    if isinstance(kind, inspect.Metadata):
        return bool((kind.extra_json_schema or {}).get("description")) or explained(kind.type)
    if isinstance(kind, inspect.UnionType):
        return any(explained(part) for part in kind.types)
    return isinstance(kind, inspect.StructType)


def usual(field: inspect.Field) -> str:
    """What is meant where the field is left out."""
    if field.default is msgspec.UNSET:
        return " = absent"
    if field.default is not msgspec.NODEFAULT:
        return f" = {field.default!r}"
    return "" if field.default_factory is msgspec.NODEFAULT else f" = {field.default_factory()!r}"


def line(kind: type[Any]) -> str:
    """One type."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    config = kind.__struct_config__
    marks = [
        name for name in ("frozen", "omit_defaults", "forbid_unknown_fields", "array_like") if getattr(config, name)
    ]
    marks += [f"t={config.tag}"] if config.tag else []
    fields = [
        f"{field.encode_name}: {words(field.type)}{usual(field)}{'' if explained(field.type) else ' !'}"
        for field in info.fields
    ]
    return f"{kind.__module__}.{kind.__name__} ({', '.join(marks)})\n" + "".join(f"  {field}\n" for field in fields)


def shapes() -> str:
    """All of them, in the order of their names."""
    names = [f"bocage.protocol.{module.name}" for module in pkgutil.iter_modules(bocage.protocol.__path__)]
    wires = [f"bocage.features.{feature}.wire" for feature in features.NAMES]
    names += [wire for wire in wires if importlib.util.find_spec(wire)]
    kinds = {
        kind
        for name in names
        for kind in vars(importlib.import_module(name)).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ in names
    }
    return "".join(line(kind) for kind in sorted(kinds, key=lambda kind: (kind.__module__, kind.__name__)))


def test_every_shape_is_as_written() -> None:
    lines = WRITTEN.read_text(encoding="utf-8").splitlines(keepends=True)
    types = re.findall(r"^\S.*\n(?: .*\n)*", "".join(lines), re.MULTILINE)
    there = ("bocage.protocol.", *(f"bocage.features.{name}." for name in features.NAMES))
    assert shapes() == "".join(one for one in types if one.startswith(there))


if __name__ == "__main__":
    sys.stdout.write(shapes())
