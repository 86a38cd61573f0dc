"""Who may see what of a match, as tables: by seat, by invite, by what a match allows, before and after its end."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.live.access import invite_of, invited, viewer_for
from bocage.log import judge
from bocage.log.entries import Access, Deal, Resigned
from bocage.log.fairness import invite_code
from bocage.log.match import Match
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import OPEN, PUBLIC
from tests.live.room.world import World

PRIVATE = Access(private=True)
#: Its day is over at once, so that its secret is told when its match has ended.
PAST, LATER = Deal("2026-01-02", 500), Deal("2026-01-02", 9_000_000)


def match_of(ended: bool = False, **options: Any) -> Match:
    """Ann and Bob sit at a match that Hal made."""
    world = World(**{"creator": "p-hal", **options})
    if ended:
        world.add(Resigned(0))
        while (body := judge.owed(world.truth, now=world.now)) is not None:
            world.add(body)
    return world.truth


def seen_by(match: Match, player: str, **wish: Any) -> int | str:
    """The viewer, or the code of the refusal."""
    try:
        return viewer_for(match, player, **wish)
    except RefusedError as refused:
        return refused.code


CLOSED = "open_hands_closed"


@pytest.mark.parametrize(
    ("delay", "ended", "without", "with_open_hands"),
    [
        (-1, False, (0, 1, PUBLIC, PUBLIC), (CLOSED, CLOSED, CLOSED, CLOSED)),
        (-1, True, (0, 1, PUBLIC, PUBLIC), (0, 1, PUBLIC, PUBLIC)),
        (0, False, (0, 1, PUBLIC, PUBLIC), (CLOSED, CLOSED, OPEN, OPEN)),
        (0, True, (0, 1, PUBLIC, PUBLIC), (0, 1, OPEN, OPEN)),
        (30, False, (0, 1, PUBLIC, PUBLIC), (CLOSED, CLOSED, OPEN, OPEN)),
        (30, True, (0, 1, PUBLIC, PUBLIC), (0, 1, OPEN, OPEN)),
    ],
)
def test_open_hands_are_for_those_who_do_not_play(
    delay: int, ended: bool, without: tuple[Any, ...], with_open_hands: tuple[Any, ...]
) -> None:
    """Of Ann and Bob, who play, somebody else, and somebody unknown."""
    match = match_of(ended, access=Access(open_delay=delay))
    everybody = ("p-ann", "p-bob", "p-eve", "")
    assert tuple(seen_by(match, player) for player in everybody) == without
    assert tuple(seen_by(match, player, open_hands=True) for player in everybody) == with_open_hands


@pytest.mark.parametrize("ended", [False, True])
def test_private_match_is_for_players_maker_and_invited(ended: bool) -> None:
    match = match_of(ended, access=PRIVATE)
    code = invite_code(match.secret)
    assert invite_of(match) == code
    for invite, others in (("", "private"), ("wrong", "private"), (code, PUBLIC)):
        wanted = (0, 1, PUBLIC, others, others)
        everybody = ("p-ann", "p-bob", "p-hal", "p-eve", "")
        assert tuple(seen_by(match, player, invite=invite) for player in everybody) == wanted
    assert seen_by(match, "p-eve") == "private"


def test_nobody_made_it_is_not_somebody_unknown() -> None:
    match = match_of(access=PRIVATE, creator="")
    assert seen_by(match, "") == "private"


@pytest.mark.parametrize(
    ("deal", "ended", "anybody"),
    [(None, True, False), (PAST, False, False), (PAST, True, True), (LATER, True, False)],
)
def test_private_match_of_a_revealed_deal_is_for_all(deal: Deal | None, ended: bool, anybody: bool) -> None:
    match = match_of(ended, access=PRIVATE, deal=deal)
    assert match.revealed == (ended and deal != LATER)
    assert invited(match, "p-eve", "") is anybody
    # All matches of a deal have one secret: a code of one would open them all.
    assert invited(match, "p-eve", invite_code(match.secret)) is (anybody or deal is None)
    assert invite_of(match) == ("" if deal else invite_code(match.secret))


def test_a_match_without_its_secret_has_no_code() -> None:
    match = match_of(access=PRIVATE)
    match.secret = b""
    assert invite_of(match) == ""
    assert not invited(match, "p-eve", "")
    assert not invited(match, "p-eve", invite_code(b""))


def test_a_match_that_is_not_private_is_for_all() -> None:
    assert invited(match_of(), "", "")
    assert invited(match_of(deal=LATER), "p-eve", "wrong")
