"""Terms on which a match is played: options, seat, clock, shares of the dice's key."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Options = Annotated[dict[str, Any], Meta(description="Option → value; omitted options have their defaults.")]
Seat = Annotated[int, Meta(ge=0, le=15, description="Seat; omitted: the first free one.")]
Nonce = Annotated[
    str,
    Meta(
        max_length=200,
        description="Your share of the dice's key: 32 to 128 lower-case hex digits; empty: the service draws one.",
        extra_json_schema={"pattern": "^([0-9a-f]{32,128})?$"},
    ),
]


class ClockRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Time control, in milliseconds. ``bank``: ``base`` + ``increment`` per seat; ``days``: ``base`` per decision.

    ``on_timeout``: on timeout the seat loses, or the decision's default action is played.
    """

    kind: Annotated[
        Literal["none", "bank", "days"], Meta(description="A bank per seat, days per decision, or none.")
    ] = "none"
    base: Annotated[int, Meta(description="Milliseconds per seat, or per decision.")] = 0
    increment: Annotated[int, Meta(description="Milliseconds added after each decision.")] = 0
    on_timeout: Annotated[
        Literal["lose", "default"], Meta(description="The seat loses, or the default action is played.")
    ] = "lose"


#: Largest bank of a clock in milliseconds.
LONGEST_BANK = 24 * 3_600_000
#: Largest increment in milliseconds.
LONGEST_INCREMENT = 3_600_000
#: Milliseconds per day.
DAY = 86_400_000
#: Most days per decision.
MOST_DAYS = 30
Clock = Annotated[
    ClockRules,
    Meta(
        description="None; a bank of 1 s to 24 h with an increment of up to 1 h; or 1 to 30 whole days.",
        extra_json_schema={
            "anyOf": [
                {"properties": {"kind": {"const": "none"}, "base": {"const": 0}, "increment": {"const": 0}}},
                {
                    "required": ["kind", "base"],
                    "properties": {
                        "kind": {"const": "bank"},
                        "base": {"minimum": 1000, "maximum": LONGEST_BANK},
                        "increment": {"minimum": 0, "maximum": LONGEST_INCREMENT},
                    },
                },
                {
                    "required": ["kind", "base"],
                    "properties": {
                        "kind": {"const": "days"},
                        "base": {"minimum": DAY, "maximum": MOST_DAYS * DAY, "multipleOf": DAY},
                        "increment": {"const": 0},
                    },
                },
            ]
        },
    ),
]
