"""What a match may be made with."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bocage.log import judge
from bocage.log.create import create, is_clock, new_id
from bocage.log.entries import Access, Created, Deal, Fork
from bocage.log.fairness import commitment
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import ClockRules
from bocage.rules.kernel import AnyGame
from bocage.rules.kernel.registry import find_game
from tests.rules.toy import GAME

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
    assert {len(name) for name in drawn} == {12}
    assert {letter for name in drawn for letter in name} == set("abcdefghijklmnopqrstuvwxyz234567")


def test_entry_1_says_what_was_wished() -> None:
    match, body = create(GAME, "ann", open_for=5000, match_id="abc", house="clever")
    assert (body.match, body.creator, body.open_for, body.house) == ("abc", "ann", 5000, "clever")
    assert (body.game, body.rules, body.seats) == (GAME.id, GAME.rules, GAME.seats)
    assert len(match.secret) == 32
    # As long as entry 1 is not stored, nothing follows by itself.
    assert judge.owed(match) is None


def test_entry_1_says_nothing_that_nobody_wished() -> None:
    match, body = create(GAME, "ann")
    secret = match.secret
    assert body == Created(body.match, "toy", 1, {"hand": 2, "swaps": True}, 2, commitment(secret), "ann")
    assert (len(body.match), len(secret)) == (12, 32)


def test_each_wish_stands_in_entry_1_by_itself() -> None:
    deal = Deal("2026-11-22", 5, True)
    fork = Fork("source", 7, b"state", True)
    access = Access(private=True, open_delay=30)
    wishes: dict[str, Any] = {
        "clock": ClockRules("bank", 60_000, 1_000, "default"),
        "access": access,
        "fork": fork,
        "open_for": 5_000,
        "house": "clever",
        "undo": True,
        "hints": True,
        "deal": deal,
    }
    plain = create(GAME, "ann", match_id="m", secret=bytes(32))[1]
    for name, wish in wishes.items():
        match, body = create(GAME, "ann", match_id="m", secret=bytes(32), **{name: wish})
        assert body == msgspec.structs.replace(plain, **{name: wish})
        assert match.secret == bytes(32)


RATED: dict[str, Any] = {"clock": ClockRules("bank", 60_000), "rated": True}


@pytest.mark.parametrize(
    ("game", "wish", "ratable"),
    [
        (GAME, {}, True),
        (GAME, {"clock": ClockRules("days", DAY)}, True),
        (GAME, {"clock": None}, False),
        (GAME, {"access": Access(private=True)}, True),
        (GAME, {"access": Access(open_delay=0)}, False),
        (GAME, {"access": Access(open_delay=30)}, False),
        (GAME, {"fork": Fork("source", 7, b"state")}, False),
        (GAME, {"house": "clever"}, False),
        (find_game("omaha"), {}, False),
    ],
)
def test_which_matches_can_be_rated(game: AnyGame, wish: dict[str, Any], ratable: bool) -> None:
    if ratable:
        body = create(game, "ann", undo=True, hints=True, **RATED | wish)[1]
        assert (body.rated, body.undo, body.hints) == (True, False, False)
        return
    with pytest.raises(RefusedError, match="not_ratable"):
        create(game, "ann", **RATED | wish)
    assert not create(game, "ann", **RATED | wish | {"rated": False})[1].rated
