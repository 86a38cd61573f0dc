"""The one exception for refusals: its sentence, and what a client makes of the message."""

from __future__ import annotations

import re
from pathlib import Path

from bocage import sdk
from bocage.protocol.messages import Refused
from bocage.protocol.refusal import BocageError, RefusedError

ROOT = Path(__file__).parents[2]


def test_the_sdk_raises_the_same_class_as_the_service() -> None:
    assert sdk.RefusedError is RefusedError
    assert issubclass(RefusedError, sdk.BocageError)
    assert sdk.BocageError is BocageError


def test_no_other_class_is_named_after_refusing() -> None:
    """Besides the exception: the message, the row of the table of codes, what a game answers, the HTTP body."""
    found = {
        f"{path.relative_to(ROOT)}:{name}"
        for folder in ("protocol", "service", "clients")
        for path in (ROOT / folder).rglob("*.py")
        if "node_modules" not in path.parts
        for name in re.findall(r"^\s*class (\w+)", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        if name.lower().startswith(("refus", "illegal", "problem"))
    }
    assert {name.rpartition(":")[2] for name in found} == {
        "RefusedError",
        "Refused",
        "RefusalCode",
        "Refusal",
        "RefusalBody",
    }
    assert len(found) == 5


def test_refusal_sentence_is_the_codes_plus_detail() -> None:
    assert RefusedError("no_seat").sentence("en") == "This match has no such seat."
    assert RefusedError("no_seat").sentence("ja") == "その席はありません。"
    assert RefusedError("limit", "chat_rate").sentence("en").endswith(" (chat_rate)")
    assert RefusedError("of_no_table").sentence("en") == "of_no_table"


def test_a_game_may_have_a_sentence_of_its_own() -> None:
    catalogues = {"en": {"refusal.no_seat": "Stand!"}, "ja": {}}
    assert RefusedError("no_seat").sentence("en", catalogues) == "Stand!"
    assert RefusedError("no_seat").sentence("ja", catalogues) == "その席はありません。"


def test_a_client_keeps_the_sentence_that_the_service_sent() -> None:
    error = RefusedError.of(Refused(code="stale", text="Moved on.", rule="A-1", limit="x", retry=5))
    assert (str(error), error.text, error.code, error.rule, error.limit, error.retry) == (
        "Moved on.",
        "Moved on.",
        "stale",
        "A-1",
        "x",
        5,
    )
    assert str(RefusedError("stale")) == "stale"


def test_a_refusal_says_nothing_that_was_not_said() -> None:
    bare = RefusedError("stale")
    assert (bare.detail, bare.rule, bare.limit, bare.retry, bare.seat, bare.text) == ("", "", "", 0, -1, "")
    assert (bare.ahead, bare.done) == (0, 0)
    assert str(bare) == "stale"
    assert str(RefusedError("stale", text="Too late.")) == "Too late."
    full = RefusedError("limit", "of all", "SQ-1", "match_rate", 700, 1, "Slowly.", 2, 30)
    assert (full.text, full.ahead, full.done) == ("Slowly.", 2, 30)
    assert (full.detail, full.rule, full.limit, full.retry, full.seat) == ("of all", "SQ-1", "match_rate", 700, 1)
