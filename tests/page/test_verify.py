"""Verification in the browser finds what ``bocage verify`` finds, as far as it can without the rules."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bocage.log import judge
from bocage.log.chain import GENESIS, link
from bocage.log.deals import DAY
from bocage.log.entries import Entry, Undone, encode
from bocage.log.export import export, verify
from tests.foreign.test_foreign import run as run_script
from tests.log.logs import Play, random_play
from tests.log.test_deals import BEGIN, DAY_ONE, Attempt
from tests.page.node import run_module

SOURCE = """
import { verifyExport } from "WEB/js/client/verify.js";
const reports = [];
for (const file of given) {
  reports.push(await verifyExport(file));
}
console.log(JSON.stringify(reports));
"""


@cache
def lines() -> tuple[str, ...]:
    return tuple(line.decode() for line in export(random_play(11).entries))


def reports(*files: list[str]) -> list[Any]:
    found: list[Any] = run_module(SOURCE, ["".join(file) for file in files])
    return found


def changed(number: int, **fields: Any) -> list[str]:
    """The file with fields of a line replaced."""
    line = json.loads(lines()[number]) | fields
    text = json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n"
    return [*lines()[:number], text, *lines()[number + 1 :]]


def first_wrong(file: list[str]) -> int:
    return verify([line.encode() for line in file]).findings[0].seq


@pytest.mark.parametrize("duplicate", ["", "twice/1"])
def test_a_deal_verifies_in_the_browser_and_in_another_language(tmp_path: Path, duplicate: str) -> None:
    attempt = Attempt(duplicate=duplicate)
    attempt.settle(BEGIN + DAY)
    file = [line.decode() for line in export(attempt.entries)]
    other = [line.replace(duplicate or DAY_ONE, "twice/0" if duplicate else "2026-11-21") for line in file]
    right, wrong = reports(file, other)
    assert (right["why"], right["draws"]) == ("", sum(map(len, attempt.draws)))
    assert wrong["why"] == "chain"
    (tmp_path / "deal.jsonl").write_text("".join(file))
    assert json.loads(run_script("verify.mjs", str(tmp_path / "deal.jsonl")).stdout)["draws"] == right["draws"]


def test_what_was_played_verifies() -> None:
    files = [[line.decode() for line in export(random_play(seed).entries)] for seed in range(8)]
    for file, report in zip(files, reports(*files), strict=True):
        drawn = sum(len(json.loads(line)["draws"]) for line in file[1:])
        head = json.loads(file[0])["head"]
        right = {"wrong": 0, "why": "", "diced": True}
        assert report == {"entries": len(file) - 1, "draws": drawn, "head": head} | right
        assert drawn


def test_a_changed_entry_is_named() -> None:
    files = []
    for number in range(1, len(lines())):
        line = json.loads(lines()[number])
        files += [
            changed(number, at=line["at"] + 1),
            changed(number, seq=number + 1),
            changed(number, raw=line["raw"].replace("e", "f", 1)),
            changed(number, hash="00" + line["hash"][2:]),
        ]
    assert [report["wrong"] for report in reports(*files)] == [first_wrong(file) for file in files]
    assert [first_wrong(file) for file in files[::4]] == list(range(1, len(lines())))


def test_a_changed_die_is_named() -> None:
    number = next(i for i, line in enumerate(lines()) if '"draws":[[' in line)
    (bound, value), *rest = json.loads(lines()[number])["draws"]
    file = changed(number, draws=[[bound, (value + 1) % bound], *rest])
    assert [(report["wrong"], report["why"]) for report in reports(file)] == [(number, "draw")]
    assert first_wrong(file) == number


def test_only_quiet_answers_can_be_undone(tmp_path: Path) -> None:
    play = Play(name="undone").begin()
    play.act()
    play.finish()
    *rows, secret = play.entries
    rolled = next(number for number, entry in enumerate(rows, 1) if b'"acted"' in entry.raw)
    assert reports([line.decode() for line in export(play.entries)])[0]["why"] == ""
    body = json.loads(rows[rolled - 1].raw)
    taken = encode(Undone(body["seat"], rolled))
    forged = [*rows[:rolled], Entry(rolled + 1, rows[rolled - 1].at, taken), *rows[rolled:], secret]
    lines = [json.loads(line) for line in export(play.entries)]
    head = GENESIS
    made: list[dict[str, Any]] = []
    for number, entry in enumerate(forged, 1):
        draws: list[Any] = next((line["draws"] for line in lines[1:] if line["raw"].encode() == entry.raw), [])
        raw = entry.raw
        if b'"revealed"' in raw:
            raw = json.dumps(json.loads(raw) | {"head": head.hex()}, separators=(",", ":")).encode()
        head = link(head, number, entry.at, raw)
        made.append({"seq": number, "at": entry.at, "hash": head.hex(), "draws": draws, "raw": raw.decode()})
    header = lines[0] | {"entries": len(made), "head": head.hex()}
    file = [json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in (header, *made)]
    [report] = reports(file)
    assert (report["wrong"], report["why"]) == (rolled + 1, "undone")
    said = {finding.seq: finding.text for finding in verify([line.encode() for line in file]).findings}
    assert "no_undo" in said[rolled + 1]
    (tmp_path / "forged.jsonl").write_text("".join(file), encoding="utf-8")
    done = run_script("verify.mjs", str(tmp_path / "forged.jsonl"))
    assert done.returncode != 0
    assert "takes back an answer that rolled or drew" in done.stderr


def test_file_without_rules_is_checked_partly() -> None:
    header, *rows = (json.loads(line) for line in lines())
    whole = [json.dumps(one) + "\n" for one in (header | {"draws": False}, *(row | {"draws": []} for row in rows))]
    bad = [*whole[:3], whole[3].replace('"hash": "', '"hash": "0'), *whole[4:]]
    right, wrong = reports(whole, bad)
    assert (right["why"], right["draws"], right["diced"]) == ("", 0, False)
    assert (wrong["wrong"], wrong["why"]) == (3, "chain")


def test_lines_that_are_missing_doubled_or_no_lines_are_named() -> None:
    number = 3
    files = [
        [*lines()[:number], *lines()[number + 1 :]],
        [*lines()[: number + 1], *lines()[number:]],
        list(lines()[:-1]),
        [*lines()[:number], "{}\n", *lines()[number + 1 :]],
        [*lines()[:number], "no JSON\n", *lines()[number + 1 :]],
        changed(0, head="00" * 32),
        changed(0, match="another"),
        [""],
    ]
    found = [(report["wrong"], report["why"]) for report in reports(*files)]
    assert found == [
        (number, "number"),
        (number + 1, "number"),
        (len(lines()) - 1, "missing"),
        (number, "format"),
        (number, "format"),
        (0, "header"),
        (0, "header"),
        (0, "format"),
    ]


def test_uncommitted_secret_is_found() -> None:
    rows = [json.loads(line) for line in lines()]
    body = json.loads(rows[-1]["raw"])
    body["secret"] = "00" + body["secret"][2:]
    rows[-1]["raw"] = json.dumps(body, separators=(",", ":"))
    head = GENESIS
    for row in rows[1:]:
        head = link(head, row["seq"], row["at"], row["raw"].encode())
        row["hash"] = head.hex()
    rows[0]["head"] = head.hex()
    [report] = reports([json.dumps(row) + "\n" for row in rows])
    assert (report["wrong"], report["why"]) == (len(rows) - 1, "commitment")


def sat_down_in_turn(*seats: int) -> Play:
    """A finished match at which players sat down in this order of seats."""
    play = Play(name=f"seats {seats}")
    for seat in seats:
        play.append(judge.sit(play.match, f"player {seat}", f"P{seat}", seat, nonce=f"{seat:032x}"))
    play.settle()
    return play.finish()


def test_dice_are_right_whoever_sat_down_first() -> None:
    for play in (sat_down_in_turn(0, 1), sat_down_in_turn(1, 0)):
        [report] = reports([line.decode() for line in export(play.entries)])
        assert (report["wrong"], report["why"]) == (0, "")
        assert report["draws"]


def test_a_match_without_its_last_words_is_not_verified() -> None:
    entries = random_play(3, stop=6).entries
    [report] = reports([line.decode() for line in export(entries)])
    assert (report["wrong"], report["why"], report["entries"]) == (len(entries) + 1, "missing", len(entries))
