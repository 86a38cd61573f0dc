"""The numbers of a game's actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, get_args

import msgspec
from msgspec import inspect

from bocage.rules.kernel import Action, Game


class Vocabulary:
    """All actions that can be legal in a match of a game, numbered from 0. Stable within a rules version.

    Verbs are in the order of the game's union of actions; actions of a verb in the order of ``Game.spaces``, or of
    the values of their fields.
    """

    __slots__ = ("_numbers", "actions")

    def __init__(self, actions: Sequence[Action]) -> None:
        """Raises ``ValueError`` for a duplicate action."""
        self.actions = tuple(actions)
        self._numbers = {action: number for number, action in enumerate(self.actions)}
        if len(self._numbers) < len(self.actions):
            twice = next(action for number, action in enumerate(self.actions) if self._numbers[action] != number)
            raise ValueError(f"{twice} has two numbers")

    def __len__(self) -> int:
        return len(self.actions)

    def number(self, action: Action) -> int:
        """Return the number of an action. Raises ``LookupError`` for an unknown one."""
        return self._numbers[action]

    def numbers(self, actions: Sequence[Action]) -> list[int]:
        """Return the numbers of several actions in the same order."""
        return [*map(self._numbers.__getitem__, actions)]


@cache
def vocabulary_of(game: Game[Any]) -> Vocabulary:
    """Return the vocabulary of a game. Raises ``TypeError`` for a verb whose actions cannot be enumerated."""
    named = game.spaces().actions
    found: list[Action] = []
    for verb in _verbs(game):
        actions = named.get(str(verb.__struct_config__.tag))
        found += _combinations(verb) if actions is None else actions
    return Vocabulary(found)


def _verbs(game: Game[Any]) -> tuple[type[Action], ...]:
    return get_args(game.Actions) or (game.Actions,)


def _combinations(verb: type[Action]) -> Iterator[Action]:
    """Return an action for each combination of values of the fields of ``verb``."""
    fields = msgspec.structs.fields(verb)
    for values in product(*(_values(verb, field.name, inspect.type_info(field.type)) for field in fields)):
        yield verb(*values)


def _values(verb: type[Action], name: str, kind: inspect.Type) -> Sequence[Any]:
    match kind:
        case inspect.LiteralType():
            return kind.values
        case inspect.BoolType():
            return (False, True)
        case inspect.IntType(ge=int(low), le=int(high)):
            return range(low, high + 1)
    tag = verb.__struct_config__.tag
    raise TypeError(f"which values {tag}.{name} can have is not known: name the actions of {tag!r} in Game.spaces")
