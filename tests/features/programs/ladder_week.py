"""Days of the programs' ladder in virtual time: programs of known skill, the service's matchmaker, two nodes."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from functools import partial
from typing import Any

import msgspec

from bocage import features
from bocage.features.programs.accounts import ProgramAccounts
from bocage.features.programs.matchmaker import Matchmaker
from bocage.features.programs.tables import LASTS, Offer, Tables
from bocage.features.ratings.ladders import Ladders
from bocage.features.ratings.results import Results
from bocage.features.ratings.standings import Pool, Ratings, Standing, in_order
from bocage.http.app_state import AppState, NoOpponents
from bocage.live import node as live_node
from bocage.log import judge
from bocage.log.entries import Created
from bocage.log.match import Match
from bocage.log.projection import rated_of
from bocage.settings import Settings
from bocage.store import topology
from tests.simulate.cluster import Cluster, Machine
from tests.simulate.world import drawn_from

#: Seconds between two rounds, beats of a node, looks at its rooms: fewer than in the service, as days are long.
ROUND, BEATS, SWEEPS = 1800.0, 300.0, 600.0
HOUSE = ("recruit", "regular")
#: How often each adds three instead of one.
SKILLS = {"recruit": 0.3, "regular": 0.5}


class Opponents(NoOpponents):
    """House bots for any game; who is invited is noted."""

    def __init__(self) -> None:
        self.invited: list[tuple[str, str]] = []

    def strategies(self, game: str) -> list[str]:
        return list(HOUSE) if game == "tally" else []

    def invite(self, game: str, match: str, strategy: str, code: str = "") -> None:
        self.invited.append((match, strategy))


class Found(msgspec.Struct):
    """Findings of a simulation."""

    ladder: dict[tuple[Pool, str], Standing]
    folded: dict[tuple[Pool, str], Standing]
    matches: int
    names: dict[str, str]
    #: Most matches of two players in a day, and of a program in an hour.
    most_per_pair: int
    most_per_hour: int


class LadderWeek:
    """A service with programs that want matches, and play them at once."""

    def __init__(self, seed: int, programs: int, days: float, ladder: int) -> None:
        self.rng = random.Random(f"ladder {seed}")
        self.cluster = Cluster(seed, 2, False)
        self.cluster.most_steps = 10**9
        self.days, self.ladder = days, ladder
        self.opponents = Opponents()
        self.skills: dict[str, float] = {}
        self.names: dict[str, str] = {}
        self.matches: list[str] = []
        self._up()
        for machine in self.cluster.machines:
            self._note_secrets(machine)
        self.makers = {machine: self._matchmaker(machine) for machine in self.cluster.machines}
        for number in range(programs):
            player, _ = self._do(partial(self._program, name=f"bot {number}"))
            self.skills[player.id] = (number + 1) / (programs + 1)
            self.names[player.id] = player.name
        self.house = {name: self._do(partial(self._program, name=name))[0] for name in HOUSE}
        self.names |= {player.id: name for name, player in self.house.items()}

    def _up(self) -> Machine:
        there = self.cluster.machines
        assert self.cluster.run_until(lambda: all(machine.node for machine in there), 60.0)
        return self.rng.choice(there)

    def _do(self, work: Any) -> Any:
        machine = self._up()
        return self.cluster.do(machine, work(machine))

    async def _program(self, here: Machine, name: str) -> Any:
        made = await self.cluster.player(here, name)
        assert here.store is not None
        await here.store.public_records.flag_program(made[0].id)
        await ProgramAccounts(here.store).own(made[0].id, "owner", False)
        return made

    def _note_secrets(self, machine: Machine) -> None:
        """The checker folds every log, so it must know the secrets of matches that nodes create."""
        node = machine.node
        assert node is not None
        create = node.create

        async def noted(match: Match, body: Created) -> None:
            self.cluster.checker.secrets[body.match] = match.secret
            await create(match, body)

        node.create = noted  # type: ignore[method-assign]

    def _matchmaker(self, machine: Machine) -> Matchmaker:
        assert machine.node is not None
        store = machine.node.store
        made = features.make(store, Settings())
        app = AppState(machine.node, self.opponents, features=made)
        return Matchmaker(app, Tables(store), ProgramAccounts(store), self.rng)

    async def _round(self, here: Machine) -> list[str]:
        assert here.store is not None
        for player in self.skills:
            # All of different owners: nobody is kept from anybody.
            await here.store.topology.call(f"player:{player}", "HSET", f"player:{player}", "owner", player)
            await Tables(here.store).renew(Offer(player, 2, ("tally",), self.ladder))
        return await self.makers[here].round()

    async def _play(self, here: Machine, match: str) -> None:
        node = here.node
        assert node is not None
        for name, strategy in self.opponents.invited:
            if name == match:
                player = self.house[strategy]
                sit = partial(judge.sit, player=player.id, name=player.name, bot=True, house=True)
                await node.command(match, sit)
        while not (room := await node.rooms.room(match)).match.over:
            decision = room.match.decision()
            if decision is None:
                # The entry that begins the match is under way.
                await asyncio.sleep(0.05)
                continue
            seated = room.match.seats[decision.seat]
            assert seated is not None
            skill = SKILLS[room.match.created.house] if seated.house else self.skills[seated.player]
            added = {"do": "add", "n": 3 if self.rng.random() < skill else 1}
            await node.command(match, partial(judge.act, seat=decision.seat, seq=room.match.seq, raw=added))

    def play(self) -> Found:
        """Let the days pass, then compare the ladder with the logs."""
        scheduler = self.cluster.scheduler
        begun = scheduler.now
        while scheduler.now < begun + self.days * 86_400:
            made = self._do(self._round)
            self.matches += made
            for match in made:
                self._do(partial(self._play, match=match))
            self.cluster.run_until(lambda: False, ROUND)
        # The last owed entries.
        self.cluster.run_until(lambda: False, 2.0 * LASTS)
        return self._do(self._found)  # type: ignore[no-any-return]

    async def _found(self, here: Machine) -> Found:
        store = here.store
        assert store is not None
        ladder = dict(await Ladders(Results(store.topology), store.now, lambda: 0.0).read())
        results = []
        pairs: Counter[tuple[int, frozenset[str]]] = Counter()
        hours: Counter[tuple[int, str]] = Counter()
        for match in await store.matches():
            log = await store.load(match)
            folded = Match.fold(log.entries, log.secret)
            result = rated_of(folded)
            assert result is not None
            results.append(msgspec.structs.replace(result, at=folded.since))
            pairs[folded.since // 86_400_000, frozenset(result.players)] += 1
            for player in result.players:
                hours[folded.since // 3_600_000, player] += player in self.skills
        ratings = Ratings()
        for result in in_order(results):
            ratings.add(result)
        return Found(
            ladder,
            dict(ratings.standings),
            len(results),
            self.names,
            max(pairs.values()),
            max(hours.values()),
        )


def play(seed: int, programs: int, days: float, ladder: int = 3) -> Found:
    """Play some days, all drawn from the seed."""
    kept = topology.BEAT_EVERY, live_node.SWEEP
    topology.BEAT_EVERY, live_node.SWEEP = BEATS, SWEEPS
    try:
        with drawn_from(seed):
            week = LadderWeek(seed, programs, days, ladder)
            try:
                return week.play()
            finally:
                week.cluster.close()
    finally:
        topology.BEAT_EVERY, live_node.SWEEP = kept
