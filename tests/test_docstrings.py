"""Public docstrings are sentences."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_arrows import ROOT, sources

#: What may stand behind the last sentence: rulings (CC-12, sheet 5.2, 1.7 (a)) and one address.
_RULING = r"(?:[A-Z]{2}-[A-Z]?\d+\w?|[Ss]heet \d+\.\d+|\d+\.\d+ \(\w\))"
_BEHIND = re.compile(rf"\s*(?:{_RULING}(?:(?:,| to| and)\s+{_RULING})*\.?|https?://\S+)$")
#: Words that stand where something is still to be written.
_PLACEHOLDER = re.compile(r"\b(?:X{2,}|TODO|FIXME|TBD)\b|\?\?|\bthe the\b|\ba a\b")
_CODE = re.compile(r"``[^`]*``|`[^`]*`|\([^()]*\)|\[[^][]*\]|\{[^{}]*\}|\[[^][)]*\)")
_FULL_STOP = (".", "?", "!", ":", "。", "」")
#: A line that does not belong to a sentence: code, a row, an item, a note of emphasis.
_SET_APART = re.compile(r"^(?: {4}|[-*|] |\d+\. )")


def paragraphs(text: str) -> Iterator[str]:
    """The parts of a docstring that must be sentences, each as one line."""
    for part in re.split(r"\n\s*\n", text):
        if not _SET_APART.match(part):
            yield " ".join(line.strip() for line in part.splitlines())


def faults(text: str) -> list[str]:
    """What keeps a docstring from being whole sentences; empty: it is good."""
    found = []
    if not re.match(r"[A-Z`(\"'\d\u3040-\u9fff]", text):
        found.append("begins with a small letter")
    for part in paragraphs(text):
        sentence = _BEHIND.sub("", part)
        if not sentence and "://" not in part:
            found.append("names a ruling, but says nothing")
        elif sentence and not sentence.rstrip(")`*").endswith(_FULL_STOP):
            found.append(f"no full stop after {part[-40:]!r}")
    if word := _PLACEHOLDER.search(text):
        found.append(f"still to be written: {word[0]!r}")
    bare, before = text, ""
    while bare != before:
        bare, before = _CODE.sub("", bare), bare
    found += [f"{mark!r} without its fellow" for mark in "`()[]{}" if mark in bare]
    return found


def public(path: Path) -> Iterator[tuple[str, int, str]]:
    """Name, line and docstring of whatever public in a module has one."""

    def within(node: ast.AST, where: str) -> Iterator[tuple[str, int, str]]:
        assert isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        if text := ast.get_docstring(node):
            yield where, getattr(node, "lineno", 1), text
        for child in node.body:
            if not isinstance(child, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                continue
            if not child.name.startswith("_") or child.name == "__init__":
                yield from within(child, f"{where}:{child.name}")

    yield from within(ast.parse(path.read_text(encoding="utf-8")), str(path.relative_to(ROOT)))


@pytest.mark.parametrize("layer", ["protocol", "service", "clients"])
def test_public_docstrings_are_sentences(layer: str) -> None:
    found: list[str] = []
    count = 0
    for path in sources(layer):
        for where, line, text in public(path):
            count += 1
            found += [f"{where}, line {line}: {fault}" for fault in faults(text)]
    assert count > 20
    assert found == [], "docstrings to mend:\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("opens the door.", "small letter"),
        ("Opens the door", "no full stop"),
        ("Opens the door. It", "no full stop"),
        ("Opens ``the`door``.", "'`' without"),
        ("Opens (the door.", "'(' without"),
        ("Opens the door] now.", "']' without"),
        ("CC-36", "says nothing"),
        ("Seconds after which the first connection XX with the new status.", "'XX'"),
        ("Opens the door.\n\nTODO: the window.", "TODO"),
    ],
)
def test_what_is_no_sentence_is_seen(text: str, fault: str) -> None:
    assert any(fault in one for one in faults(text)), faults(text)


def test_what_is_a_sentence_passes() -> None:
    for text in (
        "Opens the door.",
        "The only gate. CC-12, CC-30",
        "Steps:\n\n- one\n- two",
        "A range [0, n) is (fine).",
    ):
        assert faults(text) == []
