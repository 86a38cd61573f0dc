"""``python -m tests.simulate --seeds 2000``: play worlds, and say which of them break an invariant.

What it prints for a breach repeats it. The seed, and what is said besides it, decide everything.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import contextlib
import logging
import os
import sys
import time

import msgspec

from bocage.rules.kernel import registry
from tests.simulate import faults
from tests.simulate.faults import Fault
from tests.simulate.plan import Plan, games, plan
from tests.simulate.planted import BUGS, Bug, planted
from tests.simulate.shrink import shrink
from tests.simulate.world import run
from tests.tally import TALLY

#: Seeds that one process plays before it reports.
PORTION = 50
#: Breaches after which nothing more is played.
ENOUGH = 5


class Found(msgspec.Struct, frozen=True):
    """A seed whose world broke an invariant."""

    seed: int
    trace: str


class Report(msgspec.Struct):
    """What some worlds came to. ``seconds``: of their own time; ``took``: of a core's."""

    worlds: int = 0
    seconds: float = 0.0
    steps: int = 0
    entries: int = 0
    frames: int = 0
    took: float = 0.0
    found: list[Found] = []

    def add(self, other: Report) -> None:
        """Count the worlds of another report as well."""
        for field in ("worlds", "seconds", "steps", "entries", "frames", "took"):
            setattr(self, field, getattr(self, field) + getattr(other, field))
        self.found = [*self.found, *other.found]

    def text(self) -> str:
        """In one line."""
        rate = self.worlds / self.took if self.took else 0.0
        return (
            f"{self.worlds} seeds, {self.seconds / 3600:.2f} virtual hours, {self.steps} steps,"
            f" {self.entries} entries, {self.frames} frames; {rate:.1f} seeds/s and core, {len(self.found)} broken"
        )


class Wish(msgspec.Struct, frozen=True):
    """What is said on the command line about worlds; zeros, -1 and None leave it to the seed."""

    game: str = ""
    nodes: int = 0
    matches: int = 0
    watchers: int = -1
    turns: int = 0
    faults: tuple[Fault, ...] | None = None
    kinds: tuple[str, ...] = ()
    undo: bool = False
    agree: bool = False

    def plan(self, seed: int) -> Plan:
        """The world of a seed."""
        return plan(
            seed,
            self.game,
            self.nodes,
            self.matches,
            self.watchers,
            self.turns,
            self.faults,
            self.kinds,
            self.undo,
            self.agree,
        )


def play(seeds: range, wish: Wish) -> Report:
    """Play the worlds of these seeds."""
    prepare()
    report = Report()
    start = time.process_time()
    for seed in seeds:
        result = run(wish.plan(seed))
        report.worlds += 1
        report.seconds += result.seconds
        report.steps += result.steps
        report.entries += result.entries
        report.frames += result.frames
        if result.broken is not None:
            report.found.append(Found(seed, result.trace))
    report.took = time.process_time() - start
    return report


def prepare() -> None:
    """The short game is installed; what nodes log is of no interest but when it is a breach."""
    registry.register(TALLY)
    root = logging.getLogger()
    root.setLevel(logging.ERROR)
    if not root.handlers:
        root.addHandler(logging.NullHandler())


def explain(seed: int, wish: Wish, smaller: bool) -> str:
    """What breaks in the world of a seed, and the command that repeats it."""
    whole = wish.plan(seed)
    result = run(whole)
    if result.broken is None:
        return f"seed {seed} holds when it is played alone: its world depends on what was played before"
    said = [f"seed {seed}: {result.broken}", f"    {whole.command()}"]
    if smaller:
        least, outcome = shrink(whole, result)
        said += [f"smaller: {outcome.broken}", f"    {least.command()}"]
    return "\n".join(said)


def play_all(seeds: range, wish: Wish, jobs: int) -> Report:
    """Play the worlds of many seeds, in several processes."""
    report = Report()
    portions = [seeds[start : start + PORTION] for start in range(0, len(seeds), PORTION)]
    if jobs == 1:
        for portion in portions:
            report.add(play(portion, wish))
            if len(report.found) >= ENOUGH:
                break
        return report
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        for done in pool.map(play, portions, [wish] * len(portions)):
            report.add(done)
            if len(report.found) >= ENOUGH:
                pool.shutdown(wait=False, cancel_futures=True)
                break
    return report


def hunt(bugs: list[Bug], seeds: int) -> int:
    """Plant each bug in turn, and say which seed finds it; how many are not found."""
    missed = 0
    for bug in bugs:
        start = time.process_time()
        with planted(bug):
            order = dict.fromkeys([*bug.seeds, *range(seeds)])
            found = next((result for seed in order if (result := try_one(bug, seed)).broken), None)
        missed += found is None
        said = f"seed {found.seed}: {found.broken}" if found else f"not found within {seeds} seeds"
        print(f"{bug.name} ({time.process_time() - start:.1f} s): {said.splitlines()[0]}", flush=True)
    return missed


class Tried(msgspec.Struct, frozen=True):
    """What a seed found; an empty sentence: nothing."""

    seed: int
    broken: str


def try_one(bug: Bug, seed: int) -> Tried:
    """Play one world with a bug in it."""
    broken = run(plan(seed, kinds=bug.kinds, turns=bug.turns)).broken
    return Tried(seed, broken.sentence if broken else "")


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser("python -m tests.simulate", description=__doc__)
    parser.add_argument("--seeds", type=int, default=1, help="how many worlds")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="SEED", help="the first seed")
    parser.add_argument("--seed", type=int, help="this world only, and what happens in it")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--game", default="", choices=["", "tally", *games()], help="what is played")
    parser.add_argument("--nodes", type=int, default=0)
    parser.add_argument("--matches", type=int, default=0)
    parser.add_argument("--watchers", type=int, default=-1)
    parser.add_argument("--turns", type=int, default=0)
    parser.add_argument("--faults", help="kinds to draw from, or faults as a breach prints them; none: no faults")
    parser.add_argument("--undo", action="store_true", help="players take actions back now and then")
    parser.add_argument("--agree", action="store_true", help="players propose other terms before play")
    parser.add_argument(
        "--planted", metavar="BUGS", help="names of planted bugs, or all: find each within --seeds seeds"
    )
    parser.add_argument("--with", dest="bug", metavar="BUG", help="plant this bug first")
    parser.add_argument("--as-is", action="store_true", help="do not make failing worlds smaller")
    return parser.parse_args()


def wish_of(given: argparse.Namespace) -> Wish:
    """What is wanted of every world. Raises ``ValueError``."""
    chosen: tuple[Fault, ...] | None = None
    kinds: tuple[str, ...] = ()
    if given.faults:
        words = () if given.faults == "none" else tuple(given.faults.split(","))
        if words and all(word in faults.KINDS for word in words):
            kinds = words
        else:
            chosen = tuple(map(faults.parse, words))
    amounts = (given.game, given.nodes, given.matches, given.watchers, given.turns)
    return Wish(*amounts, chosen, kinds, given.undo, given.agree)


def main() -> int:
    """Play; 1 when anything broke."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        # The order of sets of words depends on it.
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "tests.simulate", *sys.argv[1:]])
    prepare()
    given = arguments()
    wish = wish_of(given)
    if given.planted:
        return hunt(
            [bug for bug in BUGS if given.planted == "all" or bug.name in given.planted.split(",")], given.seeds
        )
    seeds = (
        range(given.first, given.first + given.seeds) if given.seed is None else range(given.seed, given.seed + 1)
    )
    bug = next((bug for bug in BUGS if bug.name == given.bug), None)
    with planted(bug) if bug else contextlib.nullcontext():
        report = play_all(seeds, wish, given.jobs)
        print(report.text())
        for found in sorted(report.found, key=lambda one: one.seed)[:ENOUGH]:
            print(explain(found.seed, wish, not given.as_is))
    return 1 if report.found else 0


if __name__ == "__main__":
    sys.exit(main())
