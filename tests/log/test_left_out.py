"""What entries do not say: stored logs leave out what is usual, and what that means may never change."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import msgspec

from bocage.log import career, entries, events, export, records

#: Kind and field → what it means where a log does not say it.
USUAL = {
    "Access.private": False,
    "Access.open_delay": -1,
    "Fork.resampled": False,
    "Deal.counted": False,
    "Deal.duplicate": "",
    "Deal.fixed": False,
    "Created.clock": {},
    "Created.access": {},
    "Created.fork": None,
    "Created.open_for": 0,
    "Created.house": "",
    "Created.undo": False,
    "Created.hints": False,
    "Created.deal": None,
    "Created.rated": False,
    "Created.agree": False,
    "Seated.bot": False,
    "Seated.house": False,
}


#: The same for what lists store, what events leave out on the wire, and what is not said of a change.
ELSEWHERE = {
    "Rated.houses": ("", ""),
    "SeatTaken.bot": False,
    "SeatTaken.house": False,
    "SeatTaken.left": False,
    "TimeUp.played": False,
    "TookHint.theme": "",
    "TookHint.ending": "",
    "TookHint.better": (0, 100),
    "TookHint.played": (0, 100),
    "TookHint.more": False,
    "TookHint.won": False,
    "TookHint.lost": False,
    "MatchEnded.winners": (),
    "ExportHeader.draws": True,
    "Log.secret": b"",
    "Source.resampled": False,
    "Row.house": "",
    "Row.rules": 1,
    "Row.private": False,
    "Row.creator": "",
    "Row.reason": "",
    "Row.clock": {},
    "Row.fork": None,
    "Row.score": None,
    "Row.deal": "",
    "Row.duplicate": "",
    "Row.rated": False,
    "Row.unreadable": False,
    "Row.at": 0,
    "Row.hidden": None,
    "Rated.at": 0,
    "Rated.private": False,
    "NoticeWish.wait": 0,
    "Change.row": None,
    "Change.secret": b"",
    "Change.due": 0,
    "Change.due_in": 0,
    "Change.final": False,
    "Change.unlisted": False,
    "Change.points": None,
    "Change.rated": None,
    "Change.notices": (),
    "_Head.player": "",
    "Count.played": 0,
    "Count.won": 0,
    "Count.drawn": 0,
    "Top.played": 1,
    "GameCareer.streak": 0,
    "GameCareer.longest": 0,
}


def usual(module: ModuleType) -> dict[str, Any]:
    """What each field means where nothing is said, of all structs of a module."""
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    return {
        f"{kind.__name__}.{field.name}": msgspec.to_builtins(field.default, builtin_types=(bytes,))
        for kind in kinds
        if kind.__module__ == module.__name__
        for field in msgspec.structs.fields(kind)
        if field.default is not msgspec.NODEFAULT and field.default is not msgspec.UNSET
    }


def test_what_logs_leave_out_means_what_it_always_meant() -> None:
    assert usual(entries) == USUAL


def test_so_does_what_lists_and_events_leave_out() -> None:
    modules = (events, export, records, career)
    assert {name: value for module in modules for name, value in usual(module).items()} == ELSEWHERE
