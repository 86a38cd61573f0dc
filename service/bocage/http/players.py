"""Players: created with a name only."""

from __future__ import annotations

import secrets
import unicodedata
from functools import cache
from typing import Annotated

from msgspec import Meta

from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint
from bocage.protocol.messages import Language
from bocage.protocol.names import bare, is_reserved
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import NewName, NewPlayer, NoFields, PlayerInfo
from bocage.protocol.sign_ins import NewGuest
from bocage.protocol.written import is_legible, legible, tidied
from bocage.rules.kernel import AnyGame
from bocage.rules.kernel.registry import all_games
from bocage.store.store import Store

#: Newest matches searched for people.
MOST = 1000


def cleaned(name: str, longest: int, code: str = "bad_name", limit: str = "name_length") -> str:
    """Normalise a name. Raises ``code`` with ``limit`` if it is not legible or too long."""
    name = tidied(unicodedata.normalize("NFC", name))
    if len(name) > longest or (name and not is_legible(name)):
        raise RefusedError(code, limit=limit)
    return name


def device_name(text: str) -> str:
    """Normalise the name of a device, without illegible characters."""
    return tidied(legible(tidied(text), " "))


def wanted_name(context: RequestContext, name: str) -> str:
    """Check a requested name; empty: none. Raises ``bad_name``, ``name_reserved``, ``name_refused``."""
    name = cleaned(name, context.node.limits.name_length)
    if (is_reserved(name) or bare(name) in names_of_bots(tuple(all_games()))) and not context.is_house_bot():
        raise RefusedError("name_reserved")
    if context.node.word_filter(name) != name:
        raise RefusedError("name_refused")
    return name


@cache
def names_of_bots(games: tuple[AnyGame, ...]) -> frozenset[str]:
    """Return the names of all games' bots, reduced by :func:`bare`."""
    return frozenset(
        bare(called)
        for game in games
        for name in game.presentation.strategies
        for called in (name, *(words.get(f"bot.{name}", name) for words in game.text.values()))
    )


def new_number() -> int:
    """Return four random figures."""
    return 1000 + secrets.randbelow(9000)


def guest_name(language: Language) -> str:
    """Return a default name."""
    number = new_number()
    return f"ゲスト{number}" if language == "ja" else f"Guest {number}"


async def create(context: RequestContext) -> NewPlayer:
    body = await context.body(NewGuest)
    name = wanted_name(context, body.name) or guest_name(context.lang)
    context.state.take("player_rate", context.address)
    player, token = await context.node.store.create_player(name, device_name(body.device))
    return NewPlayer(player.id, player.name, token)


async def rename(context: RequestContext) -> PlayerInfo:
    player = await context.player()
    body = await context.body(NewName)
    name = wanted_name(context, body.name)
    if not name:
        raise RefusedError("bad_name", limit="name_length")
    renamed = await context.node.store.rename(player.id, name)
    if renamed is None:
        raise RefusedError("bad_token")
    return PlayerInfo(renamed.id, renamed.name, renamed.program)


async def me(context: RequestContext) -> PlayerInfo:
    player = await context.player()
    return PlayerInfo(player.id, player.name, player.program)


async def flag_program(context: RequestContext) -> PlayerInfo:
    """Declare the caller a program, permanently."""
    player = await context.player()
    await context.body(NoFields)
    if not player.program and await _has_met_people(context.node.store, player.id):
        raise RefusedError("met_people")
    if not await context.node.store.public_records.flag_program(player.id):
        raise RefusedError("bad_token")
    return PlayerInfo(player.id, player.name, True)


async def _has_met_people(store: Store, player: str) -> bool:
    """True if the player has shared a match with somebody who is no program."""
    rows = await store.matches_of(player, MOST)
    return any(
        who not in ("", player) and seat not in row.bots for row in rows for seat, who in enumerate(row.players)
    )


ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/players",
        handler=create,
        tag="Players",
        text="Become a player. No account, no e-mail, no password. A player who never joins a match and has"
        " no recovery codes is deleted after months of disuse.",
        body=NewGuest,
        answer=NewPlayer,
        status=201,
        refusals=("bad_name", "name_reserved", "name_refused", "unavailable"),
    ),
    Endpoint(
        method="GET",
        path="/api/players/me",
        handler=me,
        tag="Players",
        text="The player of this token.",
        answer=PlayerInfo,
        who="player",
        scope="play",
    ),
    Endpoint(
        method="POST",
        path="/api/players/me",
        handler=rename,
        tag="Players",
        text="Change your name. The new one shows everywhere at once; watchers of running matches are sent a"
        " snapshot.",
        body=Annotated[NewName, Meta(extra_json_schema={"required": ["name"]})],
        answer=PlayerInfo,
        who="player",
        refusals=("bad_name", "name_reserved", "name_refused"),
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/program",
        handler=flag_program,
        tag="Players",
        text="Declare yourself a program, before your first match with people. This is permanent: seats that you"
        " take show it, your rated matches are against programs, and limits of an address apply to you alone.",
        body=NoFields,
        answer=PlayerInfo,
        who="player",
        refusals=("met_people",),
    ),
)
