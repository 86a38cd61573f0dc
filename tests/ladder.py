"""``python -m tests.ladder``: play the house bots against each other and write the table in docs/bots.md.

Deals are made from the seed ``ladder`` and their number, so a second run plays the same games. Finished games are
kept below ``--folder``, outside of the repository; the same command resumes a run that was stopped. A row of the
table is replaced when the folder has at least as many deals of it, or when the rules of its game have changed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from bocage.engine.values import levels_of
from bocage.rules.kernel import Game
from bocage.rules.kernel.registry import find_game, house_games
from bocage_tools.arena.games import Contest, Results, play_pairs
from bocage_tools.arena.scores import mean_interval, share_interval
from bocage_tools.report.command import END, START, write_between

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "bots.md"
FOLDER = ROOT / "data" / "ladder"
MARK = "ladder"
#: Seed of all contests.
SEED = "ladder"
HEADER = (
    "| game | rules | options | strategy | against | deals | points | 95 % interval | ms per decision |\n"
    "|---|---|---|---|---|---|---|---|---|\n"
)
#: Options under which levels are played besides the usual ones: those that make another game.
FURTHER: dict[str, tuple[dict[str, Any], ...]] = {
    "company_commander": ({"commander": True}, {"hq_help": "same_front"}, {"support": "sum"}),
    "squad": ({"variant": "flanking"}, {"variant": "map"}, {"variant": "map", "squads_per_seat": 2}),
}


def contests() -> list[Contest]:
    """All contests: each level against the next lower one, a strongest level that searches against a heuristic."""
    return [
        Contest(game.id, game.rules, options, SEED, players)
        for game in house_games()
        if levels_of(game.id)
        for options in ({}, *FURTHER.get(game.id, ()))
        for players in _players(game)
    ]


def _players(game: Game[Any]) -> Iterator[tuple[str, str]]:
    """Pairs of players; in a solo game both play the same deals."""
    levels = levels_of(game.id)
    pairs = [*pairwise(levels)]
    strongest = [*levels][-1]
    if levels[strongest].searches:
        heuristic = [name for name in game.presentation.strategies if name not in levels][-1]
        pairs.append((heuristic, strongest))
    yield from pairs if game.seats == 1 else [(stronger, weaker) for weaker, stronger in pairs]


def results(folder: Path = FOLDER) -> Iterator[Results]:
    """Results of each contest that has games in ``folder``."""
    for contest in contests():
        path = file_of(contest, folder)
        if path.exists():
            yield Results(contest, path)


def file_of(contest: Contest, folder: Path = FOLDER) -> Path:
    """File with the games of a contest."""
    return folder / f"{named(contest)}.jsonl"


def named(contest: Contest) -> str:
    """Name of a contest on the command line, and of its file."""
    options = (name if value is True else str(value) for name, value in contest.options.items())
    return "-".join((contest.game, *contest.players, *options))


class Row(NamedTuple):
    """One row of the table. The first five cells name it, the others are its result."""

    game: str
    rules: str
    options: str
    player: str
    other: str
    deals: str
    points: str = ""
    interval: str = ""
    ms: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        """The game, its options and the players."""
        return (self.game, self.options, self.player, self.other)


def rows_of(contest: Contest) -> list[Row]:
    """Rows of a contest without results: one per pair of players, in a solo game one per player."""
    options = f"`{msgspec.json.encode(contest.options).decode()}`" if contest.options else "as usual"
    solo = find_game(contest.game).seats == 1
    pairs = [(player, "") for player in contest.players] if solo else combinations(contest.players, 2)
    start = (f"`{contest.game}`", str(contest.rules), options)
    return [Row(*start, f"`{one}`", f"`{other}`" if other else "the game", "0") for one, other in pairs]


def read_rows(text: str) -> list[Row]:
    """Rows of a table that was written by :func:`table`."""
    lines = text.removeprefix(HEADER).splitlines()
    return [Row(*line.removeprefix("| ").removesuffix(" |").split(" | ")) for line in lines]


def table(of: Iterable[Results], old: Iterable[Row] = ()) -> str:
    """Table in Markdown of the results, and of ``old`` rows where those have more deals of the same rules."""
    best = {row.key: row for row in old}
    for one in of:
        for row in rows_of(one.contest):
            new = _with_result(row, one)
            known = best.get(row.key, row)
            if int(new.deals) and (new.rules != known.rules or int(new.deals) >= int(known.deals)):
                best[row.key] = new
    keys = dict.fromkeys(row.key for contest in contests() for row in rows_of(contest))
    return HEADER + "".join(f"| {' | '.join(best[key])} |\n" for key in keys if key in best)


def _with_result(row: Row, of: Results) -> Row:
    player, other = row.player.strip("`"), row.other.strip("`")
    if other in of.contest.players:
        counts = of.counts(player, other)
        deals = sum(counts)
        share, low, high = mean_interval(counts) if deals else (0.0, 0.0, 0.0)
    else:
        scores = [game.score(player) for game in of.games.values() if player in game.seats]
        deals = len(scores)
        share = sum(scores) / deals if deals else 0.0
        low, high = share_interval(sum(scores), deals) if deals else (0.0, 0.0)
    interval = f"{100 * low:.1f} % – {100 * high:.1f} %"
    return row._replace(deals=str(deals), points=f"{100 * share:.1f} %", interval=interval, ms=_spent(of, player))


def _spent(of: Results, player: str) -> str:
    seats = [(game, game.seats.index(player)) for game in of.games.values() if player in game.seats]
    asked = sum(game.asked[seat] for game, seat in seats)
    return f"{sum(game.ms[seat] for game, seat in seats) / asked:.1f}" if asked else "0.0"


def shown(page: Path = PAGE) -> str:
    """Table of a page, without its markers."""
    begin = START.replace("report", f"report {MARK}") + "\n"
    return page.read_text(encoding="utf-8").partition(begin)[2].partition(END)[0]


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1000, help="deals of each contest (default 1000)")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where games are kept (default data/ladder)")
    parser.add_argument("contests", nargs="*", metavar="CONTEST", help="such as squad-veteran-sergeant; none: all")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for contest in contests():
        if chosen.pairs and (not chosen.contests or named(contest) in chosen.contests):
            play_pairs(Results(contest, file_of(contest, chosen.folder)), chosen.pairs, lambda pair: True)
            write_between(PAGE, table(results(chosen.folder), read_rows(shown())), MARK)
    write_between(PAGE, table(results(chosen.folder), read_rows(shown())), MARK)


if __name__ == "__main__":
    main()
