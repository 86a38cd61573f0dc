"""What lists and views tell of a match as a whole: its deal, its points, its clock, who sat down."""

from __future__ import annotations

import pytest

from bocage.log import judge
from bocage.log.deals import DAY
from bocage.log.projection import row_of
from bocage.log.records import Entry, players_in
from bocage.log.view import view
from bocage.rules.kernel import PUBLIC
from tests.log.logs import BANK, DAYS, Play
from tests.log.test_deals import BEGIN, DAY_ONE, Attempt


@pytest.mark.parametrize("duplicate", ["", "d/0"])
def test_a_view_tells_the_deal_and_when_it_is_over_the_points(duplicate: str) -> None:
    match = Attempt(duplicate=duplicate, steps=3).match
    seen = view(match, PUBLIC)
    named = {"duplicate": duplicate} if duplicate else {"day": DAY_ONE, "counted": True}
    assert seen["deal"] == {**named, "until": BEGIN + DAY}
    assert (seen["score"], seen["symbols"]) == (match.game.score(match.state), match.game.symbols(match.state))
    for nothing in ("deal", "score"):
        assert nothing not in view(Play().match, PUBLIC)


def test_a_row_tells_the_clock() -> None:
    assert [row_of(Play(clock).match).clock for clock in (BANK, DAYS)] == [BANK, DAYS]


def test_who_sat_down_is_read_from_the_first_entries_as_far_as_they_can_be_read() -> None:
    play = Play()
    for name in ("p0", "p1"):
        play.append(judge.sit(play.match, name, name, nonce="0" * 32))
    play.settle()
    assert players_in(play.entries) == ["p0", "p1"]
    assert players_in([*play.entries[:2], Entry(3, 3, b"?"), *play.entries[2:]]) == ["p0"]
