"""How many calls of an agent are carried out."""

from __future__ import annotations

import pytest
from mcp.server.mcpserver.exceptions import ToolError

from bocage.mcp.guides import guide
from bocage.mcp.server import CallRate


def test_calls_beyond_the_rate_are_refused_for_a_minute() -> None:
    now = 100.0
    rate = CallRate(2, lambda: now)
    rate.take()
    now = 130.0
    rate.take()
    with pytest.raises(ToolError, match=r"2 calls a minute.* again in 30 seconds"):
        rate.take()
    now = 160.0
    rate.take()
    with pytest.raises(ToolError):
        rate.take()


def test_only_guides_are_read_in_both_languages() -> None:
    assert guide("omaha", "en").startswith("# ")
    assert guide("omaha", "ja") not in ("", guide("omaha", "en"))
    assert guide("../rulings/omaha", "en") == guide("liars_dice", "en") == ""
