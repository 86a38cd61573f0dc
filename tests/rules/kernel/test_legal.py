"""The gate: exactly the legal actions of the seat that owes the decision come through."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import Refusal
from bocage.rules.kernel.convert import converter
from bocage.rules.kernel.legal import legal_action, parse_action, verbs
from tests.rules.kernel.flow_toy import TEN, Bid, Bidding, Double, Raise, Round
from tests.rules.toy import GAME, Play, Swap, Table, Toy

STATE = Table(["whale"], [["fox", "bear"], ["wolf"]], [0, 0], [1, 1])

json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["do", "card", "x"]) | st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)
nearly = st.fixed_dictionaries(
    {"do": st.sampled_from(["play", "swap", "jump", 3])},
    optional={"card": st.sampled_from(["fox", "bear", "wolf", "dodo", "", None, 1, ["fox"]]), "x": st.just(1)},
)


def code_of(game: Toy, state: Table, seat: int, raw: object) -> str:
    with pytest.raises(RefusedError) as caught:
        legal_action(game, state, seat, raw)
    return caught.value.code


def test_a_legal_action_comes_through_typed() -> None:
    assert legal_action(GAME, STATE, 0, {"do": "play", "card": "fox"}) == Play("fox")
    assert legal_action(GAME, STATE, 0, {"card": "bear", "do": "swap"}) == Swap("bear")


@pytest.mark.parametrize(
    ("seat", "raw", "code"),
    [
        (0, {"do": "play", "card": "wolf"}, "illegal_action"),
        (1, {"do": "play", "card": "wolf"}, "not_your_turn"),
        (2, {"do": "play", "card": "fox"}, "not_your_turn"),
        (-1, {"do": "play", "card": "fox"}, "not_your_turn"),
        (0, {"do": "play"}, "malformed_action"),
        (0, {"do": "play", "card": 1}, "malformed_action"),
        (0, {"do": "play", "card": "fox", "seat": 0}, "malformed_action"),
        (0, {"do": "jump"}, "malformed_action"),
        (0, {"card": "fox"}, "malformed_action"),
        (0, {"do": "\ud800"}, "malformed_action"),
        (0, None, "malformed_action"),
    ],
)
def test_refusals(seat: int, raw: object, code: str) -> None:
    assert code_of(GAME, STATE, seat, raw) == code
    assert code_of(GAME, Table([], [[], []], [3, 4], [0, 0]), seat, raw) in ("game_over", "malformed_action")


def test_a_game_may_say_why() -> None:
    class Says(Toy):
        def refusal(self, state: Table, seat: int, action: Any) -> Refusal | None:
            return Refusal("not_in_hand", "TOY-3") if action.card == "wolf" else None

    game = Says()
    with pytest.raises(RefusedError) as caught:
        legal_action(game, STATE, 0, {"do": "play", "card": "wolf"})
    assert (caught.value.code, caught.value.rule) == ("not_in_hand", "TOY-3")
    assert code_of(game, STATE, 0, {"do": "play", "card": "whale"}) == "illegal_action"


@given(json | nearly)
def test_whatever_is_sent_only_legal_actions_come_through(raw: object) -> None:
    packed = GAME.pack(STATE)
    decision = GAME.decision(STATE)
    assert decision
    try:
        action = legal_action(GAME, STATE, 0, raw)
    except RefusedError:
        pass
    else:
        assert action in decision.actions
        assert msgspec.to_builtins(action) == raw
    assert GAME.pack(STATE) == packed


def test_actions_without_fields_and_single_unions() -> None:
    state = Bidding([Round(), Bid(0)], None)
    assert parse_action(TEN, {"do": "double"}) == Double()
    with pytest.raises(RefusedError, match="illegal_action"):
        legal_action(TEN, state, 0, {"do": "double"})
    assert legal_action(TEN, state, 0, {"do": "raise", "amount": 2}) == Raise(2)
    assert verbs(Play) == {Play}
    assert verbs(Play | Swap) == {Play, Swap}


def test_conversion_is_that_of_msgspec() -> None:
    to_int = converter(int)
    assert to_int(3) == 3
    assert converter(int) is to_int
    with pytest.raises(msgspec.ValidationError):
        to_int("3")


def test_nobody_else_decides_what_is_legal() -> None:
    """Whether an action is in a decision's list is asked in the gate only; the kit, which checks games, aside."""
    root = Path(__file__).parents[3] / "service"
    judging = set()
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Compare) or not any(isinstance(op, (ast.In, ast.NotIn)) for op in node.ops):
                continue
            if any(isinstance(one, ast.Attribute) and one.attr == "actions" for one in node.comparators):
                judging.add(path.relative_to(root).as_posix())
    assert {path for path in judging if "/conformance/" not in path} == {"bocage/rules/kernel/legal.py"}
