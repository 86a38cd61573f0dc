"""From what a seat knows, and from nothing else, a whole state can be imagined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from service.games.dice import Dice
from service.games.kernel import OPEN, Game, Seen, UnimaginableError
from service.games.kernel.conformance import Policy
from service.games.kernel.play import random_choice
from service.games.omaha import GAME as OMAHA
from service.games.omaha.data import CARDS, CELL, CELLS, LOOK, card_of, mined
from service.games.zombies import GAME as ZOMBIES
from tests.games.imagining import MOST, check, chi_square_of_ranks, decisions
from tests.games.omaha.policies import planner
from tests.games.omaha.scene import beach
from tests.games.toy import GAME as TOY
from tests.games.zombies.policies import SCOUT, SHOOT

#: A chi-square over four kinds is above this once in a thousand times.
MOST_OF_FOUR = 16.27

PLAY: dict[str, tuple[Game[Any], Policy]] = {
    "omaha, random": (OMAHA, random_choice),
    "omaha, planner": (OMAHA, planner()),
    "zombies, random": (ZOMBIES, random_choice),
    "zombies, scout_first": (ZOMBIES, SCOUT),
    "zombies, shoot_first": (ZOMBIES, SHOOT),
}


@pytest.mark.parametrize(("game", "policy"), PLAY.values(), ids=PLAY)
def test_an_imagined_state_looks_like_the_true_one_at_every_decision(game: Game[Any], policy: Policy) -> None:
    for number in range(25):
        for moment in decisions(game, f"imagine/{number}", policy):
            check(game, moment, moment.seen)
            check(game, moment, msgspec.structs.replace(moment.seen, events=None))


def test_nothing_but_plain_data_is_needed() -> None:
    """A view that came as JSON is as good."""
    for game in (OMAHA, ZOMBIES):
        for moment in decisions(game, "plain", random_choice):
            table = msgspec.json.decode(msgspec.json.encode(moment.seen.table))
            check(game, moment, Seen(table, moment.seen.options))


def _backs(state: Any) -> Iterator[tuple[str, str]]:
    """What OMAHA hides: mines under the cards, and the kind of the next cards."""
    for name, tile in zip(CELLS, state.grid, strict=True):
        if card_of(tile):
            yield name, str(mined(card_of(tile)))
    for place, card in enumerate(state.stock[:4]):
        yield str(place), f"{LOOK[card].id} {mined(card)}"


def _counters(state: Any) -> Iterator[tuple[str, str]]:
    """What ZOMBIES hides: the face-down counters, and the marker."""
    yield from state.face_down.items()
    yield "marker", state.marker


CALIBRATED: dict[str, tuple[Game[Any], Policy, Callable[[Any], Iterator[tuple[str, str]]]]] = {
    "omaha, random": (OMAHA, random_choice, _backs),
    "omaha, planner": (OMAHA, planner(), _backs),
    "zombies, random": (ZOMBIES, random_choice, _counters),
    "zombies, shoot_first": (ZOMBIES, SHOOT, _counters),
}


@pytest.mark.parametrize(("game", "policy", "hidden"), CALIBRATED.values(), ids=CALIBRATED)
def test_hidden_things_come_as_often_as_in_truth(
    game: Game[Any], policy: Policy, hidden: Callable[[Any], Iterator[tuple[str, str]]]
) -> None:
    assert chi_square_of_ranks(game, 600, policy, hidden) < MOST


def test_a_turned_card_that_is_not_remembered_is_any_card_in_proportion() -> None:
    """Each harmless card, by how many arrangements of the cards in sight leave it for that cell."""
    state = beach("""
        w w w
        w x X
        . D o
        ~ ~ ~
    """, "L0")  # fmt: skip
    seen = Seen(OMAHA.view(state, 0), state.options)
    size = Counter(LOOK[card].id for card in CARDS)
    need = Counter(look for look in seen.table["grid"].values() if look in size)
    weights: dict[str, float] = {}
    for card in CARDS:
        if not mined(card):
            front = LOOK[card].id
            weights[front] = weights.get(front, 0) + (size[front] - need[front]) / size[front]
    draws = 2000
    worlds = (OMAHA.imagine(seen, Dice(b"turned", number)) for number in range(draws))
    drawn: Counter[str] = Counter(LOOK[card_of(world.grid[CELL["L1"]])].id for world in worlds)
    assert drawn.keys() == weights.keys()
    expected = {front: draws * weight / sum(weights.values()) for front, weight in weights.items()}
    assert sum(((drawn[front] - count) ** 2 / count for front, count in expected.items()), 0.0) < MOST_OF_FOUR


def test_open_hands_and_other_games_are_not_imagined() -> None:
    for game in (OMAHA, ZOMBIES):
        moment = next(decisions(game, "open", random_choice))
        with pytest.raises(UnimaginableError):
            game.imagine(msgspec.structs.replace(moment.seen, viewer=OPEN), Dice(b"open", 1))
    with pytest.raises(UnimaginableError):
        TOY.imagine(Seen({}, None), Dice(b"toy", 1))
