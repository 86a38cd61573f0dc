"""``python -m tests.calibrate``: whether the engine's chances of winning mean what they say.

Plays games that no training has seen (``--seed``), asks for the chance of winning at a share of their decisions,
and holds it against how the game ended. ``squad=140,0.03,16``: 140 games of SQUAD, three of a hundred decisions, 16
worlds for each; a game that is played to its end needs more worlds: each of them says only 0 or 1. Prints
reliability tables. One half of the games says how far the chances would have to be stretched (Platt scaling), the
other half whether that helps.
``--write`` draws pictures into docs/reports and writes the figures into docs/reports/engine.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from bocage.rules.kernel.registry import find_game
from bocage_tools.report.command import write_between
from tests.all_games import GAMES
from tests.calibrate.platt import Calibration, Judged, fitted, log_loss
from tests.calibrate.reliability import bins, brier, expected_error, picture, table
from tests.calibrate.samples import KINDS, judged

FOLDER = Path(__file__).parents[2] / "docs" / "reports"
#: Games, the share of their decisions, and worlds for each, where nothing else is said.
USUAL = (100, 0.02, 16)
#: Stretching helps where it lowers the loss on games that it was not made from by more than this.
WORTH = 0.002
NAMES = {"seen": "by what the seat sees", "open": "with all hands open"}


class Found(msgspec.Struct, frozen=True):
    """What was found of one kind of chance in one game. ``calibration``: as one half of the games would have it."""

    game: str
    kind: str
    judged: list[Judged]
    calibration: Calibration
    helps: bool

    @property
    def tested(self) -> list[Judged]:
        """The half that the calibration was not made from."""
        return odd(self.judged)


def odd(judged: Sequence[Judged]) -> list[Judged]:
    """Every other game."""
    return [one for one in judged if one.game % 2]


def look(game: str, kind: str, examples: list[Judged]) -> Found:
    """Stretch on one half, and say whether that helps on the other."""
    solo = find_game(game).seats == 1
    half = fitted([one for one in examples if one.game % 2 == 0], solo)
    helps = log_loss(odd(examples), Calibration()) - log_loss(odd(examples), half) > WORTH
    return Found(game, kind, examples, half, helps)


def row(found: Found) -> str:
    """The figures as a row of Markdown; all of the half that was held back from the fit."""
    tested, plain, after = found.tested, Calibration(), found.calibration
    error = [expected_error(bins(tested, one)) for one in (plain, after)]
    loss = [log_loss(tested, one) for one in (plain, after)]
    stretched = f"× {after.slope:.2f}" + (f" {after.bias:+.2f}" if after.bias else "")
    return (
        f"| `{found.game}` | {NAMES[found.kind]} | {len(tested)} of {len({one.game for one in tested})} games "
        f"| {brier(tested, plain):.3f} | {error[0]:.1%} | {loss[0]:.3f} | {stretched} "
        f"| {error[1]:.1%} | {loss[1]:.3f} | {'yes' if found.helps else 'no'} |\n"
    )


def write(found: Sequence[Found]) -> None:
    """The pictures, one per game."""
    by_game: dict[str, list[Found]] = {}
    for one in found:
        by_game.setdefault(one.game, []).append(one)
    for game, kinds in by_game.items():
        panels = [(NAMES[one.kind], bins(one.judged, Calibration())) for one in kinds]
        drawn = picture(f"{game}: chances said, and what came", panels)
        (FOLDER / f"calibration_{game}.svg").write_text(drawn, encoding="utf-8")


HEAD = (
    "| game | chances | positions | Brier | off by | loss | log-odds | off by, then | loss, then | helps |\n"
    "|---|---|---|---|---|---|---|---|---|---|\n"
)


def amounts(text: str) -> tuple[str, int, float, int]:
    """``GAME`` or ``GAME=GAMES,SHARE,WORLDS``. Raises ``ValueError``, ``LookupError``."""
    game, _, given = text.partition("=")
    find_game(game)
    many, share, worlds = given.split(",") if given else map(str, USUAL)
    return game, int(many), float(share), int(worlds)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("chosen", nargs="*", type=amounts, default=[amounts(game) for game in GAMES])
    parser.add_argument("--seed", default="held back")
    parser.add_argument("--write", action="store_true", help="write docs/reports")
    chosen = parser.parse_args()
    found = []
    for game, many, share, worlds in chosen.chosen:
        examples: Mapping[str, list[Judged]] = {kind: [] for kind in KINDS}
        for kind, one in judged(game, many, share, worlds, chosen.seed):
            examples[kind].append(one)
        for kind in KINDS:
            found.append(look(game, kind, examples[kind]))
            print(f"\n{game}, {NAMES[kind]}\n\n{table(bins(found[-1].judged, Calibration()))}", flush=True)
    rows = HEAD + "".join(map(row, found))
    print(rows)
    if chosen.write:
        write(found)
        if {game for game, *_ in chosen.chosen} == set(GAMES):
            write_between(FOLDER / "engine.md", rows, "calibration")


if __name__ == "__main__":
    main()
