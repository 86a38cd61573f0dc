"""Likelier hands: still a state that fits the view, and closer to what hands really hold."""

from __future__ import annotations

import math
from collections import Counter

import msgspec

from bocage.engine.chance import WorldDice
from bocage.engine.hands import Kept, SquadHands, hands_of, key, ratios
from bocage.rules.kernel import Seen
from bocage.rules.kernel.conformance.moment import encode
from bocage.rules.kernel.play import random_choice
from bocage.rules.squad import GAME
from bocage.rules.squad.data import KIND, deck
from bocage.rules.squad.state import State
from tests.rules.imagining import Moment, bot, decisions


def imagined(moment: Moment, seed: str) -> State:
    return GAME.imagine(msgspec.structs.replace(moment.seen, events=None), WorldDice(seed))


def test_a_likelier_hand_changes_nothing_that_can_be_seen() -> None:
    hands = hands_of("squad")
    assert hands is not None
    changed = 0
    for number in range(3):
        for moment in decisions(GAME, f"hands/{number}", random_choice):
            world = imagined(moment, "world")
            before = GAME.pack(world)
            hands.draw_again(world, moment.decision.seat, WorldDice("hands"))
            changed += GAME.pack(world) != before
            GAME.assert_invariants(world)
            assert encode(GAME.view(world, moment.decision.seat)) == encode(moment.seen.table)
            assert GAME.decision(world) == moment.decision
    assert changed


def test_card_frequency_in_hands_follows_its_weight() -> None:
    moment = next(one for one in decisions(GAME, "weights", random_choice) if one.state.turn)
    state, viewer = moment.state, moment.decision.seat
    card = next(card for card in deck(state.options.variant) if card in state.deck)
    name = key(state, card, 1 - viewer)
    found = []
    for ratio in (0.0, 1.0, 1000.0):
        hands = SquadHands({state.options.variant: Kept({name: ratio})})
        count = 0
        for number in range(150):
            world = imagined(moment, f"{number}")
            hands.draw_again(world, viewer, WorldDice(f"{number}"))
            count += any(KIND[one] == KIND[card] for squad in world.of(1 - viewer) for one in squad.hand)
        found.append(count)
    never, sometimes, always = found
    assert (never, always) == (0, 150)
    assert 0 < sometimes < 150


def test_nothing_is_drawn_again_for_spectators_and_other_variants() -> None:
    moment = next(one for one in decisions(GAME, "none", random_choice) if one.state.turn)
    world = imagined(moment, "world")
    before = GAME.pack(world)
    SquadHands({}).draw_again(world, moment.decision.seat, WorldDice("hands"))
    hands = hands_of("squad")
    assert hands is not None
    hands.draw_again(world, -1, WorldDice("hands"))
    assert GAME.pack(world) == before
    assert hands_of("omaha") is None


def test_counted_weights_make_true_hands_likelier() -> None:
    """Over games of the sergeant that were not counted."""
    hands = hands_of("squad")
    assert hands is not None
    kept = hands._kept["base"].ratios
    sergeant = bot("squad", "sergeant")
    gain, cards = 0.0, 0
    for number in range(6):
        for moment in list(decisions(GAME, f"true/{number}", sergeant))[10::9]:
            state: State = moment.state
            if state.options.variant != "base" or not state.turn:
                continue
            owner = 1 - moment.decision.seat
            hand = [card for squad in state.of(owner) for card in squad.hand]
            weights = Counter({card: kept.get(key(state, card, owner), 1.0) for card in (*hand, *state.deck)})
            mean = sum(weights.values()) / len(weights)
            gain += sum(math.log(weights[card] / mean) for card in hand)
            cards += len(hand)
    assert cards > 50
    assert gain > 0


def test_what_was_seldom_met_is_nearly_even() -> None:
    found = ratios({"often": 300, "once": 1}, {"often": 100.0, "once": 0.1, "never": 100.0}, doubt=10)
    assert found == {"often": 2.818, "once": 1.089, "never": 0.091}


def test_a_seen_document_names_no_hand() -> None:
    """The other hand is drawn, never read: a document without it is all there is."""
    moment = next(one for one in decisions(GAME, "seen", random_choice) if one.state.turn)
    seen: Seen = moment.seen
    other = {name for name, squad in seen.table["squads"].items() if squad["seat"] != moment.decision.seat}
    assert other
    assert all("hand" not in seen.table["squads"][name] for name in other)
