"""The report of a run, for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.mutants.bench import Result


def table(results: Sequence[Result]) -> str:
    """A line per part: how many bugs, how many were noticed by quick and by all tests, how many stayed."""
    rows = ["part        bugs  noticed  of these quick  survived  equivalent  noticed %  quick %"]
    parts = list(dict.fromkeys(result.part for result in results))
    for part in [*parts, ""] if len(parts) > 1 else parts:
        fates = Counter(result.fate for result in results if part in ("", result.part))
        quick, full, survived = fates["quick"], fates["full"], fates["survived"]
        real = quick + full + survived
        rows.append(
            f"{part or 'all':10}{real:6}{quick + full:9}{quick:16}{survived:10}{fates['equivalent']:12}"
            f"{_percent(quick + full, real):>11}{_percent(quick, real):>9}"
        )
    return "\n".join(rows)


def _percent(some: int, whole: int) -> str:
    return f"{100 * some / whole:.0f}" if whole else "–"


def survivors(results: Sequence[Result]) -> str:
    """The bugs that nobody noticed, as diffs; and those that are none, with the reason."""
    rows = [result.diff for result in results if result.fate == "survived"]
    rows += [f"{result.diff}\n  no bug: {result.note}" for result in results if result.fate == "equivalent"]
    return "\n\n".join(rows)


def share(results: Sequence[Result]) -> float:
    """Of all bugs that are some, the share that was noticed."""
    real = [result for result in results if result.fate != "equivalent"]
    return sum(result.fate != "survived" for result in real) / len(real) if real else 1.0
