"""The house: who is called to a match, and how often."""

from __future__ import annotations

from pathlib import Path

import pytest

from clients.bots.house import House
from clients.bots.registry import UnknownStrategyError


def test_an_invitation_that_is_sent_again_calls_nobody_else(tmp_path: Path) -> None:
    house = House("http://127.0.0.1:1", tmp_path / "house.json")
    for match in ("m1", "m2", "m1"):
        house.invite("omaha", match, "random")
    house.invite("omaha", "m1", "planner")
    assert house._invitations.qsize() == 3
    with pytest.raises(UnknownStrategyError):
        house.invite("omaha", "m3", "nobody")
    assert house._invitations.qsize() == 3
