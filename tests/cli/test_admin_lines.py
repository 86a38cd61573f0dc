"""The lines of ``bocage admin``, sign by sign, and what it asks of the store. The store is none."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bocage.cli import main
from bocage.store import Player, Store
from bocage.store.moderation import Act
from tests.cli.calls import Calls

#: A moment, and how it is written.
AT, SAID = 1_700_000_000_000, "2023-11-14 22:13:20"
ROW = SimpleNamespace(match="m", game="squad", names=["Ann", "Bob"])


class World:
    """A store that notes what it is asked."""

    def __init__(self) -> None:
        self.player = Calls(Player("ann", "Ann", AT))
        self.row, self.renamed, self.closed = Calls(ROW), Calls(), Calls()
        self.acts, self.noted, self.suspended = Calls([]), Calls(), Calls()
        self.hidden, self.suspending = Calls(), Calls(["m1", "m2"])
        self.opened = Calls(self._store())

    def _store(self) -> Any:
        audit = SimpleNamespace(newest=self.acts.later, note=self.noted.later, suspend=self.suspended.later)
        return SimpleNamespace(
            player=self.player.later,
            row=self.row.later,
            rename=self.renamed.later,
            close=self.closed.later,
            now=lambda: AT,
            audit=audit,
            hidden=SimpleNamespace(set=self.hidden.later),
        )


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    made = World()
    monkeypatch.setattr(Store, "open", made.opened.later)
    monkeypatch.setattr("bocage.cli.admin.suspend_player", made.suspending.later)
    monkeypatch.setattr("bocage.features.make", lambda store, settings: [])
    monkeypatch.setattr("getpass.getuser", lambda: "root")
    monkeypatch.setenv("BOCAGE_LANG", "en")
    return made


@pytest.fixture
def admin(world: World, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the command; what it prints. The store is closed whatever happens."""

    def call(*line: str, code: int = 0, opened: bool = True) -> str:
        world.closed.made.clear()
        assert main(["admin", *line, "--redis", "redis://h"]) == code
        assert len(world.closed.made) == opened
        told = capsys.readouterr()
        return told.err if code else told.out

    return call


def test_acts_are_lines(world: World, admin: Any) -> None:
    world.acts.answer = [Act(AT, "root", "hide", "m", ""), Act(AT, "root", "rename", "ann", "rude")]
    assert admin("audit").splitlines() == [f"{SAID}  root  hide  m", f"{SAID}  root  rename  ann  rude"]
    assert world.acts.only == ((100,), {})
    assert world.opened.made[0][0][0].url == "redis://h"


def test_a_player_is_a_line(world: World, admin: Any) -> None:
    line = f"ann  {SAID}  Ann\n"
    assert admin("player", "ann") == line
    assert world.noted.made == []
    world.player.answer = Player("ann", "Ann", AT, True, True)
    assert admin("player", "ann") == f"ann  {SAID}  a program  suspended  Ann\n"


@pytest.mark.parametrize(
    ("line", "asked", "why"),
    [
        (("rename", "ann", "--name", "Guest"), {"renamed": (("ann", "Guest"), {})}, "Guest rude"),
        (("resume", "ann"), {"suspended": (("ann", [], False), {})}, "rude"),
    ],
)
def test_a_change_is_written_down_and_done(
    line: tuple[str, ...], asked: dict[str, Any], why: str, world: World, admin: Any
) -> None:
    assert admin(*line, "--why", "rude").startswith(f"ann  {SAID}  Ann")
    assert world.noted.only == ((Act(AT, "root", line[0], "ann", why),), {})
    found = {name: getattr(world, name).made for name in ("renamed", "suspended")}
    assert found == {name: [asked[name]] if name in asked else [] for name in found}


def test_matches_that_end_by_a_suspension_are_lines(world: World, admin: Any) -> None:
    told = admin("suspend", "ann", "--why", "rude").splitlines()
    assert told[1:] == ["m1  ended", "m2  ended"]
    assert world.noted.only == ((Act(AT, "root", "suspend", "ann", "rude"),), {})
    ((store, player), _) = world.suspending.only
    assert (store, player) == (world.opened.answer, "ann")


@pytest.mark.parametrize(
    ("what", "said"), [("hide", "hidden from all but its players"), ("unhide", "to be seen as before")]
)
def test_a_match_is_hidden_or_seen(what: str, said: str, world: World, admin: Any) -> None:
    assert admin(what, "m") == f"m  squad  Ann  Bob  {said}\n"
    assert world.row.only == (("m",), {})
    assert world.noted.only == ((Act(AT, "root", what, "m", ""),), {})
    assert world.hidden.only == ((ROW, what == "hide"), {})


def test_what_there_is_not_is_not_written_down(world: World, admin: Any) -> None:
    world.player.answer = world.row.answer = None
    assert admin("suspend", "ann", code=1) == "bocage: there is no player ann\n"
    assert admin("hide", "m", code=1) == "bocage: there is no match m\n"
    assert world.noted.made == world.hidden.made == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("audit", "ann"), "all actions but audit"),
        (("player",), "all actions but audit"),
        (("rename", "ann"), "rename requires --name"),
        (("player", "ann", "--name", "x"), "--name goes with rename only"),
    ],
)
def test_what_does_not_go_together_is_refused(line: tuple[str, ...], said: str, admin: Any) -> None:
    assert admin(*line, code=2, opened=False).startswith(f"bocage: {said}")
