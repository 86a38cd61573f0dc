"""Pairs of a screen's properties, such as game and language: some by day, all by night."""

from __future__ import annotations

from collections.abc import Sequence

import pytest


def pairs(first: Sequence[str], second: Sequence[str]) -> list[object]:
    """All pairs for ``parametrize``; by day as many as show each value of either list once."""
    longest = max(len(first), len(second))
    day = {(first[number % len(first)], second[number % len(second)]) for number in range(longest)}
    return [
        pytest.param(one, other, marks=pytest.mark.night if (one, other) not in day else ())
        for one in first
        for other in second
    ]
