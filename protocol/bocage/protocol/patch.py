"""RFC 7396 merge patches. Views hold no null, so null in a patch means that a field is removed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

#: Any JSON value: null, a truth value, a number, text, a list or an object.
Json: TypeAlias = Any


def diff(before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, object]:
    """The smallest merge patch from ``before`` to ``after``; empty when they are equal. Neither may hold None.

    1, 1.0 and true are equal here, as in Python. A view that matches its type never swaps them.
    """
    patch: dict[str, object] = {}
    known = before.get
    gone = len(before) - len(after)
    for key, new in after.items():
        old = known(key)
        if old is new or old == new:
            continue
        if type(old) is dict and type(new) is dict:
            patch[key] = diff(old, new)
        else:
            patch[key] = new
            if old is None:
                gone += 1
    if gone:
        for key in before:
            if key not in after:
                patch[key] = None
    return patch


def merge(one: Mapping[str, object], other: Mapping[str, object]) -> Mapping[str, object]:
    """Two patches, or two parts of a view, as one. What both name is an object, or ``other`` counts."""
    if not one or not other:
        return one or other
    both = dict(one)
    for key, value in other.items():
        known = both.get(key)
        both[key] = merge(known, value) if type(known) is dict and type(value) is dict else value
    return both


def apply(target: Json, patch: Json) -> Json:
    """``target`` with ``patch`` merged in (RFC 7396, section 2). ``target`` itself is not changed."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = apply(merged.get(key), value)
    return merged
