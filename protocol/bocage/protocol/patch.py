"""JSON merge patches (RFC 7396). Views hold no nulls; a null in a patch removes the field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

#: Any JSON value.
Json: TypeAlias = Any


def diff(before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, object]:
    """Compute the smallest merge patch from ``before`` to ``after``; empty if they are equal. Neither may hold
    None.

    1, 1.0 and true compare equal, as in Python. A typed view never exchanges them.
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
    """Merge two patches or two parts of a view. Objects merge recursively; else ``other`` wins."""
    if not one or not other:
        return one or other
    both = dict(one)
    for key, value in other.items():
        known = both.get(key)
        both[key] = merge(known, value) if type(known) is dict and type(value) is dict else value
    return both


def apply(target: Json, patch: Json) -> Json:
    """Return ``target`` with ``patch`` applied (RFC 7396, section 2). Leaves ``target`` unchanged."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = apply(merged.get(key), value)
    return merged
