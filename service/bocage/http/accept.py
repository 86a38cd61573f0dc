"""What a reader would rather have: the headers ``Accept``, ``Accept-Encoding`` and ``Accept-Language``."""

from __future__ import annotations

from typing import Literal

#: How an answer is packed: where that pays, always (the reader refuses what is not packed), or never.
Packing = Literal["worthwhile", "always", "never"]


def weights(header: str) -> dict[str, float]:
    """Name, in lower case → weight from 0 to 1 (RFC 9110, section 12.4.2). A weight that is no number refuses."""
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
    """Whether an answer is packed with gzip (RFC 9110, section 12.5.3).

    A reader who refuses both gzip and what is not packed gets it unpacked: an answer is worth more than 406.
    """
    found = weights(accept_encoding)
    rest = found.get("*")
    gzip = found.get("gzip", found.get("x-gzip", rest or 0.0))
    plain = found.get("identity", rest)
    if gzip == 0.0 or (plain is not None and plain > gzip):
        return "never"
    return "always" if plain == 0.0 else "worthwhile"


def wants_page(accept: str) -> bool:
    """Whether HTML is rather wanted than JSON: by a browser that opens an address."""
    found = weights(accept)
    html = max(found.get("text/html", found.get("text/*", 0.0)), found.get("application/xhtml+xml", 0.0))
    return html > found.get("application/json", found.get("application/*", 0.0))
