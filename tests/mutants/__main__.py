"""``python -m tests.mutants``: plants bugs and reports which of them no test notices."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from msgspec import json

from tests.mutants.bench import Bench, Result, SickError, drawn, planted, say
from tests.mutants.change import Change
from tests.mutants.parts import PARTS, TABLES, named
from tests.mutants.report import share, survivors, table
from tests.mutants.tree import Tree

ROOT = Path(__file__).parents[2]


def text_of(change: Change) -> str:
    """The file that a change is about, as it stands."""
    return (ROOT / change.path).read_text(encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """1: in some part, fewer bugs were noticed than asked for; 2: tests fail without any bug."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument(
        "--package", "-p", action="append", choices=[part.name for part in (*PARTS, TABLES)], help="only this part"
    )
    parser.add_argument("--seed", type=int, default=1, help="which generated bugs are drawn")
    parser.add_argument("--sample", type=int, default=20, help="how many of them per part")
    parser.add_argument("--quick", action="store_true", help="only the tests that `make quick` runs")
    parser.add_argument(
        "--only-reaching", action="store_true", help="only the tests that reach the line: sooner, but not programs"
    )
    parser.add_argument("--no-planted", action="store_true", help="without those picked by hand")
    parser.add_argument("--trees", type=int, default=2, help="how many bugs are tried at a time")
    parser.add_argument("--least", type=float, default=0.0, help="the percentage to be noticed in each part")
    parser.add_argument("--list", action="store_true", help="only show which bugs would be planted")
    parser.add_argument("--write", type=Path, help="a file for the results, as JSON")
    parser.add_argument("--again", type=Path, help="such a file: only the bugs that stayed unnoticed in it")
    given = parser.parse_args(arguments)
    parts = [named(name) for name in given.package] if given.package else list(PARTS)
    chosen = {
        part.name: ([] if given.no_planted else planted(part, ROOT)) + drawn(part, ROOT, given.sample, given.seed)
        for part in parts
    }
    if given.again:
        earlier = json.decode(given.again.read_bytes(), type=list[Result])
        stayed = {result.diff.split("\n", 1)[1] for result in earlier if result.fate == "survived"}
        chosen = {
            name: [change for change in changes if change.diff(text_of(change)).split("\n", 1)[1] in stayed]
            for name, changes in chosen.items()
        }
    if given.list:
        for changes in chosen.values():
            for change in changes:
                print(change.diff(text_of(change)), end="\n\n")
        return 0
    results: list[Result] = []
    with tempfile.TemporaryDirectory(prefix="bugs-") as place:
        trees = [Tree(ROOT, Path(place) / str(number)) for number in range(given.trees)]
        bench = Bench(trees, given.quick, say, given.only_reaching)
        for part in parts:
            try:
                results += bench.run(part, chosen[part.name])
            except SickError as error:
                print(error, file=sys.stderr)
                return 2
    if given.write:
        given.write.write_bytes(json.encode(results))
    print(survivors(results), table(results), sep="\n\n")
    lowest = min(share([result for result in results if result.part == part.name]) for part in parts)
    return 1 if lowest * 100 < given.least else 0


if __name__ == "__main__":
    sys.exit(main())
