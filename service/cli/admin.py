"""``bocage admin``: the operator keeps order among players."""

from __future__ import annotations

import argparse
import asyncio
import getpass
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from protocol.order import Report
from service.cli.common import CommandError, UsageError, add_language
from service.cli.storage import add_storage, storage_url
from service.cli.words import translate
from service.store import Player, Store, StoreSettings
from service.store.audit import Act

if TYPE_CHECKING:
    from service.cli.common import Commands

#: What only looks.
LOOKS = ("reports", "audit", "player")
#: What changes a player; it is written down first.
CHANGES = ("suspend", "resume", "rename", "revoke")
#: How many reports and acts are shown.
SHOWN = 100
#: Signs that end a line or worse, in what people wrote.
_UNPRINTABLE = "\ufffd"


def register(commands: Commands) -> None:
    """Add ``bocage admin`` to the command line."""
    parser = commands.add_parser(
        "admin",
        description="Shows reports, a player, or what operators did; suspends a player or lets them play again, "
        "gives them another name, or ends all their sign-ins with links and recovery codes. Every change is "
        "written down first, with who made it and why. Nodes may run meanwhile.",
    )
    add_storage(parser)
    add_language(parser)
    parser.add_argument("what", metavar="WHAT", choices=[*LOOKS, *CHANGES], help="one of: %(choices)s")
    parser.add_argument("player", metavar="PLAYER", nargs="?", default="", help="id of the player")
    parser.add_argument("--name", default="", help="with rename: what they are called from now on")
    parser.add_argument("--why", default="", help="the reason, for those who read it later")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Carry out ``bocage admin``. Returns the exit code."""
    if (chosen.what in ("reports", "audit")) == bool(chosen.player):
        raise UsageError("reports and audit are about no player, all others about one")
    if (chosen.what == "rename") != bool(chosen.name):
        raise UsageError("rename, and nothing else, wants --name")
    with ExitStack() as stack:
        for line in asyncio.run(_carry_out(storage_url(chosen, stack), chosen)):
            print(line)
    return 0


async def _carry_out(url: str, chosen: argparse.Namespace) -> list[str]:
    store = await Store.open(StoreSettings(url))
    try:
        if chosen.what == "reports":
            return [_reported(name, report) for name, report in await store.reports.newest(SHOWN)]
        if chosen.what == "audit":
            acts = await store.audit.newest(SHOWN)
            return [_line(_time(act.at), act.who, act.act, act.player, act.why) for act in acts]
        player = await store.player(chosen.player)
        if player is None:
            raise CommandError(f"there is no player {chosen.player}")
        if chosen.what != "player":
            note = chosen.name if chosen.what == "rename" else ""
            why = " ".join(part for part in (note, chosen.why) if part)
            await store.audit.note(Act(store.now(), getpass.getuser(), chosen.what, player.id, why))
            await _change(store, player, chosen)
        return await _shown(store, player.id, chosen)
    finally:
        await store.close()


async def _change(store: Store, player: Player, chosen: argparse.Namespace) -> None:
    if chosen.what == "rename":
        await store.rename(player.id, chosen.name)
    elif chosen.what == "revoke":
        await store.sign_out(player.id, "", others=True)
    else:
        known = await store.sign_ins(player.id)
        await store.audit.suspend(player.id, [one.id for one in known.sign_ins], chosen.what == "suspend")


async def _shown(store: Store, name: str, chosen: argparse.Namespace) -> list[str]:
    """A player as they are now."""
    player, known = await store.player(name), await store.sign_ins(name)
    assert player is not None
    facts = [translate(f"{len(known.sign_ins)} sign-ins, {known.codes} recovery codes", chosen.lang)]
    if player.program:
        facts.append(translate("a program", chosen.lang))
    if player.suspended:
        facts.append(translate("suspended", chosen.lang))
    return [_line(player.id, _time(player.created), *facts, player.name)]


def _reported(name: str, stored: bytes) -> str:
    """A report, and below it the lines of chat in it, as the reporter's client heard them."""
    report = msgspec.json.decode(stored, type=Report)
    wish = report.wish
    head = _line(_time(report.at), name, wish.reason, wish.player, f"({report.by})", wish.match, wish.note)
    return "\n".join([head, *[f"    {_line(_time(line.at), line.player, line.text)}" for line in wish.lines]])


def _line(*parts: str) -> str:
    """What people wrote must not move the cursor, or look like a line of its own."""
    text = "  ".join(part for part in parts if part)
    return "".join(sign if sign.isprintable() else _UNPRINTABLE for sign in text)


def _time(at: int) -> str:
    """Milliseconds as people read them; what is no time as a number."""
    try:
        return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
    except (OverflowError, ValueError, OSError):
        return str(at)
