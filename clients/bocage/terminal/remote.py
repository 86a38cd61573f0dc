"""A match of a service for the replay in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.sdk import RefusedError
from bocage.sdk.mirror import MatchState, Mirror
from bocage.sdk.rest import Rest
from bocage.terminal.replay_player import OPEN, PUBLIC, Moment, NoEyesError

_NAMES = {PUBLIC: "public", OPEN: "open"}


class RemoteRecording:
    """A match of the service as visible to this client's player. Created by :meth:`load`."""

    def __init__(self, rest: Rest, match: str, invite: str, first: Sequence[Moment]) -> None:
        self.match = match
        self._invite = invite
        self.game = str(first[0].view["game"])
        self._rest = rest
        self._seen: dict[int, Sequence[Moment]] = {PUBLIC: first}

    @classmethod
    async def load(cls, rest: Rest, match: str, invite: str = "") -> RemoteRecording:
        """Load a match. Raises ``BocageError`` if it does not exist or is private."""
        return cls(rest, match, invite, await _moments(rest, match, invite, PUBLIC))

    async def moments(self, viewer: int) -> Sequence[Moment]:
        """Return all positions so far as ``viewer`` sees them. Raises :class:`NoEyesError`."""
        if viewer not in self._seen:
            try:
                self._seen[viewer] = await _moments(self._rest, self.match, self._invite, viewer)
            except RefusedError as error:
                raise NoEyesError(error.text) from error
        return self._seen[viewer]


async def _moments(rest: Rest, match: str, invite: str, viewer: int) -> list[Moment]:
    stored = await rest.replay(match, _NAMES.get(viewer, str(viewer)), invite=invite)
    mirror = Mirror(match)
    mirror.snapshot(stored.snapshot)
    moments = [_moment(mirror.state)] if mirror.state else []
    for update in stored.updates:
        state = mirror.update(update)
        if state is not None:
            moments.append(_moment(state))
    return moments


def _moment(state: MatchState) -> Moment:
    decision = state.decision
    return Moment(
        seq=state.seq,
        at=state.at,
        view=state.view,
        events=state.events,
        seat=decision.seat if decision else -1,
        kind=decision.kind if decision else "",
    )
