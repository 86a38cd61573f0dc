"""``python -m bocage_tools.arena``: compares strategies in pairs of games with the same cards and dice.

In two-player games the players swap seats for the second game of a pair. In a solo game each plays the same deal.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import msgspec

from bocage.cli.common import UsageError
from bocage.cli.main import carry_out
from bocage.progress import Progress
from bocage.rules.kernel.registry import find_game
from bocage_tools.arena.games import Contest, Results, play_pairs
from bocage_tools.arena.ratings import Rating, ratings
from bocage_tools.arena.scores import bounds, elo_of, log_likelihood_ratio, mean_interval, score_of, share_interval
from bocage_tools.report.games import parse_options

#: Progress is printed after this many pairs.
_EVERY = 25


def main(line: Sequence[str] | None = None) -> int:
    return carry_out(lambda: parser().parse_args(line))


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bocage_tools.arena",
        description="Plays strategies against each other in process, in pairs of games with the same cards and "
        "dice; for two players the seats are exchanged within a pair.",
    )
    parser.add_argument("players", nargs="+", metavar="NAME", help="strategies, two or more, as for bocage bot")
    parser.add_argument("--game", required=True, help="id of the game, as bocage games lists it")
    parser.add_argument("--options", default="{}", metavar="JSON", help="options that differ from the defaults")
    parser.add_argument(
        "--games", type=int, default=1000, metavar="N", help="how many pairs at most (default 1000)"
    )
    parser.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("ELO0", "ELO1"),
        help="of two strategies: stop as soon as it is clear which of the two leads (in Elo) the first one has",
    )
    parser.add_argument("--seed", default="arena", help="the same seed plays the same games")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="JSON lines of all games; those that stand there are not played again",
    )
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="a picture (SVG) of all scores and ratings with their intervals"
    )
    parser.set_defaults(run=run)
    return parser


def run(chosen: argparse.Namespace) -> int:
    """Play the missing games and print the tables."""
    players = tuple(chosen.players)
    if len(set(players)) != len(players) or len(players) < 2:
        raise UsageError("an arena takes two or more different strategies")
    if chosen.sprt and (len(players) != 2 or not chosen.sprt[0] < chosen.sprt[1]):
        raise UsageError("--sprt compares two strategies, and its first lead is the smaller one")
    contest = Contest(
        chosen.game, find_game(chosen.game).rules, parse_options(chosen.options), chosen.seed, players
    )
    results = Results(contest, chosen.out)
    with Progress("pairs", chosen.games) as progress:

        def goes_on(pairs: int) -> bool:
            progress.clear()
            on = _goes_on(results, pairs, chosen.sprt)
            progress.reach(pairs)
            return on

        play_pairs(results, chosen.games, goes_on)
    print(summary(results, chosen.sprt), end="")
    if chosen.plot is not None:
        chosen.plot.write_text(picture(results), encoding="utf-8")
    return 0


def _goes_on(results: Results, pairs: int, sprt: list[float] | None) -> bool:
    """Print progress at intervals. Returns whether more pairs are needed."""
    one, other = results.contest.players[:2]
    counts = results.counts(one, other) if sprt or pairs % _EVERY == 0 else []
    if pairs % _EVERY == 0:
        mean, low, high = mean_interval(counts)
        print(f"{pairs}: {one} – {other} {mean:.3f} [{low:.3f}, {high:.3f}]", file=sys.stderr, flush=True)
    return sprt is None or verdict(counts, sprt) is None


def verdict(counts: list[int], sprt: list[float]) -> int | None:
    """The hypothesis that the sequential test accepts, 0 or 1, or None while it needs more pairs."""
    low, high = bounds()
    ratio = log_likelihood_ratio(counts, *map(score_of, sprt))
    return 0 if ratio <= low else 1 if ratio >= high else None


def summary(results: Results, sprt: list[float] | None = None) -> str:
    """Tables of the results: wins and times of each strategy, and every pairing."""
    contest = results.contest
    heads = ("strategy", "games", "points", "share of points", "95 % interval", "ms per decision", "longest, ms")
    lines = [f"| {' | '.join(heads)} |", "|---|---|---|---|---|---|---|"]
    for name in contest.players:
        mine = [game for game in results.games.values() if name in game.seats]
        won = sum(game.score(name) for game in mine)
        low, high = share_interval(won, len(mine))
        seats = [(game, game.seats.index(name)) for game in mine]
        asked = sum(game.asked[seat] for game, seat in seats)
        spent = sum(game.ms[seat] for game, seat in seats) / asked if asked else 0.0
        worst = max((game.worst[seat] for game, seat in seats), default=0.0)
        lines.append(
            f"| `{name}` | {len(mine)} | {won:g} | {_percent(won / len(mine) if mine else 0.0)} "
            f"| {_percent(low)} – {_percent(high)} | {spent:.1f} | {worst:.0f} |"
        )
    lines += [
        "",
        "| pairs | 0 | ¼ | ½ | ¾ | 1 | mean | 95 % interval | Elo |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for one, other in combinations(contest.players, 2):
        counts = results.counts(one, other)
        mean, low, high = mean_interval(counts)
        shown = " | ".join(map(str, counts))
        lines.append(
            f"| `{one}` – `{other}` | {shown} | {mean:.3f} | {low:.3f} – {high:.3f} | {elo_of(mean):+.0f} |"
        )
    if len(contest.players) > 2:
        lines += ["", "| strategy | rating | 95 % interval |", "|---|---|---|"]
        lines += [
            f"| `{one.player}` | {one.elo:+.0f} | {one.low:+.0f} – {one.high:+.0f} |" for one in rated(results)
        ]
    if sprt:
        counts = results.counts(*contest.players)
        accepted = verdict(counts, sprt)
        ratio = log_likelihood_ratio(counts, *map(score_of, sprt))
        low, high = bounds()
        said = "undecided" if accepted is None else f"H{accepted}: Elo {sprt[accepted]:g}"
        lines += ["", f"SPRT [{sprt[0]:g}, {sprt[1]:g}]: LLR {ratio:.2f} ({low:.2f}, {high:.2f}) – {said}"]
    return "\n".join(lines) + "\n"


def rated(results: Results) -> list[Rating]:
    """The ratings of all strategies, best first."""
    players = results.contest.players
    places = combinations(range(len(players)), 2)
    return ratings(players, {(a, b): results.counts(players[a], players[b]) for a, b in places})


def picture(results: Results) -> str:
    """The results as SVG: the score of every pairing and, with three or more strategies, the ratings."""
    from bocage_tools.arena.plot import Panel, Row, plot, ticks

    contest = results.contest
    rows = []
    for one, other in combinations(contest.players, 2):
        counts = results.counts(one, other)
        mean, low, high = mean_interval(counts)
        rows.append(Row(f"{one} – {other}", mean, low, high, f"{_percent(mean)} ({sum(counts)})"))
    heading = "points of the first one (pairs)"
    panels = [Panel(heading, rows, 0.5, (0, 0.25, 0.5, 0.75, 1), lambda share: f"{100 * share:.0f} %")]
    if len(contest.players) > 2:
        found = rated(results)
        rows = [Row(one.player, one.elo, one.low, one.high, f"{one.elo:+.0f}") for one in found]
        scale = ticks(min(one.low for one in found), max(one.high for one in found), 100)
        panels.append(Panel("rating", rows, 0, scale, lambda elo: f"{elo:+.0f}"))
    options = f" {msgspec.json.encode(contest.options).decode()}" if contest.options else ""
    return plot(f"{contest.game}{options}", panels)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
