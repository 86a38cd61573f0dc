"""``python -m tests.simulate.week``: a week of a service: many players, correspondence and live matches,
deals of days, two nodes that are killed.

All on virtual time, from one seed, on the cluster of :mod:`tests.simulate.cluster`. Afterwards three things are
counted from the logs alone: whose turn called for a notice, how rated matches ended, what deals gave. They are
compared with what arrived, with the ledgers of results, and with the boards.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import random
import shlex
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from bocage.features.daily.deals import Deals
from bocage.features.notices import sender
from bocage.features.vacations.change import change
from bocage.features.vacations.taken import Vacations
from bocage.live import node
from bocage.log import judge
from bocage.log.create import create
from bocage.log.deals import DAY, day_of, first_moment, spans_of, weekday
from bocage.log.entries import Access, Deal
from bocage.log.match import Match
from bocage.log.vacations import counts
from bocage.protocol.rest import ClockRules
from bocage.rules.kernel import AnyGame, registry
from bocage.rules.kernel.registry import find_game, house_games
from bocage.store import topology
from tests.simulate.cluster import EPOCH, StuckError
from tests.simulate.post import DAYS, Post
from tests.simulate.week_counts import Counts, count
from tests.simulate.week_report import report
from tests.simulate.world import drawn_from
from tests.tally import TALLY

HOUR = 3600.0
LIVE = ClockRules("bank", base=120_000, increment=2_000)
#: Storage's clock when a week begins: midnight (UTC), so that days of the simulation are days of the deals.
MIDNIGHT = (EPOCH // DAY + 1) * DAY
#: Seconds between beats of a node, and between looks at its rooms: fewer than in the service, as a week is long.
BEATS, SWEEPS = 1.5, 5.0
#: Times that a node is asked for the same, if nodes die meanwhile.
TRIES = 8


class WeekPlan(msgspec.Struct, frozen=True):
    """How much happens. ``starts_at``: hours after midnight. ``thinks``: hours for a move with days, about.

    ``vacations``: how often somebody with matches goes on vacation, a node being killed in every fourth of these.
    ``looks``: seconds between two looks of a node for notices, as in the service; fewer looks save time.
    """

    seed: int = 1
    players: int = 500
    hours: float = 168.0
    starts_at: float = 0.0
    correspondence: int = 500
    turns: int = 16
    thinks: float = 7.0
    live: int = 400
    daily: int = 20
    kills: int = 56
    vacations: int = 0
    looks: float = 0.5


class Week:
    """Plays a plan. What happens is put into a queue by its time, and one thing happens after the other."""

    def __init__(self, plan: WeekPlan, tell: Callable[[str], None] = lambda line: None) -> None:
        self.plan = plan
        self.rng = random.Random(f"week {plan.seed}")
        self.tell = tell
        self.post = Post(plan.seed)
        self.cluster = self.post.cluster
        self.cluster.most_steps = 1 << 60
        self.cluster.jumped = int(MIDNIGHT - EPOCH + plan.starts_at * 3_600_000)
        # With one in two hundred tries the 99th percentile is that of notices whose place answers.
        self.post.unsure = 0.005
        self.players: list[Any] = []
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = itertools.count()
        self.stuck = 0
        #: Vacations that were asked for, by player.
        self.away: dict[str, list[tuple[int, int]]] = {}

    # The queue ----------------------------------------------------------------------------------

    def later(self, seconds: float, what: Callable[[], None]) -> None:
        """Let something happen after some seconds, if the week is not over by then."""
        heapq.heappush(self._queue, (self.cluster.scheduler.now + seconds, next(self._numbers), what))

    def play(self) -> Counts:
        """Play the week; then wait until notices have been sent, and count."""
        plan, cluster = self.plan, self.cluster
        self.players = [self.post.player(f"P{number}") for number in range(plan.players)]
        self.post.wait(lambda: False, 1.0)
        begun, end = cluster.scheduler.now, cluster.scheduler.now + plan.hours * HOUR
        span = plan.hours * HOUR
        for _ in range(plan.correspondence):
            self.later(self.rng.uniform(0, span / 4), self._correspond)
        for _ in range(plan.live):
            self.later(self.rng.uniform(0, span * 0.95), self._live)
        for _ in range(plan.kills):
            self.later(self.rng.uniform(0, span), self._kill_soon)
        for number in range(plan.vacations):
            self.later(self.rng.uniform(0.05 * span, span / 2), partial(self._go_away, killed=number % 4 == 3))
        for day in range(int((plan.starts_at + plan.hours) // 24) + 1):
            for _ in range(plan.daily):
                hour = self.rng.uniform(
                    max(plan.starts_at, 24.0 * day), min(24.0 * day + 24, plan.starts_at + plan.hours)
                )
                self.later((hour - plan.starts_at) * HOUR, self._daily)
        told = 0.0
        while self._queue and self._queue[0][0] < end and cluster.checker.broken is None:
            at, _, what = heapq.heappop(self._queue)
            self._until(at)
            what()
            self._forget_journal()
            if (now := cluster.scheduler.now - begun) >= told:
                self.tell(
                    f"hour {now / HOUR:.0f}: {len(cluster.checker.histories)} matches, {len(self.post.came)} told"
                )
                told = now + 6 * HOUR
        self._until(end)
        self.post.wait(lambda: not self._waiting(), 3 * HOUR)
        machine = self.post.up()
        assert machine.store is not None
        store, games = machine.store, [game.id for game in house_games() if game.daily]
        histories = {name: history.last.match for name, history in cluster.checker.histories.items()}
        days = [deal for match in histories.values() if (deal := match.created.deal) is not None]
        spans = sorted({span for deal in days for span in spans_of(deal.day)})
        boards = {
            (game, span): dict(cluster.do(machine, Deals(store).board(game, span)))
            for game in games
            for span in spans
        }
        ledgers = [
            (member.decode(), int(at))
            for key in cluster.redis.keys.names()
            if key.endswith(b":rated")
            for member, at in cluster.redis.keys.rank(key)
        ]
        if cluster.checker.broken is not None:
            raise cluster.checker.broken
        return count(cluster.checker.histories, self.post, boards, ledgers, self.away)

    def _until(self, when: float) -> None:
        self.post.wait(lambda: self.cluster.scheduler.now >= when, when - self.cluster.scheduler.now + 1.0)

    def _forget_journal(self) -> None:
        """Storage is never lost here, so nothing is ever restored from its journal."""
        self.cluster.redis.keys.journal.clear()
        self.cluster.redis.ends.clear()

    def _waiting(self) -> bool:
        """Whether notices of turns and ends are still to be sent."""
        keys = self.cluster.redis.keys
        names = [name for name in keys.names() if name.endswith(b":notices")]
        return any(line.startswith((b"turn ", b"over ")) for name in names for line, _ in keys.rank(name))

    # What happens -------------------------------------------------------------------------------

    def _do(self, work: Callable[[Any], Any]) -> Any:
        """What ``work`` gives, done by any node; by another one if that is killed."""
        for _ in range(TRIES):
            machine = self.post.up()
            try:
                return self.cluster.do(machine, work(machine.node))
            except StuckError:
                self.stuck += 1
        raise StuckError

    def _truth(self, match: str) -> Match:
        return self.cluster.checker.histories[match].last.match

    def _kill_soon(self) -> None:
        """In the midst of whatever comes next, or of nothing."""
        self.cluster.scheduler.later(self.rng.choice((0.0, 0.002, 0.01, 0.3, 2.0)), self.post.kill_one)

    def _go_away(self, killed: bool) -> None:
        """Somebody who plays with days per move goes on vacation for some days; maybe their node dies meanwhile."""
        going = [history.last.match for history in self.cluster.checker.histories.values()]
        busy = sorted({seated.player for match in going if counts(match) for seated in match.seats if seated})
        if not busy:
            return
        player, days, now = self.rng.choice(busy), self.rng.randint(1, 4), self.cluster.now()
        if killed:
            self.cluster.scheduler.later(self.rng.choice((0.0, 0.002, 0.01, 0.05)), self.post.kill_one)
        # A node that dies while it tells the matches is not asked again: what was taken has to count all the same.
        machine = self.post.up()
        node = machine.node
        assert node is not None
        try:
            told = self.cluster.do(
                machine, change(node.store, Vacations(node.store.topology), player, days, 30, node.command)
            )
        except StuckError:
            self.stuck += 1
            store = self.post.up().store
            assert store is not None
            last = self._do(lambda here: Vacations(here.store.topology).last([player])).get(player)
            if last is not None and last.since >= now:
                self.away.setdefault(player, []).append((last.since, last.until))
        else:
            self.away.setdefault(player, []).append((told.since, told.until))

    def _make(self, game: AnyGame, players: list[Any], **wishes: Any) -> str:
        match, body = create(game, players[0].id, **wishes)
        self.cluster.checker.secrets[body.match] = match.secret

        async def make(here: Any) -> None:
            if body.match not in self.cluster.checker.histories:
                await here.create(match, body)
            for player in players:
                if self._truth(body.match).seat_of(player.id) < 0:
                    await here.command(body.match, partial(judge.sit, player=player.id, name=player.name))

        self._do(make)
        begun = self.post.wait(lambda: self._truth(body.match).begun, 60.0)
        assert begun, f"{body.match} does not begin"
        return body.match

    def _pair(self) -> list[Any]:
        return self.rng.sample(self.players, 2)

    def _correspond(self) -> None:
        tally = find_game("tally")
        match = self._make(
            tally, self._pair(), options={"turns": self.plan.turns}, clock=DAYS, rated=self.rng.random() < 0.3
        )
        self._think(match, lambda: self.rng.expovariate(1 / (self.plan.thinks * HOUR)))

    def _live(self) -> None:
        match = self._make(find_game("tally"), self._pair(), options={"turns": 8}, clock=LIVE, rated=True)
        # Some leave their seat: their time runs out.
        self._think(match, lambda: self.rng.uniform(0.5, 20.0) if self.rng.random() < 0.98 else HOUR)

    def _think(self, match: str, pause: Callable[[], float]) -> None:
        self.later(pause(), partial(self._move, match, pause))

    def _move(self, match: str, pause: Callable[[], float]) -> None:
        if self._truth(match).over:
            return
        resigns = self.rng.random() < 0.01
        self._answer(match, resigns)
        if not self._truth(match).over:
            self._think(match, pause)

    def _answer(self, match: str, resigns: bool = False) -> None:
        """Whoever is to decide does so, at random; the clock may be quicker."""
        chosen: list[Any] = []

        def decide(match: Match) -> Any:
            owed = match.decision()
            if match.over or owed is None:
                return judge.Again(match.seq)
            if resigns:
                return judge.resign(match, owed.seat)
            chosen[:] = chosen or [self.rng.choice(list(owed.actions))]
            action = chosen[0] if chosen[0] in owed.actions else owed.default
            return judge.act(match, owed.seat, match.seq, action)

        self._do(lambda here: here.command(match, decide))

    def _daily(self) -> None:
        """Somebody plays one of today's deals to its end, at once."""
        now = self.cluster.now()
        day, player = day_of(now), self.rng.choice(self.players)
        game = self.rng.choice([game for game in house_games() if game.daily])

        async def reserve(here: Any) -> Any:
            deal = await Deals(here.store).secret(day, game.id)
            return deal, await Deals(here.store).attempt_of(day, game.id, player.id)

        deal, attempt = self._do(reserve)
        until = first_moment(day) + DAY
        match = self._make(
            game,
            [player],
            options=dict(game.daily[weekday(day)]),
            access=Access(private=True),
            deal=Deal(day, until, not attempt),
            secret=deal.secret,
        )
        if not attempt:
            self._do(lambda here: Deals(here.store).attempt(day, game.id, player.id, match))
        while not self._truth(match).over and self.cluster.checker.broken is None:
            self._answer(match, resigns=self.rng.random() < 0.001)


def play(plan: WeekPlan, tell: Callable[[str], None] = lambda line: None) -> Counts:
    """Play a week; what is drawn comes from its seed alone."""
    kept = sender.LOOK, topology.BEAT_EVERY, node.SWEEP
    sender.LOOK, topology.BEAT_EVERY, node.SWEEP = plan.looks, BEATS, SWEEPS
    try:
        with drawn_from(plan.seed):
            week = Week(plan, tell)
            try:
                return week.play()
            finally:
                week.cluster.close()
    finally:
        sender.LOOK, topology.BEAT_EVERY, node.SWEEP = kept


def main(arguments: list[str]) -> int:
    """Play a week, and print the report, or write it into a file."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulate.week", description=__doc__)
    for field in msgspec.structs.fields(WeekPlan):
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=field.type, default=field.default)
    parser.add_argument("--report", type=Path)
    chosen = vars(parser.parse_args(arguments))
    to = chosen.pop("report")
    registry._extra[TALLY.id, TALLY.rules] = TALLY
    plan, begun = WeekPlan(**chosen), time.process_time()
    found = play(plan, lambda line: print(line, file=sys.stderr, flush=True))
    took = time.process_time() - begun
    text = report(msgspec.structs.asdict(plan), found, took, shlex.join(arguments))
    if to is None:
        print(text)
    else:
        to.write_text(text, encoding="utf-8")
    return 0 if found.holds else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
