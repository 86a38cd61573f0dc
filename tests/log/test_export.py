"""The exported file: it verifies, and every byte of it that is changed is found and named."""

from __future__ import annotations

import json
from functools import cache

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.log import export as export_module
from bocage.log.chain import GENESIS, link
from bocage.log.entries import (
    Acted,
    Body,
    BrokenLogError,
    Created,
    DrawOffered,
    Entry,
    Outage,
    Resigned,
    Seated,
    decode,
    encode,
    told_secret,
)
from bocage.log.export import (
    ExportedEntry,
    ExportHeader,
    Finding,
    Verification,
    export,
    read_lines,
    verify,
)
from bocage.log.fairness import match_key
from bocage.log.match import Match
from bocage.rules.dice import Key, draw
from bocage.rules.kernel.registry import UnknownGameError
from tests.log.logs import BANK, Play, random_play
from tests.rules.toy import Play as PlayCard

SEEDS = st.integers(0, 10**6)


@cache
def exported() -> tuple[bytes, ...]:
    play = Play(BANK).begin()
    decision = play.match.decision()
    assert decision is not None
    play.act(decision.actions[-1])
    play.finish()
    return tuple(export(play.entries))


def lines_of(entries: list[Entry]) -> list[bytes]:
    """The file of somebody who makes a whole new chain over forged entries."""
    lines: list[bytes] = []
    head = GENESIS
    for entry in entries:
        head = link(head, entry.seq, entry.at, entry.raw)
        line = ExportedEntry(entry.seq, entry.at, head.hex(), [], entry.raw.decode())
        lines.append(msgspec.json.encode(line) + b"\n")
    created = decode(entries[0].raw)
    assert isinstance(created, Created)
    header = ExportHeader(1, created.match, "toy", 1, len(entries), head.hex())
    return [msgspec.json.encode(header) + b"\n", *lines]


def problems(lines: list[bytes]) -> list[int]:
    return [problem.seq for problem in verify(lines).findings]


@given(SEEDS)
def test_what_was_played_verifies(seed: int) -> None:
    lines = list(export(random_play(seed).entries))
    report = verify(lines)
    assert (report.findings, report.finished, report.states) == ([], True, True)
    assert report.header is not None
    assert report.header.entries == len(lines) - 1


def test_a_line_tells_the_draws_of_its_entry() -> None:
    play = random_play(11)
    lines = [json.loads(line) for line in export(play.entries)]
    assert lines[0]["head"] == lines[-1]["hash"] == play.match.head.hex()
    started = next(line for line in lines[1:] if line["raw"] == '{"e":"started"}')
    assert [bound for bound, _ in started["draws"]] == [7, 6, 5, 4, 3, 2]
    assert all(line["draws"] == [] for line in lines[1 : started["seq"]])


def test_lines_are_made_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    folded: list[int] = []
    extend = Match.extend

    def counting(match: Match, entry: Entry) -> object:
        folded.append(entry.seq)
        return extend(match, entry)

    entries = Play().begin().finish().entries
    monkeypatch.setattr(Match, "extend", counting)
    lines = export(entries)
    assert b'"bocage":1' in next(lines)
    assert folded == []
    for number in range(1, len(entries) + 1):
        next(lines)
        assert folded == list(range(1, number + 1))
    assert list(lines) == []


def test_every_changed_byte_is_reported_with_its_entry() -> None:
    lines = list(exported())
    for number, line in enumerate(lines[1:], 1):
        for position in range(len(line)):
            changed = line[:position] + bytes([line[position] ^ (1 << (position % 8))]) + line[position + 1 :]
            found = problems([*lines[:number], changed, *lines[number + 1 :]])
            assert number in found, (number, line[:position], changed[position : position + 1])


@given(st.integers(0, 10**6), st.integers(1, 255))
def test_every_changed_byte_of_the_header_is_reported(place: int, flip: int) -> None:
    header, *rest = exported()
    position = place % len(header)
    changed = header[:position] + bytes([header[position] ^ flip]) + header[position + 1 :]
    assert problems([changed, *rest])


@given(st.integers(0, 10**6), st.integers(1, 255))
def test_changed_byte_is_found_without_line_breaks(place: int, flip: int) -> None:
    whole = b"".join(exported())
    position = place % len(whole)
    changed = whole[:position] + bytes([whole[position] ^ flip]) + whole[position + 1 :]
    assert problems(changed.splitlines(keepends=True))


@given(SEEDS, st.data())
def test_missing_doubled_and_exchanged_lines_are_reported(seed: int, data: st.DataObject) -> None:
    lines = list(export(random_play(seed).entries))
    number = data.draw(st.integers(1, len(lines) - 2))
    exchanged = [*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]]
    for wrong in ([*lines[:number], *lines[number + 1 :]], [*lines[: number + 1], *lines[number:]], exchanged):
        assert min(problems(wrong)) in (number, number + 1)
    assert problems(lines[:-1]) == [len(lines) - 1]


@pytest.mark.parametrize("field", ["secret", "nonce"])
def test_foreign_secret_under_a_new_chain_does_not_verify(field: str) -> None:
    play = Play().begin().finish()
    for index, entry in enumerate(play.entries):
        body = json.loads(entry.raw)
        if field not in body:
            continue
        body[field] = body[field][:-1] + ("0" if body[field][-1] != "0" else "1")
        forged = Entry(entry.seq, entry.at, json.dumps(body, separators=(",", ":")).encode())
        assert problems(lines_of([*play.entries[:index], forged, *play.entries[index + 1 :]]))


def test_illegal_action_is_reported_under_a_valid_chain() -> None:
    play = Play().begin()
    number = play.match.seq + 1
    play.finish()
    played = decode(play.entries[number - 1].raw)
    assert isinstance(played, Acted)
    forged = Entry(number, play.entries[number - 1].at, encode(Acted(1, played.action)))
    assert problems(lines_of([*play.entries[: number - 1], forged, *play.entries[number:]]))[:1] == [4]
    card = next(card for card in ("whale", "tiger", "bear") if {"do": "play", "card": card} != played.action)
    forged = Entry(number, play.entries[number - 1].at, encode(Acted(0, PlayCard(card))))
    assert problems(lines_of([*play.entries[: number - 1], forged, *play.entries[number:]]))


def test_a_draw_that_the_key_does_not_give_is_reported() -> None:
    lines = list(exported())
    number = next(i for i, line in enumerate(lines) if i and b'"draws":[[' in line)
    line = json.loads(lines[number])
    line["draws"][0][1] = (line["draws"][0][1] + 1) % line["draws"][0][0]
    text = json.dumps(line, separators=(",", ":")).encode() + b"\n"
    found = verify([*lines[:number], text, *lines[number + 1 :]]).findings
    assert [problem.seq for problem in found] == [number]


def test_a_match_that_is_not_over_shows_its_chain_alone() -> None:
    play = Play().begin()
    play.act()
    report = verify(list(export(play.entries)))
    assert (report.finished, report.states, report.findings) == (False, False, [])
    waiting = Play()
    assert verify(list(export(waiting.entries))).findings == []
    assert b'"draws":[[' in b"".join(export(play.entries, play.secret))


def test_without_the_rules_the_dice_are_checked_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object) -> None:
        raise UnknownGameError("not installed")

    lines = list(exported())
    monkeypatch.setattr("bocage.log.match.find_game", unknown)
    report = verify(lines)
    assert (report.finished, report.states, report.findings) == (True, False, [])
    number = next(i for i, line in enumerate(lines) if i and b'"draws":[[' in line)
    changed = lines[number].replace(b'"draws":[[', b'"draws":[[1,0],[', 1)
    assert problems([*lines[:number], changed, *lines[number + 1 :]]) == [number]


@given(st.lists(st.binary(max_size=80), max_size=6))
def test_anything_else_is_reported_and_never_raises(lines: list[bytes]) -> None:
    assert isinstance(verify(lines), Verification)
    assert verify(lines).findings
    assert verify([exported()[0], *lines]).findings


def test_the_format_is_versioned() -> None:
    header = msgspec.json.decode(exported()[0], type=ExportHeader)
    assert header.bocage == 1
    other = msgspec.json.encode(msgspec.structs.replace(header, bocage=2)) + b"\n"
    assert export_module.verify([other, *exported()[1:]]).findings[0].seq == 0


def test_every_entry_whose_hash_cannot_be_is_named() -> None:
    lines = list(exported())
    for number in (2, 4):
        line = json.loads(lines[number])
        lines[number] = json.dumps(line | {"hash": "no hex"}).encode() + b"\n"
    assert {2, 4} <= set(problems(lines))


@pytest.mark.parametrize("number", [0, 1, 3])
@pytest.mark.parametrize("garbage", [b"", b"{}", b"[1]", b"\xff", b"null\n"])
def test_unreadable_line_is_the_last_finding(number: int, garbage: bytes) -> None:
    lines = list(export(random_play(3).entries))
    header, entries, findings = read_lines([*lines[:number], garbage, *lines[number + 1 :]])
    assert (header is None) is (number == 0)
    assert len(entries) == max(0, number - 1)
    assert [(finding.seq, "cannot be read" in finding.text) for finding in findings] == [(number, True)]


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (DrawOffered(0), "would have been refused: already_offered"),
        (Outage(10**13, 10**13 + 1), "its times cannot be"),
        (Outage(5, 5), "its times cannot be"),
    ],
)
def test_impossible_entry_is_found_at_its_number(body: Body, problem: str) -> None:
    """The fold alone takes these, and whatever comes after them."""
    play = Play(BANK).begin()
    play.append(DrawOffered(0))
    number = play.match.seq + 1
    forged = Entry(number, play.now, encode(body))
    play.match.extend(forged)
    play.entries.append(forged)
    play.append(Resigned(0))
    play.settle()
    found = verify(export(play.entries))
    assert (found.findings, found.states) == ([Finding(number, problem)], True)


def test_a_draw_that_no_die_can_make_is_no_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """2**32 is the largest die there is; what is greater, or none at all, is reported and raises nothing."""

    def unknown(*_: object) -> None:
        raise UnknownGameError("not installed")

    lines = list(exported())
    monkeypatch.setattr("bocage.log.match.find_game", unknown)
    bodies = [decode(json.loads(line)["raw"].encode()) for line in lines[1:]]
    created, nonces = bodies[0], [body.nonce for body in bodies if isinstance(body, Seated)]
    assert isinstance(created, Created)
    number = next(i for i, line in enumerate(lines) if i and b'"draws":[[' in line)
    line = json.loads(lines[number])
    secret = told_secret([Entry(1, 1, json.loads(lines[-1])["raw"].encode())])
    for bound, good in ((0, False), (1, True), (2**32, True), (2**32 + 1, False)):
        value = draw(Key(match_key(secret, created.match, nonces)), number, 0, bound) if good else 0
        listed = json.dumps(line | {"draws": [[bound, value]]}, separators=(",", ":")).encode() + b"\n"
        assert problems([*lines[:number], listed, *lines[number + 1 :]]) == ([] if good else [number])


def test_entries_that_cannot_begin_a_match_are_no_file() -> None:
    play = Play().begin()
    with pytest.raises(BrokenLogError, match="does not create the match") as caught:
        next(export(play.entries[1:]))
    assert caught.value.seq == 1


def test_export_of_a_broken_log_raises() -> None:
    play = Play().begin()
    broken = [*play.entries, Entry(play.match.seq + 1, play.now, encode(Acted(0, {"do": "fly"})))]
    with pytest.raises(BrokenLogError):
        list(export(broken, play.secret))
    assert len(list(export(broken))) == len(broken) + 1
