"""Which tests reach which line: a plugin of pytest (``-p tests.mutants.reach``), and the reading of what it wrote.

What programs reach that tests start is not seen; nor is what runs when a module is imported.
"""

from __future__ import annotations

import ast
import os
import sys
import threading
from collections import defaultdict
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import msgspec
import pytest

#: The file to write to; without it nothing is watched.
WRITE = "BOCAGE_REACH"
#: What is watched, seen from the folder in which pytest runs.
WATCHED = ("service", "clients", "protocol")

#: Path of a source → line → the tests that reach it, without parameters. A file of tests stands for all of its
#: tests; "" for every test there is.
Reached = dict[str, dict[int, list[str]]]


class _Watch:
    """Notes the lines that run, for whoever is on."""

    def __init__(self, root: Path) -> None:
        self.reached: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.who: list[str] = []
        self._folders = tuple(f"{root / name}{os.sep}" for name in WATCHED)
        self._root = root
        self._lines: dict[CodeType, dict[int, set[str]] | None] = {}

    def call(self, frame: FrameType, _event: str, _what: Any) -> Any:
        code = frame.f_code
        if code not in self._lines:
            known = code.co_filename.startswith(self._folders) and code.co_name != "<module>"
            path = os.path.relpath(code.co_filename, self._root) if known else ""
            self._lines[code] = self.reached[path] if known else None
        lines = self._lines[code]
        if lines is None or not self.who:
            return None
        who = self.who[-1]
        lines[frame.f_lineno].add(who)

        def step(frame: FrameType, event: str, _what: Any) -> Any:
            if event == "line":
                lines[frame.f_lineno].add(who)
            return step

        return step


class _Plugin:
    def __init__(self, watch: _Watch, write: Path) -> None:
        self._watch, self._write = watch, write

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        with self._on(item.nodeid.partition("[")[0]):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Generator[None, object, object]:
        if fixturedef.scope == "function":
            return (yield)
        # Others go on with what the first test has made.
        with self._on(request.node.nodeid.partition("::")[0] if fixturedef.scope in ("module", "class") else ""):
            return (yield)

    @contextmanager
    def _on(self, who: str) -> Iterator[None]:
        before = sys.gettrace()
        self._watch.who.append(who)
        threading.settrace(self._watch.call)
        sys.settrace(self._watch.call)
        try:
            yield
        finally:
            self._watch.who.pop()
            sys.settrace(before)
            threading.settrace(before)

    def pytest_sessionfinish(self) -> None:
        found = {
            path: {line: sorted(who) for line, who in lines.items()} for path, lines in self._watch.reached.items()
        }
        self._write.write_bytes(msgspec.json.encode(found))


def pytest_configure(config: pytest.Config) -> None:
    if write := os.environ.get(WRITE):
        config.pluginmanager.register(_Plugin(_Watch(Path.cwd()), Path(write)))


def read(path: Path) -> Reached:
    """What a run wrote; nothing where it wrote nothing."""
    return msgspec.json.decode(path.read_bytes(), type=Reached) if path.exists() else {}


def reaching(reached: Reached, path: str, text: str, start: int) -> list[str] | None:
    """The tests that reach the statement at this offset, files of them before others; ``None``: ask all."""
    if not path.endswith(".py"):
        return None
    line = text.count("\n", 0, start) + 1
    span = _span(ast.parse(text), line)
    if span is None:
        return None
    lines = reached.get(path, {})
    who = {test for number in span for test in lines.get(number, [])}
    return None if not who or "" in who else sorted(who)


def _span(tree: ast.Module, line: int) -> range | None:
    """The lines of the innermost statement there, without what is nested in it; ``None``: it runs when imported."""
    found: range | None = None
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in function.body:
                for stmt in ast.walk(node):
                    if not isinstance(stmt, ast.stmt):
                        continue
                    body = getattr(stmt, "body", None)
                    end = body[0].lineno - 1 if body else stmt.end_lineno or stmt.lineno
                    own = range(stmt.lineno, max(end, stmt.lineno) + 1)
                    if line in own and (found is None or len(own) < len(found)):
                        found = own
    return found
