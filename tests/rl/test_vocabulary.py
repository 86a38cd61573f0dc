"""Numbers of actions and planes stay what they are."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
import pytest

from bocage.rl.planes import layout_of
from bocage.rl.vocabulary import Vocabulary, vocabulary_of
from bocage.rules.kernel import Action
from bocage.rules.kernel.registry import find_game
from tests.rules.toy import Toy

#: Of each game and rules version: how many actions there are and a hash over their JSON, in order; how many numbers
#: an observation has, and a hash over its planes. A line changes with the rules version alone.
PINS = [line.split() for line in (Path(__file__).parent / "numbers.txt").read_text().splitlines()[1:]]


def digest(thing: object) -> str:
    return hashlib.sha256(msgspec.json.encode(thing)).hexdigest()[:16]


@pytest.mark.parametrize(("game", "rules", "pins"), [(game, int(rules), pins) for game, rules, *pins in PINS])
def test_numbers_stay_under_one_rules_version(game: str, rules: int, pins: list[str]) -> None:
    found = find_game(game, rules)
    vocabulary, layout = vocabulary_of(found), layout_of(found)
    counted = [str(len(vocabulary)), digest(vocabulary.actions), str(layout.size), digest(layout.planes)]
    assert counted == pins


def test_what_types_leave_open_must_be_named() -> None:
    with pytest.raises(TypeError, match=r"play\.card .*Game\.spaces"):
        vocabulary_of(Toy())


class Turn(Action, frozen=True, tag="turn"):
    pass


def test_no_action_has_two_numbers() -> None:
    with pytest.raises(ValueError, match="two numbers"):
        Vocabulary([Turn(), Turn()])
