"""``python -m bocage_tools.load`` as a command: its arguments, its exit code, what it prints at the end."""

from __future__ import annotations

import pytest

from bocage_tools.load.checks import Checked, Tally
from bocage_tools.load.command import main
from bocage_tools.load.table import Story
from tests.cli.calls import Calls


@pytest.mark.parametrize(
    ("checked", "code", "said"),
    [
        (Checked(1, 9, 5, 3, []), 0, "every promise was kept"),
        (Checked(1, 9, 5, 3, ["m: the log has gaps"]), 1, "1 promises were broken"),
        (Checked(broken=[]), 1, "no match came to its end, so nothing was checked"),
    ],
)
def test_the_exit_code_says_whether_all_was_as_promised(
    checked: Checked, code: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BOCAGE_LANG", "en")
    story = Story()
    story.tally = Tally(checked=checked, updates=60)
    loaded = Calls(story)
    monkeypatch.setattr("bocage_tools.load.command._load", loaded.later)
    assert main(["--minutes", "0.5", "--url", "http://h"]) == code
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == said
    assert "60 positions seen, 2.0 per second" in lines
    (chosen,), _ = loaded.only
    assert (chosen.url, chosen.matches, chosen.watchers, chosen.pace, chosen.seed) == ("http://h", 10, 0, 1.0, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        *(["--matches", "0"], ["--watchers", "-1"], ["--minutes", "0"], ["--pace", "-1"], ["--kills", "0"]),
        *(["--serve", "1"], ["--processes", "-1"], ["--serve", "2", "--url", "http://h"]),
    ],
)
def test_numbers_that_no_load_can_have(wrong: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = Calls(Story())
    monkeypatch.setattr("bocage_tools.load.command._load", loaded.later)
    assert main([*wrong]) == 2
    assert main(["--matches", "1", "--watchers", "0", "--minutes", "0.01", "--pace", "0"]) == 1
    assert len(loaded.made) == 1


def test_many_broken_promises_are_counted_and_the_first_twenty_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    story = Story()
    story.tally.checked = Checked(1, 1, 1, 1, [f"m: entry {number} is odd" for number in range(30)])
    monkeypatch.setattr("bocage_tools.load.command._load", Calls(story).later)
    assert main([]) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("broken: ")]
    assert lines == [f"broken: m: entry {number} is odd" for number in range(20)]
