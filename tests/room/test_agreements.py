"""Draws and taking back: what two players agree on, or not, in tables as those of ``test_races.py``."""

from __future__ import annotations

import pytest

from protocol.rest import ClockRules
from tests.room.test_races import Row, run

AGREEMENTS = [
    Row(
        "two offers of a draw cross: the second one accepts",
        ("draws bob", ["append 5 draw_offered"]),
        ("elsewhere ann draws", []),
        ("taken", ["append 6 draw_accepted"]),
        ("stored", ["answer bob 6", "append 7 ended"]),
    ),
    Row(
        "a draw is declined from two windows; another node was first",
        ("joins eve", ["show eve snapshot 4", "send eve present"]),
        ("draws ann", ["append 5 draw_offered"]),
        ("stored", ["show eve update 5", "answer ann 5"]),
        ("declines bob", ["append 6 draw_declined"]),
        ("elsewhere bob declines", ["show eve update 6"]),
        ("taken", ["answer bob 6 again"]),
        ("draws ann", ["decline ann already_offered"]),
        ("declines bob", ["decline bob not_offered"]),
    ),
    Row(
        "an answer is taken back when the other player agrees",
        ("joins eve", ["show eve snapshot 4", "send eve present"]),
        ("acts ann", ["append 5 acted"]),
        ("stored", ["show eve update 5", "answer ann 5"]),
        ("undoes ann", ["append 6 undo_asked"]),
        ("stored", ["show eve update 6", "answer ann 6"]),
        ("undoes ann", ["decline ann already_asked"]),
        ("undoes bob", ["append 7 undone"]),
        ("stored", ["show eve update 7", "answer bob 7"]),
        ("acts ann 4", ["answer ann 5 again"]),
        ("acts ann", ["append 8 acted"]),
        undo=True,
    ),
    Row(
        "the other player acts before it is asked for",
        ("acts ann", ["append 5 acted"]),
        ("stored", ["answer ann 5"]),
        ("undoes ann", ["append 6 undo_asked"]),
        ("elsewhere bob", []),
        ("taken", ["decline ann stale"]),
        ("undoes ann", ["decline ann cannot_undo"]),
        undo=True,
    ),
    Row(
        "playing on declines",
        ("acts ann", ["append 5 acted"]),
        ("stored", ["answer ann 5"]),
        ("undoes ann", ["append 6 undo_asked"]),
        ("stored", ["answer ann 6"]),
        ("acts bob", ["append 7 acted"]),
        ("stored", ["answer bob 7"]),
        ("undoes ann", ["decline ann cannot_undo"]),
        ("undoes bob", ["append 8 undo_asked"]),
        undo=True,
    ),
    Row(
        "agreeing crosses with playing on, from two windows",
        ("acts ann", ["append 5 acted"]),
        ("stored", ["answer ann 5"]),
        ("elsewhere ann undoes", []),
        ("undoes bob", ["append 7 undone"]),
        ("elsewhere bob", []),
        ("taken", ["decline bob stale"]),
        undo=True,
    ),
    Row(
        "two windows take the same answer back; nobody else has to agree against a house bot",
        ("acts ann", ["append 5 acted"]),
        ("stored", ["answer ann 5"]),
        ("undoes ann", ["append 6 undone"]),
        ("elsewhere ann undoes", []),
        ("taken", ["answer ann 6 again"]),
        ("undoes ann 5", ["answer ann 6 again"]),
        ("undoes ann", ["decline ann cannot_undo"]),
        undo=True,
        house=True,
    ),
    Row(
        "taken back before the answer was known to be stored",
        ("acts ann", ["append 5 acted"]),
        ("undoes ann 4", []),
        ("stored", ["answer ann 5", "decline ann stale"]),
        undo=True,
        house=True,
    ),
    Row(
        "what was taken back elsewhere cannot be answered any more",
        ("acts ann", ["append 5 acted"]),
        ("stored", ["answer ann 5"]),
        ("acts bob", ["append 6 acted"]),
        ("elsewhere ann undoes", []),
        ("taken", ["decline bob stale"]),
        undo=True,
        house=True,
    ),
    Row(
        "what rolled is not taken back",
        ("skips ann", ["append 5 acted"]),
        ("stored", ["answer ann 5"]),
        ("undoes ann", ["decline ann cannot_undo"]),
        undo=True,
        house=True,
    ),
    Row(
        "a match may know no undo",
        ("acts ann", ["append 5 acted"]),
        ("stored", ["answer ann 5"]),
        ("undoes ann", ["decline ann no_undo"]),
    ),
    Row(
        "the clock goes on with the one who took back",
        ("acts ann", ["append 5 acted"]),
        ("stored", ["answer ann 5"]),
        ("pass 50000", []),
        ("undoes ann", ["append 6 undone"]),
        ("stored", ["answer ann 6"]),
        ("pass 59000", []),
        ("due", ["CorrectDeadline"]),
        ("pass 2000", []),
        ("due", ["append 7 timed_out"]),
        undo=True,
        house=True,
        clock=ClockRules("bank", 60000, 0),
    ),
    Row(
        "a draw is agreed",
        ("draws ann", ["append 5 draw_offered"]),
        ("stored", ["answer ann 5"]),
        ("draws bob", ["append 6 draw_accepted"]),
        ("stored", ["answer bob 6", "append 7 ended"]),
        ("stored", ["append 8 revealed"]),
        ("stored", []),
    ),
]


@pytest.mark.parametrize("row", AGREEMENTS, ids=lambda row: row.title.replace(" ", "-"))
def test_agreement(row: Row) -> None:
    run(row)
