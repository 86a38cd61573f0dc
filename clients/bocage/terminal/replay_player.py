"""Replay in the terminal: step through a stored match in both directions, from any view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol

import msgspec

from bocage.terminal.console import Console
from bocage.terminal.library import Library, screen_of
from bocage.terminal.screen import Screen

PUBLIC, OPEN = -1, -2
EYES = {"public": PUBLIC, "open": OPEN}


class NoEyesError(Exception):
    """The recording may not be seen by this viewer."""


class Moment(msgspec.Struct, frozen=True):
    """The match after entry ``seq``: view and events of one viewer, and the deciding seat (-1: none)."""

    seq: int
    at: int
    view: Mapping[str, Any]
    events: Sequence[Mapping[str, Any]]
    seat: int = -1
    kind: str = ""


class Recording(Protocol):
    """A stored match."""

    match: str
    game: str

    async def moments(self, viewer: int) -> Sequence[Moment]:
        """Return all positions as seen by ``viewer`` (a seat, -1 public, -2 open hands). Raises
        :class:`NoEyesError`.
        """


class ReplayPlayer:
    """Steps through a recording on command."""

    def __init__(
        self, recording: Recording, console: Console, library: Library, lang: str, viewer: int = PUBLIC
    ) -> None:
        self._recording = recording
        self._console = console
        self._library = library
        self._lang = lang
        self._viewer = viewer
        self._moments: Sequence[Moment] = ()
        self._at = 0
        self._screen: Screen

    async def run(self, start: int = 1) -> None:
        """Show entry ``start``, then execute commands. Raises :class:`NoEyesError`."""
        self._moments = await self._recording.moments(self._viewer)
        self._screen = await self._screen_in(self._lang)
        self._introduce()
        self._at = self._index(start)
        self._show()
        self._console.write([self._screen.words.ui("replay.hint")])
        while (line := await self._console.read()) is not None and line.strip() not in ("q", "quit"):
            await self._typed(line.strip())

    async def _screen_in(self, lang: str) -> Screen:
        return await screen_of(self._library, self._recording.game, lang, self._moments[0].view["options"])

    async def _typed(self, line: str) -> None:
        words = self._screen.words
        word, _, rest = line.partition(" ")
        match word:
            case "" | "n":
                self._step(1)
            case "p":
                self._step(-1)
            case number if number.isdecimal():
                self._go(self._index(int(number)))
            case jump if jump[0] in "+-" and jump[1:].isdecimal():
                self._step(int(jump))
            case "first":
                self._go(0)
            case "last":
                self._go(len(self._moments) - 1)
            case "v":
                self._show()
            case "eyes":
                await self._look_through(rest.strip())
            case "en" | "ja":
                self._screen = await self._screen_in(word)
                self._show()
            case "?" | "h" | "help":
                self._console.write(words.ui("replay.help").splitlines())
            case "w":
                word = rest.strip()
                told = self._screen.explain(word, self._moments[self._at].view["options"])
                self._console.write(told or [words.ui("nothing_known", word=word)])
            case _:
                self._console.write([words.ui("not_understood", line=line)])

    def _introduce(self) -> None:
        words = self._screen.words
        self._console.write(
            [
                words.ui(
                    "replay.head",
                    game=words.say("game.name"),
                    match=self._recording.match,
                    first=self._moments[0].seq,
                    last=self._moments[-1].seq,
                    eyes=self._eyes(),
                )
            ]
        )

    def _eyes(self) -> str:
        words = self._screen.words
        return words.name("seat", self._viewer) if self._viewer >= 0 else words.ui(f"replay.eyes.{self._viewer}")

    async def _look_through(self, eyes: str) -> None:
        viewer = EYES.get(eyes, int(eyes) if eyes.isdecimal() else -3)
        try:
            if viewer < OPEN:
                raise NoEyesError
            seq = self._moments[self._at].seq
            self._moments = await self._recording.moments(viewer)
        except NoEyesError:
            self._console.write([self._screen.words.ui("replay.no_eyes", eyes=eyes)])
            return
        self._viewer = viewer
        self._at = self._index(seq)
        self._introduce()
        self._show()

    def _index(self, seq: int) -> int:
        """Return the index of entry ``seq``, or of the nearest one."""
        return min(range(len(self._moments)), key=lambda index: abs(self._moments[index].seq - seq))

    def _step(self, by: int) -> None:
        words = self._screen.words
        if by < 0 and self._at == 0:
            self._console.write([words.ui("replay.start")])
        elif by > 0 and self._at == len(self._moments) - 1:
            self._console.write([words.ui("replay.end")])
        else:
            self._go(self._at + by)

    def _go(self, index: int) -> None:
        self._at = min(max(index, 0), len(self._moments) - 1)
        self._show()

    def _show(self) -> None:
        moment, screen = self._moments[self._at], self._screen
        words = screen.words
        time = datetime.fromtimestamp(moment.at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC") if moment.at else ""
        lines = ["", words.ui("replay.at", seq=moment.seq, last=self._moments[-1].seq, time=time)]
        lines += screen.events(moment.events)
        lines += screen.table(moment.view)
        if "outcome" in moment.view:
            lines += screen.outcome(moment.view)
        elif moment.seat >= 0:
            who = screen.player(moment.view, moment.seat)
            lines.append(words.ui("replay.waits", seat=who, what=screen.decision(moment.kind)))
        self._console.write(lines)
