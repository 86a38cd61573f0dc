"""Replays, exports, and matches continued from an earlier position."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.responses import Response

from bocage.http import idempotency
from bocage.http.context import RequestContext, tagged
from bocage.http.endpoint import Endpoint, Query
from bocage.http.exercise import exercise_named
from bocage.http.lesson import LEARNER
from bocage.http.matches import (
    INVITE,
    SITTING,
    STORING,
    WAITING,
    check_opponent,
    check_options,
    command,
    has_engine,
    open_for,
    open_match,
    settle,
)
from bocage.live.access import viewer_for
from bocage.log import judge
from bocage.log.create import create, fork_of
from bocage.log.entries import Access
from bocage.log.export import export as export_lines
from bocage.log.lesson import exercise_log, lesson_log
from bocage.log.match import Match
from bocage.log.outline import Outline
from bocage.log.replay import Replay
from bocage.log.view import may_look
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import ClockRules, ExerciseWish, ForkWish, Join, LessonWish, MatchCreated, Recording
from bocage.rules.kernel import OPEN, PUBLIC, Viewer

#: Viewer of a replay, as given by clients.
Eyes = Annotated[str, Meta(pattern="^(public|open|[0-9]+)$")]
#: Milliseconds until the log of a match that has just ended is complete.
SOON = 300

_encode = msgspec.json.Encoder().encode


def viewer_of(match: Match, who: str, eyes_wanted: str, invite: str) -> Viewer:
    """Return the viewer of a replay. ``eyes_wanted``: public, open, or a seat; empty: the caller's own view.

    Raises ``RefusedError``: ``private``, ``bad_request``, ``no_seat``, ``open_hands_closed``.
    """
    own = viewer_for(match, who, invite=invite)
    if eyes_wanted in ("public", "open"):
        viewer = PUBLIC if eyes_wanted == "public" else OPEN
    elif eyes_wanted.isascii() and eyes_wanted.isdigit():
        viewer = int(eyes_wanted[:4])
        if viewer >= len(match.seats):
            raise RefusedError("no_seat")
    elif eyes_wanted:
        raise RefusedError("bad_request", "as: public, open, or the number of a seat")
    else:
        viewer = own
    if not may_look(match, viewer, own):
        raise RefusedError("open_hands_closed")
    return viewer


async def look(context: RequestContext, ruled: bool = True) -> tuple[Match, str]:
    """Return the match in the path, and the caller's player id (empty: anonymous).

    ``ruled``: raise ``unknown_rules`` if its rules are not installed.
    """
    name = context.match_id()
    player = await context.player_or_none()
    match = (
        (await context.node.rooms.room(name)).match if ruled else await context.node.rooms.match_or_outline(name)
    )
    return match, player.id if player else ""


def _pieces(replay: Replay, viewer: Viewer) -> Iterator[bytes]:
    stream = replay.stream(viewer)
    yield b'{"snapshot":' + _encode(next(stream)) + b',"updates":['
    comma = b""
    for update in stream:
        yield comma + _encode(update)
        comma = b","
    yield b"]}"


def _digest(names: Mapping[str, str]) -> str:
    """Return a digest of names, so that a cached replay is remade after a player's name has changed."""
    return hashlib.sha256(msgspec.json.encode(dict(sorted(names.items())))).hexdigest()[:16] if names else "0"


#: Cacheable, with revalidation.
KEEP = {"Cache-Control": "private, no-cache"}


async def replay(context: RequestContext) -> Response:
    """Serve a match as a viewer saw it."""
    match, who = await look(context)
    viewer = viewer_of(match, who, context.query("as"), context.invite())
    name = f"{match.id}-{match.seq}-{viewer}-{_digest(match.names)}"
    data = context.state.long_responses.kept(name)
    if data is None:
        seq = match.seq
        entries = await context.node.store.read(match.id)
        stored = Replay(entries[:seq], match.secret, viewer, match.names)
        data = await context.state.long_responses.make(name, _pieces(stored, viewer))
    return tagged(context.request, data, "application/json", KEEP)


async def export(context: RequestContext) -> Response:
    """Serve the log of a finished match, for verification offline."""
    match, who = await look(context, ruled=False)
    viewer_for(match, who, invite=context.invite())
    outlined = isinstance(match, Outline)
    if match.over and not match.revealed and not outlined:
        # Its last entries are being appended: wait for them, or they come from another node.
        await command(context, match.id, lambda match: judge.Again(match.seq))
        match, _ = await look(context)
    if not match.revealed:
        raise RefusedError("not_over", retry=SOON if match.over and match.created.deal is None else 0)
    name = f"{match.id}-export{'-outlined' if outlined else ''}"
    headers = {**KEEP, "Content-Disposition": f'attachment; filename="bocage-{match.id}.jsonl"'}
    data = context.state.long_responses.kept(name)
    if data is None:
        entries = await context.node.store.read(match.id)
        data = await context.state.long_responses.make(name, export_lines(entries))
    return tagged(context.request, data, "application/jsonl", headers)


async def fork(context: RequestContext) -> MatchCreated:
    """Create a match that continues from an earlier position of another."""
    wish = await context.body(ForkWish)
    player = await context.player()
    match, _ = await look(context)
    viewer = viewer_for(match, player.id, invite=context.invite())
    check_options(match.game, match.game.SeatOptions, wish.options)
    opponent = check_opponent(context, match.game, wish.opponent)
    seating = Join(nonce=wish.nonce, options=wish.options, seat=wish.seat, bot=wish.bot)
    over, secret = match.revealed, match.secret
    if match.created.rated and not over:
        raise RefusedError("rated_goes_on")
    past = Replay(await context.node.store.read(match.id), secret).at(wish.seq)
    begun = fork_of(past, over, viewer)
    intent = await idempotency.intent_of(context, player, wish)
    if intent.made is not None:
        return await settle(context, intent.match, player, seating)
    # In a fork, the view of the creator's seat shows the hand that they hold in the running match.
    access = Access(private=match.created.access.private or not over)
    made, created = create(
        past.game,
        player.id,
        past.created.options,
        access=access,
        fork=begun,
        open_for=open_for(context, ClockRules()),
        match_id=intent.match,
        house=opponent,
        undo=True,
        hints=has_engine(context, past.game),
    )
    return await open_match(context, made, created, player, seating)


async def play_lesson(context: RequestContext) -> MatchCreated:
    """Create a match that continues a guided game; what the learner could not know is drawn again."""
    wish = await context.body(LessonWish)
    game = context.game(context.part("game"))
    lesson = game.lesson()
    if lesson is None:
        raise RefusedError("no_such_entry")
    past = Replay(lesson_log(game, lesson), lesson.secret).at(wish.seq)
    return await _play_on(context, wish, past, LEARNER)


async def play_exercise(context: RequestContext) -> MatchCreated:
    """Create a match that continues an exercise; what its player could not know is drawn again."""
    wish = await context.body(ExerciseWish)
    game = context.game(context.part("game"))
    exercise = exercise_named(game, context.part("number"))
    log = exercise_log(game, exercise)
    past = Replay(log, bytes.fromhex(exercise.secret)).at(len(log))
    return await _play_on(context, wish, past, exercise.seat)


async def _play_on(
    context: RequestContext, wish: LessonWish | ExerciseWish, past: Match, seat: int
) -> MatchCreated:
    """Create a private match that continues from ``past`` with the knowledge of the player of ``seat``."""
    player = await context.player()
    opponent = check_opponent(context, past.game, wish.opponent)
    begun = fork_of(past, over=False, viewer=seat)
    intent = await idempotency.intent_of(context, player, wish)
    seating = Join(nonce=wish.nonce, seat=seat)
    if intent.made is not None:
        return await settle(context, intent.match, player, seating)
    made, created = create(
        past.game,
        player.id,
        past.created.options,
        access=Access(private=True),
        fork=begun,
        open_for=open_for(context, ClockRules()),
        match_id=intent.match,
        house=opponent,
        undo=True,
        hints=has_engine(context, past.game),
    )
    return await open_match(context, made, created, player, seating)


LOOKING = ("no_match", "unknown_rules", "private", "unavailable")

ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/games/{game}/lesson",
        handler=play_lesson,
        tag="Games",
        text="Continue from a position of the guided first game, in a private match. What the learner could not"
        " know is drawn again.",
        body=LessonWish,
        answer=MatchCreated,
        status=201,
        who="player",
        idempotent=True,
        refusals=("no_game", "no_such_entry", "not_playing", "game_over", "no_bot", *WAITING, *SITTING, *STORING),
    ),
    Endpoint(
        method="POST",
        path="/api/games/{game}/exercises/{number}",
        handler=play_exercise,
        tag="Games",
        text="Continue from the position of an exercise, in a private match. What its player could not know is"
        " drawn again.",
        body=ExerciseWish,
        answer=MatchCreated,
        status=201,
        who="player",
        idempotent=True,
        refusals=("no_game", "not_found", "no_bot", *WAITING, *SITTING, *STORING),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}/replay",
        handler=replay,
        tag="Looking back",
        text="A match as a viewer saw it. While it is in play: the public view or your own.",
        answer=Recording,
        who="optional",
        query=(
            Query("as", "public, open (all hands), or the number of a seat; default: your own view.", Eyes),
            INVITE,
        ),
        refusals=("bad_request", "no_seat", "open_hands_closed", *LOOKING),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}/export",
        handler=export,
        tag="Looking back",
        text="The log of a finished match as JSON lines: everything needed to verify it offline (`bocage verify`)."
        " If its rules are not installed, draws are omitted, and the header says so.",
        media="application/jsonl",
        who="optional",
        query=(INVITE,),
        refusals=("not_over", "draining", "no_match", "private", "unavailable"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/fork",
        handler=fork,
        tag="Looking back",
        text="Continue from an earlier position in a new match. Unless the original is over, what you could not"
        " know is drawn again, and the new match is private: it shows what you know.",
        body=ForkWish,
        answer=MatchCreated,
        status=201,
        who="player",
        idempotent=True,
        query=(INVITE,),
        refusals=(
            *("no_such_entry", "not_playing", "game_over", "no_bot", "rated_goes_on"),
            *(*WAITING, *LOOKING, *SITTING, *STORING),
        ),
    ),
)
