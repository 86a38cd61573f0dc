"""The kernel's contract, and that every game ends."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bocage.rules.dice import Dice, Key
from bocage.rules.kernel.conformance import check_game, random_choice
from bocage.rules.omaha import GAME
from bocage.rules.omaha.data import CELLS, DECK, LOOKS, TRACKS
from bocage.rules.omaha.options import Options
from tests.rules.omaha.policies import planner


def test_the_contract_of_a_game() -> None:
    """Over random options; all cards, verbs, events, decisions and outcomes are met."""
    coverage = check_game(GAME, games=60, seed="omaha", policies=(random_choice, planner()))
    assert coverage.missing() == []
    assert max(coverage.legal_sizes) <= 9


OPTIONS = st.builds(
    Options,
    crawl_fire=st.sampled_from(["icon", "never", "always"]),
    squad_track=st.sampled_from([7, 8]),
    nest_side=st.sampled_from(["player", "random"]),
    mines_under_open=st.booleans(),
)


@settings(deadline=None, max_examples=60)
@given(OPTIONS, st.binary(min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_every_game_ends(options: Options, key: bytes, rng: object) -> None:
    """Whatever is played: hits, rounds, charges and rows run out, and free steps lead nowhere twice (OM-21).

    Paid steps: at most 8 hits, 8 rounds, 8 charges, 12 rows and the cards turned over on the way; between two of
    them at most two free steps, as a row is three cells wide.
    """
    dice = Key(key)
    state = GAME.setup(options, (), Dice(dice, 1)).state
    free = played = 0
    while (decision := GAME.decision(state)) is not None:
        played += 1
        action = decision.actions[rng.randrange(len(decision.actions))]  # type: ignore[attr-defined]
        state = GAME.apply(state, action, Dice(dice, played + 1)).state
        free = len(state.trail)
        assert free <= 2
        assert played <= 3 * (8 + 8 + 8 + 12 + 12) + 3
    assert GAME.outcome(state) is not None


def test_facts_are_the_printed_tables() -> None:
    facts = GAME.facts()
    assert facts["deck"] == {kind.id: kind.copies for kind in DECK}
    assert (facts["cards"], facts["charges"], facts["rounds"]) == (23, 8, 8)
    assert facts["cells"] == CELLS
    assert facts["tracks"] == {"7": TRACKS[7], "8": TRACKS[8]}


def test_every_look_has_a_name_and_an_explanation() -> None:
    for language in ("en", "ja"):
        assert all({f"card.{look}", f"card.{look}.help"} <= GAME.text[language].keys() for look in LOOKS)
