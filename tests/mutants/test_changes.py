"""Which bugs are made of which code."""

from __future__ import annotations

import pytest

from tests.mutants import python_changes, token_changes
from tests.mutants.change import Change


def made(text: str, path: str = "x.py") -> set[str]:
    maker = python_changes if path.endswith(".py") else token_changes
    return {change.apply(text) for change in maker.changes(path, text)}


@pytest.mark.parametrize(
    ("text", "bugs"),
    [
        ("x = a < b", {"x = a <= b"}),
        ("x = a is None", {"x = a is not None"}),
        ("x = a not in b", {"x = a in b"}),
        ("x = a and b", {"x = (a or b)", "x = (a)", "x = (b)"}),
        ("x = 3", {"x = 4", "x = 2"}),
        ("x = 0", {"x = 1", "x = (-1)"}),
        ("x = 1000", {"x = 2000", "x = 500"}),
        ("x = True", {"x = False"}),
        ("x = a - b", {"x = (a + b)"}),
        ("x = 'a' + b", set()),
        ("x = a if b else c", {"x = (c if b else a)"}),
        ("x = min(a)", {"x = max(a)"}),
        ("x = min(a, b)", {"x = max(a, b)"}),
        ("f(a, b.c)", {"pass", "f(b.c, a)"}),
        ("f(a, k=b)", {"pass", "f(a)"}),
        ("a.create_task(b, name=c)", {"pass"}),
        ("x.y = z", {"pass"}),
        ("x = y", set()),
        ("x += y", {"pass"}),
        ("if a:\n  b", {"if not a:\n  b"}),
        ("if not a:\n  b", {"if (a):\n  b"}),
        (
            "def f(a):\n  if a: return\n  g()",
            {"def f(a):\n  if False: return\n  g()", "def f(a):\n  if a: return\n  pass"},
        ),
        ("for a in b:\n  continue", {"for a in b:\n  break"}),
        ("log.info('%d', 3)", set()),
        ("'3 < 4'", set()),
        ("assert a < b", set()),
        ("def f(a: X = None) -> Y[3]: ...", set()),
        ("class A(B, frozen=True): ...", set()),
        ("n: Annotated[int, Meta(5)] = 30", set()),
        ("class A(Protocol):\n  def f(self, n: int = 3): ...", set()),
        ("é = 'ü'; x = 'ß' < b", {"é = 'ü'; x = 'ß' <= b"}),
    ],
)
def test_python(text: str, bugs: set[str]) -> None:
    assert made(text) == bugs


@pytest.mark.parametrize(
    ("text", "bugs"),
    [
        ("a === b", {"a !== b"}),
        ("a && !b", {"a || !b", "a && b"}),
        ("(a) => a", set()),
        ("const n = 15_000;", {"const n = 30000;", "const n = 7500;"}),
        ("const n = 15;", {"const n = 16;", "const n = 14;"}),
        ("// a < b\n/* c && d\n * 3 */", set()),
        ("'a < b' + \"c > 3\"", {"'a < b' - \"c > 3\""}),
        ("`a < ${b}`", set()),
        ("x.replace(/a+3/, b)", set()),
        ("  this.a = b;", {"  ;"}),
        ("  if (a) return b;", {"  ;"}),
        ("f(() => {", set()),
    ],
)
def test_javascript(text: str, bugs: set[str]) -> None:
    assert made(text, "x.js") == bugs


@pytest.mark.parametrize(
    ("text", "bugs"),
    [
        ("if a ~= 'b < c' then -- 3", {"if a == 'b < c' then -- 3"}),
        ("return not a and b", {"return  a and b", "return not a or b"}),
        ("  redis.call('DEL', k)", {"  "}),
        ("x = y", {""}),
    ],
)
def test_lua(text: str, bugs: set[str]) -> None:
    assert made(text, "x.lua") == bugs


def test_a_bug_is_shown_with_its_place() -> None:
    change = Change("x.py", 7, 8, "c", "kind", "harm")
    assert change.diff("a\nx = (b)\n") == "x.py:2  kind: harm\n-x = (b)\n+x = (c)"
    assert change.lines("a\nx = (b)\n") == ("x = (b)", "x = (c)")
