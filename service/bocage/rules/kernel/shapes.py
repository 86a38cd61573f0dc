"""Types written down for clients: structs and typed dicts as TypeScript declarations, or as Python's typed dicts.

What is written describes plain JSON as it is sent. A field that may be left out is optional; one that has a default
but is always sent is not.
"""

from __future__ import annotations

import keyword
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, get_args, get_origin

import msgspec
from msgspec import inspect

from bocage.rules.kernel.game import AnyGame

Type: TypeAlias = inspect.Type
#: Name of a declaration → the type that it declares.
Names: TypeAlias = Mapping[str, Any]
#: A choice of words → what the game calls it.
Words: TypeAlias = Mapping[frozenset[Any], str]


NO_WORDS: Words = {}
#: Columns of a line of Python, and how the next one is begun.
WIDTH = 116
NEXT = "\n    "


class Field(NamedTuple):
    """One field of an object."""

    name: str
    type: str
    optional: bool


class _Language(NamedTuple):
    """Syntax of types in one language. ``objects``: (name, fields) → its declaration."""

    words: Mapping[type[Type], str]
    literals: Callable[[list[Any]], str]
    array: str
    mapping: str
    union: str
    object: Callable[[str, list[Field]], str]
    alias: Callable[[str, str], str]
    gap: str
    pair: Callable[[list[str]], str]


def _ts_object(name: str, fields: list[Field]) -> str:
    inside = "".join(f"  {field.name}{'?' if field.optional else ''}: {field.type};\n" for field in fields)
    return f"export type {name} = {{\n{inside}}};\n"


def _py_object(name: str, fields: list[Field]) -> str:
    if any(keyword.iskeyword(field.name) for field in fields):
        inside = "".join(f'    "{field.name}": {_py_field(field)},\n' for field in fields)
        return f'{name} = TypedDict(\n    "{name}",\n    {{\n{inside}    }},\n)\n'
    inside = "".join(f"    {field.name}: {_py_field(field)}\n" for field in fields)
    return f"class {name}(TypedDict):\n{inside or '    pass' + chr(10)}"


def _py_alias(name: str, written: str) -> str:
    """On one line where it fits, else in the lines of ``ruff format``."""
    line = f"{name}: TypeAlias = {written}\n"
    if len(line) <= WIDTH:
        return line
    if written.startswith("Literal["):
        inner = written.removeprefix("Literal[").removesuffix("]")
        short = len(inner) + 4 < WIDTH
        return f"{name}: TypeAlias = Literal[\n    {inner if short else inner.replace(', ', f',{NEXT}') + ','}\n]\n"
    return f"{name}: TypeAlias = ({NEXT}{written.replace(' | ', f'{NEXT}| ')}\n)\n"


def _py_field(field: Field) -> str:
    return f"NotRequired[{field.type}]" if field.optional else field.type


def _ts_literal(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _py_literal(value: Any) -> str:
    return _ts_literal(value) if isinstance(value, str) else repr(value)


TYPESCRIPT = _Language(
    words={
        inspect.AnyType: "any",
        inspect.RawType: "any",
        inspect.NoneType: "null",
        inspect.BoolType: "boolean",
        inspect.IntType: "number",
        inspect.FloatType: "number",
        inspect.StrType: "string",
    },
    literals=lambda values: " | ".join(map(_ts_literal, values)),
    array="{}[]",
    mapping="Record<string, {}>",
    union=" | ",
    object=_ts_object,
    alias=lambda name, written: f"export type {name} = {written};\n",
    pair=lambda parts: f"[{', '.join(parts)}]",
    gap="\n",
)
PYTHON = _Language(
    words={
        inspect.AnyType: "Any",
        inspect.NoneType: "None",
        inspect.BoolType: "bool",
        inspect.IntType: "int",
        inspect.FloatType: "float",
        inspect.StrType: "str",
    },
    literals=lambda values: f"Literal[{', '.join(map(_py_literal, values))}]",
    array="list[{}]",
    mapping="dict[str, {}]",
    union=" | ",
    object=_py_object,
    alias=_py_alias,
    pair=lambda parts: f"tuple[{', '.join(parts)}]",
    gap="\n\n",
)


class _Writer:
    """Collects the declarations that types need, each once, those that are needed first."""

    def __init__(self, language: _Language, words: Words) -> None:
        self._language = language
        self._words = words
        self._names: dict[type, str] = {}
        self._aliases: set[str] = set()
        self.declared: list[str] = []

    def type(self, kind: Type) -> str:
        """``kind`` as text, after the declarations it needs. Raises ``TypeError`` for types that JSON lacks."""
        language = self._language
        match kind:
            case inspect.Metadata():
                return self.type(kind.type)
            case inspect.LiteralType():
                return self._literals(kind.values)
            case inspect.UnionType():
                return language.union.join(dict.fromkeys(map(self.type, kind.types)))
            case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
                return language.array.format(_grouped(self.type(kind.item_type), language))
            case inspect.TupleType():
                return language.pair([self.type(item) for item in kind.item_types])
            case inspect.DictType():
                return language.mapping.format(self.type(kind.value_type))
            case inspect.StructType() | inspect.TypedDictType():
                return self._object(kind)
        if word := language.words.get(type(kind)):
            return word
        raise TypeError(f"clients cannot be told of {kind}")

    def alias(self, name: str, kind: Type) -> None:
        """Declare ``name`` for a type, unless it is the type's own name."""
        written = self.type(kind)
        if written != name:
            self.declared.append(self._language.alias(name, written))

    def _literals(self, values: Iterable[Any]) -> str:
        """A choice of words: under its name where it has one."""
        written = self._language.literals(sorted(values, key=str))
        name = self._words.get(frozenset(values))
        if name is None:
            return written
        if name not in self._aliases:
            self._aliases.add(name)
            self.declared.append(self._language.alias(name, written))
        return name

    def _object(self, kind: inspect.StructType | inspect.TypedDictType) -> str:
        cls = kind.cls
        if cls not in self._names:
            if cls.__name__ in self._names.values():
                raise TypeError(f"two types are called {cls.__name__}")
            self._names[cls] = cls.__name__
            self.declared.append(self._language.object(cls.__name__, list(self._fields(kind))))
        return self._names[cls]

    def _fields(self, kind: inspect.StructType | inspect.TypedDictType) -> Iterable[Field]:
        omits = isinstance(kind, inspect.TypedDictType)
        if isinstance(kind, inspect.StructType):
            omits = kind.cls.__struct_config__.omit_defaults
            if kind.tag_field:
                yield Field(kind.tag_field, self._language.literals([kind.tag]), False)
        for field in kind.fields:
            unset = field.default is field.default_factory is msgspec.NODEFAULT
            yield Field(field.encode_name, self.type(field.type), not field.required and (omits or unset))


def _grouped(item: str, language: _Language) -> str:
    return f"({item})" if language is TYPESCRIPT and language.union in item else item


def declarations(language: _Language, names: Names, words: Words = NO_WORDS) -> str:
    """The declarations of all ``names``, and of what they are made of, in one text."""
    writer = _Writer(language, words)
    for name, kind in names.items():
        writer.alias(name, inspect.type_info(kind))
    return language.gap.join(writer.declared)


def for_boards(game: AnyGame) -> str:
    """TypeScript of a game's view, actions, events, options, and the figures of its odds."""
    names = {"View": game.View, "Action": game.Actions, "GameEvent": game.Events, "Options": game.Options}
    if game.Figures is not None:
        names["Figure"] = game.Figures
    return declarations(TYPESCRIPT, names, _words_of(game))


def for_bots(game: AnyGame) -> str:
    """Python of what a strategy is given: a game's view, actions and options."""
    names = {"View": game.View, "Action": game.Actions, "Options": game.Options}
    return declarations(PYTHON, names, _words_of(game))


def _words_of(game: AnyGame) -> dict[frozenset[Any], str]:
    """Names in a game's modules of its choices of words; the shortest of several."""
    package = type(game).__module__.rpartition(".")[0]
    found: dict[frozenset[Any], str] = {}
    for name, module in sorted(sys.modules.items()):
        if name.startswith(f"{package}."):
            for called, value in vars(module).items():
                if get_origin(value) is Literal:
                    words = frozenset(get_args(value))
                    found[words] = min(called, found.get(words, called), key=lambda each: (len(each), each))
    return found
