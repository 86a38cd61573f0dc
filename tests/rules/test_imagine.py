"""From what a seat knows, and from nothing else, a whole state can be imagined."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from bocage.rules.company_commander import GAME as COMPANY_COMMANDER
from bocage.rules.dice import Dice
from bocage.rules.kernel import OPEN, Decision, Game, Seen, UnimaginableError
from bocage.rules.kernel.conformance import Policy
from bocage.rules.kernel.conformance.moment import encode
from bocage.rules.kernel.play import random_choice
from bocage.rules.omaha import GAME as OMAHA
from bocage.rules.omaha.data import CARDS, CELL, CELLS, LOOK, card_of, mined
from bocage.rules.squad import GAME as SQUAD
from bocage.rules.squad.data import KIND
from bocage.rules.zombies import GAME as ZOMBIES
from tests.rules.company_commander import policies as commanders
from tests.rules.imagining import MOST, bot, check, chi_square_of_ranks, decisions
from tests.rules.omaha.policies import planner
from tests.rules.omaha.scene import beach
from tests.rules.squad import policies as squads
from tests.rules.toy import GAME as TOY
from tests.rules.zombies.policies import SCOUT, SHOOT

#: A chi-square over four kinds is above this once in a thousand times.
MOST_OF_FOUR = 16.27

PLAY: dict[str, tuple[Game[Any], Policy]] = {
    "omaha, random": (OMAHA, random_choice),
    "omaha, planner": (OMAHA, planner()),
    "zombies, random": (ZOMBIES, random_choice),
    "zombies, scout_first": (ZOMBIES, SCOUT),
    "zombies, shoot_first": (ZOMBIES, SHOOT),
    "squad, random": (SQUAD, random_choice),
    "squad, eager": (SQUAD, squads.eager),
    "squad, flanker": (SQUAD, squads.flanker),
    "squad, sergeant": (SQUAD, bot("squad", "sergeant")),
    "company_commander, random": (COMPANY_COMMANDER, random_choice),
    "company_commander, fighter": (COMPANY_COMMANDER, commanders.fighter),
    "company_commander, captain": (COMPANY_COMMANDER, bot("company_commander", "captain")),
}
#: Games of each, where they are not short.
GAMES = {SQUAD: 12, COMPANY_COMMANDER: 3}
#: `make quick` and `make test` play this share of the games, and one at the least; `make nightly` all of them.
SHARE = pytest.mark.parametrize(
    "share", [pytest.param(0.1, marks=pytest.mark.short), pytest.param(0.25, marks=pytest.mark.long)]
)


@SHARE
@pytest.mark.parametrize(
    ("game", "policy"),
    # `make quick` plays short games alone.
    [
        pytest.param(game, policy, marks=[pytest.mark.long] if game in GAMES else [])
        for game, policy in PLAY.values()
    ],
    ids=PLAY,
)
def test_imagined_state_looks_true_at_every_decision(
    game: Game[Any], policy: Policy, share: float, nightly: bool
) -> None:
    for number in range(max(1, int(GAMES.get(game, 25) * (1 if nightly else share)))):
        for moment in decisions(game, f"imagine/{number}", policy):
            check(game, moment, moment.seen)
            check(game, moment, msgspec.structs.replace(moment.seen, events=None))


@SHARE
@pytest.mark.parametrize("game", [SQUAD, COMPANY_COMMANDER], ids=lambda game: game.id)
def test_the_seat_that_waits_imagines_too(game: Game[Any], share: float, nightly: bool) -> None:
    """It is told who decides and what, and not what is legal; its own view is the same."""
    for number in range(max(1, int(4 * (1 if nightly else share)))):
        for moment in decisions(game, f"wait/{number}", random_choice):
            seat = 1 - moment.decision.seat
            owed = Decision(moment.decision.seat, moment.decision.kind, [], None)
            seen = Seen(game.view(moment.state, seat), moment.seen.options, seat, None, owed)
            imagined = game.imagine(seen, moment.playthrough.chance(moment.number, "wait"))
            game.assert_invariants(imagined)
            assert encode(game.view(imagined, seat)) == encode(seen.table)
            there = game.decision(imagined)
            assert there is not None
            assert (there.seat, there.kind) == (owed.seat, owed.kind)


@pytest.mark.parametrize(
    "game",
    [OMAHA, ZOMBIES, *(pytest.param(game, marks=pytest.mark.long) for game in GAMES)],
    ids=lambda game: game.id,
)
def test_nothing_but_plain_data_is_needed(game: Game[Any]) -> None:
    """A view that came as JSON is as good."""
    for moment in decisions(game, "plain", random_choice):
        table = msgspec.json.decode(msgspec.json.encode(moment.seen.table))
        check(game, moment, Seen(table, moment.seen.options, moment.seen.viewer, None, moment.decision))


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


def _unseen_cards(state: Any) -> Iterator[tuple[str, str]]:
    """What SQUAD hides: the cards of both hands (the viewer's own is the same in all), and the next ones."""
    for name, squad in state.squads.items():
        for card in squad.hand:
            yield name, KIND[card]
    for place, card in enumerate(state.deck[:6]):
        yield str(place), KIND[card]


def _hands_and_decks(state: Any) -> Iterator[tuple[str, str]]:
    """What COMPANY COMMANDER hides: the other hand, and the next cards of the decks."""
    for side in (0, 1):
        for card in state.hands[side]:
            yield f"hand {side}", card
        for place, card in enumerate(state.squads[side][:4]):
            yield f"squads {side} {place}", card
    for place, card in enumerate(state.tactical[:4]):
        yield f"tactical {place}", card


CALIBRATED: dict[str, tuple[Game[Any], Policy, Callable[[Any], Iterator[tuple[str, str]]]]] = {
    "omaha, random": (OMAHA, random_choice, _backs),
    "omaha, planner": (OMAHA, planner(), _backs),
    "zombies, random": (ZOMBIES, random_choice, _counters),
    "zombies, shoot_first": (ZOMBIES, SHOOT, _counters),
    "squad, random": (SQUAD, random_choice, _unseen_cards),
    "company_commander, random": (COMPANY_COMMANDER, random_choice, _hands_and_decks),
}


@pytest.mark.parametrize(
    "games", [pytest.param(100, marks=pytest.mark.short), pytest.param(300, marks=pytest.mark.long)]
)
@pytest.mark.parametrize(("game", "policy", "hidden"), CALIBRATED.values(), ids=CALIBRATED)
def test_hidden_things_come_as_often_as_in_truth(
    game: Game[Any], policy: Policy, hidden: Callable[[Any], Iterator[tuple[str, str]]], games: int, nightly: bool
) -> None:
    games = 600 if nightly else games
    games = games if game.seats == 1 else games // 6
    assert chi_square_of_ranks(game, games, policy, hidden) < MOST


def test_a_turned_card_keeps_the_front_that_everybody_saw() -> None:
    """Which of the cards alike it is, nobody knows; and it counts among them for those that lie face up."""
    state = beach("""
        w w w
        w x X
        . D o
        ~ ~ ~
    """, "L0")  # fmt: skip
    seen = Seen(OMAHA.view(state, 0), state.options)
    front, mine = LOOK[card_of(state.grid[CELL["L1"]])].id, mined(card_of(state.grid[CELL["L1"]]))
    worlds = [OMAHA.imagine(seen, Dice(b"turned", number)) for number in range(50)]
    drawn = {card_of(world.grid[CELL["L1"]]) for world in worlds}
    assert drawn <= {card for card in CARDS if LOOK[card].id == front and mined(card) is mine}
    assert len(drawn) > 1 or sum(LOOK[card].id == front and mined(card) is mine for card in CARDS) == 1


def test_open_hands_and_other_games_are_not_imagined() -> None:
    for game in (OMAHA, ZOMBIES, SQUAD, COMPANY_COMMANDER):
        moment = next(decisions(game, "open", random_choice))
        with pytest.raises(UnimaginableError):
            game.imagine(msgspec.structs.replace(moment.seen, viewer=OPEN), Dice(b"open", 1))
    for game in (SQUAD, COMPANY_COMMANDER):
        moment = next(decisions(game, "owed", random_choice))
        with pytest.raises(UnimaginableError):
            game.imagine(msgspec.structs.replace(moment.seen, owed=None), Dice(b"owed", 1))
    with pytest.raises(UnimaginableError):
        TOY.imagine(Seen({}, None), Dice(b"toy", 1))
