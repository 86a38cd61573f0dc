"""Any view as lines of text: good enough to play a game that has no layout of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from bocage.terminal.words import Words

INDENT = "  "


def lines(view: Mapping[str, Any], words: Words, depth: int = 0) -> list[str]:
    """One line per field, nested objects indented below theirs. Empty ones are left out."""
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
    """Each value once, with how many there are of it."""
    for text, count in Counter(scalar(value, words) for value in values).items():
        yield f"{text} ×{count}" if count > 1 else text


def pairs(value: Mapping[str, Any], words: Words) -> Iterator[str]:
    """The fields of a flat object; what is true, or its own name, is said once."""
    for key, inner in value.items():
        name, text = words.field(key), scalar(inner, words)
        if inner is not False and inner != "":
            yield name if inner is True or text == name else f"{name} {text}"


def scalar(value: Any, words: Words) -> str:
    """One value in words."""
    if isinstance(value, bool):
        return words.ui("yes") if value else words.ui("no")
    if isinstance(value, str):
        return words.label(value)
    if isinstance(value, Mapping):
        return words.join(pairs(value, words))
    if isinstance(value, list):
        return "(" + words.join(scalar(item, words) for item in value) + ")"
    return str(value)
