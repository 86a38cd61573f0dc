"""Facts for clients, content of actions and events, facets, refusals."""

from __future__ import annotations

import pytest

from service.games.dice import Dice
from service.games.kernel import Action, Event
from service.games.squad import GAME
from service.games.squad import actions as do
from service.games.squad import events as ev
from service.games.squad.data import CARDS, NATIONS, TRAITS, deck, find_use
from service.games.squad.options import Options, SeatOptions
from tests.games.squad.scene import Scene


def test_facts_hold_every_printed_number() -> None:
    facts = GAME.facts()
    assert facts["deck"] == {"base": 121, "flanking": 121, "map": 103}
    cards = facts["cards"]
    assert isinstance(cards, dict)
    assert cards.keys() == CARDS.keys()
    assert cards["pill_box"] == {"type": "T", "copies": 1, "uses": [{"role": "terrain"}], "cover": -3}
    assert cards["mortar"]["uses"] == [
        {"role": "attack", "weapon": {"ranges": {"L": 2}, "heavy": True}, "phases": ["position_fire"]}
    ]
    assert cards["flanking_fire"]["uses"][1] == {"role": "flank", "value": 1, "variants": ["flanking"]}
    traits, nations = facts["traits"], facts["nations"]
    assert isinstance(traits, dict)
    assert isinstance(nations, dict)
    assert traits.keys() == {trait.id for trait in TRAITS}
    assert nations.keys() == NATIONS.keys()


@pytest.mark.parametrize(
    ("thing", "shown"),
    [
        (do.Attack("0.1", "pistol_2", "1.1"), {"card.pistol"}),
        (do.Attack("0.1", "national_trait_2", "1.1", "bar"), {"card.national_trait", "trait.bar"}),
        (do.Move("0.1", "hill_1", "terrain", "hold"), {"card.hill"}),
        (do.Move("0.1", "hill_1", "open", "hold"), set()),
        (do.Discard("0.1", "hill_1"), set()),
        (do.PASS, set()),
        (ev.MoraleChecked("0.1", 4, 6, "pinned", (("fear", 2),)), {"result.pinned"}),
        (ev.Moved("0.1", "open", "S", "closer"), {"step.closer"}),
        (ev.Drafted("0.1", "jp"), {"nation.jp"}),
    ],
)
def test_a_card_counts_as_used_when_it_is_played_for_what_it_is(thing: Action | Event, shown: set[str]) -> None:
    assert set(GAME.used(thing)) == shown


def test_facets_name_nations_and_who_began() -> None:
    seats = (SeatOptions(nation="us"), SeatOptions(nation="ru", nation_2="jp"))
    state = GAME.setup(Options(variant="map", squads_per_seat=2), seats, Dice(b"f", 3)).state
    first = str(state.first)
    assert GAME.facets(state) == {"first": first, "nation_0": "us", "nation_1": "ru"}
    del state.squads["1.1"]
    assert GAME.facets(state)["nation_1"] == "ru"


@pytest.mark.parametrize(
    ("action", "code", "rule"),
    [
        (do.Attack("1.1", "pistol_1", "0.1"), "not_your_squad", "SQ-115"),
        (do.Attack("0.1", "pistol_1", "1.1"), "not_in_hand", ""),
        (do.Attack("0.1", "smoke_1", "1.1"), "not_usable", ""),
        (do.Attack("0.1", "grenade_1", "1.1"), "out_of_range", ""),
        (do.Attack("0.1", "grenade_1", "0.1"), "no_target", "SQ-72"),
        (do.Attack("0.1", "fire_section_1", "1.1"), "wrong_phase", "SQ-34"),
        (do.PASS, "wrong_step", ""),
        (do.Move("0.1", "smoke_1", "open", "hold"), "wrong_step", ""),
    ],
)
def test_refusals_say_why_and_name_the_ruling(action: Action, code: str, rule: str) -> None:
    scene = Scene("position_fire", {"0.1": "smoke_1 grenade_1 fire_section_1"})
    refusal = GAME.refusal(scene.state, 0, action)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == (code, rule)
    for language in ("en", "ja"):
        assert f"refusal.{code}" in GAME.text[language]


def test_a_use_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(LookupError):
        find_use("base", "uk", "attack", deck("base")[0], "")


def test_every_code_of_a_refusal_has_text() -> None:
    codes = {key for key in GAME.text["en"] if key.startswith("refusal.")}
    assert codes == {key for key in GAME.text["ja"] if key.startswith("refusal.")}
    assert len(codes) == 13
