"""An identity kept by a passkey: with the browser's own (virtual) authenticator, from the first one to its end."""

from __future__ import annotations

from typing import Any

from playwright.async_api import CDPSession

from tests.web.test_access import assert_nothing_serious
from tests.web.test_devices import named, open_devices
from tests.web.visitor import Visitor, Visitors


async def authenticator(visitor: Visitor) -> tuple[CDPSession, str]:
    """Give a browser an authenticator without prompts."""
    tell = await visitor.context.new_cdp_session(visitor.page)
    await tell.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = await tell.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return tell, made["authenticatorId"]


async def kept(device: tuple[CDPSession, str]) -> list[dict[str, Any]]:
    """The passkeys that a device has."""
    tell, name = device
    found = await tell.send("WebAuthn.getCredentials", {"authenticatorId": name})
    return list(found["credentials"])


async def test_a_passkey_from_the_first_to_the_last_day(visitors: Visitors) -> None:
    # At a numeric address, the page explains why there are none.
    number = await visitors.open()
    await number.lobby()
    await named(number, "KEYS")
    await open_devices(number)
    local = number.url.replace("127.0.0.1", "localhost")
    await number.page.locator("dialog .passkeys", has_text=local).wait_for()
    assert await number.page.locator("dialog .add-passkey").count() == 0

    desk = await visitors.open(url=local)
    mine = await authenticator(desk)
    await desk.lobby()
    await named(desk, "KEYS")
    await open_devices(desk)
    await desk.page.locator("dialog .ways-back", has_text="lost to you").wait_for()
    await desk.page.locator("dialog .add-passkey").click()
    await desk.page.locator("dialog .passkeys li").wait_for()
    await desk.page.locator("dialog .ways-back", has_text="brings you back").wait_for()
    (passkey,) = await kept(mine)
    # A second one on the same device is none.
    await desk.page.locator("dialog .add-passkey").click()
    await desk.page.get_by_text("This device has a passkey for you already").wait_for()
    await desk.page.locator("dialog .codes").click()
    code = await desk.page.locator("dialog .recovery li").first.inner_text()

    # The phone has a copy, as password managers make them.
    phone = await visitors.open(size="small", lang="ja", url=local)
    tell, name = await authenticator(phone)
    await tell.send("WebAuthn.addCredential", {"authenticatorId": name, "credential": passkey})
    await phone.go("move")
    await phone.page.locator(".by-passkey").wait_for()
    await assert_nothing_serious(phone)
    assert await phone.sideways() == 0
    await phone.page.locator(".by-passkey").tap()
    await phone.page.locator("button.name", has_text="KEYS").wait_for()
    await phone.page.locator("button.name").tap()
    await phone.page.locator("dialog .devices").tap()
    await phone.page.locator("dialog .passkeys li").wait_for()
    assert await phone.sideways() == 0
    await assert_nothing_serious(phone)

    # Both are lost; a code brings the player back, who ends what was stolen.
    late = await visitors.open(url=local)
    await late.go("move")
    await late.page.locator(".move-door input").fill(code)
    await late.page.locator(".move-door .primary").click()
    await late.page.locator("button.name", has_text="KEYS").wait_for()
    await open_devices(late)
    await late.page.locator("dialog .passkeys .remove").click()
    await late.page.locator("dialog .yes").click()
    await late.page.locator("dialog .passkeys li").wait_for(state="detached")
    phone.cut_off = desk.cut_off = True
    await late.page.locator("dialog .out-all").click()
    await late.page.locator("dialog p", has_text="this browser alone knows you").wait_for()
    await late.page.locator("dialog .yes").click()
    await late.page.locator("dialog .ways-back", has_text="lost to you").wait_for()

    # The thief has the passkey and a token; neither is of use.
    await phone.go("move")
    await phone.page.locator(".by-passkey").tap()
    await phone.page.locator(".move-door [role=alert]", has_text="このパスキーは使えません").wait_for()
    await phone.lobby()
    # It keeps whom it was: whether that is for good, no browser can know.
    await phone.page.locator(".bar.unknown", has_text="KEYS").wait_for()
