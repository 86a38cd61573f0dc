"""Sentences of the commands for players exist in Japanese, and those commands print them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bocage.cli import main
from bocage.cli.ja import JA
from bocage.cli.main import COMMANDS, ENGLISH, parser
from bocage.cli.words import translate
from bocage.log.export import export
from bocage.protocol.messages import Language
from tests.cli.stored import play_out
from tests.cli.test_parsers import of_command

ROOT = Path(__file__).parents[2]
#: Modules of the commands that speak English only, and what they alone import.
OPERATORS = {name.replace("-", "_") for name in ENGLISH} | {"doctor_checks", "env_file", "storage"}
#: Sources of sentences that players read in a terminal.
SOURCES = [
    *(path for path in (ROOT / "service" / "bocage" / "cli").glob("*.py") if path.stem not in OPERATORS),
    *(ROOT / "service" / "bocage" / "log").glob("*.py"),
    *(ROOT / "clients" / "bocage" / "sdk").glob("*.py"),
    ROOT / "service" / "bocage" / "rules" / "kernel" / "registry.py",
    ROOT / "clients" / "bocage" / "bots" / "registry.py",
]
#: Errors whose text is shown as it is, and what builds a report's lines.
SPEAKING = {
    "BrokenLogError",
    "ClosedError",
    "CommandError",
    "Finding",
    "UnknownGameError",
    "UnknownStrategyError",
    "UnreachableError",
    "UsageError",
    "translate",
}
ARGUMENTS = {"help", "description", "epilog"}
JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠]")


def sentence(node: ast.expr) -> str | None:
    """The text of a literal, with ``{0}``, ``{1}``, … for what an f-string fills in; None: no literal."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        text, holes = "", 0
        for part in node.values:
            if isinstance(part, ast.Constant):
                text += str(part.value)
            else:
                text += f"{{{holes}}}"
                holes += 1
        return text
    return None


def sentences() -> Iterator[tuple[str, str]]:
    """Every sentence, and the file it stands in."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            given = list(node.args) if name in SPEAKING else []
            given += [keyword.value for keyword in node.keywords if keyword.arg in ARGUMENTS]
            given += [
                keyword.value for keyword in node.keywords if name in SPEAKING and keyword.arg in ("why", "text")
            ]
            for text in filter(None, map(sentence, given)):
                if " " in text:
                    yield text, path.name


def test_every_sentence_has_its_japanese() -> None:
    missing = sorted({(text, file) for text, file in sentences() if text not in JA})
    missing += [(text, "main.py") for text in COMMANDS.values() if text not in JA]
    assert not missing, f"to be added to service/bocage/cli/ja.py: {missing}"


def test_the_japanese_names_what_the_english_names() -> None:
    holes = re.compile(r"\{\d\}")
    for english, japanese in JA.items():
        found = holes.findall(english)
        assert set(found) == set(holes.findall(japanese)), english
        # Numbers of the holes count up in the English, so that they can be found in a text.
        assert found == [f"{{{n}}}" for n in range(len(found))], english


def test_what_a_sentence_names_is_put_into_the_japanese() -> None:
    assert translate("letter.txt is no exported log", "ja") == "letter.txt は書き出した記録ではありません"
    assert translate("entry 3 time runs backwards", "ja") == "記録 3: 時刻が逆行しています"
    assert translate("entry 3 time runs backwards", "en") == "entry 3 time runs backwards"
    assert translate("something nobody wrote", "ja") == "something nobody wrote"


@pytest.mark.parametrize("command", sorted(ENGLISH))
def test_operators_commands_are_english_in_a_japanese_environment(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BOCAGE_LANG", "ja")
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert not JAPANESE.search(capsys.readouterr().out)


def test_errors_of_operators_commands_are_english(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BOCAGE_LANG", "ja")
    assert main(["admin", "rename"]) == 2
    assert capsys.readouterr().err.startswith("bocage: all actions but audit")
    with pytest.raises(SystemExit):
        main(["close"])
    assert not JAPANESE.search(capsys.readouterr().err)


@pytest.mark.parametrize("command", sorted(COMMANDS.keys() - ENGLISH))
def test_help_is_japanese_in_a_japanese_environment(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BOCAGE_LANG", "ja")
    monkeypatch.setenv("COLUMNS", "4000")
    with pytest.raises(SystemExit) as caught:
        parser(command).parse_args([command, "--help"])
    assert caught.value.code == 0
    help_ = capsys.readouterr().out
    assert help_.startswith("使い方: ")
    # Every line that explains something does so in Japanese: after two spaces comes the explanation.
    for line in help_.splitlines()[1:]:
        _, gap, explanation = line.strip().partition("  ")
        if gap:
            assert JAPANESE.search(explanation), line


def test_complaints_are_japanese(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("BOCAGE_LANG", "ja")
    assert main(["play"]) == 2
    assert capsys.readouterr().err == "bocage: 遊ぶゲームか参加する対戦の、どちらか一方を指定してください\n"
    for line in (["dance"], ["verify"], ["bot", "--matches", "many"], ["export"]):
        with pytest.raises(SystemExit):
            main(line)
        said = capsys.readouterr().err
        assert JAPANESE.search(said.splitlines()[-1]), said


@pytest.mark.parametrize(("language", "right"), [("en", "right — "), ("ja", "正しい記録です")])
def test_verify_speaks_both_languages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: Language, right: str
) -> None:
    file = tmp_path / "match.jsonl"
    whole = b"".join(export(play_out("omaha", 5)))
    file.write_bytes(whole)
    assert main(["verify", "--lang", language, str(file)]) == 0
    assert right in capsys.readouterr().out
    file.write_bytes(whole.replace(b'"at":', b'"at":1', 1))
    assert main(["verify", "--lang", language, str(file)]) == 1
    first, *_, last = capsys.readouterr().out.splitlines()
    assert ("hash" in first) == (language == "en")
    assert last.endswith("誤りがあります" if language == "ja" else "WRONG")


def test_the_surest_pattern_is_tried_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one with the most fixed text, wherever it stands in the alphabet."""
    catalogue = {"a {0}": "{0} ALONE, BY ITSELF", "a {0} is gone": "{0} GONE", "z {0}": "{0} Z"}
    monkeypatch.setattr("bocage.cli.words.JA", catalogue)
    assert [translate(text, "ja") for text in ("a cat", "a cat is gone", "a big cat is gone", "z a cat")] == [
        "cat ALONE, BY ITSELF",
        "cat GONE",
        "big cat GONE",
        "cat ALONE, BY ITSELF Z",
    ]


@pytest.mark.parametrize("command", ["", "games", "export"])
def test_what_a_command_is_for_is_said_in_japanese(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCAGE_LANG", "ja")
    made = of_command(command) if command else parser()
    assert JAPANESE.search(made.description or "")
    assert bool(made.epilog) is not bool(command)
    assert JAPANESE.search(made.epilog or "あ")
