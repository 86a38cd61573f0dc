"""Creating a match: its id, its secret, and entry 1."""

from __future__ import annotations

import secrets
from base64 import b32encode

import msgspec

from bocage.log.entries import Access, Created, Deal, Fork
from bocage.log.fairness import commitment, new_secret
from bocage.log.match import Match
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import DAY, LONGEST_BANK, LONGEST_INCREMENT, MOST_DAYS, ClockRules
from bocage.rules.dice import Dice
from bocage.rules.kernel import PUBLIC, AnyGame, Viewer


def new_id() -> str:
    """Return a new match id: twelve characters of base 32, 60 bits."""
    # Bytes, so that a simulation can draw them from its seed.
    return b32encode(secrets.token_bytes(8)).decode().lower()[:12]


def create(
    game: AnyGame,
    creator: str,
    options: object = None,
    clock: ClockRules | None = None,
    access: Access | None = None,
    fork: Fork | None = None,
    open_for: int = 0,
    match_id: str = "",
    house: str = "",
    undo: bool = False,
    hints: bool = False,
    deal: Deal | None = None,
    rated: bool = False,
    secret: bytes = b"",
    agree: bool = False,
    arranged: bool = False,
) -> tuple[Match, Created]:
    """Return an empty match that knows its secret, and the body of its entry 1, to propose and append.

    ``open_for``: milliseconds after which it expires if a seat is still free; 0: never.
    ``match_id``: empty: :func:`new_id`. ``house``: strategy of the house bot invited to the free seat.
    ``undo``, ``hints``: whether players may undo actions and request hints; never in a ``rated`` match.
    ``deal``, ``secret``: a daily deal and its secret; empty: a new secret. ``agree``: all seats must accept the
    options first, if the game lets players negotiate any of them. ``arranged``: by the service, so that a house
    bot's match may be rated.

    Refusals: ``bad_options`` (the game's options), ``bad_clock``, ``not_ratable``.
    """
    try:
        chosen = msgspec.convert({} if options is None else options, game.Options)
    except msgspec.ValidationError:
        raise RefusedError("bad_options") from None
    clock = clock or ClockRules()
    if not is_clock(clock):
        raise RefusedError("bad_clock")
    access = access or Access()
    unfit = game.seats < 2 or clock.kind == "none" or fork is not None or (house and not arranged)
    if rated and (unfit or access.open_delay >= 0):
        raise RefusedError("not_ratable")
    secret = secret or new_secret()
    body = Created(
        match=match_id or new_id(),
        game=game.id,
        rules=game.rules,
        options=msgspec.to_builtins(chosen),
        seats=game.seats,
        commitment=commitment(secret),
        creator=creator,
        clock=clock,
        access=access,
        fork=fork,
        open_for=open_for,
        house=house,
        undo=undo and not rated,
        hints=hints and not rated,
        deal=deal,
        rated=rated,
        agree=agree and fork is None and game.seats > 1 and bool(game.negotiable(chosen).options),
    )
    return Match(secret), body


def is_clock(clock: ClockRules) -> bool:
    """True for a bank of 1 s to 24 h, for 1 to 30 whole days per decision, and for no clock."""
    if clock.kind == "none":
        return clock.base == clock.increment == 0
    if clock.kind == "bank":
        return 1000 <= clock.base <= LONGEST_BANK and 0 <= clock.increment <= LONGEST_INCREMENT
    return clock.base % DAY == 0 and 1 <= clock.base // DAY <= MOST_DAYS and clock.increment == 0


def fork_of(match: Match, over: bool, viewer: Viewer = PUBLIC) -> Fork:
    """Return the start of a fork: a match that continues from the current state of ``match``.

    ``over``: the log is finished, so everything is public. Otherwise everything that ``viewer`` (a seat, or the
    public) cannot know is drawn again, so that the fork reveals nothing.

    Refusals: ``not_playing`` before the start, ``game_over`` after the last decision.
    """
    if match.state is None:
        raise RefusedError("not_playing")
    if match.over:
        raise RefusedError("game_over")
    state = match.game.copy(match.state)
    if not over:
        state = match.game.resample(state, viewer, Dice(new_secret(), match.seq))
    return Fork(match.id, match.seq, match.game.pack(state), resampled=not over)
