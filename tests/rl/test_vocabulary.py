"""Numbers of actions and planes stay what they are."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from bocage.rl.planes import layout_of
from bocage.rl.vocabulary import Vocabulary, vocabulary_of
from bocage.rules.kernel import Action
from bocage.rules.kernel.registry import find_game
from tests.rules.toy import Toy

#: Game and rules → how many actions, and a hash over their JSON, in order. It changes with the rules version alone.
ACTIONS = {
    ("company_commander", 1): (1775, "bb30d6fa30fa32ad"),
    ("omaha", 1): (41, "a778144ba3187201"),
    ("squad", 1): (8414, "9e8bf5645c766cac"),
    ("zombies", 1): (220, "e9f7dca9e9983f8f"),
}
#: Game and rules → how many numbers, and a hash over the planes.
PLANES = {
    ("company_commander", 1): (3452, "3aada5c5553aa559"),
    ("omaha", 1): (300, "38f6f476c56cbf2d"),
    ("squad", 1): (5899, "52f557f60a06d9f8"),
    ("zombies", 1): (592, "ed271977a39775c0"),
}


def digest(thing: object) -> str:
    return hashlib.sha256(msgspec.json.encode(thing)).hexdigest()[:16]


@pytest.mark.parametrize(("game", "rules"), ACTIONS)
def test_numbers_stay_under_one_rules_version(game: str, rules: int) -> None:
    vocabulary = vocabulary_of(find_game(game, rules))
    assert (len(vocabulary), digest(vocabulary.actions)) == ACTIONS[game, rules]


@pytest.mark.parametrize(("game", "rules"), PLANES)
def test_planes_stay_under_one_rules_version(game: str, rules: int) -> None:
    layout = layout_of(find_game(game, rules))
    assert (layout.size, digest(layout.planes)) == PLANES[game, rules]


def test_what_types_leave_open_must_be_named() -> None:
    with pytest.raises(TypeError, match=r"play\.card .*Game\.spaces"):
        vocabulary_of(Toy())


class Turn(Action, frozen=True, tag="turn"):
    pass


def test_no_action_has_two_numbers() -> None:
    with pytest.raises(ValueError, match="two numbers"):
        Vocabulary([Turn(), Turn()])
