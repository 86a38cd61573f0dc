"""RFC 7396 merge patches. Views hold no null, so that null can mean "gone"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def diff(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The smallest merge patch from ``before`` to ``after`` (empty: equal). Neither may hold None.

    1, 1.0 and true count as equal (as in Python); a view that matches its type never swaps them.
    """
    patch: dict[str, Any] = {}
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
