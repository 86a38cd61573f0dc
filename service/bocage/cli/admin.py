"""``bocage admin``: moderation by the operator."""

from __future__ import annotations

import argparse
import asyncio
import getpass
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from bocage import features
from bocage.cli.common import CommandError, UsageError
from bocage.cli.storage import add_storage, storage_url
from bocage.features.accounts.leaving import collect, delete_account
from bocage.features.accounts.storage import PasskeyStorage, SignIn, SignInStorage
from bocage.features.social.reports import Reports
from bocage.features.social.wire import Report
from bocage.live.stored_matches import suspend
from bocage.protocol.written import legible
from bocage.settings import Settings
from bocage.store import Player, Store, StoreSettings
from bocage.store.moderation import Act

if TYPE_CHECKING:
    from bocage.cli.common import Commands

#: Read-only actions.
LOOKS = ("reports", "audit", "player", "sessions", "export")
#: Actions that change a player. They are logged first.
CHANGES = ("suspend", "resume", "rename", "revoke", "forget")
#: Actions that change the visibility of a match. Also logged.
MATCHES = ("hide", "unhide")
#: Number of reports and log entries shown.
SHOWN = 100
#: Replacement for unprintable characters in text by players.
_UNPRINTABLE = "\ufffd"


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "admin",
        description="Shows reports, a player, their sign-ins and passkeys, or the log of operators' actions;"
        " suspends a player and ends matches in which others would wait for them, or lifts the suspension; renames"
        " a player; ends one sign-in, or all of them with links, recovery codes and passkeys; prints all data about"
        " a player (export), or deletes their account (forget); hides a match from all but its players, or shows it"
        " again. Every change is logged first, with its author and reason. Nodes may run meanwhile.",
    )
    add_storage(parser)
    parser.add_argument("what", metavar="WHAT", choices=[*LOOKS, *CHANGES, *MATCHES], help="one of: %(choices)s")
    parser.add_argument("id", metavar="ID", nargs="?", default="", help="id of the player, or of the match")
    parser.add_argument("--name", default="", help="with rename: the new name")
    parser.add_argument("--sign-in", default="", metavar="ID", help="with revoke: end only this one")
    parser.add_argument("--why", default="", help="the reason, for the log")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    if (chosen.what in ("reports", "audit")) == bool(chosen.id):
        raise UsageError("reports and audit want no id, all others one")
    if (chosen.what == "rename") != bool(chosen.name):
        raise UsageError("rename, and nothing else, wants --name")
    if chosen.sign_in and chosen.what != "revoke":
        raise UsageError("--sign-in goes with revoke only")
    with ExitStack() as stack:
        for line in asyncio.run(_carry_out(storage_url(chosen, stack), chosen)):
            print(line)
    return 0


async def _carry_out(url: str, chosen: argparse.Namespace) -> list[str]:
    store = await Store.open(StoreSettings(url))
    try:
        if chosen.what == "reports":
            return [_reported(name, report) for name, report in await Reports(store.topology).newest(SHOWN)]
        if chosen.what == "audit":
            acts = await store.audit.newest(SHOWN)
            return [_line(_time(act.at), act.who, act.act, act.player, act.why) for act in acts]
        if chosen.what in MATCHES:
            return await _hide(store, chosen)
        if chosen.what == "forget":
            return await _forget(store, chosen)
        player = await store.player(chosen.id)
        if player is None:
            raise CommandError(f"there is no player {chosen.id}")
        if chosen.what == "export":
            kept = await collect(store, player.id, features.make(store, Settings()))
            return [msgspec.json.format(msgspec.json.encode(kept)).decode()]
        known = await SignInStorage(store).of(player.id)
        if chosen.what == "sessions":
            return [*map(_sign_in, known.sign_ins), *await _passkeys(store, player.id)]
        if chosen.sign_in and chosen.sign_in not in [one.id for one in known.sign_ins]:
            raise CommandError(f"{player.id} has no sign-in {chosen.sign_in}")
        if chosen.what != "player":
            await _note(store, chosen, chosen.name or chosen.sign_in)
            ended = await _change(store, player, chosen)
            said = [_line(match, "ended") for match in ended]
            return [*await _shown(store, player.id, chosen), *said]
        return await _shown(store, player.id, chosen)
    finally:
        await store.close()


def _sign_in(one: SignIn) -> str:
    return _line(one.id, _time(one.made), _time(one.used), one.device)


async def _passkeys(store: Store, player: str) -> list[str]:
    found = await PasskeyStorage(store).of(player)
    return [
        _line("passkey", one.id, _time(one.made), _time(one.used) if one.used else "-", one.name) for one in found
    ]


async def _note(store: Store, chosen: argparse.Namespace, what: str = "") -> None:
    """Log an action before it is carried out."""
    why = " ".join(part for part in (what, chosen.why) if part)
    await store.audit.note(Act(store.now(), getpass.getuser(), chosen.what, chosen.id, why))


async def _forget(store: Store, chosen: argparse.Namespace) -> list[str]:
    """Delete an account, or complete a deletion that was interrupted."""
    if not await store.player_fields(chosen.id):
        raise CommandError(f"there is no player {chosen.id}")
    await _note(store, chosen)
    given_up = await delete_account(store, chosen.id, features.make(store, Settings()))
    return [_line(chosen.id, f"forgotten; {len(given_up)} matches given up")]


async def _hide(store: Store, chosen: argparse.Namespace) -> list[str]:
    row = await store.row(chosen.id)
    if row is None:
        raise CommandError(f"there is no match {chosen.id}")
    await _note(store, chosen)
    await store.hidden.set(row, chosen.what == "hide")
    said = "hidden from all but its players" if chosen.what == "hide" else "to be seen as before"
    return [_line(row.match, row.game, *row.names, said)]


async def _change(store: Store, player: Player, chosen: argparse.Namespace) -> list[str]:
    """Change a player. Returns the matches that were ended for it."""
    if chosen.what == "rename":
        await store.rename(player.id, chosen.name)
    elif chosen.what == "revoke":
        await SignInStorage(store).end(player.id, chosen.sign_in, others=not chosen.sign_in)
    elif chosen.what == "suspend":
        return await suspend(store, player.id)
    else:
        await store.audit.suspend(player.id, [], False)
    return []


async def _shown(store: Store, name: str, chosen: argparse.Namespace) -> list[str]:
    """Describe a player."""
    player, known = await store.player(name), await SignInStorage(store).of(name)
    assert player is not None
    facts = [f"{len(known.sign_ins)} sign-ins, {known.codes} recovery codes, {known.passkeys} passkeys"]
    if player.program:
        facts.append("a program")
    if player.suspended:
        facts.append("suspended")
    return [_line(player.id, _time(player.created), *facts, player.name)]


def _reported(name: str, stored: bytes) -> str:
    """Format a report and its lines of chat."""
    report = msgspec.json.decode(stored, type=Report)
    wish = report.wish
    head = _line(_time(report.at), name, wish.reason, wish.player, f"({report.by})", wish.match, wish.note)
    return "\n".join([head, *[f"    {_line(_time(line.at), line.player, line.text)}" for line in wish.lines]])


def _line(*parts: str) -> str:
    """Join parts to one line. Text by players must not move the cursor or look like another line."""
    text = "  ".join(part for part in parts if part)
    return legible(text, _UNPRINTABLE)


def _time(at: int) -> str:
    """Format a time in milliseconds; an invalid one as a number."""
    try:
        return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
    except (OverflowError, ValueError, OSError):
        return str(at)
