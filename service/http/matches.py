"""Matches: made, listed, joined, given up."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import Meta, UnsetType

from protocol.messages import LobbyRow
from service.games.kernel import Game
from service.http.ask import Ask
from service.http.endpoint import Endpoint, Query
from service.live.access import eyes, invited
from service.live.commands import Decide
from service.live.lobby import lobby_row
from service.live.refusal import RefusedError
from service.match import judge
from service.match.create import create as begin
from service.match.entries import Access, ClockRules, Created, Entry, encode
from service.match.fairness import invite_code
from service.match.match import Match
from service.match.projection import row_of
from service.match.view import view
from service.store import Player, Row

#: How many matches a list holds.
MOST = 200
#: Open hands lag so many seconds. A player may watch his own match from another window: less would be peeking.
LEAST_DELAY, LONGEST_DELAY = 30, 86_400

Options = Annotated[dict[str, Any], Meta(description="Option → value; what is left out has its default.")]
Seat = Annotated[int, Meta(ge=0, le=15, description="Which seat; left out: the first free one.")]
Nonce = Annotated[
    str,
    Meta(max_length=200, description="Your share of the dice's key: 32 to 128 hex digits; empty: drawn for you."),
]
IsBot = Annotated[bool, Meta(description="A program sits here; others are told.")]
Opponent = Annotated[
    str,
    Meta(max_length=100, description="A strategy of the house bots, for the other seat; solo games have none."),
]
MatchId = Annotated[str, Meta(description="Id of the match.")]
Code = Annotated[str, Meta(max_length=64, description="Invite code, where the match is private.")]


class AccessWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may watch."""

    private: Annotated[bool, Meta(description="Only players and invited guests may look; no list shows it.")] = (
        False
    )
    open_delay: Annotated[
        int,
        Meta(
            ge=-1,
            le=LONGEST_DELAY,
            description=f"Seconds after which watchers may see all hands, {LEAST_DELAY} or more;"
            " -1: not before the end.",
        ),
    ] = -1

    def __post_init__(self) -> None:
        if 0 <= self.open_delay < LEAST_DELAY:
            raise ValueError(f"open_delay is -1, or from {LEAST_DELAY}")


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match as its creator wants it."""

    game: Annotated[str, Meta(max_length=100, description="Id of the game.")]
    options: Options = {}
    seat_options: Options = {}
    seat: Seat | UnsetType = msgspec.UNSET
    clock: ClockRules = ClockRules()
    access: AccessWish = AccessWish()
    nonce: Nonce = ""
    opponent: Opponent = ""
    bot: IsBot = False


class Made(msgspec.Struct, frozen=True, omit_defaults=True):
    """A new match, in which you sit."""

    match: MatchId
    seat: int
    invite: Annotated[str, Meta(description="Lets others look and sit down, where the match is private.")] = ""


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody wants to sit down."""

    nonce: Nonce = ""
    options: Options = {}
    seat: Seat | UnsetType = msgspec.UNSET
    invite: Code = ""
    bot: IsBot = False


class Joined(msgspec.Struct, frozen=True):
    """You sit."""

    match: MatchId
    seat: int


class Done(msgspec.Struct, frozen=True):
    """It is stored as entry `seq`."""

    match: MatchId
    seq: int


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No fields."""


class Matches(msgspec.Struct, frozen=True):
    """A list, newest first."""

    matches: list[LobbyRow]


class MatchInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match: its row, where it stands, and what you see of it besides the table itself."""

    row: LobbyRow
    seq: Annotated[int, Meta(description="Number of its last entry.")]
    at: Annotated[int, Meta(description="Time of its last entry.")]
    seat: Annotated[int, Meta(description="Your seat; -1: none.")]
    view: Annotated[dict[str, Any], Meta(description="The view without `table`.")]
    creator: Annotated[str, Meta(description="Who made it: id of the player.")]
    invite: Annotated[str, Meta(description="The invite code, for the players of a private match.")] = ""


def decide_sitting(player: Player, wish: Join, match: Match) -> Any:
    """The entry by which ``player`` sits down. Raises ``RefusedError``, ``Refused``."""
    if not invited(match, player.id, wish.invite):
        raise RefusedError("private")
    seat = None if wish.seat is msgspec.UNSET else wish.seat
    return judge.sit(match, player.id, player.name, seat, wish.nonce, wish.options, wish.bot)


def check_options(kind: type[msgspec.Struct], options: dict[str, Any]) -> None:
    """Raise ``bad_options`` that says what is wrong with them."""
    try:
        msgspec.convert(options, kind)
    except msgspec.ValidationError as error:
        raise RefusedError("bad_options", str(error)) from None


def check_opponent(ask: Ask, game: Game[Any], opponent: str) -> str:
    """The strategy to call; empty: none, as in solo games. Raises ``no_bot`` for one that does not exist."""
    if not opponent or game.seats < 2:
        return ""
    if opponent not in ask.desk.opponents.strategies(game.id):
        raise RefusedError("no_bot")
    return opponent


async def command(ask: Ask, match: str, decide: Decide) -> int:
    """Carry a command out; answered when what follows by itself (the start, the end) is stored as well."""
    seq = await ask.node.command(match, decide)
    # What was asked is done, even if that cannot be told of what follows.
    with contextlib.suppress(RefusedError):
        await ask.node.command(match, lambda match: judge.Again(match.seq))
    return seq


async def open_match(ask: Ask, match: Match, body: Created, player: Player, wish: Join, opponent: str = "") -> Made:
    """Store a new match, seat its creator, call a bot to it if one is wanted."""
    # Tried on a copy first: a wrong seat or nonce must not leave an empty match behind.
    trial = match.copy()
    trial.extend(Entry(1, ask.node.store.now(), encode(body)))
    seat = decide_sitting(player, wish, trial).seat
    await ask.node.create(match, body)
    await command(ask, body.match, partial(decide_sitting, player, wish))
    code = invite_code(match.secret) if body.access.private else ""
    if opponent:
        ask.desk.opponents.invite(body.game, body.match, opponent, code)
    return Made(body.match, seat, code)


async def create(ask: Ask) -> Made:
    """A new match; solo games begin at once."""
    body = await ask.body(NewMatch)
    player = await ask.player()
    game = ask.game(body.game)
    check_options(game.Options, body.options)
    check_options(game.SeatOptions, body.seat_options)
    opponent = check_opponent(ask, game, body.opponent)
    ask.desk.take("match_rate", player.id)
    access = Access(body.access.private, body.access.open_delay)
    match, created = begin(game, player.id, body.options, body.clock, access)
    wish = Join(nonce=body.nonce, options=body.seat_options, seat=body.seat, bot=body.bot)
    return await open_match(ask, match, created, player, wish, opponent)


async def join(ask: Ask) -> Joined:
    """A seat in somebody's match."""
    match = ask.match_id()
    wish = await ask.body(Join)
    player = await ask.player()
    taken = -1

    def decide(match: Match) -> Any:
        nonlocal taken
        check_options(match.game.SeatOptions, wish.options)
        body = decide_sitting(player, wish, match)
        taken = body.seat
        return body

    await command(ask, match, decide)
    return Joined(match, taken)


async def resign(ask: Ask) -> Done:
    """The end of a match for who asks; before the start, for all."""
    match = ask.match_id()
    await ask.body(Nothing)
    player = await ask.player()
    seq = await command(ask, match, lambda match: judge.resign(match, match.seat_of(player.id)))
    return Done(match, seq)


def listed(rows: list[Row]) -> Matches:
    """Rows as clients read them."""
    return Matches([lobby_row(row) for row in rows])


async def lobby(ask: Ask) -> Matches:
    """Public matches that are open or being played."""
    return listed(await ask.node.store.lobby(MOST))


async def recent(ask: Ask) -> Matches:
    """Public matches that have ended."""
    return listed(await ask.node.store.recent())


async def mine(ask: Ask) -> Matches:
    """Matches of who asks."""
    player = await ask.player()
    return listed(await ask.node.store.matches_of(player.id))


async def show(ask: Ask) -> MatchInfo:
    """One match."""
    name = ask.match_id()
    player = await ask.perhaps_player()
    who = player.id if player else ""
    match = (await ask.node.table(name)).match
    viewer = eyes(match, who, invite=ask.invite())
    seat = match.seat_of(who) if who else -1
    seen = view(match, viewer)
    seen.pop("table", None)
    row = await ask.node.store.row(name) or row_of(match, match.at)
    created = match.created
    knows_code = created.access.private and (seat >= 0 or (who and who == created.creator))
    return MatchInfo(
        row=lobby_row(row),
        seq=match.seq,
        at=match.at,
        seat=seat,
        view=seen,
        creator=created.creator,
        invite=invite_code(match.secret) if knows_code else "",
    )


INVITE = Query("invite", "Invite code of a private match; better sent in the header Bocage-Invite.")
SITTING = ("not_open", "already_seated", "no_seat", "seat_taken", "bad_nonce", "bad_options")
STORING = ("draining", "unavailable")

ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/matches",
        handler=create,
        tag="Matches",
        text="Make a match and sit down at it. A solo game begins at once.",
        body=NewMatch,
        answer=Made,
        status=201,
        who="player",
        refusals=("no_game", "bad_clock", "no_bot", *SITTING, *STORING),
    ),
    Endpoint(
        method="GET",
        path="/api/matches",
        handler=lobby,
        tag="Matches",
        text="The lobby: public matches that wait for players or are being played. The websocket tells changes.",
        answer=Matches,
        refusals=("unavailable",),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/recent",
        handler=recent,
        tag="Matches",
        text="Public matches that have ended.",
        answer=Matches,
        refusals=("unavailable",),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/mine",
        handler=mine,
        tag="Matches",
        text="Your matches, private ones too: unfinished ones first.",
        answer=Matches,
        who="player",
        refusals=("unavailable",),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}",
        handler=show,
        tag="Matches",
        text="One match, without its table: follow it by websocket to see that.",
        answer=MatchInfo,
        who="perhaps",
        query=(INVITE,),
        refusals=("no_match", "private", "unavailable"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/join",
        handler=join,
        tag="Matches",
        text="Sit down at a match. When the last seat is taken, play begins.",
        body=Join,
        answer=Joined,
        who="player",
        refusals=("no_match", "private", *SITTING, *STORING),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/resign",
        handler=resign,
        tag="Matches",
        text="Give a match up. Before it has begun, this calls it off.",
        body=Nothing,
        answer=Done,
        who="player",
        refusals=("no_match", "not_seated", "game_over", *STORING),
    ),
)
