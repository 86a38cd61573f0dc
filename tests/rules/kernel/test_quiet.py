"""The kit looks at quiet steps: what can be taken back has shown its player nothing."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from bocage.rules.kernel import Context, Told
from bocage.rules.kernel.conformance import check_game
from bocage.rules.kernel.quiet import is_quiet
from tests.rules.toy import GAME, Played, Swap, Swapped, Table, Toy
from tests.rules.toy import Play as PlayCard


class Draws(Toy):
    """Swapping takes the next card without a die, and says so to everybody: quiet by mistake."""

    quiet: ClassVar[tuple[Any, ...]] = (Swapped,)

    def reduce(self, state: Table, action: PlayCard | Swap, ctx: Context) -> None:
        if isinstance(action, PlayCard):
            super().reduce(state, action, ctx)
            return
        seat, hand = state.turn, state.hands[state.turn]
        state.swaps[seat] -= 1
        hand.remove(action.card)
        hand.append(state.deck.pop())
        state.deck.insert(0, action.card)
        ctx.tell(Swapped(seat, action.card, hand[-1]))


class Tells(Toy):
    """Whether the deck holds the mouse decides which die is rolled, and with it whether the step is quiet."""

    quiet: ClassVar[tuple[Any, ...]] = (Swapped,)

    def reduce(self, state: Table, action: PlayCard | Swap, ctx: Context) -> None:
        if isinstance(action, PlayCard):
            super().reduce(state, action, ctx)
            return
        seat = state.turn
        state.swaps[seat] -= 1
        if "mouse" in state.deck:
            ctx.dice.d6()
        ctx.tell(Swapped(seat))


def test_a_quiet_step_that_shows_a_card_is_found() -> None:
    with pytest.raises(AssertionError, match="is quiet, but shows its player what was hidden"):
        check_game(Draws(), games=60, seed=1, deep=1)


def test_a_step_whose_quiet_tells_what_lies_hidden_is_found() -> None:
    with pytest.raises(AssertionError, match=r"LEAK: whether Swap.* is quiet depends on what"):
        check_game(Tells(), games=60, seed=1, deep=1)


def test_dice_private_words_and_unnamed_events_are_not_quiet() -> None:
    class Quiet(Toy):
        quiet: ClassVar[tuple[Any, ...]] = (Swapped,)

    game = Quiet()
    public = Told(Swapped(0))
    assert is_quiet(game, [public], [])
    assert is_quiet(game, [], [])
    assert not is_quiet(game, [public], [(6, 1)])
    assert not is_quiet(game, [Told(Swapped(0), {0: Swapped(0, "fox", "bear")})], [])
    assert not is_quiet(game, [Told(Played(0, "fox", 3))], [])
    assert not is_quiet(GAME, [public], [])
