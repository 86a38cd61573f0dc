"""Notices on the page: chosen per channel and event, shown by the service worker; a click leads to the table."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.features.notices.browser import Browser
from tests.web.test_access import assert_nothing_serious
from tests.web.visitor import Size, Visitor, Visitors

#: Asking a push service needs the internet: this one gives what such a service would give.
SUBSCRIBED = """(keys) => {
  const toJSON = () => ({ endpoint: "https://push.example/1", keys });
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async () => ({ options: {}, toJSON });
}"""

#: The worker's notices are handled by Chromium, and recorded. Without a screen they are gone at once.
WATCHED = """() => {
  const show = self.registration.showNotification.bind(self.registration);
  self.shown = new Promise((resolve) => {
    self.registration.showNotification = async (...what) => {
      await show(...what);
      resolve(what);
    };
  });
}"""
#: A click, as it comes to the worker.
CLICKED = """(data) => {
  const event = new ExtendableEvent("notificationclick");
  Object.defineProperty(event, "notification", { value: { data, close: () => {} } });
  Object.defineProperty(event, "waitUntil", { value: () => {} });
  self.dispatchEvent(event);
}"""


async def named(visitor: Visitor) -> None:
    """Take a name."""
    await visitor.lobby()
    await visitor.page.locator("button.name").click()
    await visitor.page.locator("dialog input").fill("TOLD")
    await visitor.page.keyboard.press("Enter")
    await visitor.page.locator("button.name", has_text="TOLD").wait_for()


async def open_notices(page: Page) -> None:
    """Open the screen, from where devices are."""
    await page.locator("button.name").click()
    await page.locator("dialog button.notices").click()
    await page.locator("dialog .quiet-hours").wait_for()


@pytest.mark.parametrize(("lang", "size", "dark"), [("en", "desktop", True), ("ja", "phone", False)])
async def test_channels_and_times_are_chosen(visitors: Visitors, lang: Any, size: Size, dark: bool) -> None:
    visitor = await visitors.open(lang=lang, size=size, dark=dark)
    page = visitor.page
    await named(visitor)
    await open_notices(page)
    await page.locator("dialog .another summary").click()
    await assert_nothing_serious(visitor)
    await page.locator("dialog [name=address]").fill("https://hooks.example/1")
    await page.locator("dialog .another form button").click()
    secret = await page.locator("dialog .secret").inner_text()
    assert len(secret) >= 32
    await assert_nothing_serious(visitor)
    # The dialog begins at its beginning; toasts appear in the open one.
    assert await page.locator("dialog:has(.secret)").evaluate("(dialog) => dialog.scrollTop") == 0
    await page.locator("dialog:has(.secret) .primary").click()
    await page.locator("dialog:has(.secret) .toast").wait_for()
    await page.keyboard.press("Escape")
    await page.locator("dialog:has(.quiet-hours) .toast").wait_for()
    channel = page.locator('dialog .channels li[data-kind="webhook"]')
    await channel.wait_for()
    async with page.expect_response("**/notices/channels/*"):
        await channel.locator("[name=over]").uncheck()
    async with page.expect_response("**/me/notices"):
        await page.locator("dialog [name=quiet]").check()
    await assert_nothing_serious(visitor)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await page.keyboard.press("Escape")
    await open_notices(page)
    await expect(channel.locator("[name=over]")).not_to_be_checked()
    await expect(channel.locator("[name=turn]")).to_be_checked()
    await expect(page.locator("dialog [name=quiet]")).to_be_checked()
    await channel.locator(".remove").click()
    await expect(channel).to_have_count(0)


async def test_clicked_notice_leads_to_the_table(windowed: Visitors) -> None:
    visitor = await windowed.open(installed=True)
    page, context = visitor.page, visitor.context
    await visitor.lobby()
    match = await visitor.start("omaha")
    await visitor.lobby()
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    await context.grant_permissions(["notifications"])
    await page.evaluate(SUBSCRIBED, Browser(b"\3" * 32, b"\4" * 16).keys)
    await open_notices(page)
    await page.locator("dialog .notify-here").click()
    await page.locator('dialog .channels li[data-kind="push"]').wait_for()
    await expect(page.locator("dialog .notify-here")).to_have_count(0)
    await page.keyboard.press("Escape")

    session = await context.new_cdp_session(page)
    registered: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def updated(event: Any) -> None:
        for one in event["registrations"]:
            if not one["isDeleted"] and not registered.done():
                registered.set_result(one["registrationId"])

    session.on("ServiceWorker.workerRegistrationUpdated", updated)
    await session.send("ServiceWorker.enable")
    notice = {
        "kind": "turn",
        "match": match,
        "title": "Your turn",
        "text": "Against Bob.",
        "lang": "en",
        "url": f"https://elsewhere.example/match/{match}",
    }
    pushed = {
        "origin": visitor.url,
        "registrationId": await registered,
        "data": json.dumps(notice),
    }
    (worker,) = context.service_workers
    await worker.evaluate(WATCHED)
    await session.send("ServiceWorker.deliverPushMessage", pushed)
    title, options = await worker.evaluate("self.shown")
    assert (title, options["body"], options["data"]) == ("Your turn", "Against Bob.", {"path": f"/match/{match}"})
    await worker.evaluate(CLICKED, options["data"])
    await page.locator(".table").wait_for()
    assert visitor.match == match
