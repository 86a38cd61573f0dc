"""What a command line asks of the layers below: each argument reaches who needs it. Nothing is played or stored."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bocage.cli import main
from bocage.cli.bot import _report, seat_of
from bocage.cli.common import UsageError
from bocage.cli.play import clock, pairs
from bocage.cli.replay import viewer_of
from bocage.rules.kernel import OPEN, PUBLIC
from tests.cli.calls import Calls


class Connected:
    """A client that is connected, as a context."""

    def __init__(self, rest: Any = None) -> None:
        self.rest = rest if rest is not None else self

    async def __aenter__(self) -> Connected:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing to close."""


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCAGE_LANG", "en")


def test_play_hands_every_wish_on(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Calls()
    monkeypatch.setattr("bocage.cli.play.play", played.later)
    line = ["play", "squad", "--url", "http://h", "--lang", "ja", "--name", "Ann", "--seat", "1", "-o", "a=1"]
    line += ["-o", "b=x", "--seat-option", "c=true", "--opponent", "clever", "--clock", "10m+5s", "--private"]
    assert main([*line, "--open-hands", "0"]) == 0
    (wishes, _), named = played.only
    assert named == {"name": "Ann", "url": "http://h", "lang": "ja"}
    assert (wishes.game, wishes.match, wishes.invite, wishes.seat) == ("squad", "", "", 1)
    assert (wishes.options, wishes.seat_options) == ({"a": 1, "b": "x"}, {"c": True})
    assert wishes.clock == {"kind": "bank", "base": 600_000, "increment": 5_000}
    assert wishes.access == {"private": True, "open_delay": 0}
    assert wishes.opponent == "clever"
    played.made.clear()
    assert main(["play", "--join", "m", "--invite", "code"]) == 0
    (wishes, _), named = played.only
    assert (wishes.game, wishes.match, wishes.invite, wishes.seat) == ("", "m", "code", None)
    assert (wishes.options, wishes.seat_options, wishes.clock, wishes.access) == ({}, {}, {}, {})
    assert named["name"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("none", {}),
        ("10m", {"kind": "bank", "base": 600_000, "increment": 0}),
        ("1m+30s", {"kind": "bank", "base": 60_000, "increment": 30_000}),
        ("2d", {"kind": "days", "base": 172_800_000}),
    ],
)
def test_clocks_are_told_in_milliseconds(text: str, wanted: dict[str, Any]) -> None:
    assert clock(text) == wanted


@pytest.mark.parametrize("text", ["", "10", "m", "10m+5", "1h", "2d+1s", " 10m"])
def test_clocks_that_are_none(text: str) -> None:
    with pytest.raises(UsageError, match="a clock is"):
        clock(text)


def test_options_are_json_where_they_can_be() -> None:
    assert pairs(["a=1", "b=true", "c=word", "d=", "e=x=y", 'f="q"', "a=2"]) == {
        "a": 2,
        "b": True,
        "c": "word",
        "d": "",
        "e": "x=y",
        "f": "q",
    }
    with pytest.raises(UsageError):
        pairs(["a"])


def test_seats_and_views_are_numbers_or_words() -> None:
    assert [seat_of(text) for text in ("any", "0", "1")] == [None, 0, 1]
    assert [viewer_of(text) for text in ("public", "open", "0", "1")] == [PUBLIC, OPEN, 0, 1]
    for function in (seat_of, viewer_of):
        for text in ("-1", "x", "", "1.0"):
            with pytest.raises(UsageError):
                function(text)


def test_a_bot_is_sent_with_all_that_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    found, ran, connected = Calls("strategy"), Calls(), Calls(Connected())
    monkeypatch.setattr("bocage.cli.bot.find_strategy", found)
    monkeypatch.setattr("bocage.cli.bot.run_bot", ran.later)
    monkeypatch.setattr("bocage.cli.bot.connect_as", connected.later)
    line = ["bot", "--strategy", "clever", "--game", "squad", "--seat", "0", "--match", "m", "--invite", "code"]
    assert main([*line, "--matches", "3", "--at-once", "2", "--seed", "7", "--url", "http://h"]) == 0
    assert found.only == (("clever", "squad", 7), {})
    assert connected.only == (("bot clever", "http://h"), {})
    (strategy,), named = ran.only
    assert strategy == "strategy"
    assert named.pop("client") is connected.answer
    assert named == {
        "game": "squad",
        "match": "m",
        "invite": "code",
        "seat": 0,
        "matches": 3,
        "at_once": 2,
        "on_end": _report,
    }
    for calls in (found, ran, connected):
        calls.made.clear()
    assert main(["bot", "--name", "Rob"]) == 0
    assert found.only == (("random", "", None), {})
    assert connected.only == (("Rob", ""), {})
    named = ran.only[1]
    assert (named["game"], named["match"], named["seat"], named["matches"], named["at_once"]) == (
        "",
        "",
        None,
        0,
        4,
    )


@pytest.mark.parametrize(("winners", "said"), [([1], "m: won (counted)\n"), ([0], "m: did not win (counted)\n")])
def test_a_bot_says_how_each_match_ended(winners: list[int], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    state: Any = SimpleNamespace(match="m", seat=1, view={"outcome": {"winners": winners, "reason": "counted"}})
    _report(state)
    assert capsys.readouterr().out == said


class Rest(Connected):
    """Answers with what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, dict[str, Any]]] = []

    async def mine(self) -> str:
        self.asked.append(("mine", {}))
        return "rows"

    async def recent(self) -> str:
        self.asked.append(("recent", {}))
        return "rows"

    async def matches(self, **wanted: Any) -> str:
        self.asked.append(("matches", wanted))
        return "rows"

    async def export(self, match: str, **wanted: Any) -> bytes:
        self.asked.append((match, wanted))
        return b"the log\n"


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ([], ("matches", {"game": "", "status": "", "forks": None, "most": 200})),
        (
            ["--game", "squad", "--open", "--no-forks", "--most", "7"],
            ("matches", {"game": "squad", "status": "open", "forks": False, "most": 7}),
        ),
        (["--playing"], ("matches", {"game": "", "status": "playing", "forks": None, "most": 200})),
        (["--recent"], ("recent", {})),
        (["--mine", "--name", "Ann"], ("mine", {})),
    ],
)
def test_matches_are_asked_for_as_wished(
    line: list[str],
    asked: tuple[str, dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    rest, shown = Rest(), Calls(["one", "two"])
    client, connected = Calls(SimpleNamespace(rest=rest)), Calls(Connected(rest))
    monkeypatch.setattr("bocage.cli.matches.Client", client)
    monkeypatch.setattr("bocage.cli.matches.connect_as", connected.later)
    monkeypatch.setattr("bocage.cli.matches.table", shown.later)
    assert main(["matches", "--url", "http://h", "--lang", "ja", *line]) == 0
    assert rest.asked == [asked]
    assert shown.only == ((rest, "rows", "ja"), {})
    assert capsys.readouterr().out == "one\ntwo\n"
    if "--mine" in line:
        assert connected.only == (("Ann", "http://h"), {})
    else:
        assert client.only == (("http://h",), {})


def test_a_log_is_fetched_with_its_invitation(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    rest = Rest()
    client = Calls(SimpleNamespace(rest=rest))
    monkeypatch.setattr("bocage.cli.logs.Client", client)
    assert main(["export", "m", "--url", "http://h", "--invite", "code"]) == 0
    assert rest.asked == [("m", {"invite": "code"})]
    assert client.only == (("http://h",), {})
    assert capfdbinary.readouterr().out == b"the log\n"


def test_watching_and_replaying_hand_on_what_was_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    watched = Calls()
    monkeypatch.setattr("bocage.cli.watch.watch", watched.later)
    assert main(["watch", "m", "--url", "http://h", "--lang", "ja", "--invite", "code"]) == 0
    (match, _), named = watched.only
    assert (match, named) == ("m", {"url": "http://h", "lang": "ja", "invite": "code"})
    connected, loaded, made, ran = Calls(Connected("rest")), Calls("recording"), Calls(), Calls()
    made.answer = SimpleNamespace(run=ran.later)
    monkeypatch.setattr("bocage.cli.replay.connect_as", connected.later)
    monkeypatch.setattr("bocage.cli.replay.RemoteRecording.load", loaded.later)
    monkeypatch.setattr("bocage.cli.replay.ReplayPlayer", made)
    line = ["replay", "m", "--url", "http://h", "--lang", "ja", "--invite", "code", "--at", "9", "--eyes", "1"]
    assert main(line) == 0
    assert connected.only == (("guest", "http://h"), {"lang": "ja"})
    assert loaded.only == (("rest", "m", "code"), {})
    recording, _, library, lang, viewer = made.only[0]
    assert (recording, library, lang, viewer) == ("recording", "rest", "ja", 1)
    assert ran.only == ((9,), {})
    ran.made.clear()
    made.made.clear()
    assert main(["replay", "m", "--name", "Ann"]) == 0
    assert connected.made[-1][0] == ("Ann", "")
    assert (made.only[0][4], ran.only) == (PUBLIC, ((1,), {}))
