"""How a person in a terminal finds a table: what is asked of the service, and what they are told."""

from __future__ import annotations

from types import SimpleNamespace, TracebackType
from typing import Any, cast

import pytest

from bocage.protocol import messages as m
from bocage.protocol.rest import MatchCreated
from bocage.sdk import RefusedError
from bocage.sdk.bot import SEATED_PERHAPS
from bocage.terminal import sit
from bocage.terminal.sit import Mailbox, Wishes, play, watch
from tests.clients.scripted_console import ScriptedConsole


class Rest:
    """The service's requests; each is noted."""

    def __init__(
        self, *, seats: int = 2, rows: tuple[m.LobbyRow, ...] = (), refused: dict[str, str] | None = None
    ) -> None:
        self.seats = seats
        self.rows = rows
        self.refused = refused or {}
        self.asked: list[tuple[str, Any]] = []

    async def game(self, game: str) -> SimpleNamespace:
        return SimpleNamespace(seats=self.seats)

    async def matches(self, **wishes: Any) -> tuple[m.LobbyRow, ...]:
        self.asked.append(("matches", wishes))
        return self.rows

    async def join(self, match: str, **wishes: Any) -> None:
        self.asked.append((f"join {match}", wishes))
        if match in self.refused:
            raise RefusedError(code=self.refused[match], text="No.")

    async def create_match(self, game: str, **wishes: Any) -> MatchCreated:
        self.asked.append((f"create {game}", wishes))
        return MatchCreated("new", 0, "code" if wishes["access"] else "")


class FakeClient:
    """Connected as Ada."""

    name = "Ada"

    def __init__(self, rest: Rest) -> None:
        self.rest = rest
        self.heard: dict[str, Any] = {}

    async def __aenter__(self) -> FakeClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is open."""


class FakeSeat:
    """Takes the place of a seat: how it was made."""

    made: tuple[Any, ...] = ()
    more: dict[str, Any] = {}  # noqa: RUF012
    heard: list[Any] = []  # noqa: RUF012
    ends = True

    def __init__(self, *made: Any, **more: Any) -> None:
        FakeSeat.made, FakeSeat.more, FakeSeat.heard = made, more, []

    async def run(self) -> bool:
        client = FakeSeat.made[0]
        client.heard["on_said"]("said")
        client.heard["on_status"]("lost", 1.5)
        return FakeSeat.ends

    def said(self, said: Any) -> None:
        FakeSeat.heard.append(said)

    def status(self, status: Any, wait: float) -> None:
        FakeSeat.heard.append((status, wait))


class World:
    """Plays and watches with a service that is none."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.console = ScriptedConsole()
        self.connected: tuple[Any, ...] = ()

    def prepare(self, rest: Rest) -> FakeClient:
        client = FakeClient(rest)

        async def connect_as(name: str, url: str, **more: Any) -> FakeClient:
            self.connected = (name, url, more["lang"])
            client.heard = more
            return client

        def make(url: str, **more: Any) -> FakeClient:
            self.connected = ("", url, more["lang"])
            client.heard = more
            return client

        self.monkeypatch.setattr(sit, "connect_as", connect_as)
        self.monkeypatch.setattr(sit, "Client", make)
        self.monkeypatch.setattr(sit, "Seat", FakeSeat)
        return client

    async def play(self, rest: Rest, name: str = "Ada", **wishes: Any) -> tuple[str, str]:
        """Play; which match it became, and its invite code."""
        client = self.prepare(rest)
        assert await play(Wishes(**wishes), self.console, name=name, url="http://x", lang="en")
        assert FakeSeat.made[:4] == (client, self.console, rest, "en")
        return FakeSeat.made[4], FakeSeat.made[5]


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    return World(monkeypatch)


def row(match: str, *names: str, house: str = "") -> m.LobbyRow:
    return m.LobbyRow(match=match, game="toy", status="open", options={}, names=list(names), at=1, house=house)


SOUGHT = ("matches", {"game": "toy", "status": "open", "forks": False})
NO_WISH: dict[str, Any] = {
    "agree": False,
    "dice": "",
    "options": {},
    "seat_options": {},
    "seat": None,
    "clock": {},
    "access": {},
    "opponent": "",
}


async def test_open_match_of_somebody_else_is_joined(world: World) -> None:
    rest = Rest(
        rows=(
            row("mine", "Ada", ""),
            row("kept", "Cy", "", house="clever"),
            row("quick", "Di", ""),
            row("last", "Bo", ""),
        ),
        refused={"quick": "seat_taken"},
    )
    assert await world.play(rest, game="toy", seat=1, seat_options={"nation": "us"}) == ("last", "")
    taken = {"seat": 1, "options": {"nation": "us"}}
    assert rest.asked == [SOUGHT, ("join quick", taken), ("join last", taken)]
    assert world.console.text == ""
    assert world.connected == ("Ada", "http://x", "en")


async def test_where_nobody_waits_a_match_is_made(world: World) -> None:
    rest = Rest(rows=(row("mine", "Ada", ""),))
    assert await world.play(rest, game="toy") == ("new", "")
    assert rest.asked == [SOUGHT, ("create toy", NO_WISH)]
    assert world.console.text == "Match new is set up."


async def test_no_wish_for_ones_seat_is_no_wish(world: World) -> None:
    rest = Rest(rows=(row("a", "Bo", ""),))
    assert await world.play(rest, game="toy") == ("a", "")
    assert rest.asked[1] == ("join a", {"seat": None, "options": None})


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"options": {"goal": 3}}, ""),
        ({"clock": {"kind": "none"}}, ""),
        ({"opponent": "clever"}, ""),
        ({"access": {"private": True}}, "code"),
    ],
)
async def test_who_has_wishes_looks_for_nobody(world: World, wish: dict[str, Any], code: str) -> None:
    rest = Rest(rows=(row("a", "Bo", ""),))
    assert await world.play(rest, game="toy", **wish) == ("new", code)
    assert rest.asked == [("create toy", NO_WISH | wish)]
    assert ("Invite code: code." in world.console.text) is bool(code)


async def test_who_plays_alone_looks_for_nobody(world: World) -> None:
    rest = Rest(seats=1, rows=(row("a", "Bo", ""),))
    assert await world.play(rest, game="toy") == ("new", "")
    assert rest.asked == [("create toy", NO_WISH)]


@pytest.mark.parametrize("code", ["", *sorted(SEATED_PERHAPS)])
async def test_the_match_that_was_named_is_the_one(world: World, code: str) -> None:
    """Whoever sits there already goes on; others look on, if they may."""
    rest = Rest(refused={"m": code} if code else {})
    assert await world.play(rest, match="m", invite="abc", seat=0) == ("m", "abc")
    assert rest.asked == [("join m", {"seat": 0, "options": None, "invite": "abc"})]


async def test_what_cannot_be_joined_at_all_is_said(world: World) -> None:
    with pytest.raises(RefusedError, match="No"):
        await world.play(Rest(refused={"m": "bad_options"}), match="m")


@pytest.mark.parametrize(("name", "more"), [("Ada Lace", " --name 'Ada Lace'"), ("guest", "")])
async def test_who_leaves_is_told_the_way_back(world: World, name: str, more: str) -> None:
    await world.play(Rest(), name, match="m")
    assert FakeSeat.more == {"back": f"bocage play --join m{more}"}


@pytest.mark.parametrize("ends", [True, False])
async def test_a_watcher_stays(world: World, ends: bool) -> None:
    FakeSeat.ends = ends
    client = world.prepare(Rest())
    library = cast(Any, object())
    for invite, more in (("", ""), ("a b", " --invite 'a b'")):
        assert await watch("m", world.console, url="http://x", lang="ja", invite=invite, library=library) is ends
        assert FakeSeat.made == (client, world.console, library, "ja", "m", invite)
        assert FakeSeat.more == {"stays": True, "back": f"bocage watch m{more}"}
    assert world.connected == ("", "http://x", "ja")
    await watch("m", world.console, url="http://x", lang="ja")
    assert FakeSeat.made[2] is client.rest
    FakeSeat.ends = True


async def test_connection_messages_reach_the_seat(world: World) -> None:
    await world.play(Rest(), match="m")
    assert FakeSeat.heard == ["said", ("lost", 1.5)]
    empty = Mailbox()
    empty.said(cast(m.Said, "early"))
    empty.status("lost", 1.0)
    assert empty.seat is None
