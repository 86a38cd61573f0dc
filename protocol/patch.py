"""RFC 7396 merge patches. Views hold no null, so that null can mean "gone"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def diff(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The smallest merge patch from ``before`` to ``after`` (empty: equal). Neither may hold None.

    Inside lists, 1 and true count as equal (as in Python); a view that matches its type never swaps them.
    """
    patch: dict[str, Any] = {}
    added = 0
    for key, new in after.items():
        try:
            old = before[key]
        except KeyError:
            added += 1
            patch[key] = new
            continue
        if old is new:
            continue
        if type(new) is dict and type(old) is dict:
            inner = diff(old, new)
            if inner:
                patch[key] = inner
        elif old != new or type(old) is not type(new):
            patch[key] = new
    if len(after) - added != len(before):
        for key in before:
            if key not in after:
                patch[key] = None
    return patch


def apply(target: Any, patch: Any) -> Any:
    """``target`` with ``patch`` merged in (RFC 7396, section 2); ``target`` itself is left alone."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = apply(merged.get(key), value)
    return merged
