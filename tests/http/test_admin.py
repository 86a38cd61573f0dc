"""``bocage admin`` on a store that nodes use: what it changes counts at once, and is written down."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from service.cli import main
from tests.http.site import Site


@pytest.fixture
def admin(redis_url: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the command in a thread of its own, beside the node; exit code and what it prints."""

    async def call(*line: str) -> tuple[int, str]:
        code = await asyncio.to_thread(main, ["admin", *line, "--redis", redis_url, "--lang", "en"])
        told = capsys.readouterr()
        return code, told.out + told.err

    return call


async def test_who_is_suspended_does_nothing_until_they_may_again(site: Site, admin: Any) -> None:
    ann, token = await site.player()
    code, told = await admin("suspend", ann, "--why", "rude")
    assert (code, ann in told, "suspended" in told) == (0, True, True)
    for method, path in (("GET", "/api/players/me"), ("POST", "/api/matches"), ("GET", "/api/daily")):
        refused = await site.call(method, path, {"game": "squad"} if method == "POST" else None, token=token)
        assert (refused.status_code, refused.json()["code"]) == (403, "suspended")
    await admin("resume", ann)
    assert (await site.get("/api/players/me", token)).json()["player"] == ann
    code, told = await admin("audit")
    assert code == 0
    resumed, suspended = told.splitlines()
    assert f"suspend  {ann}  rude" in suspended
    assert f"resume  {ann}" in resumed


async def test_another_name_and_no_sign_in_left(site: Site, admin: Any) -> None:
    ann, token = await site.player("Rude")
    await site.post("/api/players/me/recovery-codes", {}, token)
    await admin("rename", ann, "--name", "Guest 1")
    assert (await site.get("/api/players/me", token)).json()["name"] == "Guest 1"
    _, told = await admin("revoke", ann)
    assert "0 sign-ins, 0 recovery codes" in told
    assert (await site.get("/api/players/me", token)).json()["code"] == "bad_token"


async def test_reports_are_shown_and_move_no_cursor(site: Site, admin: Any) -> None:
    ann, token = await site.player()
    bob, _ = await site.player("Bob")
    lines = [{"player": bob, "text": "\x1b[2Jyou", "at": 10**18}]
    wish = {"player": bob, "reason": "chat", "note": "first\nsecond", "lines": lines}
    await site.post("/api/reports", wish, token)
    code, told = await admin("reports")
    assert (code, told.count("\n"), "\x1b" in told) == (0, 2, False)
    assert all(part in told for part in (ann, bob, "chat", "first\ufffdsecond", "\ufffd[2Jyou"))


@pytest.mark.parametrize(
    "line", [("suspend",), ("reports", "abc"), ("rename", "abc"), ("revoke", "abc", "--name", "x"), ("dance",)]
)
async def test_wrong_lines(admin: Any, line: tuple[str, ...]) -> None:
    try:
        code, _ = await admin(*line)
    except SystemExit as left:
        code = left.code
    assert code == 2


async def test_a_player_that_there_is_not(site: Site, admin: Any) -> None:
    code, told = await admin("suspend", "nobody")
    assert (code, "there is no player nobody" in told) == (1, True)
    assert (await admin("audit"))[1] == ""
