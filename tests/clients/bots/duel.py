"""Bots against each other in process: no network, every answer judged as the service judges it."""

from __future__ import annotations

from typing import Any

from bocage_tools.report.games import run_report


def won(game: str, bot: str, games: int, options: dict[str, Any] | None = None, other: str = "random") -> int:
    """How many of ``games`` seeded games ``bot`` wins, half of them in each seat."""
    first, second = (run_report(game, games // 2, "duel", options, seats) for seats in ((bot, other), (other, bot)))
    return sum(end.winners == (0,) for end in first.played) + sum(end.winners == (1,) for end in second.played)
