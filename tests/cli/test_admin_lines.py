"""The lines of ``bocage admin``, sign by sign, and what it asks of the store. The store is none."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bocage.cli import main
from bocage.features.accounts.storage import Passkey, SignIn
from bocage.features.social.wire import Report, ReportedLine, ReportWish
from bocage.store import Player, Store
from bocage.store.moderation import Act
from tests.cli.calls import Calls

#: A moment, and how it is written.
AT, SAID = 1_700_000_000_000, "2023-11-14 22:13:20"
ROW = SimpleNamespace(match="m", game="squad", names=["Ann", "Bob"])
KEY = Passkey(b"credential", b"key", 0, "desk", AT)


class World:
    """A store that notes what it is asked."""

    def __init__(self) -> None:
        self.player = Calls(Player("ann", "Ann", AT))
        self.sign_ins = Calls(
            SimpleNamespace(sign_ins=[SignIn("s1", "Safari", AT, AT + 1000)], codes=3, passkeys=2)
        )
        self.row, self.renamed, self.signed_out, self.closed = Calls(ROW), Calls(), Calls(), Calls()
        self.reports, self.acts, self.noted, self.suspended = Calls([]), Calls([]), Calls(), Calls()
        self.hidden, self.fields, self.left, self.kept = Calls(), Calls({"name": "Ann"}), Calls(["a", "b"]), Calls()
        self.passkeys = Calls([KEY, msgspec.structs.replace(KEY, name="", used=AT)])
        self.suspending = Calls(["m1", "m2"])
        self.opened = Calls(self._store())

    def _store(self) -> Any:
        audit = SimpleNamespace(newest=self.acts.later, note=self.noted.later, suspend=self.suspended.later)
        return SimpleNamespace(
            player=self.player.later,
            row=self.row.later,
            rename=self.renamed.later,
            close=self.closed.later,
            now=lambda: AT,
            topology=None,
            audit=audit,
            hidden=SimpleNamespace(set=self.hidden.later),
            player_fields=self.fields.later,
        )


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    made = World()
    monkeypatch.setattr(Store, "open", made.opened.later)
    monkeypatch.setattr("bocage.cli.admin.delete_account", made.left.later)
    monkeypatch.setattr("bocage.cli.admin.suspend", made.suspending.later)
    monkeypatch.setattr("bocage.cli.admin.collect", made.kept.later)
    monkeypatch.setattr("bocage.cli.admin.Reports", lambda redis: SimpleNamespace(newest=made.reports.later))
    monkeypatch.setattr("bocage.cli.admin.features.make", lambda store, settings: [])
    monkeypatch.setattr(
        "bocage.cli.admin.SignInStorage",
        lambda store: SimpleNamespace(of=made.sign_ins.later, end=made.signed_out.later),
    )
    monkeypatch.setattr("bocage.cli.admin.PasskeyStorage", lambda store: SimpleNamespace(of=made.passkeys.later))
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


def test_reports_and_acts_are_lines(world: World, admin: Any) -> None:
    said = [ReportedLine("bob", "you\x1b", AT), ReportedLine("bob", "again", 10**18)]
    wish = ReportWish("bob", "chat", "m", "a\nnote", said)
    world.reports.answer = [("1-0", msgspec.json.encode(Report("ann", AT, wish)))]
    assert admin("reports").splitlines() == [
        f"{SAID}  1-0  chat  bob  (ann)  m  a\ufffdnote",
        f"    {SAID}  bob  you\ufffd",
        f"    {10**18}  bob  again",
    ]
    world.acts.answer = [Act(AT, "root", "hide", "m", ""), Act(AT, "root", "rename", "ann", "rude")]
    assert admin("audit").splitlines() == [f"{SAID}  root  hide  m", f"{SAID}  root  rename  ann  rude"]
    # The newest hundred of both.
    assert world.reports.only == world.acts.only == ((100,), {})
    assert world.opened.made[0][0][0].url == "redis://h"


def test_sign_ins_and_passkeys_are_lines(admin: Any) -> None:
    assert admin("sessions", "ann").splitlines() == [
        f"s1  {SAID}  2023-11-14 22:13:21  Safari",
        f"passkey  {KEY.id}  {SAID}  -  desk",
        f"passkey  {KEY.id}  {SAID}  {SAID}",
    ]


def test_a_player_is_a_line(world: World, admin: Any) -> None:
    line = f"ann  {SAID}  1 sign-ins, 3 recovery codes, 2 passkeys  Ann\n"
    assert admin("player", "ann") == line
    assert world.noted.made == []
    world.player.answer = Player("ann", "Ann", AT, True, True)
    assert admin("player", "ann") == line.replace("passkeys  Ann", "passkeys  a program  suspended  Ann")


@pytest.mark.parametrize(
    ("line", "asked", "why"),
    [
        (("rename", "ann", "--name", "Guest"), {"renamed": (("ann", "Guest"), {})}, "Guest rude"),
        (("revoke", "ann"), {"signed_out": (("ann", ""), {"others": True})}, "rude"),
        (("revoke", "ann", "--sign-in", "s1"), {"signed_out": (("ann", "s1"), {"others": False})}, "s1 rude"),
        (("resume", "ann"), {"suspended": (("ann", [], False), {})}, "rude"),
    ],
)
def test_a_change_is_written_down_and_done(
    line: tuple[str, ...], asked: dict[str, Any], why: str, world: World, admin: Any
) -> None:
    assert admin(*line, "--why", "rude").startswith(f"ann  {SAID}  1 sign-ins")
    assert world.noted.only == ((Act(AT, "root", line[0], "ann", why),), {})
    found = {name: getattr(world, name).made for name in ("renamed", "signed_out", "suspended")}
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


def test_what_is_kept_is_printed_and_taken_away(world: World, admin: Any) -> None:
    world.kept.answer = {"name": "Ann"}
    assert admin("export", "ann") == '{\n  "name": "Ann"\n}\n'
    store = world.opened.answer
    assert world.kept.only == ((store, "ann", []), {})
    assert world.noted.made == []
    assert admin("forget", "ann", "--why", "asked") == "ann  forgotten; 2 matches given up\n"
    assert world.left.only == ((store, "ann", []), {})
    assert world.noted.made[0] == ((Act(AT, "root", "forget", "ann", "asked"),), {})


def test_what_there_is_not_is_not_written_down(world: World, admin: Any) -> None:
    assert admin("revoke", "ann", "--sign-in", "s2", code=1) == "bocage: ann has no sign-in s2\n"
    world.player.answer = world.row.answer = None
    world.fields.answer = {}
    assert admin("suspend", "ann", code=1) == "bocage: there is no player ann\n"
    assert admin("forget", "ann", code=1) == "bocage: there is no player ann\n"
    assert admin("hide", "m", code=1) == "bocage: there is no match m\n"
    assert world.noted.made == world.hidden.made == world.left.made == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("reports", "ann"), "reports and audit want no id, all others one"),
        (("audit", "ann"), "reports and audit want no id, all others one"),
        (("player",), "reports and audit want no id, all others one"),
        (("rename", "ann"), "rename, and nothing else, wants --name"),
        (("player", "ann", "--name", "x"), "rename, and nothing else, wants --name"),
        (("player", "ann", "--sign-in", "x"), "--sign-in goes with revoke only"),
    ],
)
def test_what_does_not_go_together_is_refused(line: tuple[str, ...], said: str, admin: Any) -> None:
    assert admin(*line, code=2, opened=False) == f"bocage: {said}\n"
