"""Any view as lines of text, for games without their own layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from bocage.terminal.words import Words

INDENT = "  "


def lines(view: Mapping[str, Any], words: Words, depth: int = 0) -> list[str]:
    """Format one line per field, nested objects indented. Empty fields are omitted."""
    result: list[str] = []
    for key, value in view.items():
        label = INDENT * depth + words.field(key)
        if isinstance(value, Mapping):
            if not value:
                continue
            if all(not isinstance(inner, Mapping | list) for inner in value.values()):
                result.append(words.pair(label, words.join(pairs(value, words))))
            else:
                result.append(words.pair(label, "").rstrip())
                result.extend(lines(value, words, depth + 1))
        elif isinstance(value, list):
            if value:
                result.append(words.pair(label, words.join(counted(value, words))))
        elif value is True:
            result.append(label)
        elif value is not False and value != "":
            result.append(words.pair(label, scalar(value, words)))
    return result


def counted(values: list[Any], words: Words) -> Iterator[str]:
    """Format each distinct value with its count."""
    for text, count in Counter(scalar(value, words) for value in values).items():
        yield f"{count} × {text}" if count > 1 else text


def pairs(value: Mapping[str, Any], words: Words) -> Iterator[str]:
    """Format the fields of a flat object; a true value, or one equal to its name, as the name alone."""
    for key, inner in value.items():
        name, text = words.field(key), scalar(inner, words)
        if inner is not False and inner != "":
            yield name if inner is True or text == name else f"{name} {text}"


def scalar(value: Any, words: Words) -> str:
    """Format one value."""
    if isinstance(value, bool):
        return words.ui("yes") if value else words.ui("no")
    if isinstance(value, str):
        return words.label(value)
    if isinstance(value, Mapping):
        return words.join(pairs(value, words))
    if isinstance(value, list):
        return "(" + words.join(scalar(item, words) for item in value) + ")"
    return str(value)
