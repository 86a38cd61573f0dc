"""Plays one world from beginning to end, and says whether everything held."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import logging
import random
import secrets
from collections.abc import Iterator
from typing import Any

import msgspec

from bocage.log.entries import Access, Revealed
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import registry
from bocage.sdk.client import Client
from bocage.sdk.play import MOVED_ON
from bocage.store.lists import parse_row
from tests.simulate import invariants
from tests.simulate.cluster import Cluster, Loud, StuckError
from tests.simulate.invariants import BrokenError
from tests.simulate.loop import Loop
from tests.simulate.plan import Plan
from tests.simulate.trouble import Trouble

#: Seconds within which all must be at rest when nothing goes wrong any more.
PEACE = 150.0
#: Seconds within which lists must be right when matches are at rest.
SETTLE = 20.0
#: Milliseconds after the last fault until everything is as fast as it should be.
CALM_AFTER = 4000
#: Faults during which nodes try in vain to connect to storage, or to write there.
OUTAGES = ("crash_redis", "lose_tail", "stop_redis", "partition", "fail_over", "full_disk")
#: Seconds that a player thinks.
THINKS = (0.0, 0.05, 0.4, 1.5)


class Result(msgspec.Struct, frozen=True):
    """What came of a world. ``seconds``: virtual. ``trace``: a digest of all that was stored."""

    broken: BrokenError | None
    seconds: float
    steps: int
    entries: int
    frames: int
    trace: str


class World:
    """One world, its players and those who watch."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rng = random.Random(f"players {plan.seed}")
        self.cluster = Cluster(plan.seed, plan.nodes, plan.replicas)
        self.checker = self.cluster.checker
        self._lobby: dict[str, Any] | None = None
        self._numbers = itertools.count()

    def play(self) -> Result:
        """Play it."""
        cluster, plan = self.cluster, self.plan
        matches = self._begin()
        if matches:
            # What was stored before faults begin was stored long ago.
            cluster.never_lost = len(cluster.redis.keys.journal)
            trouble = Trouble(cluster, plan.faults)
            # After an outage nodes wait longer and longer before they connect again, however far the clock jumps.
            outage = any(fault.kind in OUTAGES for fault in plan.faults)
            if not outage:
                rest = trouble.over - cluster.scheduler.now
                self.checker.calm_since = cluster.now() + int(1000 * rest) + CALM_AFTER
            cluster.run_until(lambda: cluster.scheduler.now >= trouble.over, 1000.0)
            if outage:
                self.checker.calm_since = cluster.now() + CALM_AFTER
            if not cluster.run_until(lambda: self._at_rest(matches), PEACE):
                self.checker.fail(invariants.REST, self._unrest(matches))
            self._check_lists()
            self.checker.check_acknowledged()
        else:
            self.checker.fail(invariants.REST, "not even the matches could be made")
        entries = [step.entry for history in self.checker.histories.values() for step in history.steps]
        trace = hashlib.sha256(msgspec.msgpack.encode([*entries, cluster.scheduler.steps])).hexdigest()[:16]
        return Result(
            self.checker.broken,
            cluster.scheduler.now,
            cluster.scheduler.steps,
            len(entries),
            self.checker.frames,
            trace,
        )

    # Beginning ----------------------------------------------------------------------------------

    def _begin(self) -> list[str]:
        if self.cluster.run_until(lambda: all(machine.node for machine in self.cluster.machines), 30.0):
            with contextlib.suppress(StuckError):
                return self._make_matches()
        return []

    def _make_matches(self) -> list[str]:
        cluster, plan = self.cluster, self.plan
        game = registry.find_game(plan.game)
        matches: list[str] = []
        for number in range(plan.matches):
            machine = self.rng.choice(cluster.machines)
            known = [cluster.do(machine, cluster.player(machine, f"P{seat}")) for seat in range(game.seats)]
            players = [player for player, _ in known]
            options = {"turns": plan.turns} if plan.game == "tally" else {}
            access = Access(number % 2 == 1 and plan.watchers == 0, plan.open_delay)
            made = cluster.match(machine, plan.game, options, plan.clock, access, players, plan.undo, plan.agree)
            match = cluster.do(machine, made)
            matches.append(match)
            for player, token in known:
                self._client(token, self._player, match, player.id)
        for number in range(plan.watchers):
            for match in matches:
                self._client("", self._watcher, match, number % 2 == 1 and plan.open_delay >= 0)
        self._client("", self._reader)
        return matches

    def _client(self, token: str, work: Any, *arguments: Any) -> None:
        cluster = self.cluster
        loop = Loop(cluster.scheduler, cluster.failed)  # type: ignore[abstract]
        cluster.client_loops.append(loop)
        number = next(self._numbers)
        rng = random.Random(f"client {self.plan.seed} {number}")

        async def live() -> None:
            client = await Client(
                "http://sim:1",
                token=token,
                patience=600.0,
                longest_wait=2.0,
                rng=rng,
                connect=cluster.connect(loop),
            )
            await work(client, number, rng, *arguments)
            await client.close()

        def begin() -> None:
            loop.create_task(live()).add_done_callback(self._finished)

        loop.call_soon(begin)

    def _finished(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self.checker.fail(invariants.CALM, f"a client failed: {error!r}")

    # Clients ------------------------------------------------------------------------------------

    async def _player(self, client: Client, number: int, rng: random.Random, match: str, player: str) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(self._watcher(client, number, rng, match, False))
            if self.plan.agree:
                group.create_task(self._proposer(client, rng, match))
            acted = 0
            async for owed in client.play(match):
                await asyncio.sleep(rng.choice(THINKS))
                if owed.view.get("undo_asked", owed.seat) != owed.seat and rng.random() < 0.7:
                    with self._moved_on():
                        await client.undo(match, owed.seq)
                    continue
                action = rng.choice(owed.actions)
                with self._moved_on():
                    if self.plan.game != "tally" and acted >= self.plan.turns:
                        await client.resign(match)
                    else:
                        ack = await client.act(match, owed.seq, action)
                        acted += 1
                        self.checker.acknowledged(match, player, ack.seq, action)
                        if self.plan.undo and rng.random() < 0.3:
                            await client.undo(match, ack.seq)

    async def _proposer(self, client: Client, rng: random.Random, match: str) -> None:
        """Proposes other terms, now and then, as long as nothing is agreed."""
        feed = client.follow(match)
        for _ in range(3):
            state = await feed.get()
            if "agreement" not in state.view:
                break
            with self._moved_on():
                if rng.random() < 0.7:
                    await client.propose(match, state.seq, {"turns": self.plan.turns + rng.randrange(2)})
            await asyncio.sleep(rng.choice(THINKS))
        client.unfollow(match, feed)

    @contextlib.contextmanager
    def _moved_on(self) -> Iterator[None]:
        try:
            yield
        except RefusedError as error:
            if error.code not in MOVED_ON | {"cannot_undo", "already_asked", "not_open", "same_terms"}:
                raise

    async def _watcher(self, client: Client, number: int, rng: random.Random, match: str, open_hands: bool) -> None:
        feed = client.follow(match, open_hands=open_hands)
        while True:
            self._saw(number, match, await feed.get())

    async def _reader(self, client: Client, number: int, rng: random.Random) -> None:
        async for rows in client.lobby():
            self._lobby = dict(rows)

    def _saw(self, number: int, match: str, state: Any) -> None:
        self.checker.state(number, match, state.seq, state.seat, state.view, state.whole)

    # The end ------------------------------------------------------------------------------------

    def _at_rest(self, matches: list[str]) -> bool:
        histories = self.checker.histories
        # Where storage lost what clients knew, some may have left, or wait for what has happened already.
        lost = {match for _, match in self.checker.strayed} | self.checker.undone
        for match in matches:
            if match not in lost and not isinstance(histories[match].last.body, Revealed):
                return False
        known = self.checker.positions.items()
        behind = any(seq != len(histories[match].steps) for (_, match), seq in known if match not in lost)
        listed = any(match in (self._lobby or {}) for match in matches if match not in lost)
        return not behind and not listed

    def _unrest(self, matches: list[str]) -> str:
        said = [f"after {self.cluster.scheduler.now:.1f} s"]
        for match in matches:
            history = self.checker.histories[match]
            known = {number: seq for (number, name), seq in self.checker.positions.items() if name == match}
            said.append(f"{match}: {len(history.steps)} entries, last {history.last.entry.raw!r}; known: {known}")
        said.append(f"lobby: {sorted(self._lobby or {})}")
        return "; ".join(said)

    def _check_lists(self) -> None:
        self.cluster.run_until(lambda: self._wrong_lists() is None, SETTLE)
        if (wrong := self._wrong_lists()) is not None:
            self.checker.fail(*wrong)

    def _wrong_lists(self) -> tuple[str, str] | None:
        """The sentence about lists that does not hold, and why; None: all hold."""
        keys = self.cluster.redis.keys
        rows: dict[str, Any] = {}
        due: list[bytes] = []
        for name in keys.names():
            if name.endswith(b":rows"):
                for stored in keys.get(name).values():
                    row = parse_row(stored)
                    rows[row.match] = row
            elif name.endswith(b":due"):
                due += keys.get(name)
        for match, history in self.checker.histories.items():
            if match in rows and rows[match].options != history.last.match.terms:
                return invariants.LOBBY, f"{match}: options {rows[match].options}"
        ended = {row.match for row in rows.values() if row.status == "ended"}
        over = {match for match, history in self.checker.histories.items() if history.last.match.status == "ended"}
        if missing := over - ended:
            return invariants.LOBBY, f"not listed as ended: {sorted(missing)}"
        if late := {match.decode() for match in due} & ended:
            return invariants.DEADLINES, f"due: {sorted(late)}"
        shown = {row.match for row in rows.values() if row.status != "ended" and not row.private}
        if self._lobby is not None and self._lobby.keys() != shown:
            return invariants.LOBBY, f"{sorted(self._lobby)} instead of {sorted(shown)}"
        return None


@contextlib.contextmanager
def drawn_from(seed: int) -> Iterator[None]:
    """Whatever is drawn at random comes from the seed."""
    rng = random.Random(f"drawn {seed}")
    before = random.getstate()
    kept = {name: getattr(secrets, name) for name in ("token_bytes", "token_hex", "token_urlsafe")}
    random.seed(f"global {seed}")
    instead = {
        "token_bytes": lambda size=32: rng.randbytes(size),
        "token_hex": lambda size=32: rng.randbytes(size).hex(),
        "token_urlsafe": lambda size=32: rng.randbytes(size).hex(),
    }
    for name, function in instead.items():
        setattr(secrets, name, function)
    try:
        yield
    finally:
        for name, function in kept.items():
            setattr(secrets, name, function)
        random.setstate(before)


def run(plan: Plan) -> Result:
    """Play a world."""
    with drawn_from(plan.seed):
        world = World(plan)
        loud = Loud(world.checker)
        logger = logging.getLogger()
        logger.addHandler(loud)
        try:
            result = world.play()
        finally:
            logger.removeHandler(loud)
            world.cluster.close()
    return result
