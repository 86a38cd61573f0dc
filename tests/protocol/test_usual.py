"""What bodies and messages mean where they say nothing: nothing, no and nobody, but for what stands here."""

from __future__ import annotations

import msgspec

from bocage.protocol import (
    challenges,
    messages,
    profile,
    rest,
    sign_ins,
    terms,
)

MODULES = (challenges, messages, profile, rest, sign_ins, terms)
USUAL = {
    # Not before the match is over.
    "AccessWish.open_delay": -1,
    "RefusalBody.seat": -1,
    "ClockRules.kind": "none",
    "ClockRules.on_timeout": "lose",
    "Challenge.seat": -1,
    "Challenge.status": "waiting",
    "NewChallenge.time": 300,
    "NewMatch.undo": True,
    "NewMatch.hints": True,
    "Profile.seen_by": "nobody",
    "Hello.lang": "en",
}


def test_what_is_not_said_is_what_is_usual() -> None:
    said = {
        f"{kind.__name__}.{field.name}": field.default
        for module in MODULES
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
        for field in msgspec.structs.fields(kind)
        if isinstance(field.default, bool | int | float | str)
    }
    assert {name: default for name, default in said.items() if default} == USUAL
    assert len(said) > 40
