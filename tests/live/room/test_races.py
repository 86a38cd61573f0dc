"""Races as tables: what a room is told, step by step, and what it wants done about it.

``tests/live/room/world.py`` says what the sentences mean. Entries 1 to 4 create and start the match; Ann moves
first.
"""

from __future__ import annotations

from typing import Any

import pytest

from bocage.log.entries import Access
from bocage.protocol.rest import ClockRules
from tests.live.room.world import World

DAYS = ClockRules("days", 86_400_000)
Step = tuple[str, list[str]]


class Row:
    """A table with its title. ``options``: of :class:`World`."""

    def __init__(self, title: str, *steps: Step, **options: Any) -> None:
        self.title = title
        self.steps = steps
        self.options = options


def run(row: Row) -> None:
    """Take all steps of a table; each must have wanted what it says."""
    world = World(**row.options)
    for number, (step, wanted) in enumerate(row.steps):
        assert world.step(step) == wanted, f"step {number + 1}: {step}"
    assert world.room.match.seq <= len(world.log)


RACES = [
    Row(
        "an action is stored, shown, answered",
        ("opened", ["Whisper"]),
        ("joins eve", ["show eve snapshot 4", "send eve present"]),
        ("joins ann", ["show ann snapshot 4", "send ann present"]),
        ("acts ann", ["append 5 acted"]),
        ("stored", ["show eve update 5", "show ann update 5", "answer ann 5"]),
        ("acts bob", ["append 6 acted"]),
        ("stored", ["show eve update 6", "show ann update 6", "answer bob 6"]),
    ),
    Row(
        "the decision was answered on another node first",
        ("acts ann", ["append 5 acted"]),
        ("elsewhere ann", []),
        ("taken", ["decline ann stale"]),
    ),
    Row(
        "resigned while an append is under way",
        ("acts ann", ["append 5 acted"]),
        ("resigns bob", []),
        ("stored", ["answer ann 5", "append 6 resigned"]),
        ("stored", ["answer bob 6", "append 7 ended"]),
        ("stored", ["append 8 revealed"]),
        ("stored", []),
    ),
    Row(
        "the log is healed while the append is under way",
        ("joins eve", ["show eve snapshot 4", "send eve present"]),
        ("acts ann", ["append 5 acted"]),
        ("kept", []),
        ("told 5", ["show eve update 5"]),
        ("confirmed", ["answer ann 5"]),
        ("acts bob", ["append 6 acted"]),
    ),
    Row(
        "the append is confirmed before the log tells it",
        ("joins eve", ["show eve snapshot 4", "send eve present"]),
        ("acts ann", ["append 5 acted"]),
        ("kept", []),
        ("confirmed", ["answer ann 5"]),
        ("told 5", ["show eve update 5"]),
    ),
    Row(
        "the same answer again",
        ("acts ann", ["append 5 acted"]),
        ("stored", ["answer ann 5"]),
        ("acts ann 4", ["answer ann 5 again"]),
    ),
    Row(
        "a seat is taken while its player watches",
        ("joins bob", ["show bob snapshot 2", "send bob present"]),
        ("joins eve", ["show eve snapshot 2", "send eve present"]),
        ("elsewhere bob sits", ["show bob+eve update 3", "LookUpNames", "show bob snapshot 3", "send bob present"]),
        seated=1,
    ),
    Row(
        "another node sits somebody down, and whispered their name before",
        ("joins eve", ["show eve snapshot 2", "send eve present"]),
        ("whispered bob", []),
        ("elsewhere bob sits", ["show eve update 3", "LookUpNames"]),
        ("named bob Bob", []),
        seated=1,
    ),
    Row(
        "a player is called otherwise, then leaves",
        ("joins eve", ["show eve snapshot 4", "send eve present"]),
        ("joins ann", ["show ann snapshot 4", "send ann present"]),
        ("named bob Robert", ["show eve snapshot 4", "show ann snapshot 4"]),
        ("named bob Robert", []),
        ("named eve Eva", []),
        ("missed", ["LookUpNames"]),
        ("named bob", ["show eve snapshot 4", "show ann snapshot 4", "append 5 resigned"]),
        ("acts ann", []),
        ("stored", ["show eve update 5", "show ann update 5", "append 6 ended"]),
        ("stored", ["show eve update 6", "show ann update 6", "append 7 revealed"]),
    ),
    Row(
        "an outage is given back before an answer counts",
        ("pass 100", []),
        ("outage 5000", []),
        ("acts ann", ["append 5 outage"]),
        ("stored", ["append 6 acted"]),
        ("stored", ["answer ann 6"]),
        clock=ClockRules("bank", 60000, 0),
    ),
    Row(
        "storage is back: a running clock gets the time",
        ("outage 5000", []),
        ("back", ["append 5 outage"]),
        ("stored", []),
        ("due", ["CorrectDeadline"]),
        clock=ClockRules("bank", 60000, 0),
    ),
    Row(
        "time is up",
        ("pass 70000", []),
        ("due", ["append 5 timed_out"]),
        ("stored", ["append 6 ended"]),
        ("stored", ["append 7 revealed"]),
        ("stored", []),
        clock=ClockRules("bank", 60000, 0),
    ),
    Row(
        "time is up, and nobody is on vacation",
        ("pass 86400000", []),
        ("due", ["LookUpVacations"]),
        ("vacations", ["append 5 timed_out"]),
        ("stored", ["append 6 ended"]),
        ("stored", ["append 7 revealed"]),
        ("stored", []),
        clock=DAYS,
    ),
    Row(
        "both went on vacation in time, and no node said so here",
        ("pass 86400000", []),
        ("due", ["LookUpVacations"]),
        ("vacations ann 86399999 bob 86400000", ["append 5 vacation"]),
        ("due", []),
        ("stored", ["append 6 vacation"]),
        ("stored", ["CorrectDeadline"]),
        ("due", ["CorrectDeadline"]),
        ("acts ann", ["append 7 acted"]),
        clock=DAYS,
    ),
    Row(
        "who goes on vacation when their time is up is late",
        ("pass 86400000", []),
        ("vacations ann 86400000", ["append 5 timed_out"]),
        clock=DAYS,
    ),
    Row(
        "another node tells the vacation first",
        ("pass 100", []),
        ("vacations ann 50", ["append 5 vacation"]),
        ("elsewhere ann away", []),
        ("taken", []),
        ("vacations ann 50", []),
        clock=DAYS,
    ),
    Row(
        "the match begins while one is on vacation",
        ("elsewhere bob sits", ["LookUpNames"]),
        ("elsewhere bob owed", ["LookUpVacations"]),
        ("vacations bob 0", ["append 5 vacation"]),
        clock=DAYS,
        seated=1,
    ),
    Row(
        "what is looked up late is of no use to a room that is closed",
        ("joins eve", ["show eve snapshot 4", "send eve present"]),
        ("closes", ["CloseRoom"]),
        ("vacations ann 0", []),
        ("named bob Robert", []),
        ("named bob", []),
        clock=DAYS,
    ),
    Row(
        "live clocks know no vacation",
        ("pass 100", []),
        ("vacations ann 50 bob 50", []),
        clock=ClockRules("bank", 60000, 0),
    ),
    Row(
        "an answer was stored late: the next decider gets the time",
        ("acts ann", ["append 5 acted"]),
        ("pass 3000", []),
        ("stored 3", ["answer ann 5", "append 6 outage"]),
        ("stored", []),
        clock=ClockRules("bank", 60000, 0),
    ),
    Row(
        "an append fails: those who wait are judged",
        ("acts ann", ["append 5 acted"]),
        ("acts bob", []),
        ("fails", ["decline ann unavailable", "decline bob not_your_turn"]),
    ),
    Row(
        "storage lost entries while the log is read",
        ("joins eve 2", ["ReadLog"]),
        ("acts ann", ["append 5 acted"]),
        ("acts bob", []),
        ("rewound", ["CloseRoom", "decline bob unavailable", "restart eve"]),
        ("read", []),
        ("taken", ["decline ann unavailable"]),
    ),
    Row(
        "a delayed feed is released at the end",
        ("joins eve -1 open", ["ReadLog"]),
        ("read", ["wake at 31000", "show eve snapshot 1"]),
        ("pass 1000", []),
        ("elsewhere ann", []),
        ("wakes", ["wake at 31000"]),
        ("pass 60000", []),
        ("wakes", ["show eve update 2", "show eve update 3", "show eve update 4", "show eve update 5"]),
        ("elsewhere ann resigns", ["wake at 92000"]),
        ("elsewhere ann owed", ["show eve update 6", "show eve update 7"]),
        ("leaves eve", []),
        ("wakes", []),
        access=Access(open_delay=30),
    ),
    Row(
        "open hands are shown when they are old enough, neither earlier nor later",
        ("pass 29999", []),
        ("joins eve -1 open", ["ReadLog"]),
        ("read", ["wake at 31000", "show eve snapshot 1"]),
        ("wakes", ["wake at 31000"]),
        ("pass 1", []),
        ("wakes", ["show eve update 2", "show eve update 3", "show eve update 4"]),
        access=Access(open_delay=30),
    ),
    Row(
        "who comes in between sees what is old enough, and no entry more",
        ("pass 1000", []),
        ("elsewhere ann", []),
        ("pass 29000", []),
        ("joins eve -1 open", ["ReadLog"]),
        ("read", ["wake at 32000", "show eve snapshot 4"]),
        ("pass 1000", []),
        ("wakes", ["show eve update 5"]),
        access=Access(open_delay=30),
    ),
    Row(
        "a room that is closed for a reason tells it to those who wait and to those who watch, once",
        ("joins eve", ["show eve snapshot 4", "send eve present"]),
        ("joins ann 2", ["ReadLog"]),
        ("acts ann", ["append 5 acted"]),
        ("resigns bob", []),
        (
            "refuses",
            ["CloseRoom", "decline bob draining", "reject eve draining", "restart ann"],
        ),
        ("refuses", []),
        ("rewound", []),
    ),
    Row(
        "an entry that a newer node stored is refused as rules that are not known here",
        ("joins eve", ["show eve snapshot 4", "send eve present"]),
        ("elsewhere ann promotes", ["report UnknownEntryError", "CloseRoom", "reject eve unknown_rules"]),
    ),
    Row(
        "an entry that cannot be there is a mistake",
        ("joins eve", ["show eve snapshot 4", "send eve present"]),
        ("elsewhere ann starts", ["report BrokenLogError", "CloseRoom", "reject eve internal"]),
    ),
    Row(
        "who leaves before the log was read is shown nothing",
        ("elsewhere ann", []),
        ("joins eve 4", ["ReadLog"]),
        ("joins bob 4", []),
        ("leaves eve", []),
        ("read", ["show bob update 5"]),
    ),
    Row(
        "who comes when all is old enough sees all",
        ("pass 30000", []),
        ("joins eve -1 open", ["ReadLog"]),
        ("read", ["show eve snapshot 4"]),
        access=Access(open_delay=30),
    ),
    Row(
        "watchers resume while the log is read",
        ("elsewhere ann", []),
        ("joins eve 4", ["ReadLog"]),
        ("elsewhere bob", []),
        ("read 5", ["show eve update 5", "show eve update 6"]),
        ("joins bob 5", ["ReadLog"]),
        ("read", ["show bob update 6"]),
    ),
    Row(
        "storage lost its end, and others played on: a number is not enough",
        ("joins eve 4 closed this", ["send eve present"]),
        ("joins eve 4 closed other", ["show eve snapshot 4", "send eve present"]),
        ("elsewhere ann", ["show eve update 5"]),
        ("joins eve 4 closed other", ["ReadLog"]),
        ("joins bob 4 closed this", []),
        ("joins ann 5 closed other", ["show ann snapshot 5", "send ann present"]),
        ("read", ["show eve snapshot 5", "show bob update 5"]),
        ("elsewhere bob", ["show eve update 6", "show ann update 6", "show bob update 6"]),
    ),
    Row(
        "a reading is too short, or fails",
        ("joins eve 2", ["ReadLog"]),
        ("read 3", ["reject eve unavailable"]),
        ("joins eve 2", ["ReadLog"]),
        ("unreadable", ["reject eve unavailable"]),
        ("joins eve 99", ["ReadLog"]),
    ),
    Row(
        "the sender has seen more than this node",
        ("unheard ann", []),
        ("acts bob 5", ["read first for bob"]),
        ("told 5", []),
        ("again bob", ["append 6 acted"]),
        ("stored", ["answer bob 6"]),
    ),
    Row(
        "talk and presence",
        ("joins ann", ["show ann snapshot 4", "send ann present"]),
        ("joins eve", ["show eve snapshot 4", "send eve present"]),
        ("says eve hello", ["tell eve said hello", "Whisper"]),
        ("says ann hi", ["tell ann said hi", "tell eve said hi", "Whisper"]),
        ("lags eve", ["show eve snapshot 4"]),
        ("heard 3", []),
        ("tick 1", ["Whisper", "tell ann present 4", "tell eve present 4"]),
        ("tick 2", []),
    ),
    Row(
        "nobody added what is owed",
        ("elsewhere ann resigns", []),
        ("drains", []),
        ("pass 2000", []),
        ("drains", []),
        ("tick", ["append 6 ended"]),
        ("stored", ["append 7 revealed"]),
        ("stored", []),
    ),
    Row(
        "the node closes the room",
        ("joins eve", ["show eve snapshot 4", "send eve present"]),
        ("acts ann", ["append 5 acted"]),
        ("acts bob", []),
        ("closes", ["CloseRoom", "decline bob draining"]),
        ("stored", ["answer ann 5"]),
        ("acts ann", ["decline ann unavailable"]),
    ),
    Row(
        "a private match",
        ("joins eve", ["reject eve private"]),
        ("joins ann", ["show ann snapshot 4", "send ann present"]),
        access=Access(private=True),
    ),
]


@pytest.mark.parametrize("row", RACES, ids=lambda row: row.title.replace(" ", "-"))
def test_race(row: Row) -> None:
    run(row)
