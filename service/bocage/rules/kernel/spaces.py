"""Values of a game's actions and views that their types leave open: tables for programs that learn.

Types say most of it: a ``Literal`` is a choice, a ``bool`` a flag, an ``int`` with both bounds a number. What is
``str`` or ``int`` there has a domain here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

#: Words of which a field holds one; of a list: any of them, each once; of an object: the keys.
Words: TypeAlias = tuple[str, ...] | tuple[int, ...]


class Number(msgspec.Struct, frozen=True):
    """A whole number from ``low`` to ``high``; what lies outside is taken for the nearest of them."""

    high: int
    low: int = 0


class Counts(msgspec.Struct, frozen=True):
    """A list of ``words``, each at most ``most`` times."""

    words: tuple[str, ...]
    most: int


class Sums(msgspec.Struct, frozen=True):
    """A list of lists of which each begins with one of ``words`` and ends with a number: a sum for each word."""

    words: tuple[str, ...]
    number: Number


Domain: TypeAlias = Words | Number | Counts | Sums


class Spaces(msgspec.Struct, frozen=True):
    """The domains of a game.

    ``actions``: verb → all its actions that can be legal, in an order that never changes under one rules version; a
    verb that is missing has one action for each combination of values that its types allow. ``view``: path →
    domain, ``units`` for the keys of an object, ``units.*.pins`` for a field of what lies under each of them.
    """

    actions: Mapping[str, Sequence[Any]] = {}
    view: Mapping[str, Domain] = {}
