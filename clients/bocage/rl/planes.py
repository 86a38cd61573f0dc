"""Views as arrays of fixed length.

Everything that a view can contain has a fixed place. Fields of an object are adjacent, and so are objects of a
mapping: a game with 41 units has 41 blocks of equal length. A plane is one field in all its blocks, such as
``units.*.pins``. Absent values are 0.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import prod
from typing import Any, NamedTuple, TypeAlias

import msgspec
import numpy as np
from msgspec import inspect
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from bocage.rules.kernel import Counts, Game, Number, Sums
from bocage.rules.kernel.spaces import Domain, Words

#: Writes the value of a field, from an offset, into numbers by index.
_Write: TypeAlias = Callable[[Any, int, Any], None]
#: A type with named fields.
_Record: TypeAlias = inspect.TypedDictType | inspect.StructType
#: Size of the cache of one place, and number of misses after which it must have paid off.
_KEPT, _TRIES = 4096, 256
#: Values that mean "none" among words.
_NONE = ("", -1)


class Plane(msgspec.Struct, frozen=True):
    """The numbers of an array that show one field.

    ``path``: of the field in the view, ``*`` for the keys of an object. ``start``: its first number. ``keys``: the
    keys of each ``*`` in order. ``steps``: for each ``*``, the stride between keys. ``words``: meanings of the
    numbers of one field; empty: a single number. ``meaning``: of a number.
    """

    path: str
    start: int
    keys: tuple[Words, ...]
    steps: tuple[int, ...]
    words: Words
    meaning: str

    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each axis: one axis per ``*``, and one for words."""
        return (*map(len, self.keys), *([len(self.words)] if self.words else []))

    @property
    def size(self) -> int:
        """The number of elements."""
        return prod(self.shape)

    def of(self, observation: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the numbers of this plane in an observation, as a view."""
        item = observation.itemsize
        steps = (*self.steps, *([1] if self.words else []))
        return as_strided(observation[self.start :], self.shape, [step * item for step in steps], writeable=False)


class _Block(NamedTuple):
    """The encoding of a field: number of elements, writer, and planes."""

    size: int
    write: _Write
    planes: list[Plane]


class Layout:
    """Encodes views of a game as arrays of :attr:`size` numbers from 0 to 1."""

    def __init__(self, game: Game[Any]) -> None:
        """Raises ``TypeError`` for a field whose values neither its type nor ``Game.spaces`` defines."""
        self._game = game
        self._domains = game.spaces().view
        seats = tuple(range(game.seats))
        kind = _words("decision", game.decisions, "1: is decided")
        turn, seat = _words("turn", seats, "1: decides"), _words("seat", seats, "1: looks")
        table = self._field("", _shown(game))
        self.planes: list[Plane] = []
        self.size = 0
        for block in (kind, turn, seat, table):
            self.planes += _moved(block.planes, self.size)
            self.size += block.size
        self._writes = (kind.write, turn.write, seat.write, table.write)
        self._starts = (0, kind.size, kind.size + turn.size, kind.size + turn.size + seat.size)

    def encode(self, out: Any, view: Mapping[str, Any], seat: int, turn: int, kind: str) -> None:
        """Write a view into ``out``, an array of :attr:`size` zeros.

        ``view``: of ``seat`` (below 0: of no seat). ``turn`` and ``kind``: the deciding seat and the kind of
        decision; -1 and "" after the end. Raises ``ValueError`` for an unknown word, ``KeyError`` for an unknown
        key.
        """
        for write, at, value in zip(self._writes, self._starts, (kind, turn, max(seat, -1), view), strict=True):
            write(value, at, out)

    def plane(self, path: str) -> Plane:
        """Return the plane of a field. Raises ``LookupError``."""
        try:
            return next(plane for plane in self.planes if plane.path == path)
        except StopIteration:
            raise LookupError(f"{self._game.id} has no plane {path}") from None

    def _field(self, path: str, kind: inspect.Type) -> _Block:
        domain = self._domains.get(path)
        match kind:
            case inspect.Metadata():
                return self._field(path, kind.type)
            case inspect.TypedDictType() | inspect.StructType():
                return self._record(path, kind)
            case inspect.DictType():
                words = domain if isinstance(domain, tuple) else _literals(kind.key_type)
                return self._object(path, kind.value_type, self._known(path, words))
            case inspect.ListType() | inspect.VarTupleType():
                return _list(path, self._known(path, domain or _literals(kind.item_type)))
            case inspect.BoolType():
                return _flag(path)
        found = self._known(path, _literals(kind) if domain is None else domain)
        if isinstance(found, Number):
            return _number(path, found)
        if not isinstance(found, tuple):
            raise TypeError(f"{path} holds one value: its domain is words or a Number")
        return _words(path, found, "1: is it") if found and found != (True,) else _flag(path)

    def _known(self, path: str, domain: Any) -> Any:
        if domain is None:
            raise TypeError(f"what {path} can hold is not known: name it in Game.spaces of {self._game.id}")
        return domain

    def _record(self, path: str, kind: _Record) -> _Block:
        planes: list[Plane] = []
        inside: dict[str, tuple[int, _Write]] = {}
        size = 0
        for field in kind.fields:
            block = self._field(f"{path}.{field.encode_name}" if path else field.encode_name, field.type)
            inside[field.encode_name] = (size, block.write)
            planes += _moved(block.planes, size)
            size += block.size

        def write(value: Mapping[str, Any], at: int, out: Any) -> None:
            for name, one in value.items():
                start, field = inside[name]
                field(one, at + start, out)

        return _Block(size, write, planes)

    def _object(self, path: str, kind: inspect.Type, words: Words) -> _Block:
        inside = self._field(f"{path}.*", kind)
        field, step = inside.write, inside.size
        if isinstance(kind, inspect.TypedDictType):
            field = _remembering(field, step)
        starts = {word: place * step for place, word in enumerate(words)}
        planes = [
            msgspec.structs.replace(plane, keys=(words, *plane.keys), steps=(step, *plane.steps))
            for plane in inside.planes
        ]

        def write(value: Mapping[str, Any], at: int, out: Any) -> None:
            for key, one in value.items():
                field(one, at + starts[key], out)

        size = step * len(words)
        return _Block(size, _remembering(write, size), planes)


def _moved(planes: list[Plane], by: int) -> list[Plane]:
    return [msgspec.structs.replace(plane, start=plane.start + by) for plane in planes]


def _plane(path: str, words: Words, meaning: str) -> list[Plane]:
    return [Plane(path, 0, (), (), words, meaning)]


def _list(path: str, domain: Domain) -> _Block:
    if isinstance(domain, Number):
        raise TypeError(f"{path} is a list: its domain is words, Counts or Sums")
    if isinstance(domain, Sums):
        return _sums(path, domain)
    words, most = (domain.words, domain.most) if isinstance(domain, Counts) else (domain, 1)
    places = {word: place for place, word in enumerate(words)}
    share = 1 / most

    def write(value: Sequence[Any], at: int, out: Any) -> None:
        for word in value:
            out[at + places[word]] += share

    meaning = f"how often it stands there, of {most}" if most > 1 else "1: stands there"
    return _Block(len(words), write, _plane(path, words, meaning))


def _sums(path: str, domain: Sums) -> _Block:
    low, high = domain.number.low, domain.number.high
    places = {word: place for place, word in enumerate(domain.words)}

    def write(value: Sequence[Sequence[Any]], at: int, out: Any) -> None:
        totals: dict[str, int] = {}
        for one in value:
            totals[one[0]] = totals.get(one[0], 0) + one[-1]
        for word, total in totals.items():
            out[at + places[word]] = (min(high, max(low, total)) - low) / (high - low)

    meaning = f"sum of its numbers, from {low} (0) to {high} (1); 0: none"
    return _Block(len(places), write, _plane(path, domain.words, meaning))


def _number(path: str, domain: Number) -> _Block:
    low, high = domain.low, domain.high

    def write(value: int, at: int, out: Any) -> None:
        out[at] = ((low if value < low else high if value > high else value) - low) / (high - low)

    return _Block(1, write, _plane(path, (), f"from {low} (0) to {high} (1)"))


def _flag(path: str) -> _Block:
    def write(value: object, at: int, out: Any) -> None:
        if value is not False:
            out[at] = 1

    return _Block(1, write, _plane(path, (), "1: holds"))


def _words(path: str, words: Words, meaning: str) -> _Block:
    places: dict[Any, int] = {word: place for place, word in enumerate(words)}

    def write(value: Any, at: int, out: Any) -> None:
        if value in places:
            out[at + places[value]] = 1
        elif value not in _NONE:
            raise ValueError(f"{path} cannot be {value!r}")

    return _Block(len(words), write, _plane(path, words, meaning))


def _remembering(write: _Write, size: int) -> _Write:
    """Cache ``write`` for objects that views share: copy the numbers of an object that was written before.

    Caching stops where views do not share objects.
    """
    known: dict[int, tuple[object, Any]] = {}
    found = missed = 0

    def remember(value: Any, at: int, out: Any) -> None:
        nonlocal found, missed
        if missed > _TRIES and found < missed:
            write(value, at, out)
            return
        kept = known.get(id(value))
        if kept is None:
            missed += 1
            numbers = memoryview(array("f", bytes(4 * size)))
            write(value, 0, numbers)
            if len(known) >= _KEPT:
                known.clear()
            # A reference keeps the object alive, so that its id is not reused.
            known[id(value)] = (value, numbers)
        else:
            found += 1
            numbers = kept[1]
        out[at : at + size] = numbers

    return remember


def _shown(game: Game[Any]) -> inspect.Type:
    """Return the type of a game's view; that of the state if the game shows all of it."""
    kind = inspect.type_info(game.View)
    return inspect.type_info(game.State) if isinstance(kind, inspect.DictType) else kind


def _literals(kind: inspect.Type) -> Any:
    """Return the domain that a type defines; None: none."""
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
    """Return the layout of a game's views."""
    return Layout(game)
