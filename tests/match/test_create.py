"""What a match may be made with."""

from __future__ import annotations

import pytest

from protocol.refusal import RefusedError
from protocol.rest import ClockRules
from service.match import judge
from service.match.create import create, is_clock, new_id
from tests.games.toy import GAME

HOUR, DAY = 3_600_000, 86_400_000


@pytest.mark.parametrize(
    ("clock", "possible"),
    [
        (ClockRules(), True),
        (ClockRules("none", base=1), False),
        (ClockRules("none", increment=1), False),
        (ClockRules("bank", base=1000), True),
        (ClockRules("bank", base=999), False),
        (ClockRules("bank", base=24 * HOUR, increment=HOUR), True),
        (ClockRules("bank", base=24 * HOUR + 1), False),
        (ClockRules("bank", base=1000, increment=HOUR + 1), False),
        (ClockRules("bank", base=1000, increment=-1), False),
        (ClockRules("days", base=DAY), True),
        (ClockRules("days", base=30 * DAY), True),
        (ClockRules("days", base=31 * DAY), False),
        (ClockRules("days", base=0), False),
        (ClockRules("days", base=DAY + 1), False),
        (ClockRules("days", base=DAY, increment=1), False),
    ],
)
def test_clocks_have_bounds(clock: ClockRules, possible: bool) -> None:
    assert is_clock(clock) is possible
    if possible:
        assert create(GAME, "ann", clock=clock)[1].clock == clock
    else:
        with pytest.raises(RefusedError) as caught:
            create(GAME, "ann", clock=clock)
        assert caught.value.code == "bad_clock"


def test_ids_are_twelve_letters_and_digits_and_never_the_same() -> None:
    drawn = {new_id() for _ in range(500)}
    assert len(drawn) == 500
    assert all(len(name) == 12 and name.isalnum() and name == name.lower() for name in drawn)


def test_entry_1_says_what_was_wished() -> None:
    match, body = create(GAME, "ann", open_for=5000, match_id="abc", house="clever")
    assert (body.match, body.creator, body.open_for, body.house) == ("abc", "ann", 5000, "clever")
    assert (body.game, body.rules, body.seats) == (GAME.id, GAME.rules, GAME.seats)
    assert len(match.secret) == 32
    # As long as entry 1 is not stored, nothing follows by itself.
    assert judge.owed(match) is None
