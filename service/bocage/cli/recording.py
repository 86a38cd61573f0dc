"""Replays in the terminal from a local log, without a service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from bocage.log.entries import BrokenLogError, Entry, told_secret
from bocage.log.legality import objection
from bocage.log.match import Match
from bocage.log.view import told_to, view
from bocage.protocol.presentation import Presentation
from bocage.rules.kernel.registry import find_game
from bocage.terminal.replay_player import OPEN, Moment, NoEyesError


class LocalLibrary:
    """Texts and facts of installed games."""

    async def text(self, game: str, lang: str) -> Mapping[str, str]:
        """Return the catalogue of a game. Raises ``UnknownGameError``."""
        return find_game(game).text[lang]

    async def facts(self, game: str) -> Mapping[str, object]:
        """Return the printed facts of a game. Raises ``UnknownGameError``."""
        return find_game(game).facts()

    async def presentation(self, game: str) -> Presentation:
        """Return the presentation of a game. Raises ``UnknownGameError``."""
        return find_game(game).presentation


class LocalRecording:
    """A finished match from its log."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        """Raises ``BrokenLogError`` unless the log is complete, finished and legal."""
        self._entries = list(entries)
        match = Match(told_secret(self._entries))
        for entry in self._entries:
            body = match.read(entry)
            # The file is untrusted: judge its actions like those of live play before folding them.
            if problem := objection(match, body, entry.at) if match.seq else "":
                raise BrokenLogError(entry.seq, problem)
            match.extend(entry)
        self.match = match.id
        self.game = match.game.id
        self._seats = len(match.seats)

    async def moments(self, viewer: int) -> list[Moment]:
        """Return all positions as seen by a seat, the public or open hands; after the end everybody sees
        everything.
        """
        if not OPEN <= viewer < self._seats:
            raise NoEyesError
        match = Match(told_secret(self._entries))
        moments = []
        for entry in self._entries:
            events = msgspec.to_builtins(told_to(viewer, match.extend(entry)))
            decision = match.decision()
            moments.append(
                Moment(
                    seq=entry.seq,
                    at=entry.at,
                    view=msgspec.to_builtins(view(match, viewer)),
                    events=events,
                    seat=decision.seat if decision else -1,
                    kind=decision.kind if decision else "",
                )
            )
        return moments
