"""``bocage dataset``: files that say what was seen, chosen and won, and that can be proved."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pyarrow import parquet

from bocage.cli import main
from bocage.dataset.records import record_of, rows_of, split_of
from bocage.dataset.shards import read_records, read_rows
from bocage.engine import strongest
from bocage.engine.choice_values import choice_values
from bocage.engine.version import version_of
from bocage.log.course import course_of
from bocage.log.export import export
from bocage.rules.dice import Dice
from bocage.rules.kernel import OPEN, Game, Seen
from bocage.rules.kernel.course import play_again
from bocage.rules.kernel.play import key_of
from bocage.rules.kernel.registry import find_game, house_games
from tests.cli.stored import play_out

GAMES = [*house_games()]
SMALL = ["--matches", "5", "--shard", "2"]


def test_both_formats_hold_the_same_rows(tmp_path: Path) -> None:
    for form in ("parquet", "jsonl"):
        out = ["--out", str(tmp_path / form), "--format", form]
        assert main(["dataset", "omaha", *SMALL, "--odds", "-o", "squad_track=8", *out]) == 0
    names = [f"rows/0000{number}" for number in range(3)]
    for name in names:
        rows = read_rows(tmp_path / "parquet" / f"{name}.parquet")
        assert rows == read_rows(tmp_path / "jsonl" / f"{name}.jsonl")
        assert all(json.loads(row.odds)["actions"] for row in rows if row.kind == "assault")
    assert len({row.match for name in names for row in read_rows(tmp_path / "jsonl" / f"{name}.jsonl")}) == 5
    assert "5 matches of the game `omaha`" in (tmp_path / "jsonl" / "README.md").read_text(encoding="utf-8")
    table = parquet.read_table(
        tmp_path / "parquet" / "rows", filters=[("result", "=", -1)], columns=["choice", "actions"]
    )
    assert table.num_rows > 0


def test_a_run_that_was_stopped_is_continued(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    assert main(["dataset", "zombies", *SMALL, "--format", "jsonl", "--out", str(whole)]) == 0
    assert main(["dataset", "zombies", *SMALL, "--format", "jsonl", "--out", str(stopped)]) == 0
    kept = (stopped / "rows" / "00000.jsonl").stat().st_mtime_ns
    (stopped / "rows" / "00001.jsonl").unlink()
    (stopped / "rows-00001.jsonl.part").write_bytes(b"half a shar")
    assert main(["dataset", "zombies", *SMALL, "--format", "jsonl", "--out", str(stopped), "--jobs", "2"]) == 0
    assert (stopped / "rows" / "00000.jsonl").stat().st_mtime_ns == kept
    for name in ("rows/00001.jsonl", "matches/00001.jsonl"):
        assert (whole / name).read_bytes() == (stopped / name).read_bytes()


def test_another_set_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = ["--format", "jsonl", "--out", str(tmp_path)]
    assert main(["dataset", "omaha", *SMALL, *out]) == 0
    assert main(["dataset", "omaha", *SMALL, "--seed", "another", *out]) == 1
    assert "holds another data set" in capsys.readouterr().err


def more_hits(row: dict[str, object]) -> None:
    row["view"] = str(row["view"]).replace('"strength":8', '"strength":7')


def another_choice(row: dict[str, object]) -> None:
    row["choice"] = 1 - int(str(row["choice"]))


def another_value(row: dict[str, object]) -> None:
    row["values"] = [0.5 for _ in json.loads(json.dumps(row["values"]))]


@pytest.mark.parametrize("fault", [more_hits, another_choice, another_value])
def test_a_row_that_was_changed_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], fault: Callable[[dict[str, object]], None]
) -> None:
    command = ["dataset", "omaha", "--matches", "2", "--evaluate", "20", "--format", "jsonl"]
    assert main([*command, "--out", str(tmp_path)]) == 0
    assert main(["dataset", "--check", str(tmp_path)]) == 0
    path = tmp_path / "rows" / "00000.jsonl"
    first, *others = path.read_bytes().splitlines(keepends=True)
    row = json.loads(first)
    fault(row)
    path.write_bytes(json.dumps(row).encode() + b"\n" + b"".join(others))
    capsys.readouterr()
    assert main(["dataset", "--check", str(tmp_path)]) == 1
    assert "dataset/0: rows differ from its course" in capsys.readouterr().out


def test_exported_matches_become_rows_without_players(tmp_path: Path) -> None:
    entries = play_out("squad", 5)
    log = tmp_path / "match.jsonl"
    log.write_bytes(b"".join(export(entries)))
    assert main(["dataset", "--logs", str(log), "--format", "jsonl", "--out", str(tmp_path / "set")]) == 0
    assert main(["dataset", "--check", str(tmp_path / "set")]) == 0
    (record,) = read_records(tmp_path / "set", 0)
    assert (record.players, record.seed) == ([], "")
    rows = read_rows(tmp_path / "set" / "rows" / "00000.jsonl")
    assert {row.seat for row in rows} == {0, 1}
    assert {row.seat: row.result for row in rows} in ({0: 1, 1: -1}, {0: -1, 1: 1}, {0: 0, 1: 0})


def test_a_match_that_is_not_over_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "match.jsonl"
    log.write_bytes(b"".join(export(play_out("omaha", 5)[:-3], b"")))
    assert main(["dataset", "--logs", str(log), "--format", "jsonl", "--out", str(tmp_path / "set")]) == 1
    assert capsys.readouterr().err


def test_a_row_holds_what_its_seat_saw_and_no_more() -> None:
    course = course_of(play_out("squad", 5))
    assert course is not None
    game = find_game("squad")
    hidden = 0
    for row, (state, decision, _) in zip(rows_of(record_of(course)), play_again(game, course), strict=False):
        assert decision is not None
        assert row.view == msgspec.json.encode(game.view(state, decision.seat)).decode()
        hidden += row.view != msgspec.json.encode(game.view(state, OPEN)).decode()
        chosen = json.loads(row.actions[row.choice])
        assert chosen in msgspec.to_builtins(decision.actions)
    assert hidden > 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_each_action_has_a_value_from_the_view_alone(game: Game[Any]) -> None:
    course = course_of(play_out(game.id, 5))
    assert course is not None
    hidden = 0
    rows = rows_of(record_of(course), evaluate=partial(choice_values, nodes=30))
    positions = zip(rows, play_again(game, course), strict=False)
    for number, (row, (state, decision, _)) in enumerate(islice(positions, 10)):
        assert decision is not None
        assert len(row.values) == len(row.actions)
        assert 0 <= min(row.values) <= max(row.values) <= 1
        assert row.worlds > 0
        other = game.resample(state, decision.seat, Dice(key_of("other world"), number + 1))
        hidden += game.pack(other) != game.pack(state)
        owed = game.decision(other)
        assert owed is not None
        view = msgspec.to_builtins(game.view(other, decision.seat))
        seen = Seen(view, game.Options(), decision.seat, owed=owed)
        assert choice_values(game, seen, owed.actions, 30) == (row.values, row.worlds)
    assert hidden


def test_values_are_the_same_in_both_formats_and_processes(tmp_path: Path) -> None:
    command = ["dataset", "zombies", "--matches", "2", "--shard", "1", "--evaluate", "20"]
    assert main([*command, "--out", str(tmp_path / "p")]) == 0
    assert main([*command, "--format", "jsonl", "--jobs", "2", "--out", str(tmp_path / "j")]) == 0
    for name in ("00000", "00001"):
        rows = read_rows(tmp_path / "p" / "rows" / f"{name}.parquet")
        assert rows == read_rows(tmp_path / "j" / "rows" / f"{name}.jsonl")
        assert all(len(row.values) == len(row.actions) for row in rows)
    assert version_of("zombies") in (tmp_path / "p" / "README.md").read_text(encoding="utf-8")


def test_values_of_another_engine_are_not_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path)
    assert main(["dataset", "omaha", "--matches", "1", "--evaluate", "9", "--format", "jsonl", "--out", out]) == 0
    for path in (tmp_path / "manifest.json", tmp_path / "rows" / "00000.jsonl"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(version_of("omaha"), "f00").replace('"values":[', '"values":[0.1,'))
    assert main(["dataset", "--check", out]) == 0
    assert "another version of the engine" in capsys.readouterr().out


def test_game_without_an_engine_is_not_evaluated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strongest, "searching_strategies_of", lambda game: [])
    strongest.strongest.cache_clear()
    assert main(["dataset", "omaha", "--evaluate", "9", "--format", "jsonl", "--out", str(tmp_path)]) == 1
    assert "no engine for omaha" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_splits_follow_from_ids() -> None:
    counts = {"train": 0, "validation": 0, "test": 0}
    for number in range(1000):
        counts[split_of(f"match {number}")] += 1
    assert 760 < counts["train"] < 840
    assert 70 < counts["validation"] < 130


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["omaha"], "--out"),
        (["omaha", "--logs", "x", "--out", "y"], "--out"),
        (["omaha", "--out", "y", "--matches", "0"], "numbers from 1"),
        (["omaha", "--out", "y", "--evaluate", "-1"], "number of actions"),
        (["omaha", "--out", "y", "-o", "squad_track=9"], "no such options"),
    ],
)
def test_a_wrong_command_line_is_told(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dataset", *words]) == 2
    assert said in capsys.readouterr().err
