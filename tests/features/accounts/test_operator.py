"""Acts of an operator about sign-ins."""

from __future__ import annotations

from typing import Any

from bocage.protocol.sign_ins import sign_in_id
from tests.features.accounts.authenticator import Authenticator
from tests.http.site import Site
from tests.http.test_admin import admin as admin


async def test_sign_ins_are_shown_and_one_is_ended(site: Site, admin: Any) -> None:
    ann, token = await site.player()
    phone = (await site.post("/api/players/me/sign-ins", {"device": "Safari,\x1b iPhone"}, token)).json()["token"]
    device = Authenticator()
    made = device.make((await site.post("/api/players/me/passkeys/challenge", {}, token)).json())
    await site.post("/api/players/me/passkeys", made | {"name": "desk"}, token)
    code, told = await admin("sessions", ann)
    assert (code, len(told.splitlines()), "\x1b" in told) == (0, 3, False)
    assert all(part in told for part in (sign_in_id(token), sign_in_id(phone), "Safari, iPhone", "passkey", "desk"))
    assert token not in told
    assert await admin("revoke", ann, "--sign-in", "0" * 16) == (1, f"bocage: {ann} has no sign-in {'0' * 16}\n")
    code, told = await admin("revoke", ann, "--sign-in", sign_in_id(phone), "--why", "stolen")
    assert (code, "1 sign-ins, 0 recovery codes, 1 passkeys" in told) == (0, True)
    assert (await site.get("/api/players/me", phone)).json()["code"] == "bad_token"
    assert (await site.get("/api/players/me", token)).status_code == 200
    assert f"revoke  {ann}  {sign_in_id(phone)} stolen" in (await admin("audit"))[1]
    # All of them: passkeys as well, or a thief would come back.
    await admin("revoke", ann)
    assert "0 sign-ins, 0 recovery codes, 0 passkeys" in (await admin("player", ann))[1]


async def test_every_sign_in_and_code_is_ended(site: Site, admin: Any) -> None:
    ann, token = await site.player()
    await site.post("/api/players/me/recovery-codes", {}, token)
    _, told = await admin("revoke", ann)
    assert "0 sign-ins, 0 recovery codes" in told
    assert (await site.get("/api/players/me", token)).json()["code"] == "bad_token"
    assert (await admin("player", ann, "--sign-in", "x"))[1] == "bocage: --sign-in goes with revoke only\n"
