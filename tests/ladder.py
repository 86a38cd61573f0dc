"""``python -m tests.ladder``: who beats whom among the bots that come with Bocage; the table in docs/bots.md.

Plays what is missing of the contests named (``--pairs`` deals of each), keeps the games in docs/reports/arena, and
writes the table anew. ``--pairs 0`` plays nothing. It may be stopped at any time: the same command goes on.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import msgspec

from bocage.cli.arena_games import Contest, Results, play_pairs
from bocage.cli.arena_math import mean_interval, share_interval
from bocage.cli.report import write_between
from bocage.engine.values import levels_of
from bocage.rules.kernel import Game
from bocage.rules.kernel.registry import find_game, house_games

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "bots.md"
FOLDER = ROOT / "docs" / "reports" / "arena"
MARK = "ladder"
#: Options under which levels are played besides the usual ones: those that make another game.
FURTHER: dict[str, tuple[dict[str, Any], ...]] = {
    "company_commander": ({"commander": True}, {"hq_help": "same_front"}, {"support": "sum"}),
    "squad": ({"variant": "flanking"}, {"variant": "map"}, {"variant": "map", "squads_per_seat": 2}),
}


def contests() -> list[Contest]:
    """What there is to be played: each level with the next lower, the strongest with another heuristic."""
    return [
        Contest(game.id, game.rules, options, "ladder", players)
        for game in house_games()
        if levels_of(game.id)
        for options in ({}, *FURTHER.get(game.id, ()))
        for players in _players(game)
    ]


def _players(game: Game[Any]) -> Iterator[tuple[str, str]]:
    """Who meets whom; in a solo game both play the same deals."""
    levels = levels_of(game.id)
    pairs = [*pairwise(levels)]
    strongest = [*levels][-1]
    if levels[strongest].searches:
        heuristic = [name for name in game.presentation.strategies if name not in levels][-1]
        pairs.append((heuristic, strongest))
    yield from pairs if game.seats == 1 else [(stronger, weaker) for weaker, stronger in pairs]


def results(folder: Path = FOLDER) -> Iterator[Results]:
    """What each contest has come to so far, by the files in ``folder``."""
    for contest in contests():
        path = file_of(contest, folder)
        yield Results(contest, path if path.exists() else None)


def file_of(contest: Contest, folder: Path = FOLDER) -> Path:
    """Where a contest's games are kept."""
    return folder / f"{named(contest)}.jsonl"


def named(contest: Contest) -> str:
    """A contest's name on the command line, and of its file."""
    options = (name if value is True else str(value) for name, value in contest.options.items())
    return "-".join((contest.game, *contest.players, *options))


def table(of: Iterator[Results]) -> str:
    """The table in Markdown: for two players who beats whom, for one how often each wins."""
    lines = [
        "| game | options | strategy | against | deals | points | 95 % interval | ms per decision |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for one in of:
        contest = one.contest
        options = f"`{msgspec.json.encode(contest.options).decode()}`" if contest.options else "as usual"
        if find_game(contest.game).seats == 1:
            rows = [_alone(one, player) for player in contest.players]
        else:
            rows = [_against(one, *pair) for pair in combinations(contest.players, 2)]
        lines += [f"| `{contest.game}` | {options} | {row} |" for row in rows if row]
    return "\n".join(lines) + "\n"


def _alone(of: Results, player: str) -> str:
    mine = [game for game in of.games.values() if player in game.seats]
    won = sum(game.score(player) for game in mine)
    share = won / len(mine) if mine else 0.0
    interval = share_interval(won, len(mine))
    return (
        f"`{player}` | the game | {len(mine)} | {_shares(share, *interval)} | {_spent(of, player)}" if mine else ""
    )


def _against(of: Results, player: str, other: str) -> str:
    counts = of.counts(player, other)
    if not any(counts):
        return ""
    return f"`{player}` | `{other}` | {sum(counts)} | {_shares(*mean_interval(counts))} | {_spent(of, player)}"


def _shares(share: float, low: float, high: float) -> str:
    return f"{100 * share:.1f} % | {100 * low:.1f} % – {100 * high:.1f} %"


def _spent(of: Results, player: str) -> str:
    seats = [(game, game.seats.index(player)) for game in of.games.values() if player in game.seats]
    asked = sum(game.asked[seat] for game, seat in seats)
    return f"{sum(game.ms[seat] for game, seat in seats) / asked:.1f}" if asked else "0.0"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1000, help="deals of each contest (default 1000)")
    parser.add_argument("contests", nargs="*", metavar="CONTEST", help="such as squad-veteran-sergeant; none: all")
    chosen = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for contest in contests():
        if chosen.pairs and (not chosen.contests or named(contest) in chosen.contests):
            play_pairs(Results(contest, file_of(contest)), chosen.pairs, lambda pair: True)
            write_between(PAGE, table(results()), MARK)
    write_between(PAGE, table(results()), MARK)


if __name__ == "__main__":
    main()
