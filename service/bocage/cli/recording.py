"""A log on this machine for the replay in the terminal: folded here, without a service."""

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
    """Words and facts of the games installed here."""

    async def text(self, game: str, lang: str) -> Mapping[str, str]:
        """The catalogue of a game. Raises ``UnknownGameError``."""
        return find_game(game).text[lang]

    async def facts(self, game: str) -> Mapping[str, object]:
        """The printed facts of a game. Raises ``UnknownGameError``."""
        return find_game(game).facts()

    async def presentation(self, game: str) -> Presentation:
        """How a game presents itself. Raises ``UnknownGameError``."""
        return find_game(game).presentation


class LocalRecording:
    """A finished match out of its log."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        """Raises ``BrokenLogError`` for anything that is no whole, finished log of play by the rules."""
        self._entries = list(entries)
        match = Match(told_secret(self._entries))
        for entry in self._entries:
            body = match.read(entry)
            # A file may come from anywhere: its actions are judged like those of live play before they are folded.
            if problem := objection(match, body, entry.at) if match.seq else "":
                raise BrokenLogError(entry.seq, problem)
            match.extend(entry)
        self.match = match.id
        self.game = match.game.id
        self._seats = len(match.seats)

    async def moments(self, viewer: int) -> list[Moment]:
        """All moments as a seat, the public or open hands saw them; after the end everybody sees everything."""
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
