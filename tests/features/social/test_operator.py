"""Acts of an operator about reports."""

from __future__ import annotations

from typing import Any

from tests.http.site import Site
from tests.http.test_admin import admin as admin


async def test_reports_are_shown_and_move_no_cursor(site: Site, admin: Any) -> None:
    ann, token = await site.player()
    bob, _ = await site.player("Bob")
    lines = [{"player": bob, "text": "\x1b[2Jyou", "at": 10**18}]
    wish = {"player": bob, "reason": "chat", "note": "first\nsecond", "lines": lines}
    await site.post("/api/reports", wish, token)
    code, told = await admin("reports")
    assert (code, told.count("\n"), "\x1b" in told) == (0, 2, False)
    assert all(part in told for part in (ann, bob, "chat", "first\ufffdsecond", "\ufffd[2Jyou"))
