"""Output of commands where a number or a word decides: languages, options of games."""

from __future__ import annotations

import pytest

from bocage.cli import main
from bocage.cli.words import default_language, translate
from tests.all_games import GAMES


def test_options_are_written_as_they_are_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BOCAGE_LANG", "en")
    for name in GAMES:
        assert main(["games", name]) == 0
    lines = capsys.readouterr().out.splitlines()
    told = [line for line in lines if line.startswith(("-o ", "--seat-option "))]
    assert told
    assert not [line for line in told if line.endswith(("=True", "=False"))]
    assert [line for line in told if line.endswith(("=true", "=false"))]


@pytest.mark.parametrize(
    ("set_", "language"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}, "en"),
        ({"LC_MESSAGES": "JA", "LANG": "en"}, "ja"),
        ({"BOCAGE_LANG": "en", "LC_ALL": "ja"}, "en"),
    ],
)
def test_the_language_is_the_one_that_is_said_first(
    set_: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BOCAGE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in set_.items():
        monkeypatch.setenv(name, value)
    assert default_language() == language


def test_a_sentence_with_holes_is_translated() -> None:
    said = translate("m1 is no exported log", "ja")
    assert "m1" in said
    assert "exported" not in said


def test_a_game_says_what_each_value_of_an_option_means(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BOCAGE_LANG", "en")
    assert main(["games", "omaha"]) == 0
    first, *options = capsys.readouterr().out.split("\n\n")
    assert first == "omaha: Attack on Omaha Beach — One squad, four assaults, a machine-gun nest above the beach."
    assert options == [
        "-o crawl_fire=icon\n"
        "    Fire on crawling squads — Whether the machine gun fires at a squad that crawls onto a tank obstacle.\n"
        "    icon: Unless an eye is on the card or ahead of it\n"
        "    never: Never when crawling forward (much easier)\n"
        "    always: Unless an eye is ahead of the card (harder)",
        "-o squad_track=7\n    Squad — How many hits kill the squad.\n"
        "    7: Seven hits\n    8: Eight hits (easier)",
        "-o nest_side=player\n"
        "    Side of the nest — Who decides where the nest stands when the last assault begins in the centre.\n"
        "    player: The player\n    random: Chance",
        "-o mines_under_open=false\n"
        "    Mines under open ground — Whether open cards are turned over and may be mined, as obstacles are.\n"
        "    false: No\n    true: Yes (harder)\n",
    ]
