"""Public definitions: nearly all have a docstring, and no signature says ``Any`` where a type can be said."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_arrows import ROOT, module_of, sources

#: The least share of public definitions with a docstring.
ENOUGH = 0.95
#: What each game narrows to types of its own, which the base class cannot name: a narrower parameter is an
#: error unless the base says ``Any``. Type parameters would do it (one for the options, the options of a seat, the
#: actions), at the price of four names wherever a game is mentioned.
NARROWED = {
    "service/bocage/rules/kernel/game.py: Game.setup",
    "service/bocage/rules/kernel/open_game.py: OpenGame.setup",
    "service/bocage/rules/kernel/game.py: Game.reduce",
    "service/bocage/rules/kernel/game.py: Game.same_sides",
    "service/bocage/rules/kernel/flow.py: Stage.act",
}
#: These decode values of any type; the type is their argument.
CODECS = {"protocol/bocage/protocol/codec.py"}

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def definitions(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, Definition]]:
    """Public classes, functions and methods of a module or class, by their dotted names. Overloads are left out."""
    for node in body:
        if isinstance(node, ast.If):
            yield from definitions(node.body, prefix)
        if not isinstance(node, Definition) or (node.name.startswith("_") and node.name != "__init__"):
            continue
        yield prefix + node.name, node
        if isinstance(node, ast.ClassDef):
            yield from definitions(node.body, f"{prefix}{node.name}.")


def signature_says_any(node: Definition) -> bool:
    """Whether an annotation of a parameter or of the result holds the word ``Any``."""
    if isinstance(node, ast.ClassDef):
        return False
    arguments = node.args
    # What is passed on to a base class (*arguments, **keywords) has the types of the base class.
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    annotations = [argument.annotation for argument in every]
    # Nothing is sent into the coroutines here, so the first two of ``Coroutine[Any, Any, T]`` say nothing.
    texts = [
        ast.unparse(part).replace("Coroutine[Any, Any, ", "[") for part in [*annotations, node.returns] if part
    ]
    return any(re.search(r"\bAny\b", text) for text in texts)


def inherits_docstring(path: Path, dotted: str) -> bool:
    """Whether it is a method that a base class documents."""
    found: object = importlib.import_module(module_of(path))
    for name in dotted.split("."):
        found = getattr(found, name)
    return "." in dotted and bool(inspect.getdoc(found))


def counted(folder: str) -> tuple[int, list[str], list[str]]:
    """Of ``folder``: public definitions, those without a docstring, and those whose signature says ``Any``."""
    total, bare, loose = 0, [], []
    for path in sorted((ROOT / folder).rglob("*.py")):
        name = str(path.relative_to(ROOT))
        for dotted, node in definitions(ast.parse(path.read_text(encoding="utf-8")).body):
            if name not in CODECS and signature_says_any(node):
                loose.append(f"{name}: {dotted}")
            if dotted.endswith("__init__"):
                continue
            total += 1
            if ast.get_docstring(node) is None and not inherits_docstring(path, dotted):
                bare.append(f"{name}: {dotted}")
    return total, bare, loose


def packages() -> list[str]:
    """The wire, and every package of the service."""
    found = [f"service/bocage/{path.parent.name}" for path in (ROOT / "service" / "bocage").glob("*/__init__.py")]
    return ["protocol/bocage/protocol", *sorted(found)]


@pytest.mark.parametrize("folder", packages())
def test_public_definitions_have_docstrings_and_types(folder: str) -> None:
    total, bare, loose = counted(folder)
    assert total
    assert len(bare) <= total * (1 - ENOUGH), bare
    assert set(loose) == {name for name in NARROWED if name.startswith(f"{folder}/")}


def test_what_is_counted() -> None:
    source = """
class Open:
    def __init__(self, one: Any) -> None: ...
    def told(self) -> list[Any]:
        "What it is."
    def _own(self, one: Any) -> Any: ...
def bare(one: int) -> int: ...
"""
    found = dict(definitions(ast.parse(source).body))
    assert list(found) == ["Open", "Open.__init__", "Open.told", "bare"]
    assert [name for name, node in found.items() if signature_says_any(node)] == ["Open.__init__", "Open.told"]


#: Where every public constant of a module has a comment of its own.
COMMENTED = ("protocol", "service/bocage/log", "service/bocage/store", "service/bocage/cli")


@pytest.mark.parametrize("path", sources(*COMMENTED), ids=module_of)
def test_public_constants_have_one_comment_each(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    without = []
    for node in ast.parse(text).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names = [part.id for target in targets if target for part in ast.walk(target) if isinstance(part, ast.Name)]
        if any(name.isupper() and not name.startswith("_") and len(name) > 1 for name in names) and (
            len(names) > 1 or not lines[node.lineno - 2].startswith("#")
        ):
            without.append(f"line {node.lineno}: {', '.join(names)}")
    assert without == []
