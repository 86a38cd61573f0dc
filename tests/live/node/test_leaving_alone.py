"""Leaving for good, step by step: what is given up, cleared and marked, in which order; and what is exported."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from bocage.features.social.wire import Report, ReportWish
from bocage.http import kept as leaving
from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import decode
from bocage.log.match import Match
from bocage.log.projection import propose
from bocage.log.records import Row
from bocage.protocol.leaving import KeptSignIn
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel.registry import find_game
from tests.live.node.memory_store import MemoryStore


class Leaving:
    """What is kept about players; ``done``: what was asked, in order."""

    def __init__(self) -> None:
        self.done: list[Any] = []
        self.there = True
        self.kept: Mapping[str, Any] = {}

    async def mark(self, player: str, now: int) -> bool:
        self.done.append(("mark", player, now))
        return self.there

    async def clear(self, player: str) -> None:
        self.done.append(("clear", player))

    async def fields(self, player: str) -> Mapping[str, Any]:
        return self.kept


class Store(MemoryStore):
    """With lists of matches, and what is kept about players."""

    def __init__(self) -> None:
        super().__init__()
        self.leaving = Leaving()
        self.listed: list[Row] = []

    async def matches_of(self, player: str, most: int) -> list[Row]:
        assert (player, most) == ("ann", leaving.MOST)
        return list(self.listed)

    async def match(
        self, *players: str, seated: bool = True, resigned: bool = False, ended: bool = False, **row: Any
    ) -> str:
        """A stored match of these players, and its row."""
        match, body = create(find_game("squad"), players[0])
        await self.add(match, body)
        for player in players if seated else ():
            await self.add(match, judge.sit(match, player, player))
        while (owed := judge.owed(match, now=self.time)) is not None:
            await self.add(match, owed)
        if resigned:
            await self.add(match, judge.resign(match, 0))
        status = "ended" if ended else "playing" if len(players) == 2 else "open"
        self.listed.append(Row(match.id, "squad", cast(Any, status), list(players), list(players), **row))
        return match.id

    async def add(self, match: Match, body: Any) -> None:
        made = propose(match, body, self.time)
        entry = await self.append(made.match, made.seq, made.raw, made.not_before, made.change)
        match.extend(entry, made.preview)

    def bodies(self, match: str) -> list[str]:
        return [type(decode(entry.raw)).__name__ for entry in self.logs[match]]


@pytest.fixture
def store() -> Store:
    return Store()


async def test_matches_are_given_up_before_and_after_a_player_is_marked(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await store.match("bob", "ann", deal="2026-03-04")
    waits = await store.match("ann")
    empty = await store.match("ann", seated=False)
    over = await store.match("ann", "bob", ended=True)
    half = await store.match("ann", "bob", resigned=True)
    length = len(store.logs[over])
    times: list[int] = []
    owed = judge.owed

    def noted(match: Match, now: int = 0) -> Any:
        times.append(now)
        return owed(match, now=now)

    monkeypatch.setattr("bocage.http.kept.judge.owed", noted)
    late: list[str] = []
    mark = store.leaving.mark

    async def mark_late(player: str, now: int) -> bool:
        # Another request of theirs was under way.
        late.append(await store.match("ann", "bob"))
        return await mark(player, now)

    store.leaving.mark = mark_late  # type: ignore[method-assign]
    given_up = await leaving.leave(cast(Any, store), "ann", [])
    assert given_up == [played, waits, empty, half, played, waits, empty, half, *late]
    assert set(times) == {store.time}
    assert store.bodies(played)[-3:] == ["Resigned", "Ended", "Revealed"]
    assert store.bodies(played).count("Resigned") == 1
    assert cast(Any, decode(store.logs[played][-3].raw)).seat == 1
    assert store.bodies(late[0])[-3:] == ["Resigned", "Ended", "Revealed"]
    assert store.bodies(waits) == ["Created", "Seated", "Resigned", "Ended", "Revealed"]
    # One that they made and do not sit at is closed.
    assert store.bodies(empty) == ["Created", "Closed", "Ended", "Revealed"]
    assert store.bodies(half)[-3:] == ["Resigned", "Ended", "Revealed"]
    assert len(store.logs[over]) == length
    cleared = ("clear", "ann")
    assert store.leaving.done == [cleared, ("mark", "ann", store.time), cleared]


async def test_whom_nobody_knows_cannot_leave(store: Store) -> None:
    store.leaving.there = False
    with pytest.raises(RefusedError, match="bad_token"):
        await leaving.leave(cast(Any, store), "ann", [])
    assert [what for what, *_ in store.leaving.done] == ["clear", "mark"]


class Exported(Store):
    """Knows all about Ann."""

    def __init__(self, known: Any) -> None:
        super().__init__()
        self.known = known
        self.public_records = SimpleNamespace(seen_by=self._of("seen by"))
        self.friends = SimpleNamespace(
            wanted_by=self._of("wanted", many=True), asking=self._of("asking", many=True)
        )
        self.blocks = SimpleNamespace(of=self._of("blocks", many=True))  # type: ignore[assignment]
        told = [Report("bob", 1, ReportWish("ann", "name")), Report("ann", 2, ReportWish("bob", "chat"))]
        self.reports = SimpleNamespace(newest=self._newest([msgspec.json.encode(one) for one in told]))

    def _of(self, what: str, many: bool = False) -> Any:
        async def answer(player: str, kind: str = "") -> Any:
            assert player == "ann"
            return [what + kind] if many else what

        return answer

    def _newest(self, told: list[bytes]) -> Any:
        async def newest(most: int) -> list[Any]:
            assert most == leaving.MOST
            return [(str(number), one) for number, one in enumerate(told)]

        return newest

    async def player(self, player: str) -> Any:
        return self.known

    async def sign_ins(self, player: str) -> Any:
        one = SimpleNamespace(id="s1", device="phone", made=3, used=4)
        return SimpleNamespace(sign_ins=[one], codes=5)

    def sign_in_now(self) -> KeptSignIn:
        return KeptSignIn("s1", "phone", 3, 4)


async def test_all_that_is_kept_is_exported() -> None:
    store = Exported(SimpleNamespace(name="Ann", created=7, program=True, suspended=False))
    match = await store.match("ann", "bob", deal="2026-03-04")
    store.leaving.kept = {"link": b"x", "passkey:a": b'{"a":1}', "other": b"{}", "notices": b'{"n":2}'}
    told = await leaving.kept_about(cast(Any, store), "ann", [])
    assert (told.player, told.name, told.created, told.record) == ("ann", "Ann", 7, "seen by")
    assert (told.program, told.suspended, told.recovery_codes, told.link) == (True, False, 5, True)
    assert (told.sign_ins, told.passkeys, told.notices) == ([store.sign_in_now()], [{"a": 1}], {"n": 2})
    assert [row.match for row in told.matches] == [match]


async def test_where_little_is_kept_little_is_exported() -> None:
    store = Exported(SimpleNamespace(name="Ann", created=7, program=False, suspended=True))
    told = await leaving.kept_about(cast(Any, store), "ann", [])
    assert (told.program, told.suspended, told.link) == (False, True, False)
    assert (told.passkeys, told.notices, told.matches) == ([], {}, [])
    store.known = None
    with pytest.raises(RefusedError, match="bad_token"):
        await leaving.kept_about(cast(Any, store), "ann", [])
