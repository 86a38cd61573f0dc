"""``bocage verify``: verify exported logs offline."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from bocage.cli.common import FAILED, add_language
from bocage.cli.logs import read_file
from bocage.cli.words import translate
from bocage.log.export import Verification, verify
from bocage.progress import Progress

if TYPE_CHECKING:
    from bocage.cli.common import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "verify",
        description="Checks an exported log offline: the commitment, every player's nonce, the chain of hashes, "
        "every die and shuffle, and that the rules lead from each entry to the next. Exit code 1: something is "
        "wrong.",
    )
    add_language(parser)
    parser.add_argument("files", nargs="+", metavar="FILE", help="an exported log; - is standard input")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    code = 0
    progress = Progress("files", len(chosen.files))
    for file in chosen.files:
        report = verify(read_file(file).splitlines(keepends=True))
        progress.clear()
        for line in in_words(report):
            print(f"{file}: {translate(line, chosen.lang)}")
        if not whole(report):
            code = FAILED
        progress.step()
    progress.clear()
    return code


def whole(report: Verification) -> bool:
    """True if everything was verified without findings."""
    return report.finished and report.states and not report.findings


def in_words(report: Verification) -> list[str]:
    """Return a verification as text."""
    lines = [
        f"{f'entry {finding.seq}' if finding.seq else 'the header'} {finding.text}" for finding in report.findings
    ]
    header = report.header
    if header is None:
        return lines
    name = f"{header.game} {header.match}, {header.entries} entries"
    if lines:
        return [*lines, f"{name}: WRONG"]
    if not report.finished:
        return [f"{name}: the match is not over; dice and states cannot be checked before its secret is told"]
    if not report.states and not header.draws:
        return [
            f"{name}: the chain is right; dice and states unchecked, for the file does not list its draws,"
            f" and rules {header.rules} are not installed"
        ]
    if not report.states:
        return [f"{name}: dice and chain are right; states unchecked, rules {header.rules} are not installed"]
    return [f"{name}: right — commitment, nonces, chain, every draw and every state"]
