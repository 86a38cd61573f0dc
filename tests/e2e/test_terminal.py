"""``bocage play``, ``watch`` and ``replay`` at a pseudo-terminal, against a real service."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bocage.cli import main
from tests.cli.pty_program import PtyProgram
from tests.e2e.nodes import NodeProcess


@pytest.fixture
def home(node: NodeProcess, tmp_path: Path) -> dict[str, str]:
    """Where a person's programs find the service, and who they are."""
    return {"BOCAGE_URL": node.url, "BOCAGE_PLAYERS": str(tmp_path / "players.json"), "BOCAGE_LANG": "en"}


def test_a_solo_game_is_played_watched_and_looked_at_again(home: dict[str, str]) -> None:
    with PtyProgram("play", "omaha", "--name", "Ada", environment=home) as player:
        match = re.search(r"Match (\w+) is set up", player.expect("is set up."))
        assert match is not None
        player.expect("Squad: Ada (you)")
        with PtyProgram("watch", match[1], environment=home) as watcher:
            watcher.expect("Squad (Ada) decides: Where to land?")
            player.expect("Where to land?")
            while not player.expect("\n1  ", "Result: ").endswith("Result: "):
                player.type("1")
            assert player.wait() == 0
            watcher.expect("Result: ")
            assert watcher.wait() == 0
    with PtyProgram("replay", match[1], "--lang", "ja", environment=home) as replay:
        replay.expect("記録 1／")
        replay.type("last")
        replay.expect("結果：")
        replay.type("eyes open")
        replay.expect("視点は全公開")
        replay.type("q")
        assert replay.wait() == 0


def test_two_people_find_each_other_talk_and_one_gives_up(home: dict[str, str], tmp_path: Path) -> None:
    other = {**home, "BOCAGE_PLAYERS": str(tmp_path / "other.json"), "BOCAGE_LANG": "ja"}
    with PtyProgram("play", "squad", "--name", "Ada", "-o", "nation_0=jp", environment=home) as ada:
        ada.expect("Waiting for a player to sit down.")
        with PtyProgram("play", "squad", "--name", "Bo", environment=other) as bo:
            ada.expect("Bo sits down")
            ada.expect("The match begins.")
            bo.expect("南側：Bo（あなた）")
            bo.type("say こんにちは")
            ada.expect("Bo says: こんにちは")
            bo.type("resign")
            bo.expect("もう一度 resign")
            bo.type("resign")
            bo.expect("結果：")
            bo.expect("北側（Ada）の勝ち。")
            assert bo.wait() == 0
        ada.expect("North (Ada) won.")
        assert ada.wait() == 0


def test_match_against_a_house_bot_is_resumed(home: dict[str, str]) -> None:
    with PtyProgram(
        "play", "squad", "--opponent", "random", "--private", "--name", "Ada", environment=home
    ) as first:
        # The bot may have joined before the match is shown.
        first.expect("\n1  ")
        first.type("q")
        first.expect("Come back with: ")
        left = re.fullmatch(r"bocage play --join (\w+) --name Ada\n", first.expect("\n"))
        assert left is not None
        assert first.wait() == 0
    with PtyProgram("play", "--join", left[1], "--name", "Ada", environment=home) as again:
        again.expect("North: Ada (you)")
        again.expect("random (house bot)")
        again.expect("\n1  ")
        again.type("1")
        again.expect("> ")
        again.type("q")
        assert again.wait() == 0


def test_ctrl_c_leaves(home: dict[str, str]) -> None:
    with PtyProgram("play", "zombies", "--lang", "ja", environment=home) as program:
        program.expect("番号を入力してください")
        program.interrupt()
        program.expect("戻るには：bocage play --join ")
        assert program.wait() == 130
        assert "Traceback" not in program.shown


def test_a_match_that_waits_is_withdrawn_by_giving_it_up(home: dict[str, str]) -> None:
    with PtyProgram("play", "squad", "--private", environment=home) as program:
        program.expect("Waiting for a player to sit down.")
        program.type("q")
        program.expect("The match still waits for players. Come back with: ")
        back = program.expect("\n").split()
        assert program.wait() == 0
    with PtyProgram(*back[1:], environment=home) as program:
        program.expect("Waiting for a player to sit down.")
        program.type("resign")
        program.expect("Type resign again")
        program.type("resign")
        program.expect("Result: Called off before it began.")
        assert program.wait() == 0


def test_matches_are_listed(
    home: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in home.items():
        monkeypatch.setenv(name, value)
    assert main(["matches", "--mine", "--name", "Lister"]) == 0
    assert capsys.readouterr().out == "No matches.\n"
    with PtyProgram("play", "squad", "-o", "nation_0=jp", "--name", "Lister", environment=home) as program:
        match = re.search(r"Match (\w+) is set up", program.expect("is set up."))
        assert match is not None
        program.expect("Waiting for a player to sit down.")
        for lang, words in (("en", ("North: Lister", "South: free", "waits for players")), ("ja", ("南側：空席",))):
            for which in ([], ["--mine", "--name", "Lister"]):
                assert main(["matches", *which, "--lang", lang]) == 0
                line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith(match[1]))
                assert all(word in line for word in words)
        program.type("resign")
        program.expect("Type resign again")
        program.type("resign")
        assert program.wait() == 0
    assert main(["matches", "--mine", "--name", "Lister"]) == 0
    assert "Called off before it began." in capsys.readouterr().out
    assert main(["matches", "--recent"]) == 0
    assert match[1] not in capsys.readouterr().out


def test_what_the_service_refuses_is_said_in_ones_language(home: dict[str, str]) -> None:
    with PtyProgram("play", "squad", "-o", "variant=tank", "--lang", "ja", environment=home) as program:
        program.expect("bocage: このゲームでは使えない設定です。")
        assert program.wait() == 1
    with PtyProgram("watch", "nothing", environment=home) as program:
        program.expect("bocage: Match not found.")
        assert program.wait() == 1
