"""Options: those that players may negotiate, and random ones from nothing but their struct types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct, inspect

S = TypeVar("S", bound=Struct)

#: Draws of a struct whose ``__post_init__`` refuses combinations.
_TRIES = 100


class Negotiable(Struct, frozen=True):
    """``options``: names of options that players may agree to change before play; empty: none.

    ``swap``: changes of them that exchange the sides; empty: there are none.
    """

    options: Sequence[str] = ()
    swap: Mapping[str, object] = {}


def random_options(kind: type[S], rng: Random) -> S:
    """One random value of an options struct.

    Fields may be: Literal, bool, int with both bounds, str with a greatest length and examples, enum, another
    options struct, or a union of these (also with None or UnsetType). Raises ``TypeError`` for anything else, since
    a lobby could not offer it either. A text is one of its examples.
    A ``ValueError`` of the struct (a combination it refuses) makes another draw.
    """
    for _ in range(_TRIES):
        try:
            return cast(S, _draw(inspect.type_info(kind), rng, kind.__name__))
        except ValueError:
            continue
    raise TypeError(f"{kind.__name__} refuses every combination that was tried")


def _draw(info: inspect.Type, rng: Random, where: str) -> Any:
    if isinstance(info, inspect.LiteralType):
        return rng.choice(list(info.values))
    if isinstance(info, inspect.BoolType):
        return rng.random() < 0.5
    if isinstance(info, inspect.IntType):
        return _draw_int(info, rng, where)
    if isinstance(info, inspect.EnumType):
        return rng.choice(list(info.cls))
    if isinstance(info, inspect.NoneType):
        return None
    if isinstance(info, inspect.UnionType):
        return _draw(rng.choice(list(info.types)), rng, where)
    if isinstance(info, inspect.StructType):
        drawn = [f for f in info.fields if not may_be_unset(f) or rng.random() < 0.5]
        return info.cls(**{f.name: _draw(f.type, rng, f"{where}.{f.name}") for f in drawn})
    if isinstance(info, inspect.Metadata) and isinstance(info.type, inspect.StrType):
        return _draw_text(info, rng, where)
    raise TypeError(f"{where}: an option cannot be of type {type(info).__name__}")


def _draw_int(info: inspect.IntType, rng: Random, where: str) -> int:
    if info.ge is None or info.le is None:
        raise TypeError(f"{where}: a number needs both bounds, ge and le")
    step = info.multiple_of or 1
    return rng.randrange(-(-info.ge // step) * step, info.le + 1, step)


def _draw_text(info: inspect.Metadata, rng: Random, where: str) -> Any:
    examples = (info.extra_json_schema or {}).get("examples")
    if not examples or not isinstance(info.type, inspect.StrType) or info.type.max_length is None:
        raise TypeError(f"{where}: a text needs max_length, and examples")
    return rng.choice(examples)


def may_be_unset(field: inspect.Field) -> bool:
    """True if an option is left out of the log where nothing is chosen: its default is ``UNSET``."""
    return not field.required and field.default is field.default_factory is NODEFAULT


def values_of(kind: type[Struct]) -> dict[str, list[object]]:
    """Option → its values in the order of their declaration; none of what is no choice."""
    hints = get_type_hints(kind)
    found = {}
    for name, hint in hints.items():
        hint = next((one for one in get_args(hint) if get_origin(one) is Literal), hint)
        found[name] = list(get_args(hint)) if get_origin(hint) is Literal else []
    return found


def usual(kind: type[Struct]) -> dict[str, object]:
    """Option → what counts where nothing is chosen: of what may be unset the first value, and of a text none."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    values = values_of(kind)
    return {
        field.name: (values[field.name] or [""])[0] if may_be_unset(field) else field.default
        for field in info.fields
    }


def option_texts(kind: type[Struct], prefix: str = "option") -> list[str]:
    """The text keys of an options struct: per field its name, its help, and each value that can be named.

    Fields of a nested struct come under ``option.<outer>.<inner>``.
    """
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    keys: list[str] = []
    for field in info.fields:
        name = f"{prefix}.{field.encode_name}"
        keys += [name, f"{name}.help"]
        types = field.type.types if isinstance(field.type, inspect.UnionType) else (field.type,)
        for one in types:
            if isinstance(one, inspect.LiteralType):
                keys += [f"{name}.{value}" for value in one.values]
            elif isinstance(one, inspect.BoolType):
                keys += [f"{name}.true", f"{name}.false"]
            elif isinstance(one, inspect.EnumType):
                keys += [f"{name}.{member.value}" for member in one.cls]
            elif isinstance(one, inspect.StructType):
                keys += option_texts(one.cls, name)
    return keys


def has_defaults(kind: type[Struct]) -> bool:
    """True if every field has a default, so that ``kind()`` is the usual game."""
    info = inspect.type_info(kind)
    return isinstance(info, inspect.StructType) and not any(field.required for field in info.fields)
