"""More tables like those of ``test_races.py``: each bound from both sides, and what differs in rare company."""

from __future__ import annotations

import pytest

from bocage.log.entries import Access, Deal
from bocage.protocol.rest import ClockRules
from tests.live.room.test_races import DAYS, Row, Step, run

BANK = ClockRules("bank", 60_000, 0)
OPEN_LATER = Access(open_delay=30)
#: Six more entries.
SIX: list[Step] = [("elsewhere ann", []), ("elsewhere bob", [])] * 3

APPENDS = [
    Row(
        "what is owed is added when it is late by a second, by a node that has nothing else to add",
        ("elsewhere ann resigns", []),
        ("pass 999", []),
        ("tick", []),
        ("pass 1", []),
        ("tick", ["append 6 ended"]),
        ("pass 5000", []),
        ("tick", []),
        ("stored", ["append 7 revealed"]),
        ("stored", []),
    ),
    Row("where nothing is owed nothing is looked for", ("pass 60000", []), ("tick", [])),
    Row(
        "a room that opens adds what is owed, and asks what players are called",
        ("elsewhere ann resigns", []),
        ("opened", ["Whisper", "LookUpNames", "append 6 ended"]),
        known=("ann",),
    ),
    Row(
        "who sits down last begins the match",
        ("sits bob", ["Whisper", "append 3 seated"]),
        ("stored", ["LookUpNames", "answer bob 3", "append 4 started"]),
        ("stored", []),
        ("due", ["CorrectDeadline"]),
        seated=1,
    ),
    Row(
        "days are told of vacations when play begins",
        ("elsewhere bob sits", ["LookUpNames"]),
        ("elsewhere bob owed", ["LookUpVacations"]),
        seated=1,
        clock=DAYS,
    ),
    Row(
        "where there are no days nobody asks for vacations",
        ("elsewhere bob sits", ["LookUpNames"]),
        ("elsewhere bob owed", []),
        seated=1,
        clock=BANK,
    ),
    Row(
        "what a player said before another one left counts first",
        ("acts ann", ["append 5 acted"]),
        ("acts bob 5", ["read first for bob"]),
        ("again bob", []),
        ("named ann", []),
        ("stored", ["answer ann 5", "append 6 acted"]),
        ("stored", ["answer bob 6", "append 7 resigned"]),
    ),
    Row(
        "who gives up before the start does not begin the match",
        ("elsewhere bob sits", ["LookUpNames"]),
        ("resigns ann", ["append 4 resigned"]),
        seated=1,
        clock=BANK,
    ),
    Row(
        "nothing makes way for an answer that comes too late",
        ("elsewhere ann resigns", []),
        ("acts bob", ["decline bob game_over"]),
        clock=BANK,
    ),
    Row(
        "where there is no clock an outage is given to nobody",
        ("outage 5000", []),
        ("back", []),
        ("acts ann", ["append 5 acted"]),
        ("stored 3", ["answer ann 5"]),
        ("due", ["CorrectDeadline"]),
    ),
    Row(
        "days: an outage is counted before anybody asks for vacations",
        ("pass 86300000", []),
        ("outage 200000", []),
        ("due", ["append 5 outage"]),
        clock=DAYS,
    ),
    Row(
        "an answer that took a second is late",
        ("acts ann", ["append 5 acted"]),
        ("pass 1000", []),
        ("stored 1", ["answer ann 5", "append 6 outage"]),
        clock=BANK,
    ),
    Row(
        "an answer that took less is not",
        ("acts ann", ["append 5 acted"]),
        ("pass 999", []),
        ("stored 0.999", ["answer ann 5"]),
        ("due", ["CorrectDeadline"]),
        clock=BANK,
    ),
    Row(
        "what is no answer costs nobody time",
        ("draws ann", ["append 5 draw_offered"]),
        ("pass 3000", []),
        ("stored 3", ["answer ann 5"]),
        ("acts ann", ["append 6 acted"]),
        clock=BANK,
    ),
    Row(
        "the secret of a deal is told when its day is over",
        ("resigns ann", ["append 5 resigned"]),
        ("stored", ["answer ann 5", "append 6 ended"]),
        ("stored", ["append 7 revealed"]),
        ("stored", []),
        deal=Deal("2026-01-02", 1_000),
    ),
    Row(
        "and not before",
        ("resigns ann", ["append 5 resigned"]),
        ("stored", ["answer ann 5", "append 6 ended"]),
        ("stored", []),
        ("pass 5000", []),
        ("tick", []),
        deal=Deal("2026-01-02", 1_001),
    ),
    Row(
        "a room that is closed adds nothing more",
        ("resigns bob", ["append 5 resigned"]),
        ("kept", []),
        ("told 5", []),
        ("closes", ["CloseRoom"]),
        ("confirmed", ["answer bob 5"]),
    ),
    Row(
        "a room is closed while an outage makes way for an answer",
        ("outage 5000", []),
        ("acts ann", ["append 5 outage"]),
        ("closes", ["CloseRoom"]),
        ("stored", ["decline ann unavailable"]),
        clock=BANK,
    ),
    Row(
        "a room is closed when another node was first",
        ("acts ann", ["append 5 acted"]),
        ("elsewhere ann", []),
        ("closes", ["CloseRoom"]),
        ("taken", ["decline ann unavailable"]),
    ),
    Row(
        "a number is taken by an entry that was not told",
        ("acts ann", ["append 5 acted"]),
        ("taken", ["decline ann unavailable"]),
        ("acts ann", ["append 5 acted"]),
    ),
    Row(
        "the room's own work fails",
        ("pass 70000", []),
        ("due", ["append 5 timed_out"]),
        ("fails", ["report unavailable"]),
        ("resigns ann", ["append 5 resigned"]),
        ("stored", ["answer ann 5", "append 6 ended"]),
        ("fails", []),
        clock=BANK,
    ),
    Row("entries that are known are no news", ("told 4", []), ("told 3", []), ("acts ann", ["append 5 acted"])),
]

SHOWN = [
    Row(
        "so many updates are made up for",
        *SIX,
        ("joins eve 0", ["show eve snapshot 10", "send eve present"]),
        ("joins zoe 1", ["ReadLog"]),
        ("read", [f"show zoe update {seq}" for seq in range(2, 11)]),
        ("elsewhere ann", ["show eve+zoe update 11"]),
        ("leaves zoe", []),
        ("joins zoe 1", ["ReadLog"]),
        ("read", [f"show zoe update {seq}" for seq in range(2, 12)]),
        ("elsewhere bob", ["show eve+zoe update 12"]),
        ("leaves zoe", []),
        ("joins zoe 1", ["show zoe snapshot 12", "send zoe present"]),
        ("joins bob 2", ["ReadLog"]),
        ("elsewhere ann", ["show eve+zoe update 13"]),
        ("read", ["show bob snapshot 13"]),
        turns=40,
    ),
    *(
        Row(
            f"who sat down with entry {sat} saw it as somebody else before",
            (f"joins {name} {sat - 1}", ["ReadLog"]),
            ("read", [f"show {name} snapshot 4"]),
            (f"leaves {name}", []),
            (f"joins {name} {sat}", ["ReadLog"]),
            ("read", [f"show {name} update {seq}" for seq in range(sat + 1, 5)]),
        )
        for name, sat in (("ann", 2), ("bob", 3))
    ),
    Row(
        "who knows no digest does not stand in the way of who does, nor who has another one",
        ("elsewhere ann", []),
        ("joins eve 4 closed other", ["ReadLog"]),
        ("joins zoe 4 closed this", []),
        ("read", ["show eve snapshot 5", "show zoe update 5"]),
        ("leaves eve", []),
        ("leaves zoe", []),
        ("joins eve 4", ["ReadLog"]),
        ("joins zoe 4 closed this", []),
        ("read", ["show eve update 5", "show zoe update 5"]),
    ),
    Row(
        "what is told while the log is read is no part of it twice",
        ("elsewhere ann", []),
        ("joins eve 4", ["ReadLog"]),
        ("elsewhere bob", []),
        ("elsewhere ann", []),
        ("read 6", ["show eve update 5", "show eve update 6", "show eve update 7"]),
        turns=9,
    ),
    Row(
        "open hands without delay come at once",
        ("joins eve -1 open", ["show eve snapshot 4", "send eve present"]),
        access=Access(open_delay=0),
    ),
    Row(
        "open hands come at once when the match is over",
        ("elsewhere ann resigns", []),
        ("elsewhere ann owed", []),
        ("joins eve -1 open", ["show eve snapshot 6", "send eve present"]),
        access=OPEN_LATER,
    ),
    Row(
        "who has seen all that is old enough has missed nothing",
        ("pass 30000", []),
        ("joins eve 4 open", ["ReadLog"]),
        ("read", []),
        ("joins zoe 4 open", ["send zoe present"]),
        access=OPEN_LATER,
    ),
    Row(
        "who has seen nothing sees a snapshot",
        ("joins eve 0 open", ["ReadLog"]),
        ("read", ["wake at 31000", "show eve snapshot 1"]),
        access=OPEN_LATER,
    ),
    Row(
        "the delayed feed stays while anybody watches or waits, and is given up after that",
        ("pass 30000", []),
        ("elsewhere ann", []),
        ("joins eve -1 open", ["ReadLog"]),
        ("read", ["wake at 61000", "show eve snapshot 4"]),
        ("joins zoe 4 open", ["send zoe present"]),
        ("leaves eve", []),
        ("joins eve 2 open", ["ReadLog"]),
        ("leaves zoe", []),
        ("read", ["show eve update 3", "show eve update 4"]),
        ("pass 30000", []),
        ("wakes", ["show eve update 5"]),
        ("leaves eve", []),
        ("joins zoe -1 open", ["ReadLog"]),
        ("read", ["show zoe snapshot 5"]),
        access=OPEN_LATER,
    ),
    Row(
        "who watched with open hands and sits down sees their own, once",
        ("joins bob 2 open", ["send bob present"]),
        ("joins eve 2 open", ["send eve present"]),
        (
            "elsewhere bob sits",
            ["show bob+eve update 3", "LookUpNames", "show bob snapshot 3", "send bob present"],
        ),
        ("elsewhere bob owed", ["show eve update 4", "show bob update 4"]),
        access=Access(open_delay=0),
        seated=1,
    ),
    Row(
        "who waits for open hands and sits down has none; others have",
        ("joins bob -1 open", ["ReadLog"]),
        ("joins zoe -1 open", []),
        ("elsewhere bob sits", ["LookUpNames"]),
        ("read", ["reject bob open_hands_closed", "wake at 31000", "show zoe snapshot 1"]),
        access=OPEN_LATER,
        seated=1,
    ),
    Row(
        "who has gone needs no snapshot any more",
        ("joins eve", ["show eve snapshot 4", "send eve present"]),
        ("leaves eve", []),
        ("lags eve", []),
    ),
    Row(
        "what is said at another node is told here, to players unless it may be a hint",
        ("joins ann", ["show ann snapshot 4", "send ann present"]),
        ("joins eve", ["show eve snapshot 4", "send eve present"]),
        ("spoken eve hello", ["tell eve said hello"]),
        ("spoken bob hi", ["tell ann said hi", "tell eve said hi"]),
    ),
]


@pytest.mark.parametrize("row", [*APPENDS, *SHOWN], ids=lambda row: row.title.replace(" ", "-"))
def test_bound(row: Row) -> None:
    run(row)
