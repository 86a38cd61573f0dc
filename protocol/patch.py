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
    for key, new in after.items():
        old = before.get(key)
        if old is new or old == new:
            continue
        patch[key] = diff(old, new) if type(old) is dict and type(new) is dict else new
    if not before.keys() <= after.keys():
        for key in before:
            if key not in after:
                patch[key] = None
    return patch


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
