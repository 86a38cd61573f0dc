"""``--env-file``: what a file of variables may look like, and what wins over it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.cli import main
from bocage.cli.common import CommandError
from bocage.cli.env_file import parse, take_env_file
from bocage.workers.assignment import VARIABLE
from tests.cli.calls import Calls


def read(text: str) -> dict[str, str]:
    return dict(parse("file", text))


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("A=b", "b"),
        ("  A=b  ", "b"),
        ("export A=b", "b"),
        ("export\tA=b", "b"),
        ("A=", ""),
        ('A=""', ""),
        ("A= b c ", "b c"),
        ("A=b=c#d # e", "b=c#d # e"),
        ("A='b \"$c\\'", 'b "$c\\'),
        (r'A="b \"c\" \\ \$d \n"', 'b "c" \\ $d \\n'),
        ("A=redis://u:p%40@host:1/0?cluster=true", "redis://u:p%40@host:1/0?cluster=true"),
        ("A=b\r", "b"),
        ("A=b\\\nc", "bc"),
        ("A=b\\\\\nB=c", "b\\\\"),
        ("# A=c\\\nA=b", "b"),
        ("; A=c\n\n   \nA=b", "b"),
        ("A=c\nA=b", "b"),
        ("A=日本", "日本"),
        ("A='b\\\nc'", "bc"),
    ],
)
def test_a_line_names_a_value(line: str, value: str) -> None:
    assert read(line)["A"] == value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A=b\n\nnonsense", "file, line 3: not NAME=value"),
        ("1A=b", "line 1: not NAME=value"),
        ("A-B=c", "line 1: not NAME=value"),
        ("A =b", "line 1: not NAME=value"),
        ("=b", "line 1: not NAME=value"),
        ("A=b\\\nc\nd", "line 3: not NAME=value"),
        ("A='b", "line 1: the quotes do not"),
        ('A="b" c', "line 1: the quotes do not"),
        ('A="b\\"', "line 1: the quotes do not"),
        ("A=b\0", "line 1: a value cannot hold a zero byte"),
    ],
)
def test_another_line_is_refused_with_its_number(text: str, said: str) -> None:
    with pytest.raises(CommandError) as caught:
        read(text)
    assert said in str(caught.value)


def test_a_password_is_not_told() -> None:
    with pytest.raises(CommandError) as caught:
        read("A='secret")
    assert "secret" not in str(caught.value)


@given(st.text(st.characters(exclude_characters="'\r\n\0", exclude_categories=["Cs"])))
def test_what_single_quotes_enclose_is_taken_as_it_is(value: str) -> None:
    assert read(f"A='{value}'") == {"A": value}


def test_what_is_set_wins_over_the_file(tmp_path: Path) -> None:
    path = tmp_path / "env"
    path.write_text("BOCAGE_PORT=1\nBOCAGE_HOST=h\nAWS_SECRET_ACCESS_KEY=s\n", encoding="utf-8-sig")
    environment = {"BOCAGE_PORT": "2", "BOCAGE_HOST": ""}
    take_env_file(str(path), environment)
    # An empty variable counts as not set.
    assert environment == {"BOCAGE_PORT": "2", "BOCAGE_HOST": "h", "AWS_SECRET_ACCESS_KEY": "s"}


def test_a_worker_does_not_read_it_again(tmp_path: Path) -> None:
    environment = {VARIABLE: "post"}
    take_env_file(str(tmp_path / "gone"), environment)
    assert environment == {VARIABLE: "post"}


def test_the_service_starts_with_what_the_file_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    node = Calls()
    monkeypatch.setattr("bocage.app.run", node)
    monkeypatch.setattr("bocage.cli.serve.hold", Calls())
    # They are put into the environment of this process.
    for name in ("BOCAGE_HOST", "BOCAGE_LOBBY", "BOCAGE_WORKERS"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("BOCAGE_PORT", "8112")
    path = tmp_path / "env"
    path.write_text("BOCAGE_HOST=::1\nBOCAGE_PORT=8111\nBOCAGE_LOBBY=9\nBOCAGE_WORKERS=1\n")
    assert main(["serve", "--env-file", str(path), "--data", str(tmp_path)]) == 0
    (settings, _, environment, _), _ = node.only
    assert (settings.host, settings.port, settings.data) == ("::1", 8112, str(tmp_path))
    # It is no setting, and the log will say so.
    assert environment["BOCAGE_LOBBY"] == "9"
    monkeypatch.setenv("BOCAGE_LANG", "en")
    assert main(["serve", "--env-file", str(tmp_path / "gone")]) == 1
    assert "gone cannot be read: No such file or directory" in capsys.readouterr().err
    path.write_bytes(b"A=\xff")
    assert main(["serve", "--env-file", str(path)]) == 1
    assert "is no text in UTF-8" in capsys.readouterr().err
