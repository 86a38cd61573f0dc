"""What a verifier says of a file, word for word: which entry, why, and how much could be checked at all."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from bocage.log.entries import (
    Acted,
    Body,
    Closed,
    Created,
    Ended,
    Entry,
    Resigned,
    Seated,
    Started,
    decode,
    encode,
)
from bocage.log.export import ExportHeader, Finding, Verification, verify
from tests.log.logs import BANK, Play
from tests.log.test_export import exported, lines_of
from tests.rules.toy import GAME

NONCE = "0" * 32


def compact(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def changed(lines: Sequence[bytes], number: int, **fields: Any) -> list[bytes]:
    """The file with other fields in one line, written as the service writes."""
    line = json.loads(lines[number])
    return [*lines[:number], compact(line | fields), *lines[number + 1 :]]


def found(lines: Sequence[bytes]) -> tuple[list[tuple[int, str]], bool, bool]:
    report = verify(lines)
    return [(finding.seq, finding.text) for finding in report.findings], report.finished, report.states


def test_a_file_without_a_header_is_not_even_begun() -> None:
    assert verify([]) == Verification(None, False, False, [Finding(0, "is missing")])
    report = verify([b"{}\n", *exported()[1:]])
    assert (report.header, report.finished, report.states) == (None, False, False)
    assert [finding.seq for finding in report.findings] == [0]
    assert report.findings[0].text.startswith("cannot be read: ")


def test_a_header_alone_is_a_file_of_no_entries() -> None:
    header = ExportHeader(1, "m", "toy", 1, 0, "")
    assert verify([msgspec.json.encode(header) + b"\n"]) == Verification(header, False, False, [])


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"bocage": 2}, (0, "format 2 is not known")),
        ({"bocage": 0}, (0, "format 0 is not known")),
        ({"match": "another"}, (0, "names another match, game or rules than entry 1")),
        ({"game": "squad"}, (0, "names another match, game or rules than entry 1")),
        ({"rules": 2}, (0, "names another match, game or rules than entry 1")),
        ({"head": "00" * 32}, (0, "names another last hash than the last entry")),
    ],
)
def test_what_is_wrong_with_a_header(fields: dict[str, Any], said: tuple[int, str]) -> None:
    assert found(changed(exported(), 0, **fields)) == ([said], True, True)


@pytest.mark.parametrize("more", [-1, 1])
def test_a_header_knows_how_many_entries_there_are(more: int) -> None:
    lines = exported()
    count = len(lines) - 1
    findings, _, _ = found(changed(lines, 0, entries=count + more))
    assert findings == [(count + 1, f"is missing: the header speaks of {count + more} entries")]


@pytest.mark.parametrize("number", [0, 1, 4])
def test_each_line_is_written_as_the_service_writes_it(number: int) -> None:
    lines = list(exported())
    lines[number] = json.dumps(json.loads(lines[number])).encode() + b"\n"
    assert found(lines) == ([(number, "is not written as the service writes it")], True, True)


def test_a_number_that_is_not_its_place_is_said() -> None:
    play = Play(BANK, name="numbers").begin().finish()
    entries = [*play.entries[:3], msgspec.structs.replace(play.entries[3], seq=9), *play.entries[4:]]
    assert (4, "is numbered 9") in found(lines_of(entries))[0]


def test_every_hash_that_is_wrong_or_cannot_be_is_said() -> None:
    lines = changed(changed(exported(), 2, hash="no hex"), 4, hash="zz")
    texts = dict(found(lines)[0])
    assert texts[2].startswith("its hash cannot be: ")
    assert texts[4].startswith("its hash cannot be: ")
    texts = dict(found(changed(exported(), 3, hash="00" * 32))[0])
    assert texts[3] == texts[4] == "its hash is not that of its content"
    assert 5 not in texts


def test_draw_not_of_the_key_is_named() -> None:
    lines = exported()
    number = next(i for i, line in enumerate(lines) if i and b'"draws":[[' in line)
    (bound, first), (other, second), *rest = json.loads(lines[number])["draws"]
    wrong = (second + 1) % other
    findings, finished, states = found(changed(lines, number, draws=[[bound, first], [other, wrong], *rest]))
    assert findings == [(number, f"draw 1 of {other} is not {wrong}")]
    assert (finished, states) == (True, True)


def test_unlisted_draws_are_checked_by_the_rules() -> None:
    lines = exported()
    number = next(i for i, line in enumerate(lines) if i and b'"draws":[[' in line)
    first, *_ = json.loads(lines[number])["draws"]
    said = (number, "its draws are not those that the rules ask for")
    # Each that is listed is of the key; some are missing.
    fewer = changed(lines, number, draws=[first])
    assert found(fewer) == ([said], True, True)
    assert found(changed(fewer, 0, draws=False)) == ([said], True, True)
    without = [compact(json.loads(line) | {"draws": []}) for line in lines[1:]]
    assert found(changed([lines[0], *without], 0, draws=False)) == ([], True, True)
    assert found([lines[0], *without]) == ([said], True, True)


def test_uncommitted_secret_is_reported_with_its_entry() -> None:
    play = Play(BANK, name="secret").begin().finish()
    raw = play.entries[-1].raw.replace(play.secret.hex().encode(), (b"\x01" * 32).hex().encode())
    entries = [*play.entries[:-1], msgspec.structs.replace(play.entries[-1], raw=raw)]
    texts = dict(found(lines_of(entries))[0])
    assert texts[len(entries)] == "its secret is not the one that entry 1 committed to"
    assert texts[1] == "the secret is not the one committed to"


def test_rules_that_fail_are_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = exported()

    def fail(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(GAME, "reduce", fail)
    number = next(i for i, line in enumerate(lines) if b'\\"acted\\"' in line)
    assert found(lines) == ([(number, "the rules cannot carry it out: ZeroDivisionError('oh')")], True, True)


def seated(seat: int) -> Seated:
    return Seated(seat, f"p{seat}", "", NONCE, {})


@pytest.mark.parametrize(
    ("bodies", "findings", "states"),
    [
        # As far as a log without its secret goes, all is well; what dice are needed for cannot be looked at.
        ([], [], False),
        ([seated(0)], [], False),
        ([seated(0), seated(1)], [], False),
        ([seated(0), seated(1), Started()], [], False),
        # What is wrong before that is said.
        ([seated(0), seated(0)], [(3, "the seat cannot be taken")], True),
        ([seated(2)], [(2, "the seat cannot be taken")], True),
        ([Acted(0, {"do": "play", "card": "fox"})], [(2, "would have been refused: not_playing")], True),
        (
            [seated(0), seated(1), Resigned(0), Ended([], "cancelled"), Closed()],
            [(6, "would have been refused: game_over")],
            True,
        ),
        (
            [seated(0), seated(1), Resigned(0), Ended([], "cancelled"), seated(1)],
            [(6, "the seat cannot be taken")],
            True,
        ),
    ],
)
def test_of_a_log_that_is_not_over(bodies: list[Body], findings: list[tuple[int, str]], states: bool) -> None:
    play = Play(name="not over")
    entries = [*play.entries, *(Entry(number, play.now, encode(body)) for number, body in enumerate(bodies, 2))]
    assert found(lines_of(entries)) == (findings, False, states)


@pytest.mark.parametrize("finished", [False, True])
def test_a_first_entry_that_cannot_be_is_said(finished: bool) -> None:
    play = Play(name="first")
    play.append(Resigned(0))
    play.settle()
    created = decode(play.entries[0].raw)
    assert isinstance(created, Created)
    raw = encode(msgspec.structs.replace(created, seats=3))
    entries = [Entry(1, 1, raw), *play.entries[1:]] if finished else [Entry(1, 1, raw)]
    findings, told, states = found(lines_of(entries))
    assert (findings[0], told, states) == ((1, "toy has 2 seats"), finished, True)
