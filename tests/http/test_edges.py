"""What happens seldom: bots that are not there, readers that go away, tokens that end.

Without sockets; time is virtual where any passes.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.requests import ClientDisconnect, Request

from bocage.http import lesson, players, rematch, sign_ins
from bocage.http.app_state import AppState, NoOpponents
from bocage.http.context import serve
from bocage.http.endpoint import Endpoint
from bocage.http.games import _constant, _text
from bocage.http.headers import HEADERS, StandardHeaders
from bocage.http.idempotency import find_match
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import NoFields
from bocage.rules.kernel.registry import find_game
from tests.http.site import Site


async def code_of(work: Any) -> tuple[str, int]:
    """Code and pause of the refusal that ``work`` ends with."""
    with pytest.raises(RefusedError) as caught:
        await work
    return caught.value.code, caught.value.retry


def test_where_there_are_no_bots_nobody_comes_and_nothing_is_reviewed() -> None:
    nobody = NoOpponents()
    assert (nobody.key, nobody.strategies("squad"), nobody.thoughts(), nobody.engine("omaha")) == ("", [], {}, "")
    nobody.invite("squad", "m", "clever")
    assert asyncio.run(nobody.review(b"{}", lambda done, choices: None)) is None


# One request ---------------------------------------------------------------------------------------


def request(path: str = "/", **more: Any) -> Request:
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": [], "path_params": {}}
    return Request({**scope, "client": None, **more})


@pytest.mark.parametrize(
    ("error", "status", "refused", "content"),
    [
        (ClientDisconnect(), 400, 0, b""),
        (RefusedError("no_match"), 404, 1, b"no_match"),
        (LookupError("mine"), 500, 1, b"internal"),
    ],
)
async def test_whatever_goes_wrong_is_an_answer_and_counted(
    error: Exception, status: int, refused: int, content: bytes
) -> None:
    async def fail(context: Any) -> Any:
        raise error

    asked: list[str] = []

    class Node:
        store = SimpleNamespace(hidden=SimpleNamespace(known=frozenset()))
        counts = SimpleNamespace(refused=dict.fromkeys(("no_match", "internal"), 0))

        def address(self, peer: str, forwarded: list[str]) -> str:
            assert (peer, forwarded) == ("", [])
            return "here"

        def texts_of(self, match: str) -> None:
            asked.append(match)

    node = Node()
    taken: list[tuple[str, str]] = []
    state: Any = SimpleNamespace(node=node, answered=Counter(), take=lambda limit, key: taken.append((limit, key)))
    endpoint = Endpoint(method="GET", path="/x/{match}", handler=fail, tag="t", text="t")
    answer = await serve(cast(AppState, state), request(path_params={"match": "m7"}), endpoint)
    assert answer.status_code == status
    assert content in bytes(answer.body)
    assert sum(node.counts.refused.values()) == refused
    assert asked == ["m7"] * refused
    assert taken == [("request_rate", "here")]
    assert state.answered == {("/x/{match}", status): 1}


async def test_what_is_no_request_over_http_has_no_headers_of_ours() -> None:
    passed: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        passed.append(scope)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    wrapped = StandardHeaders(app)
    await wrapped({"type": "websocket", "path": "/ws"}, cast(Any, None), send)
    assert sent.pop()["headers"] == []
    await wrapped({"type": "http", "method": "GET", "path": "/"}, cast(Any, None), send)
    assert {name.decode() for name, _ in sent.pop()["headers"]} == {name.lower() for name in HEADERS}
    assert [scope["type"] for scope in passed] == ["websocket", "http"]


@pytest.mark.parametrize(("lang", "found"), [("en", True), ("ja", True), ("de", False)])
def test_texts_exist_in_the_languages_that_there_are(lang: str, found: bool) -> None:
    context: Any = SimpleNamespace(
        request=request(path_params={"lang": lang}), game=find_game, part=lambda name: "squad"
    )
    if found:
        assert _constant(context, _text).status_code == 200
        return
    with pytest.raises(RefusedError) as caught:
        _constant(context, _text)
    assert caught.value.code == "not_found"


async def test_a_match_that_cannot_be_opened_is_not_one_that_is_not_there() -> None:
    async def room(match: str) -> Any:
        raise RefusedError(match)

    context: Any = SimpleNamespace(node=SimpleNamespace(room=room))
    assert await find_match(context, "no_match") is None
    assert await code_of(find_match(context, "unavailable")) == ("unavailable", 0)


# Tokens that end while they are used ----------------------------------------------------------------


class Ended:
    """A context of a player whose token has just ended."""

    def __init__(self) -> None:
        self.node = self.store = self.state = self
        self.limits = SimpleNamespace(sign_ins=20, name_length=40)
        self.taken: list[tuple[str, str]] = []

    async def player(self) -> Any:
        return SimpleNamespace(id="ann", name="Ann", program=False)

    async def body(self, kind: Any) -> Any:
        return kind() if kind is NoFields else SimpleNamespace(device="d", name="Anna")

    def is_house_bot(self) -> bool:
        return False

    def word_filter(self, name: str) -> str:
        return name

    def take(self, limit: str, key: str) -> None:
        self.taken.append((limit, key))

    def token(self) -> str:
        return "t"

    async def rename(self, player: str, name: str) -> None:
        assert (player, name) == ("ann", "Anna")

    async def add_sign_in(self, token: str, device: str, most: int) -> None:
        assert (token, device, most) == ("t", "d", 20)

    async def make_link(self, token: str) -> None:
        assert token == "t"

    async def make_recovery_codes(self, token: str) -> None:
        assert token == "t"


@pytest.mark.parametrize("handler", [sign_ins.add, sign_ins.link, sign_ins.recovery_codes, players.rename])
async def test_a_token_that_ends_while_it_is_used_is_a_bad_one(handler: Callable[[Any], Any]) -> None:
    context = Ended()
    assert await code_of(handler(context)) == ("bad_token", 0)
    assert context.taken == ([] if handler is players.rename else [("sign_in_rate", "ann")])


# Rematches -----------------------------------------------------------------------------------------


class Table:
    """A context about one match, and the matches that follow on it."""

    def __init__(self, **match: Any) -> None:
        self.node = self
        usual = {"status": "ended", "revealed": True, "over": True, "begun": True, "id": "m", "secret": b"s" * 32}
        self.match = SimpleNamespace(**{**usual, **match}, seat_of=lambda player: 0)
        self.following: list[Any] = []
        self.asked: list[str] = []

    async def player(self) -> Any:
        return SimpleNamespace(id="ann")

    def match_id(self) -> str:
        return "m"

    async def room(self, name: str) -> Any:
        if name == "m":
            return self
        self.asked.append(name)
        found = self.following[len(self.asked) - 1] if len(self.asked) <= len(self.following) else "no_match"
        if isinstance(found, str) and found != "ended":
            raise RefusedError(found)
        return SimpleNamespace(match=SimpleNamespace(status="ended") if found == "ended" else found)


@pytest.mark.parametrize(
    ("match", "refused"),
    [
        ({"status": "playing", "over": False, "revealed": False}, ("not_over", 0)),
        ({"status": "ended", "revealed": False}, ("not_over", 300)),
        ({"begun": False}, ("not_playing", 0)),
    ],
)
async def test_what_cannot_be_played_again_or_not_yet(match: dict[str, Any], refused: tuple[str, int]) -> None:
    assert await code_of(rematch._over(cast(Any, Table(**match)))) == refused


async def test_matches_that_ended_are_passed_over_fifty_times() -> None:
    table = Table()
    context, match = cast(Any, table), cast(Any, table.match)
    names = [rematch.following(match, number) for number in range(60)]
    assert len(set(names)) == 60
    assert all(len(name) == 12 and name.isalnum() and name.islower() for name in names)
    table.following = ["ended"] * 3
    assert await rematch._next(context, match) == (names[3], None)
    assert table.asked == names[:4]
    table.asked, waiting = [], SimpleNamespace(status="open", id="x", seat_of=lambda player: -1)
    table.following = ["ended", waiting]
    name, found = await rematch._next(context, match)
    assert (name, cast(Any, found)) == (names[1], waiting)
    table.asked = []
    assert (await rematch.look(context)).seated is False
    table.asked, table.following = [], ["ended"] * 49
    assert await rematch._next(context, match) == (names[49], None)
    table.asked, table.following = [], ["ended"] * 60
    assert await code_of(rematch._next(context, match)) == ("game_over", 0)
    assert table.asked == names[:50]
    table.asked, table.following = [], ["unavailable"]
    assert await code_of(rematch._next(context, match)) == ("unavailable", 0)


# Lessons -------------------------------------------------------------------------------------------


def test_a_lesson_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    game = next(game for game in map(find_game, ("omaha", "squad", "zombies")) if game.lesson() is not None)
    log = lesson.lesson_of(game)
    assert log is not None
    lesson.main(game.id)
    lines = capsys.readouterr().out.splitlines()
    numbered = [line for line in lines if line[:5].strip().isdigit()]
    assert [int(line[:5]) for line in numbered] == [update.seq for update in log.updates]
    said = [line.strip() for line in lines if line.startswith("      ")]
    assert said == [log.comments[key].en for key in sorted(log.comments, key=int)]


def test_a_game_without_a_lesson_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.rules.toy import GAME

    monkeypatch.setattr(lesson, "find_game", lambda _: GAME)
    assert lesson.lesson_of(GAME) is None
    with pytest.raises(SystemExit, match="toy has no lesson"):
        lesson.main("toy")


# Private matches and commands without fields ---------------------------------------------------------


async def test_the_code_is_told_to_who_made_a_private_match_and_to_who_sits_at_it(site: Site) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    _, eve = await site.player("Eve")
    wish = {"game": "squad", "seat": 1, "access": {"private": True}}
    made = (await site.post("/api/matches", wish, ann)).json()
    path, code = f"/api/matches/{made['match']}", {"Bocage-Invite": made["invite"]}
    assert made["invite"]
    assert (await site.get(path, ann)).json()["invite"] == made["invite"]
    # Whoever has the code may look; it is not repeated to them.
    assert "invite" not in (await site.get(path, eve, **code)).json()
    assert "invite" not in (await site.get(path, **code)).json()
    joined = await site.post(f"{path}/join", {"seat": 0, "invite": made["invite"]}, bob)
    assert joined.json()["seat"] == 0
    assert (await site.get(path, bob)).json()["invite"] == made["invite"]
    public = await site.match(ann)
    assert "invite" not in (await site.get(f"/api/matches/{public}", ann)).json()


@pytest.mark.parametrize("command", ["resign", "withdraw"])
async def test_a_command_without_fields_takes_an_object(command: str, site: Site) -> None:
    _, ann = await site.player("Ann")
    match = await site.match(ann)
    for content in (b"[]", b"{", b"7"):
        refused = await site.call("POST", f"/api/matches/{match}/{command}", content=content, token=ann)
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_request")
    assert (await site.node.room(match)).match.status == "open"
    assert (await site.post(f"/api/matches/{match}/{command}", {}, ann)).status_code == 200
