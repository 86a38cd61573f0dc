"""Finding a match: create, join or watch it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

import msgspec

from bocage.protocol.messages import Language, Said
from bocage.sdk import Client, RefusedError, Status
from bocage.sdk.bot import SEATED_PERHAPS
from bocage.sdk.identity import connect_as
from bocage.terminal.console import Console
from bocage.terminal.library import Library
from bocage.terminal.seat import Seat
from bocage.terminal.words import Words

#: Default name of players.
NAME = "guest"


class Wishes(msgspec.Struct, frozen=True):
    """A match that a person wants. Empty fields: no preference.

    ``match``: this match (with its ``invite`` code if private); else a match of ``game`` is joined or created.
    ``opponent``: strategy of a house bot for the other seat. ``agree``: play begins when both have
    accepted the options. ``dice``: key of a solo scenario.
    """

    game: str = ""
    match: str = ""
    invite: str = ""
    seat: int | None = None
    options: Mapping[str, Any] = {}
    seat_options: Mapping[str, Any] = {}
    clock: Mapping[str, Any] = {}
    access: Mapping[str, Any] = {}
    opponent: str = ""
    agree: bool = False
    dice: str = ""


class Mailbox:
    """Forwards events of the connection to the seat, once there is one."""

    def __init__(self) -> None:
        self.seat: Seat | None = None

    def said(self, said: Said) -> None:
        if self.seat is not None:
            self.seat.said(said)

    def status(self, status: Status, wait: float) -> None:
        if self.seat is not None:
            self.seat.status(status, wait)


async def play(
    wishes: Wishes, console: Console, *, name: str, url: str, lang: Language, library: Library | None = None
) -> bool:
    """Find a match, join it and play. Returns whether it ended. Raises ``BocageError``."""
    mailbox = Mailbox()
    async with await connect_as(name, url, lang=lang, on_said=mailbox.said, on_status=mailbox.status) as client:
        match, invite = await _find(client, wishes, console, lang)
        back = shlex.join(["bocage", "play", "--join", match, *(["--name", name] if name != NAME else [])])
        seat = mailbox.seat = Seat(client, console, library or client.rest, lang, match, invite, back=back)
        return await seat.run()


async def watch(
    match: str, console: Console, *, url: str, lang: Language, invite: str = "", library: Library | None = None
) -> bool:
    """Watch until the match ends (True) or the person leaves. Raises ``BocageError``."""
    mailbox = Mailbox()
    async with Client(url, lang=lang, on_said=mailbox.said, on_status=mailbox.status) as client:
        back = shlex.join(["bocage", "watch", match, *(["--invite", invite] if invite else [])])
        library = library or client.rest
        seat = mailbox.seat = Seat(client, console, library, lang, match, invite, stays=True, back=back)
        return await seat.run()


async def _find(client: Client, wishes: Wishes, console: Console, lang: str) -> tuple[str, str]:
    """Return the match to play, and its invite code."""
    rest = client.rest
    if wishes.match:
        try:
            await rest.join(
                wishes.match, seat=wishes.seat, options=wishes.seat_options or None, invite=wishes.invite
            )
        except RefusedError as error:
            # In play, or private: a player with a seat continues, others watch if allowed.
            if error.code not in SEATED_PERHAPS:
                raise
        return wishes.match, wishes.invite
    choosy = wishes.agree or wishes.options or wishes.clock or wishes.access or wishes.opponent
    if not choosy and (await rest.game(wishes.game)).seats > 1:
        # Never join a fork as an opponent: its creator may know all hands.
        for row in await rest.matches(game=wishes.game, status="open", forks=False):
            if client.name not in row.names and not row.house:
                try:
                    await rest.join(row.match, seat=wishes.seat, options=wishes.seat_options or None)
                except RefusedError:
                    continue  # another player was quicker
                return row.match, ""
    made = await rest.create_match(
        wishes.game,
        options=wishes.options,
        seat_options=wishes.seat_options,
        seat=wishes.seat,
        clock=wishes.clock,
        access=wishes.access,
        opponent=wishes.opponent,
        agree=wishes.agree,
        dice=wishes.dice,
    )
    console.write([Words(lang).ui("created", match=made.match, invite=made.invite)])
    return made.match, made.invite
