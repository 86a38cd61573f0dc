"""Calls of the SDK about this feature."""

from __future__ import annotations

from bocage.features.accounts import wire as accounts
from tests.clients.sdk_calls import ME, Call

CALLS = [
    Call(
        lambda rest: rest.make_recovery_codes(),
        f"{ME}/recovery-codes",
        {},
        accounts.RecoveryCodes,
        lambda answer: answer.codes,
    ),
    Call(lambda rest: rest.make_link(), f"{ME}/link", {}, accounts.MoveLink),
    Call(lambda rest: rest.data(), f"{ME}/data", None, accounts.PlayerData),
    Call(lambda rest: rest.leave("Ada"), f"{ME}/leave", {"confirm": "Ada"}, accounts.Left),
]
