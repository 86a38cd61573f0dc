"""Arrays say what the view says, and nothing else."""

from __future__ import annotations

from itertools import chain
from typing import Any

import msgspec
import numpy as np
import pytest

from bocage.rl.planes import Layout, layout_of
from bocage.rules.kernel import OPEN, Counts, Game, Number, Spaces, Sums
from bocage.rules.kernel.registry import house_games
from tests.rl.positions import Position, of_goldens, of_random

GAMES = {game.id: game for game in house_games()}


def encoded(layout: Layout, position: Position, view: Any, seat: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    out = np.zeros(layout.size, np.float32)
    decision = position.decision
    layout.encode(out.data, view, seat, decision.seat if decision else -1, decision.kind if decision else "")
    return out


def canonical(value: Any) -> Any:
    """A view without the order of its lists; of tuples what is added up by their first member."""
    if isinstance(value, dict):
        return {key: canonical(one) for key, one in sorted(value.items())}
    if isinstance(value, list):
        if value and isinstance(value[0], list | tuple):
            sums: dict[str, int] = {}
            for one in value:
                sums[one[0]] = sums.get(one[0], 0) + one[-1]
            return {word: number for word, number in sorted(sums.items()) if number}
        return sorted(value)
    return value


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_different_views_are_different_arrays(game: Game[Any]) -> None:
    layout = layout_of(game)
    known: dict[bytes, bytes] = {}
    for position in chain(of_goldens(game), of_random(game, 6, "planes")):
        for viewer in (*range(game.seats), OPEN):
            view = game.view(position.state, viewer)
            array = encoded(layout, position, view, viewer)
            assert array.min() >= 0
            assert array.max() <= 1
            shown = msgspec.json.encode([viewer, canonical(view)])
            assert known.setdefault(array.tobytes(), shown) == shown


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_arrays_are_alike_in_worlds_that_look_alike(game: Game[Any]) -> None:
    layout = layout_of(game)
    for number, position in enumerate(of_random(game, 3, "worlds")):
        for seat in range(game.seats):
            other = game.resample(position.state, seat, position.played.chance(number, "other world"))
            here, there = (game.view(state, seat) for state in (position.state, other))
            assert np.array_equal(encoded(layout, position, here, seat), encoded(layout, position, there, seat))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_number_belongs_to_one_plane(game: Game[Any]) -> None:
    layout = layout_of(game)
    numbers = np.arange(layout.size, dtype=np.float32)
    found = np.concatenate([plane.of(numbers).ravel() for plane in layout.planes])
    assert sorted(found.tolist()) == numbers.tolist()


def test_a_plane_that_is_not_there_is_an_error() -> None:
    with pytest.raises(LookupError, match=r"omaha has no plane tanks\.\*"):
        layout_of(GAMES["omaha"]).plane("tanks.*")


class Row(msgspec.Struct):
    pins: int = 0
    flags: dict[str, bool] = {}


class Sample(msgspec.Struct):
    rows: dict[str, Row] = {}
    names: list[str] = []
    dice: list[tuple[str, str, int]] = []


class SampleGame:
    """As much of a game as a layout asks for."""

    id, seats, decisions, State, View = "sample", 1, ("turn",), Sample, dict[str, Any]

    def __init__(self, **view: Any) -> None:
        self.view = view

    def spaces(self) -> Spaces:
        return Spaces(view=self.view)


WHOLE = {
    "rows": ("a", "b"),
    "rows.*.pins": Number(4),
    "rows.*.flags": ("x", "y"),
    "names": Counts(("m", "n"), 2),
    "dice": Sums(("a", "b"), Number(2, -2)),
}


def test_each_kind_of_field_is_written_where_its_plane_says() -> None:
    layout = Layout(SampleGame(**WHOLE))  # type: ignore[arg-type]
    out = np.zeros(layout.size, np.float32)
    view = {
        "rows": {"b": {"pins": 9, "flags": {"y": True, "x": False}}},
        "names": ["n", "n"],
        "dice": [["b", "why", 1], ["b", "else", 1]],
    }
    layout.encode(out.data, view, 0, 0, "turn")
    assert {plane.path: plane.of(out).tolist() for plane in layout.planes} == {
        "decision": [1],
        "turn": [1],
        "seat": [1],
        "rows.*.pins": [0, 1],
        "rows.*.flags.*": [[0, 0], [0, 1]],
        "names": [0, 1],
        "dice": [0, 1],
    }


@pytest.mark.parametrize("path", ["rows", "rows.*.pins", "rows.*.flags", "names"])
def test_a_field_without_domain_is_named(path: str) -> None:
    left = {name: domain for name, domain in WHOLE.items() if name != path}
    with pytest.raises(TypeError, match=path.replace("*", r"\*").replace(".", r"\.")):
        Layout(SampleGame(**left))  # type: ignore[arg-type]


def test_word_outside_the_table_is_an_error() -> None:
    layout = layout_of(GAMES["omaha"])
    view = dict(GAMES["omaha"].view(next(of_random(GAMES["omaha"], 1, "word")).state, 0))
    with pytest.raises(ValueError, match="phase cannot be 'lunch'"):
        layout.encode([0.0] * layout.size, view | {"phase": "lunch"}, 0, 0, "land")
