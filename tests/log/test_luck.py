"""Luck over time: sums of reviews, by game, and what they add up to."""

from __future__ import annotations

import pytest

from bocage.log.luck import luck_of
from bocage.log.records import Row
from bocage.protocol.profile import LuckRecord, MatchLuck
from bocage.protocol.review import ReviewedSeat


def row(match: str, *players: str, game: str = "squad", at: int = 1) -> Row:
    return Row(match, game, "ended", ["x"] * len(players), list(players), at=at)


def seats(*sums: tuple[float, float]) -> list[ReviewedSeat]:
    return [ReviewedSeat(seat, 5, luck, 0.5, skill) for seat, (luck, skill) in enumerate(sums)]


def test_luck_and_skill_are_those_of_the_players_seat() -> None:
    rows = [row("m1", "ann", "bob", at=1), row("m2", "bob", "ann", at=2)]
    reviews = {"m1": seats((0.25, 0.1), (-0.25, -0.15)), "m2": seats((0.5, 0.0), (-0.5, -0.25))}
    assert luck_of("ann", rows, reviews) == {
        "squad": LuckRecord(2, -0.25, 0.0, [MatchLuck("m1", 1, 0.25, 0.25), MatchLuck("m2", 2, -0.5, -0.25)])
    }


def test_with_the_chance_at_the_start_they_make_the_result() -> None:
    """As docs/decisions/018 has it: first + luck + skill - skill of the other = last."""
    first, last = 0.55, 1.0
    skill, others = -0.05, 0.2
    luck = last - first - skill + others
    (record,) = luck_of("ann", [row("m1", "ann", "bob")], {"m1": seats((luck, skill), (-luck, others))}).values()
    assert first + record.luck + record.skill == pytest.approx(last)


def test_of_who_plays_alone_their_own_choices_count() -> None:
    assert luck_of("ann", [row("m1", "ann")], {"m1": seats((0.4, 0.3))})["squad"].skill == 0.3


def test_only_reviewed_matches_count_and_each_game_by_itself() -> None:
    rows = [row("m1", "ann", "bob"), row("m2", "ann", "bob"), row("m3", "ann", game="omaha"), row("m4", "bob")]
    reviews = {"m2": seats((0.1, 0), (0, 0)), "m3": seats((0.2, 0)), "m4": seats((0.3, 0)), "m9": seats((1, 0))}
    found = luck_of("ann", rows, reviews)
    assert {game: [one.match for one in record.matches] for game, record in found.items()} == {
        "squad": ["m2"],
        "omaha": ["m3"],
    }


def test_review_of_foreign_seats_counts_nothing() -> None:
    """The engine may fail on part of a match; what it says then is not taken for zero."""
    assert luck_of("ann", [row("m1", "ann", "bob")], {"m1": seats((0.1, 0))}) == {}
