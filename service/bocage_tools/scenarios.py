"""``python -m bocage_tools.scenarios``: plays the scenarios of all games and writes docs/reports/scenarios.md.

Every seat is played by the quick play of the engine, with which the house bots look ahead. Finished scenarios are
kept in a file, so that a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from bocage.cli.main import carry_out
from bocage.engine.heuristic import Heuristic
from bocage.engine.strongest import Strongest
from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import Body, Deal, Entry, encode
from bocage.log.match import Match
from bocage.progress import track
from bocage.protocol.fairness import margin
from bocage.protocol.text import render
from bocage.rules.kernel import AnyGame, Context, Scenario
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.kernel.registry import all_games
from bocage.rules.kernel.scenario import check_scenario

PAGE = Path(__file__).parents[2] / "docs" / "reports" / "scenarios.md"
#: Shares of a two-player scenario that count as balanced.
BALANCED = (0.45, 0.55)


class Result(msgspec.Struct, frozen=True):
    """The games of one scenario. ``document``: what was played, to notice that it changed.

    ``points``: of the first seat, a draw is ½. ``turns``: the sum. ``reasons``: how often each ended a game.
    ``fixed``: what the quick play makes of the scenario's own dice; empty: it has none.
    """

    id: str
    document: str
    games: int
    points: float
    turns: int
    reasons: dict[str, int]
    fixed: str = ""

    @property
    def share(self) -> float:
        return self.points / self.games


def main(line: Sequence[str] | None = None) -> int:
    return carry_out(lambda: parser().parse_args(line))


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bocage_tools.scenarios", description="Plays all scenarios.")
    parser.add_argument("--games", type=int, default=2000, help="games of each scenario (default 2000)")
    parser.add_argument("--game", default="", help="only scenarios of this game; the page needs all")
    parser.add_argument("--seed", default="scenarios", help="the same seed plays the same games")
    parser.add_argument("--kept", type=Path, default=Path("scenarios.jsonl"), help="file with finished scenarios")
    parser.set_defaults(run=run)
    return parser


def run(arguments: argparse.Namespace) -> int:
    """Play what is not kept yet, then write the page."""
    lines = arguments.kept.read_bytes().splitlines() if arguments.kept.exists() else []
    kept = {one.document: one for one in (msgspec.json.decode(line, type=Result) for line in lines)}
    rows = []
    for game in all_games():
        for scenario in game.scenarios():
            whole = check_scenario(scenario, game)
            document = f"{arguments.seed} {msgspec.json.encode(whole).decode()}"
            if game.id == (arguments.game or game.id) and document not in kept:
                kept[document] = play(whole, game, arguments.games, arguments.seed, document)
                with arguments.kept.open("ab") as file:
                    file.write(msgspec.json.encode(kept[document]) + b"\n")
            rows.append((game, whole, kept.get(document)))
    PAGE.write_text(page(rows, arguments.seed), encoding="utf-8")
    return 0


def play(scenario: Scenario, game: AnyGame, games: int, seed: str, document: str) -> Result:
    """Play the games of one scenario."""
    heuristic = Strongest(game).prior
    options = msgspec.convert(scenario.options, game.Options)
    seats = [msgspec.convert(scenario.for_seat(seat), game.SeatOptions) for seat in range(game.seats)]
    points, turns, reasons = 0.0, 0, Counter[str]()
    for number in track(range(games), scenario.id, games):
        playthrough = new_playthrough(game, f"{seed}/{scenario.id}/{number}", options, seats)
        state = game.setup(options, playthrough.seats, playthrough.dice(0)).state
        steps = 0
        while (decision := game.decision(state)) is not None:
            steps += 1
            game.reduce(
                state, heuristic.choose(state, decision, scenario.options), Context(playthrough.dice(steps))
            )
        outcome = game.outcome(state)
        assert outcome is not None
        points += (0 in outcome.winners) if outcome.winners or game.seats < 2 else 0.5
        turns += game.turns(state) or 0
        reasons[outcome.reason] += 1
    fixed = play_fixed(scenario, game, heuristic) if scenario.key else ""
    return Result(scenario.id, document, games, points, turns, dict(reasons.most_common()), fixed)


def play_fixed(scenario: Scenario, game: AnyGame, heuristic: Heuristic) -> str:
    """Play a solo scenario with its own dice, as a match; return how it ends."""
    secret = bytes.fromhex(scenario.key)
    match, created = create(game, "engine", scenario.options, deal=Deal("", 0, fixed=True), secret=secret)
    body: Body | judge.Again | None = created
    while body is not None and not isinstance(body, judge.Again):
        match.extend(Entry(match.seq + 1, match.seq, encode(body)))
        body = following(match, heuristic, scenario)
    assert match.outcome is not None
    score = game.score(match.state)
    ending = f"{'won' if match.outcome.winners else 'lost'}: {match.outcome.reason}"
    return ending if score is None else f"{ending}, {score} points"


def following(match: Match, heuristic: Heuristic, scenario: Scenario) -> Body | judge.Again | None:
    """Return the next entry of a solo match; None after the end."""
    if match.over:
        return None
    if match.seats[0] is None:
        return judge.sit(match, "engine", "engine", nonce="0" * 32)
    decision = match.decision()
    if decision is None:
        return judge.owed(match)
    return judge.act(match, decision.seat, match.seq, heuristic.choose(match.state, decision, scenario.options))


def page(rows: Sequence[tuple[AnyGame, Scenario, Result | None]], seed: str) -> str:
    """Return the report."""
    least, most = (round(100 * share) for share in BALANCED)
    lines = [
        "# Scenarios",
        "",
        "Games of each [scenario](../scenarios.md), every seat played by the quick play of the engine. Made by"
        f" `python -m bocage_tools.scenarios --seed {seed}`.",
        "",
        f"For two players the share is that of the first seat, a draw counting half; {least} to {most} % is"
        " balanced. In solo scenarios the dice of these games are new each time; the last column says what the"
        " quick play makes of the scenario's own dice.",
        "",
        "| game | scenario | games | share | balanced | turns | endings | own dice |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for game, scenario, result in rows:
        if result is None:
            lines.append(f"| {game.text['en']['game.name']} | {scenario.name.en} | none yet | | | | | |")
            continue
        share, half = 100 * result.share, 100 * margin(result.share, result.games)
        even = "" if game.seats < 2 else "yes" if BALANCED[0] <= result.share <= BALANCED[1] else "no"
        turns = round(result.turns / result.games) or ""
        text = game.text["en"]
        ends = ", ".join(
            f"{render(text, f'outcome.{reason}', {}, 'en').rstrip('.')} {100 * count / result.games:.0f} %"
            for reason, count in result.reasons.items()
        )
        won = f"{share:.1f} % ± {half:.1f}"
        cells = (text["game.name"], scenario.name.en, result.games, won, even, turns, ends, result.fixed)
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    raise SystemExit(main())
