"""Who may see a match that the operator hid."""

from __future__ import annotations

from bocage.protocol.refusal import RefusedError
from bocage.store.store import Store


async def check_hidden(store: Store, match: str, player: str) -> None:
    """Raise ``no_match`` where the operator hid the match from ``player`` (empty: an unknown person)."""
    if match in store.hidden.known:
        row = await store.row(match)
        if row is None or not player or player not in row.players:
            raise RefusedError("no_match")
