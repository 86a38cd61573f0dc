"""Terms before play, as a person types them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any


class TermsError(ValueError):
    """A proposal that cannot be read; the text is the part in question."""


def waits_for(view: Mapping[str, Any]) -> int:
    """Return the first seat that has not accepted the terms; -1: nothing is to be agreed, or a seat is free."""
    agreement = view.get("agreement")
    if agreement is None or not all(view["seats"].values()):
        return -1
    return next((seat for seat in map(int, view["seats"]) if seat not in agreement["accepted"]), -1)


def changes(word: str, text: str, agreement: Mapping[str, Any]) -> Mapping[str, Any]:
    """Parse ``swap``, or ``propose NAME=VALUE …``; ``@FILE`` as a value is the text of a file.

    Raises :class:`TermsError`.
    """
    if word == "swap":
        if "swap" not in agreement:
            raise TermsError(word)
        swap: Mapping[str, Any] = agreement["swap"]
        return swap
    wanted: dict[str, Any] = {}
    for part in text.split():
        name, equals, value = part.partition("=")
        if not equals:
            raise TermsError(part)
        try:
            wanted[name] = Path(value[1:]).expanduser().read_text("utf-8") if value.startswith("@") else value
        except (OSError, UnicodeDecodeError):
            raise TermsError(part) from None
    if not wanted:
        raise TermsError(word)
    return wanted
