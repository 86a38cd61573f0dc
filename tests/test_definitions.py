"""No public signature says ``Any`` where a type can be said."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.test_arrows import ROOT, sources

#: What each game narrows to types of its own, which the base class cannot name: a narrower parameter is an
#: error unless the base says ``Any``. Type parameters would do it (one for the options, the options of a seat, the
#: actions), at the price of four names wherever a game is mentioned.
NARROWED = {
    "service/bocage/rules/kernel/game.py: Game.setup",
    "service/bocage/rules/kernel/open_game.py: OpenGame.setup",
    "service/bocage/rules/kernel/game.py: Game.reduce",
    "service/bocage/rules/kernel/game.py: Game.same_sides",
    "service/bocage/rules/kernel/game.py: Game.negotiable",
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


def loose(folder: str) -> set[str]:
    """The public definitions of ``folder`` whose signature says ``Any``."""
    return {
        f"{name}: {dotted}"
        for path in (ROOT / folder).rglob("*.py")
        if (name := str(path.relative_to(ROOT))) not in CODECS
        for dotted, node in definitions(ast.parse(path.read_text(encoding="utf-8")).body)
        if signature_says_any(node)
    }


def packages() -> list[str]:
    """The wire, and every package of the service."""
    found = [f"service/bocage/{path.parent.name}" for path in (ROOT / "service" / "bocage").glob("*/__init__.py")]
    return ["protocol/bocage/protocol", *sorted(found)]


@pytest.mark.parametrize("folder", packages())
def test_public_signatures_say_their_types(folder: str) -> None:
    assert loose(folder) == {name for name in NARROWED if name.startswith(f"{folder}/")}


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


#: How many Protocols there are. A class with one implementation needs none: the number may only fall.
PROTOCOLS = 15
#: Helpers of classes that only send a command to Redis; ``Topology.call`` does that.
CALLS = 6


def test_protocols_and_helpers_that_hand_on_become_fewer() -> None:
    protocols, calls = 0, 0
    for path in sources("protocol", "service", "clients"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                protocols += any(ast.unparse(base).startswith("Protocol") for base in node.bases)
            calls += isinstance(node, ast.AsyncFunctionDef) and node.name == "_call"
    assert (protocols, calls) == (PROTOCOLS, CALLS), "write the lower number here"
