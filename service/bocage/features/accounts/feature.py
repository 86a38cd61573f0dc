"""The feature on one node: endpoints, storage, and hooks of the core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from bocage.features.accounts import leaving, operator, passkeys, sign_ins
from bocage.features.accounts.relying_party import RelyingParty
from bocage.features.accounts.settings import party_of
from bocage.features.accounts.storage import FIELD, PasskeyStorage, SignInStorage
from bocage.features.accounts.wire import KeptSignIn
from bocage.http.app_state import AppState
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Feature, KeptKey
from bocage.http.operator_acts import OperatorAct
from bocage.settings import Settings
from bocage.store.store import Store


class Accounts(Feature):
    """The feature on one node. Sign-ins and passkeys are deleted with the player's hash."""

    endpoints: ClassVar[tuple[Endpoint, ...]] = (*leaving.ENDPOINTS, *sign_ins.ENDPOINTS, *passkeys.ENDPOINTS)
    acts: ClassVar[Mapping[str, OperatorAct]] = operator.ACTS
    kept_keys: ClassVar[tuple[KeptKey, ...]] = (
        KeptKey(
            r"challenge:.*", not_exported="expires within five minutes", survives="expires within five minutes"
        ),
    )

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__(store, settings)
        self.sign_ins = SignInStorage(store)
        self.passkeys = PasskeyStorage(store)
        self.party = party_of(settings, "http://localhost")

    @property
    def parts(self) -> tuple[SignInStorage, PasskeyStorage, RelyingParty]:
        """Storage, and the relying party of passkeys."""
        return self.sign_ins, self.passkeys, self.party

    async def start(self, app: AppState) -> None:
        """Derive the relying party from the address of the service."""
        self.party = party_of(self.settings, app.site)

    async def recoverable(self, player: str) -> bool:
        """True if the player has a passkey, recovery codes, or another device."""
        return (await self.sign_ins.of(player)).recoverable

    async def facts(self, player: str) -> Sequence[str]:
        """How many sign-ins, recovery codes and passkeys there are."""
        known = await self.sign_ins.of(player)
        return (f"{len(known.sign_ins)} sign-ins, {known.codes} recovery codes, {known.passkeys} passkeys",)

    async def kept(self, player: str) -> Mapping[str, object]:
        """Return sign-ins, codes and passkeys."""
        fields, known = await self.store.player_fields(player), await self.sign_ins.of(player)
        return {
            "sign_ins": [KeptSignIn(one.id, one.device, one.made, one.used) for one in known.sign_ins],
            "recovery_codes": known.codes,
            "link": "link" in fields,
            "passkeys": [msgspec.json.decode(value) for name, value in fields.items() if name.startswith(FIELD)],
        }


FEATURE = Accounts
