"""Codes: each has a name, a number where it needs one, and a sentence in both languages; nobody invents others."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bocage.limits import Limits
from bocage.protocol.codes import CLOSE, CLOSES, REFUSAL, REFUSALS, RESULT_UNKNOWN, common_text
from bocage.protocol.text import fill

ROOT = Path(__file__).parents[2]
#: Refused by commands of the service's own, which no client sees.
INTERNAL = {"nothing_due"}


def calls(*names: str) -> Iterator[tuple[str, str]]:
    """The first argument, where it is a constant, of every call of one of these in service/."""
    # A name that is called stands before a bracket; only files that have one are worth parsing.
    called = re.compile(rf"\b(?:{'|'.join(names)})\s*\(")
    for path in (ROOT / "service").rglob("*.py"):
        text = path.read_text("utf-8")
        for call in ast.walk(ast.parse(text)) if called.search(text) else ():
            if not isinstance(call, ast.Call) or not call.args:
                continue
            function = call.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            first = call.args[0]
            if name in names and isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value, f"{path.relative_to(ROOT)}:{call.lineno}"


def test_names_and_numbers_are_unique() -> None:
    assert len(REFUSAL) == len(REFUSALS)
    assert len(CLOSE) == len(CLOSES) == len({code.number for code in CLOSES})


@pytest.mark.parametrize("code", CLOSES, ids=lambda code: code.name)
def test_close_codes_may_be_sent(code: object) -> None:
    number = CLOSE[code.name].number  # type: ignore[attr-defined]
    assert number in (1000, 1001, 1002, 1007, 1009, 1011) or 4000 <= number < 5000


@pytest.mark.parametrize("code", [*REFUSALS, RESULT_UNKNOWN, *CLOSES], ids=lambda code: code.name)
def test_every_code_has_a_sentence_in_both_languages(code: object) -> None:
    english, japanese = code.en, code.ja  # type: ignore[attr-defined]
    assert english.endswith(".")
    assert english.isascii()
    assert japanese.endswith("。")
    assert not japanese.isascii()


def test_every_refusal_the_service_raises_is_listed() -> None:
    raised = dict(calls("RefusedError"))
    assert raised
    assert {code: where for code, where in raised.items() if code not in REFUSAL and code not in INTERNAL} == {}


def test_every_close_code_the_service_uses_is_listed() -> None:
    used = {
        name: where
        for name, where in calls("close", "_turn_away")
        if "service/bocage/live" in where or "service/bocage/live" in where
    }
    assert used
    assert {name: where for name, where in used.items() if name not in CLOSE} == {}


def test_every_limit_a_refusal_names_is_a_row() -> None:
    named = dict(calls("over_limit"))
    assert named
    assert {name: where for name, where in named.items() if name not in Limits.__struct_fields__} == {}


def test_common_catalogue_is_complete_in_both_languages() -> None:
    english, japanese = common_text("en"), common_text("ja")
    assert english.keys() == japanese.keys()
    shares = {"better": (3, 4), "played": (1, 4), "ending": "resigned"}
    for catalogue, language in ((english, "en"), (japanese, "ja")):
        for template in catalogue.values():
            assert fill(catalogue, template, {"seat": 0, "name": "Ann", **shares}, language)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_common_catalogue_holds_the_sentence_of_every_code(language: str) -> None:
    text = common_text(language)
    for kind, codes in (("refusal", REFUSALS), ("close", CLOSES)):
        for code in codes:
            assert text[f"{kind}.{code.name}"] == getattr(code, language)
