"""Nobody sees what lies under a card or comes next, and what is imagined in its place is fair."""

from __future__ import annotations

from collections import Counter

import msgspec

from bocage.rules.dice import Dice, Key
from bocage.rules.kernel import OPEN, PUBLIC
from bocage.rules.omaha import GAME
from bocage.rules.omaha.actions import Move
from bocage.rules.omaha.data import CARDS, CELL, LOOK, NEST, card_of, mined, turned
from bocage.rules.omaha.options import Options
from bocage.rules.omaha.state import State
from bocage.rules.omaha.view import view
from tests.rules.omaha.scene import beach, lie, play

KEY = Key(b"what lies under the cards")


def imagined(state: State, times: int, viewer: int = 0) -> list[State]:
    """Many worlds that look like ``state``."""
    return [GAME.resample(state, viewer, Dice(KEY, seq)) for seq in range(times)]


def test_a_view_names_cells_looks_and_counts_and_nothing_else() -> None:
    state = beach("""
        x . N
        . W .
        . D *
        . . .
    """, "L1", trail=(4,))  # fmt: skip
    assert view(state, 0) == {
        "phase": "assault",
        "assault": 4,
        "strength": 8,
        "charges": 8,
        "rounds": 8,
        "stock": len(state.stock),
        "grid": {cell: LOOK[state.grid[place]].id for cell, place in CELL.items()},
        # Everybody saw what a card showed before it was turned.
        "fronts": {
            cell: LOOK[card_of(state.grid[place])].id for cell, place in CELL.items() if state.grid[place] > NEST
        },
        "squad": "L1",
        "trail": ["C1"],
        "removed": LOOK[state.removed].id,
    }
    assert view(state, 0) == view(state, PUBLIC)


def test_open_hands_show_unturned_mines() -> None:
    state = beach("""
        x X .
        e W .
        o O *
        w D .
    """, "R0")  # fmt: skip
    assert view(state, OPEN).get("mines") == dict.fromkeys(["C3", "L2", "C2", "C1", "C0"], True)


def test_two_cards_that_look_alike_are_alike_in_every_view() -> None:
    """Mined or not, first or last of the stock: the bytes that leave the service are the same."""
    one = beach("""
        w w w
        w x W
        w D o
        ~ ~ ~
    """, "L0")  # fmt: skip
    other = beach("""
        w w w
        w X w
        w d O
        ~ ~ ~
    """, "L0")  # fmt: skip
    assert msgspec.msgpack.encode(GAME.decision(one)) == msgspec.msgpack.encode(GAME.decision(other))
    assert view(one, 0) == view(other, 0)
    assert view(one, OPEN) != view(other, OPEN)


def test_resampling_draws_backs_and_stock_anew() -> None:
    state = beach("""
        w w W
        w x w
        . w W
        w D W
    """, "L1")  # fmt: skip
    worlds = imagined(state, 200)
    backs = Counter(mined(lie(world, "C2")) for world in worlds)
    assert 100 < backs[True] < 200  # three of the four plain X obstacles
    assert len({world.stock for world in worlds}) > 150
    for world in worlds:
        GAME.assert_invariants(world)
        assert view(world, 0) == view(state, 0)


def test_resampling_keeps_what_was_turned_over() -> None:
    """One X was mined and lies turned: of the other three, two are mined."""
    state = play(beach("""
        w w W
        w X x
        w . W
        w D W
    """, "C1"), Move("C2"))  # fmt: skip
    backs = Counter(mined(lie(world, "R2")) for world in imagined(state, 300))
    assert 170 < backs[True] < 230


def test_resampling_keeps_kept_cards_out_of_the_stock() -> None:
    """All three mined X obstacles were turned over before the row with the fourth slid near."""
    state = beach("""
        x . .
        X . D
        X w D
        X w D
    """, "C2")  # fmt: skip
    for cell in ("L0", "L1", "L2"):
        state.grid[CELL[cell]] = turned(lie(state, cell))
    after = play(state, Move("C3"))
    assert not any(mined(lie(world, "L0")) for world in imagined(after, 100))


def test_resampling_is_as_wide_as_ignorance() -> None:
    """Over many worlds every card that looks right lies in every place where it may lie."""
    state = GAME.setup(Options(), (), Dice(KEY, 1)).state
    worlds = imagined(state, 300)
    for cell, place in CELL.items():
        if state.grid[place]:
            alike = {card for card in CARDS if LOOK[card] == LOOK[state.grid[place]]}
            assert {lie(world, cell) for world in worlds} == alike


def test_for_open_hands_only_the_stock_is_unknown() -> None:
    state = GAME.setup(Options(), (), Dice(KEY, 2)).state
    worlds = imagined(state, 20, OPEN)
    assert all(world.grid == state.grid for world in worlds)
    assert all(sorted(world.stock) == sorted(state.stock) for world in worlds)
    assert len({world.stock for world in worlds}) == 20
