"""Plants one bug after the other and runs the tests that concern it."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Literal

import msgspec

from tests.marks import marks_of
from tests.mutants import python_changes, token_changes
from tests.mutants.change import Change
from tests.mutants.equivalents import reason
from tests.mutants.parts import Part, nearest_first
from tests.mutants.planted import PLANTED
from tests.mutants.reach import Reached, reaching
from tests.mutants.tree import Tree

#: What `make quick` leaves out.
QUICK = "not browser and not cluster and not long"
#: A bug may make tests so much slower than they are without one, and so many seconds, before they count as stuck.
SLOWER = 3.0
PATIENCE = 30.0

Fate = Literal["quick", "full", "survived", "equivalent"]


class Result(msgspec.Struct, frozen=True):
    """What became of a bug: noticed by ``quick`` tests or only by ``full`` ones. ``note``: by what, or why not."""

    part: str
    change: Change
    fate: Fate
    diff: str
    note: str


class SickError(Exception):
    """Tests fail without any bug planted."""


def offered(part: Part, root: Path) -> list[Change]:
    """Every generated bug of a part; of style sheets there are none."""
    found: list[Change] = []
    for path in part.files(root):
        if path.suffix == ".css":
            continue
        name, text = path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")
        found += (python_changes if path.suffix == ".py" else token_changes).changes(name, text)
    return found


def drawn(part: Part, root: Path, sample: int, seed: int) -> list[Change]:
    """``sample`` generated bugs; another part's do not depend on how many this one offers."""
    everything = offered(part, root)
    # One line is one chance: a line with many operators is not more important than others.
    lines: dict[tuple[str, int], list[Change]] = {}
    for change in everything:
        text = (root / change.path).read_text(encoding="utf-8")
        lines.setdefault((change.path, text.count("\n", 0, change.start)), []).append(change)
    rng = random.Random(f"{seed} {part.name}")
    places = rng.sample(sorted(lines), min(sample, len(lines)))
    return [rng.choice(lines[place]) for place in places]


class Bench:
    """``trees``: copies of the tree, so many bugs are tried at a time. ``tell`` hears each result.

    ``only_reaching``: what no test that reaches the line notices, stays; no other tests are asked, unless the line
    runs when its module is imported.
    """

    def __init__(
        self, trees: Sequence[Tree], quick: bool, tell: Callable[[Result], None], only_reaching: bool = False
    ) -> None:
        self._quick = quick
        self._only_reaching = only_reaching
        self._tell = tell
        self._root = trees[0].root
        self._trees: Queue[Tree] = Queue()
        self._count = len(trees)
        for tree in trees:
            self._trees.put(tree)
        self._limits: dict[tuple[str, bool], float] = {}
        self._reached: dict[str, Reached] = {}

    def run(self, part: Part, changes: Sequence[Change]) -> list[Result]:
        """Try every change. Raises :class:`SickError`."""
        for far in [False] if self._quick else [False, True]:
            self._limits[part.name, far] = self._healthy(part, far)
        with ThreadPoolExecutor(self._count) as pool:
            return list(pool.map(lambda change: self._try(part, change), changes))

    def _healthy(self, part: Part, far: bool) -> float:
        tree = self._trees.get()
        try:
            run = tree.test(self._tests(part, far), 1800, "" if far else QUICK)
            if not far and run.verdict == "passed":
                self._reached[part.name] = tree.reach(self._tests(part, far), QUICK)
        finally:
            self._trees.put(tree)
        if run.verdict != "passed":
            raise SickError(f"the tests of {part.name} fail without a bug:\n{run.output[-4000:]}")
        return run.seconds * SLOWER + PATIENCE

    def _tests(self, part: Part, far: bool, source: str = "") -> list[str]:
        tests = part.tests(self._root)
        if far:
            # What the quick run leaves out is made up for; a file may hold a single long test.
            left_out = [
                test
                for test in tests
                if marks_of(test.relative_to(self._root)) or "mark.long" in test.read_text(encoding="utf-8")
            ]
            tests = left_out + part.tests(self._root, far=True)
        return [path.relative_to(self._root).as_posix() for path in nearest_first(tests, self._root / source)]

    def _try(self, part: Part, change: Change) -> Result:
        tree = self._trees.get()
        try:
            text = (tree.root / change.path).read_text(encoding="utf-8")
            diff = change.diff(text)
            if why := reason(change.path, *change.lines(text)):
                result = Result(part.name, change, "equivalent", diff, why)
            else:
                result = self._judge(part, change, tree, text, diff)
        finally:
            self._trees.put(tree)
        self._tell(result)
        return result

    def _asked(self, part: Part, change: Change, text: str) -> Iterator[tuple[bool, list[str]]]:
        """The tests that may notice, those first that reach the line; whether they belong to the far ones."""
        first = reaching(self._reached.get(part.name, {}), change.path, text, change.start)
        if first is not None:
            near = self._tests(part, False, change.path)
            yield False, sorted(first, key=lambda test: near.index(test.partition("::")[0]))
            if self._only_reaching:
                return
        for far in [False] if self._quick else [False, True]:
            yield far, self._tests(part, far, change.path)

    def _judge(self, part: Part, change: Change, tree: Tree, text: str, diff: str) -> Result:
        try:
            tree.write(change.path, change.apply(text))
            for far, tests in self._asked(part, change, text):
                run = tree.test(tests, self._limits[part.name, far], "" if far else QUICK)
                if run.verdict != "passed":
                    return Result(
                        part.name, change, "full" if far else "quick", diff, _noticed(run.output, run.verdict)
                    )
        finally:
            tree.write(change.path, text)
        return Result(part.name, change, "survived", diff, "")


def _noticed(output: str, verdict: str) -> str:
    if verdict == "late":
        return "the tests do not come to an end"
    failed = [line for line in output.splitlines() if line.startswith(("FAILED tests", "ERROR tests"))]
    return failed[0].partition(" - ")[0] if failed else output.strip().rpartition("\n")[2]


def planted(part: Part, root: Path) -> list[Change]:
    """The bugs picked by hand for a part."""
    return [bug.change(root) for bug in PLANTED if bug.part == part.name]


def say(result: Result) -> None:
    """A line per bug, as it happens; one that stays is shown."""
    shown = result.diff if result.fate == "survived" else result.diff.splitlines()[0]
    print(
        f"{result.part:9} {result.fate:10} {shown}  {result.note}",
        file=sys.stderr,
        flush=True,
    )
