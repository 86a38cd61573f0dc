"""``bocage admin``: moderation by the operator."""

from __future__ import annotations

import argparse
import asyncio
import getpass
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING

from bocage import features
from bocage.cli.common import CommandError, UsageError
from bocage.cli.storage import add_storage, opened, storage_url
from bocage.http.operator_acts import Operator, OperatorAct, OperatorError, line, time_text
from bocage.live.stored_matches import suspend as suspend_player
from bocage.store.moderation import Act

if TYPE_CHECKING:
    from bocage.cli.common import Commands

#: Number of log entries shown.
SHOWN = 100


async def audit(operator: Operator) -> list[str]:
    """List the newest actions of operators."""
    acts = await operator.store.audit.newest(SHOWN)
    return [line(time_text(act.at), act.who, act.act, act.player, act.why) for act in acts]


async def player(operator: Operator) -> list[str]:
    """Check that the player exists. ``shows`` prints the player."""
    await operator.player()
    return []


async def suspend(operator: Operator) -> list[str]:
    """Suspend a player, and end matches in which others would wait for them."""
    found = await operator.player()
    await operator.note("")
    return [line(match, "ended") for match in await suspend_player(operator.store, found.id)]


async def resume(operator: Operator) -> list[str]:
    """Lift a suspension."""
    found = await operator.player()
    await operator.note("")
    await operator.store.audit.suspend(found.id, [], False)
    return []


async def rename(operator: Operator) -> list[str]:
    """Rename a player."""
    found = await operator.player()
    await operator.note(operator.option)
    await operator.store.rename(found.id, operator.option)
    return []


def _hiding(hidden: bool) -> Callable[[Operator], Awaitable[list[str]]]:
    async def hide(operator: Operator) -> list[str]:
        row = await operator.store.row(operator.id)
        if row is None:
            raise OperatorError(f"there is no match {operator.id}")
        await operator.note("")
        await operator.store.hidden.set(row, hidden)
        said = "hidden from all but its players" if hidden else "to be seen as before"
        return [line(row.match, row.game, *row.names, said)]

    return hide


#: Actions that need no feature.
ACTS = {
    "audit": OperatorAct(audit, about=False),
    "player": OperatorAct(player, shows=True),
    "suspend": OperatorAct(suspend, shows=True),
    "resume": OperatorAct(resume, shows=True),
    "rename": OperatorAct(rename, option=("name", "with rename: the new name"), shows=True),
    "hide": OperatorAct(_hiding(True)),
    "unhide": OperatorAct(_hiding(False)),
}


def acts() -> dict[str, OperatorAct]:
    """Return all actions by name, including those of features."""
    return ACTS | {name: act for kind in features.installed() for name, act in kind.acts.items()}


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
    known = acts()
    parser.add_argument("what", metavar="WHAT", choices=list(known), help="one of: %(choices)s")
    parser.add_argument("id", metavar="ID", nargs="?", default="", help="id of the player, the match or the map")
    for option, text in (act.option for act in known.values() if act.option[0]):
        parser.add_argument(f"--{option}", default="", metavar="VALUE", help=text)
    parser.add_argument("--why", default="", help="the reason, for the log")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    known = acts()
    act = known[chosen.what]
    if act.about != bool(chosen.id):
        without = ", ".join(name for name, one in known.items() if not one.about)
        raise UsageError(f"all actions but {without} require an id, and these take none")
    for name, one in known.items():
        if one.option[0] and name != chosen.what and _option(one, chosen):
            raise UsageError(f"--{one.option[0]} goes with {name} only")
    if chosen.what == "rename" and not chosen.name:
        raise UsageError("rename requires --name")
    with ExitStack() as stack:
        for text in asyncio.run(_carry_out(act, storage_url(chosen, stack), chosen)):
            print(text)
    return 0


def _option(act: OperatorAct, chosen: argparse.Namespace) -> str:
    return getattr(chosen, act.option[0].replace("-", "_")) if act.option[0] else ""


async def _carry_out(act: OperatorAct, url: str, chosen: argparse.Namespace) -> list[str]:
    async with opened(url) as (store, made):

        async def note(what: str) -> None:
            why = " ".join(part for part in (what, chosen.why) if part)
            await store.audit.note(Act(store.now(), getpass.getuser(), chosen.what, chosen.id, why))

        operator = Operator(store, made, chosen.id, _option(act, chosen), note)
        try:
            lines = await act.run(operator)
            return [*await _shown(operator), *lines] if act.shows else lines
        except OperatorError as error:
            raise CommandError(str(error)) from None


async def _shown(operator: Operator) -> list[str]:
    """Describe the player."""
    found = await operator.player()
    facts = [fact for feature in operator.features for fact in await feature.facts(found.id)]
    if found.program:
        facts.append("a program")
    if found.suspended:
        facts.append("suspended")
    return [line(found.id, time_text(found.created), *facts, found.name)]
