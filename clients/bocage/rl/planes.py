"""A view as numbers: one array of fixed length, made of planes.

A plane is a field of the view at every place where it can stand: ``units.*.pins`` has one row for each unit that a
game knows. What is not there is 0 everywhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import prod
from typing import Any, TypeAlias

import msgspec
from msgspec import inspect

from bocage.rules.kernel import Counts, Game, Number, Sums
from bocage.rules.kernel.spaces import Domain, Words

#: Value of a field, where its row begins, and what is written: numbers by their place.
_Write: TypeAlias = Callable[[Any, int, Any], None]
#: A type with named fields.
_Record: TypeAlias = inspect.TypedDictType | inspect.StructType
#: How many objects of one place are remembered, and after how many new ones it must have paid.
_KEPT, _TRIES = 4096, 256
#: Values that say "none" among words.
_NONE = ("", -1)


class Plane(msgspec.Struct, frozen=True):
    """Which numbers of the array show one field.

    ``path``: of the field in the view, ``*`` for the keys of an object. ``start``: its first number. ``keys``: the
    keys that each ``*`` stands for, in the order of the rows. ``words``: what the numbers of a row stand for;
    empty: there is one. ``meaning``: what a number says.
    """

    path: str
    start: int
    keys: tuple[Words, ...]
    words: Words
    meaning: str

    @property
    def shape(self) -> tuple[int, ...]:
        """Lengths of the axes: one for each ``*``, and one for the words."""
        return (*map(len, self.keys), *([len(self.words)] if self.words else []))

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return prod(self.shape)


class Layout:
    """How the views of a game become arrays of :attr:`size` numbers from 0 to 1."""

    def __init__(self, game: Game[Any]) -> None:
        """Raises ``TypeError`` for a field of which neither its type nor ``Game.spaces`` says what it can hold."""
        self.planes: list[Plane] = []
        self.size = 0
        self._game = game
        self._domains = game.spaces().view
        self._kind = self._words("decision", game.decisions, "1: is decided")
        self._turn = self._words("turn", tuple(range(game.seats)), "1: decides")
        self._seat = self._words("seat", tuple(range(game.seats)), "1: looks")
        self._table = self._field("", _shown(game), ())

    def encode(self, out: Any, view: Mapping[str, Any], seat: int, turn: int, kind: str) -> None:
        """Write a view into ``out``, numbers that are all 0.

        ``view``: what ``seat`` sees of the table (below 0: nobody's seat). ``turn`` and ``kind``: who decides what,
        as everybody is told; -1 and "" when the match is over.
        """
        self._kind(kind, 0, out)
        self._turn(turn, 0, out)
        self._seat(seat if seat >= 0 else -1, 0, out)
        self._table(view, 0, out)

    def _field(self, path: str, kind: inspect.Type, keys: tuple[Words, ...]) -> _Write:
        """What writes the field at ``path``."""
        domain = self._domains.get(path)
        match kind:
            case inspect.Metadata():
                return self._field(path, kind.type, keys)
            case inspect.TypedDictType() | inspect.StructType():
                return self._record(path, kind, keys)
            case inspect.DictType():
                words = domain if isinstance(domain, tuple) else _literals(kind.key_type)
                return self._object(path, kind.value_type, keys, self._known(path, words))
            case inspect.ListType() | inspect.VarTupleType() if domain is None:
                domain = _literals(kind.item_type)
                return self._list(path, self._known(path, domain), keys)
            case inspect.ListType() | inspect.VarTupleType():
                return self._list(path, self._known(path, domain), keys)
            case inspect.BoolType():
                return self._flag(path, keys)
        if domain is None:
            domain = _literals(kind)
        if isinstance(domain, Number):
            return self._number(path, domain, keys)
        found = self._known(path, domain)
        if found == () or found == (True,):
            return self._flag(path, keys)
        if not isinstance(found, tuple):
            raise TypeError(f"{path} holds one value: its domain is words or a Number")
        return self._words(path, found, "1: is it", keys)

    def _known(self, path: str, domain: Any) -> Any:
        if domain is None:
            raise TypeError(f"what {path} can hold is not known: name it in Game.spaces of {self._game.id}")
        return domain

    def _add(self, path: str, keys: tuple[Words, ...], words: Words, meaning: str) -> int:
        plane = Plane(path, self.size, keys, words, meaning)
        self.planes.append(plane)
        self.size += plane.size
        return plane.start

    def _record(self, path: str, kind: _Record, keys: tuple[Words, ...]) -> _Write:
        inside = [
            (field.encode_name, self._field(_under(path, field.encode_name), field.type, keys))
            for field in kind.fields
        ]

        def write(value: Mapping[str, Any], row: int, out: Any) -> None:
            for name, field in inside:
                if name in value:
                    field(value[name], row, out)

        return write

    def _object(self, path: str, kind: inspect.Type, keys: tuple[Words, ...], words: Words) -> _Write:
        inside = self._field(f"{path}.*", kind, (*keys, words))
        if isinstance(kind, inspect.TypedDictType):
            inside = _remembering(inside)
        places = {word: place for place, word in enumerate(words)}
        count = len(words)

        def write(value: Mapping[str, Any], row: int, out: Any) -> None:
            first = row * count
            for key, one in value.items():
                inside(one, first + places[key], out)

        return _remembering(write)

    def _list(self, path: str, domain: Domain, keys: tuple[Words, ...]) -> _Write:
        if isinstance(domain, Number):
            raise TypeError(f"{path} is a list: its domain is words, Counts or Sums")
        words = domain if isinstance(domain, tuple) else domain.words
        if isinstance(domain, Sums):
            return self._sums(path, domain, keys)
        most = domain.most if isinstance(domain, Counts) else 1
        meaning = f"how often it stands there, of {most}" if most > 1 else "1: stands there"
        start = self._add(path, keys, words, meaning)
        places = {word: place for place, word in enumerate(words)}
        count, share = len(words), 1 / most

        def write(value: Sequence[Any], row: int, out: Any) -> None:
            first = start + row * count
            for word in value:
                out[first + places[word]] += share

        return write

    def _sums(self, path: str, domain: Sums, keys: tuple[Words, ...]) -> _Write:
        low, high = domain.number.low, domain.number.high
        start = self._add(path, keys, domain.words, f"sum of its numbers, from {low} (0) to {high} (1); 0: none")
        places = {word: place for place, word in enumerate(domain.words)}
        count = len(domain.words)

        def write(value: Sequence[Sequence[Any]], row: int, out: Any) -> None:
            first = start + row * count
            totals: dict[str, int] = {}
            for one in value:
                totals[one[0]] = totals.get(one[0], 0) + one[-1]
            for word, total in totals.items():
                out[first + places[word]] = (min(high, max(low, total)) - low) / (high - low)

        return write

    def _number(self, path: str, domain: Number, keys: tuple[Words, ...]) -> _Write:
        low, high = domain.low, domain.high
        start = self._add(path, keys, (), f"from {low} (0) to {high} (1)")
        scale = 1 / (high - low)

        def write(value: int, row: int, out: Any) -> None:
            out[start + row] = (low if value < low else high if value > high else value) * scale - low * scale

        return write

    def _flag(self, path: str, keys: tuple[Words, ...]) -> _Write:
        start = self._add(path, keys, (), "1: holds")

        def write(value: object, row: int, out: Any) -> None:
            if value is not False:
                out[start + row] = 1

        return write

    def _words(self, path: str, words: Words, meaning: str, keys: tuple[Words, ...] = ()) -> _Write:
        start = self._add(path, keys, words, meaning)
        places: dict[Any, int] = {word: start + place for place, word in enumerate(words)}
        count = len(words)

        def write(value: Any, row: int, out: Any) -> None:
            if value in places:
                out[places[value] + row * count] = 1
            elif value not in _NONE:
                raise ValueError(f"{path} cannot be {value!r}")

        return write


def _remembering(write: _Write) -> _Write:
    """``write`` for objects that views share: what one of them wrote is written again without looking into it.

    Of an object that no view shows twice nothing is kept: after some, it is no longer tried.
    """
    known: dict[int, tuple[object, int, list[tuple[int, float]]]] = {}
    found = missed = 0

    def remember(value: Any, row: int, out: Any) -> None:
        nonlocal found, missed
        if missed > _TRIES and found < missed:
            write(value, row, out)
            return
        kept = known.get(id(value))
        if kept is not None and kept[1] == row:
            found += 1
            numbers = kept[2]
        else:
            missed += 1
            written: defaultdict[int, float] = defaultdict(float)
            write(value, row, written)
            numbers = list(written.items())
            if len(known) >= _KEPT:
                known.clear()
            # The object is kept alive with what it wrote, so that no other one gets its id.
            known[id(value)] = (value, row, numbers)
        for place, number in numbers:
            out[place] = number

    return remember


def _under(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _shown(game: Game[Any]) -> inspect.Type:
    """The type of a game's view; of a game that shows its whole state, that of the state."""
    kind = inspect.type_info(game.View)
    return inspect.type_info(game.State) if isinstance(kind, inspect.DictType) else kind


def _literals(kind: inspect.Type) -> Any:
    """The domain that a type gives by itself; None: it gives none."""
    match kind:
        case inspect.Metadata():
            return _literals(kind.type)
        case inspect.LiteralType():
            return tuple(kind.values)
        case inspect.IntType(ge=int(low), le=int(high)):
            return Number(high, low)
    return None


@cache
def layout_of(game: Game[Any]) -> Layout:
    """The layout of a game's views."""
    return Layout(game)
