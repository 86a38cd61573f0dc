"""Cards that lie on positions, imagined without having heard which they are."""

from __future__ import annotations

import msgspec
import pytest

from bocage.rules.kernel import Seen
from bocage.rules.kernel.conformance.moment import encode
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.squad import GAME
from bocage.rules.squad.data import KIND, Variant, deck
from bocage.rules.squad.state import State

VARIANT: Variant = "flanking"
#: Both lie open in play as one of two cards each; the National Trait may be either.
CONCEALED, FLANKED = "national_trait_1", "flanking_fire_1"


def scene() -> State:
    """Japanese lie concealed, Germans have Flanking Fire; but for these two cards, all of their kinds are spent."""
    options = GAME.Options(variant=VARIANT, nation_0="de", nation_1="jp")
    playthrough = new_playthrough(GAME, "positions", options)
    state = GAME.setup(playthrough.options, playthrough.seats, playthrough.dice(0)).state
    while not state.turn:
        playthrough.actions.append(action := GAME.decision(state).actions[0])  # type: ignore[union-attr]
        state = GAME.apply(state, action, playthrough.dice(len(playthrough.actions))).state
    one, other = state.squads["0.1"], state.squads["1.1"]
    assert (one.nation, other.nation) == ("de", "jp")
    spent = {"national_trait", "concealment", "flanking_fire"}
    laid = {one.terrain, other.terrain, CONCEALED, FLANKED}
    free = [card for card in deck(VARIANT) if card not in laid and KIND[card] not in spent]
    cards = len(one.hand)
    one.hand, other.hand = tuple(sorted(free[:cards])), tuple(sorted(free[cards : 2 * cards]))
    state.deck = tuple(free[2 * cards :])
    state.discard = tuple(card for card in deck(VARIANT) if KIND[card] in spent and card not in laid)
    one.left, other.concealment = (FLANKED,), CONCEALED
    return state


@pytest.mark.parametrize("viewer", [0, 1])
def test_two_nations_do_not_take_each_others_last_card(viewer: int) -> None:
    state = scene()
    decision = GAME.decision(state)
    assert decision is not None
    table = GAME.view(state, viewer)
    owed = decision if decision.seat == viewer else msgspec.structs.replace(decision, actions=[], default=None)
    dice = new_playthrough(GAME, "positions")
    for number in range(40):
        imagined = GAME.imagine(Seen(table, state.options, viewer, None, owed), dice.chance(number, "imagine"))
        assert encode(GAME.view(imagined, viewer)) == encode(table)
        assert KIND[imagined.squads["1.1"].concealment] == "national_trait"
        assert [KIND[card] for card in imagined.squads["0.1"].left] == ["flanking_fire"]
