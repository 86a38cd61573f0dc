"""A match stored at a service, as the terminal's replay wants it."""

from __future__ import annotations

from collections.abc import Sequence

from clients.sdk import RefusedError
from clients.sdk.mirror import Mirror, State
from clients.sdk.rest import Rest
from clients.terminal.replay import OPEN, PUBLIC, Frame, NoEyesError

_NAMES = {PUBLIC: "public", OPEN: "open"}


class RemoteRecording:
    """A match of the service, entry by entry, as this client's player may see it. Made by :meth:`load`."""

    def __init__(self, rest: Rest, match: str, invite: str, first: Sequence[Frame]) -> None:
        self.match = match
        self._invite = invite
        self.game = str(first[0].view["game"])
        self._rest = rest
        self._seen: dict[int, Sequence[Frame]] = {PUBLIC: first}

    @classmethod
    async def load(cls, rest: Rest, match: str, invite: str = "") -> RemoteRecording:
        """Raises ``BocageError``: no such match, a private one."""
        return cls(rest, match, invite, await _frames(rest, match, invite, PUBLIC))

    async def frames(self, viewer: int) -> Sequence[Frame]:
        """All frames so far, as ``viewer`` sees them. Raises :class:`NoEyesError`."""
        if viewer not in self._seen:
            try:
                self._seen[viewer] = await _frames(self._rest, self.match, self._invite, viewer)
            except RefusedError as error:
                raise NoEyesError(error.text) from error
        return self._seen[viewer]


async def _frames(rest: Rest, match: str, invite: str, viewer: int) -> list[Frame]:
    stored = await rest.replay(match, _NAMES.get(viewer, str(viewer)), invite=invite)
    mirror = Mirror(match)
    mirror.snapshot(stored.snapshot)
    frames = [_frame(mirror.state)] if mirror.state else []
    for update in stored.updates:
        state = mirror.update(update)
        if state is not None:
            frames.append(_frame(state))
    return frames


def _frame(state: State) -> Frame:
    decision = state.decision
    return Frame(
        seq=state.seq,
        at=state.at,
        view=state.view,
        events=state.events,
        seat=decision.seat if decision else -1,
        kind=decision.kind if decision else "",
    )
