"""Paths at which two states or two views differ, such as ``hands/1`` or ``seats/0/cards``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

#: Entries of longer lists and mappings share one path, ``deck/*``: which of them it is says little. So do keys that
#: are in one of both alone.
_SHORT = 16


def differing(one: object, other: object) -> set[str]:
    """The paths at which two values of one shape differ, whatever the order of words in a list.

    ``.`` stands for the whole, ``deck#`` for a length.
    """
    found: set[str] = set()
    _walk(one, other, "", found)
    return found


def first_difference(one: object, other: object) -> str:
    """One path at which two values differ, for a message; empty where they are equal but for an order."""
    return min(differing(one, other), default="")


def leaves(value: object, at: str = "", kind: str = "") -> Iterator[tuple[str, str, object]]:
    """All single values in ``value``: exact path, path with ``*`` for entries of long lists and mappings, value."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from leaves(getattr(value, name), f"{at}/{name}", f"{kind}/{name}")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, f"{at}/{key}", f"{kind}/{_name(key, len(value))}")
    elif isinstance(value, (list, tuple)):
        for number, item in enumerate(value):
            yield from leaves(item, f"{at}/{number}", f"{kind}/{_name(number, len(value))}")
    else:
        yield at[1:] or ".", kind[1:] or ".", value


def _walk(one: Any, other: Any, at: str, found: set[str]) -> None:
    if one == other:
        return
    kind = type(one)
    if kind is not type(other):
        found.add(at or ".")
    elif isinstance(one, msgspec.Struct):
        for name in one.__struct_fields__:
            _walk(getattr(one, name), getattr(other, name), _join(at, name), found)
    elif kind is dict:
        size = max(len(one), len(other))
        for key in one.keys() | other.keys():
            if key in one and key in other:
                _walk(one[key], other[key], _join(at, _name(key, size, at)), found)
            else:
                found.add(_join(at, "*"))
    elif kind in (list, tuple):
        if len(one) != len(other):
            found.add(f"{at}#")
            return
        pairs = zip(_in_order(one), _in_order(other), strict=True)
        for number, pair in enumerate(pairs):
            _walk(*pair, _join(at, _name(number, len(one))), found)
    else:
        found.add(at or ".")


def _in_order(items: Sequence[Any]) -> Sequence[Any]:
    """Words sorted, everything else as it stands."""
    return sorted(items) if all(type(item) is str for item in items) else items


def _name(key: object, size: int, at: str = "/") -> str:
    return str(key) if size <= _SHORT or not at else "*"


def _join(at: str, name: str) -> str:
    return f"{at}/{name}" if at else name
