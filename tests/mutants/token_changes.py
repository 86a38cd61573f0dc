"""Bugs for JavaScript and Lua, made from tokens and from lines that are one statement."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from tests.mutants.change import Change
from tests.mutants.python_changes import LARGE


class Language(msgspec.Struct, frozen=True):
    """``skip``: comments, texts and patterns. ``token``: what may be replaced. ``swaps``: by what.

    ``statement`` and ``guard``: lines that can be left out; ``nothing``: what stands in their place.
    """

    skip: str
    token: str
    swaps: dict[str, str]
    statement: str
    guard: str
    nothing: str


_SWAPS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "true": "false",
    "false": "true",
    "+": "-",
    "-": "+",
}

JAVASCRIPT = Language(
    skip=r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"
    r"|(?<=[(=,:!&|?{};\n] )/(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n])+/[a-z]*"
    r"|(?<=\()/(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n])+/[a-z]*",
    token=r"[A-Za-z_$#][\w$]*|\d[\d_]*(?:\.\d+)?|=>|===|!==|<=|>=|&&|\|\||\?\?|\+\+|--|[-+*/]=|[<>!+\-*/=]",
    swaps=_SWAPS
    | {"===": "!==", "!==": "===", "&&": "||", "||": "&&", "min": "max", "max": "min", "!": "", "*": "/"},
    statement=r"(?:this|[a-z]\w*|await [a-z]\w*)[\w.#?\[\]]*(?:\(.*\)| [-+]?= .*);",
    guard=r"(?:else )?if \(.*\) (?:return|continue|break|throw|this|delete|[a-z])[^{]*;",
    nothing=";",
)
LUA = Language(
    skip=r"--[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'",
    token=r"[A-Za-z_]\w*|\d+|==|~=|<=|>=|\.\.|[<>+\-=]",
    swaps={key: new for key, new in _SWAPS.items() if key != "=="}
    | {"==": "~=", "~=": "==", "and": "or", "or": "and", "not": ""},
    statement=r"(?:redis\.call\(.*\)|[a-z]\w*(?:\[.*\])? = .*)",
    guard=r"if .* then (?:return|redis).* end",
    nothing="",
)


def changes(path: str, text: str) -> Iterator[Change]:
    """Every bug of this kind that the file offers."""
    language = LUA if path.endswith(".lua") else JAVASCRIPT
    skipped = [found.span() for found in re.finditer(language.skip, text, re.DOTALL)]
    for found in re.finditer(f"(?P<skip>{language.skip})|{language.token}", text, re.DOTALL):
        if found["skip"] is None:
            yield from (Change(path, *found.span(), new, kind) for kind, new in _replaced(language, found.group()))
    start = 0
    for line in text.splitlines(keepends=True):
        code = line.strip()
        begin = start + len(line) - len(line.lstrip())
        start += len(line)
        if not _balanced(code) or any(first < begin < last for first, last in skipped):
            continue
        if re.fullmatch(language.guard, code):
            yield Change(path, begin, begin + len(code), language.nothing, "guard removed")
        elif re.fullmatch(language.statement, code):
            yield Change(path, begin, begin + len(code), language.nothing, "statement removed")


def _replaced(language: Language, token: str) -> Iterator[tuple[str, str]]:
    if token in language.swaps:
        yield "operator", language.swaps[token]
    elif token[0].isdigit() and "." not in token:
        number = int(token.replace("_", ""))
        if number >= LARGE:
            yield "twice as much", str(number * 2)
            yield "half as much", str(number // 2)
            return
        yield "off by one", str(number + 1)
        yield "off by one", f"{number - 1}" if number else "-1"


def _balanced(code: str) -> bool:
    return all(code.count(left) == code.count(right) for left, right in ("()", "[]", "{}"))
