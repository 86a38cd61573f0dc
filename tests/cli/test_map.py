"""``bocage map``: maps that players draw, as text files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bocage.cli import main
from bocage.rules.squad.drawn import EXAMPLES, parse
from bocage.terminal.sit import Wishes


@pytest.fixture
def ford(tmp_path: Path) -> str:
    path = tmp_path / "ford.txt"
    path.write_text(f"# The ford\n{EXAMPLES[0]}", encoding="utf-8")
    return str(path)


def test_a_map_is_shown_with_its_id_and_content(ford: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "check", ford, "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{ford}: {parse(EXAMPLES[0]).id}\nLine of Trees ×2, ")
    assert said.endswith(f"Map width: 9, Map depth: 8 rows\nMap:\n{EXAMPLES[0]}")


@pytest.mark.parametrize(
    ("lang", "raw", "complaint"),
    [
        ("en", b". . .\n", "map_columns: 3 columns; a map has 7 to 15"),
        ("ja", b". . .\n", "map_columns: 3列です"),
        ("en", b"\xff\xfe" * 40, "map_sign: line 1"),
        ("en", b"." * 200_000, "map_long"),
        ("ja", (b". " * 9 + b"\n") * 7, "map_rows: 7段です"),
        ("ja", b". " * 9 + b"\n.\n", "map_ragged: 2行目は1ヘクス"),
    ],
)
def test_what_is_no_map_is_refused_with_a_code(
    lang: str, raw: bytes, complaint: str, ford: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_bytes(raw)
    assert main(["map", "check", str(bad), ford, "--lang", lang]) == 1
    told = capsys.readouterr()
    assert complaint in told.err
    assert ford in told.out  # The other files are checked all the same.


def test_a_game_without_maps_is_a_wrong_command_line(ford: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "check", ford, "--game", "omaha", "--lang", "en"]) == 2
    assert "omaha is not played on maps" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "en",
            (
                "West ",
                " (4 games)",
                "Americans – Russians: West ",
                "Cover within reach of ",
                "Where men fell; 9 is",
            ),
        ),
        ("ja", ("西側 ", "（4ゲーム）", "アメリカ軍 – ロシア軍: 西側 ", "遮蔽に1マスで", "損耗の出た場所")),
    ],
)
def test_how_fair_a_map_is(
    lang: str, lines: tuple[str, ...], ford: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["map", "fair", ford, "--games", "4", "--sides", "us,ru", "-o", "home_edge=west", "--lang", lang]
    assert main(line) == 0
    said = capsys.readouterr().out
    assert all(part in said for part in lines)
    if lang == "en":
        assert 1 <= int(said.split(" turns")[0].split()[-1]) <= 40  # Of one game, not of four.
    losses = said.splitlines()[-8:]
    assert all(len(row.split()) == 9 for row in losses)
    assert "9" in "".join(losses)


@pytest.mark.parametrize(
    ("wish", "complaint"),
    [
        (["--games", "0"], "--games is a number from 1"),
        (["--sides", "us,fr"], "no side is called fr"),
        (["-o", "squads_per_seat=9"], "squad has no such options"),
    ],
)
def test_wrong_wishes_for_fairness_are_refused(
    wish: list[str], complaint: str, ford: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["map", "fair", ford, *wish, "--lang", "en"]) == 2
    assert complaint in capsys.readouterr().err


def test_a_match_is_made_on_the_map_of_a_file(ford: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Wishes] = []

    async def note(wishes: Wishes, *_: Any, **__: Any) -> None:
        made.append(wishes)

    monkeypatch.setattr("bocage.cli.play.play", note)
    assert main(["play", "squad", "--map", ford, "-o", "home_edge=west"]) == 0
    assert dict(made[0].options) == {
        "home_edge": "west",
        "variant": "map",
        "terrain": "drawn",
        "columns": 9,
        "rows": 8,
        "map": EXAMPLES[0],
    }
