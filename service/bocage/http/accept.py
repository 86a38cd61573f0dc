"""Content negotiation: the headers ``Accept``, ``Accept-Encoding`` and ``Accept-Language``."""

from __future__ import annotations

from typing import Literal

#: When to compress a response: if it pays, always (the client refuses uncompressed ones), or never.
Packing = Literal["worthwhile", "always", "never"]


def weights(header: str) -> dict[str, float]:
    """Parse names, in lower case, and weights from 0 to 1 (RFC 9110, section 12.4.2). An invalid weight counts as
    0.
    """
    found: dict[str, float] = {}
    for part in header.split(","):
        name, *parameters = part.split(";")
        weight = 1.0
        for parameter in parameters:
            key, _, value = parameter.partition("=")
            if key.strip().lower() == "q":
                weight = _weight(value)
        if name.strip():
            found[name.strip().lower()] = weight
    return found


def _weight(text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        return 0.0
    return weight if 0.0 <= weight <= 1.0 else 0.0


def packing(accept_encoding: str) -> Packing:
    """Decide on gzip compression (RFC 9110, section 12.5.3).

    A client that refuses both gzip and identity gets an uncompressed response, which is more useful than 406.
    """
    found = weights(accept_encoding)
    rest = found.get("*")
    gzip = found.get("gzip", found.get("x-gzip", rest or 0.0))
    plain = found.get("identity", rest)
    if gzip == 0.0 or (plain is not None and plain > gzip):
        return "never"
    return "always" if plain == 0.0 else "worthwhile"


def wants_page(accept: str) -> bool:
    """True if HTML is preferred to JSON, as by a browser that opens an address."""
    found = weights(accept)
    html = max(found.get("text/html", found.get("text/*", 0.0)), found.get("application/xhtml+xml", 0.0))
    return html > found.get("application/json", found.get("application/*", 0.0))
