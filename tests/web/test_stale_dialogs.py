"""Dialogs that were opened a while ago: what they ask and show is how things are now."""

from __future__ import annotations

import pytest
from playwright.async_api import Route, expect

from tests.web.test_devices import named, open_devices
from tests.web.visitor import Visitor, Visitors

#: Calls the service as the page's player, from elsewhere as far as the dialog knows.
ELSEWHERE = """async ([path, body]) => {
  const { token } = JSON.parse(localStorage.getItem("bocage.identity"));
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  return (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}"""
PASSKEY = {"passkey": "k", "name": "KEY", "made": 1, "used": 0, "synced": False}


async def with_a_passkey(visitor: Visitor) -> None:
    """The service reports one passkey."""

    async def answer(route: Route) -> None:
        await route.fulfill(json={"passkeys": [PASSKEY]})

    await visitor.page.route("**/api/players/me/passkeys", answer)


@pytest.mark.parametrize(
    ("button", "before", "after"),
    [
        (".passkeys .remove", "is all that brings you back", "signs nobody in any more"),
        (".sign-ins:not(.passkeys .sign-ins) .danger", "", "Another device, a recovery code or a passkey"),
    ],
)
async def test_a_question_knows_the_codes_made_since(
    visitors: Visitors, button: str, before: str, after: str
) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await named(visitor, "STALE")
    await with_a_passkey(visitor)
    await open_devices(visitor)
    if before:
        await page.locator(f"dialog {button}").first.click()
        await expect(page.locator("dialog:has(.yes) p")).to_contain_text(before)
        await page.locator("dialog .no").click()
    await page.evaluate(ELSEWHERE, ["/api/players/me/recovery-codes", {}])
    await page.locator(f"dialog {button}").first.click()
    await expect(page.locator("dialog:has(.yes) p")).to_contain_text(after)


async def test_what_was_removed_elsewhere_goes_from_the_list(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await named(visitor, "GONE")
    other = await page.evaluate(ELSEWHERE, ["/api/players/me/sign-ins", {"device": "Phone"}])
    await open_devices(visitor)
    row = page.locator("dialog .sign-ins li", has_text="Phone")
    await page.evaluate(ELSEWHERE, ["/api/players/me/sign-out", {"others": True}])
    visitor.cut_off = True
    await row.locator(".danger").click()
    await page.locator("dialog .yes").click()
    await expect(row).to_have_count(0)
    assert other["token"]
