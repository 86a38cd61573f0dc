"""What entries do not say: stored logs leave out what is usual, and what that means may never change."""

from __future__ import annotations

import msgspec

from service.match import entries

#: Kind and field → what it means where a log does not say it.
USUAL = {
    "Access.private": False,
    "Access.open_delay": -1,
    "Fork.resampled": False,
    "Deal.counted": False,
    "Deal.duplicate": "",
    "Created.clock": {},
    "Created.access": {},
    "Created.fork": None,
    "Created.open_for": 0,
    "Created.house": "",
    "Created.undo": False,
    "Created.hints": False,
    "Created.deal": None,
    "Created.rated": False,
    "Seated.bot": False,
    "Seated.house": False,
}


def test_what_logs_leave_out_means_what_it_always_meant() -> None:
    kinds = [kind for kind in vars(entries).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    usual = {
        f"{kind.__name__}.{field.name}": msgspec.to_builtins(field.default)
        for kind in kinds
        if kind.__module__ == entries.__name__
        for field in msgspec.structs.fields(kind)
        if field.default is not msgspec.NODEFAULT and field.default is not msgspec.UNSET
    }
    assert usual == USUAL
