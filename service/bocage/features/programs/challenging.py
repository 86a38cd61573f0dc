"""Making and answering challenges, for REST and for the websocket."""

from __future__ import annotations

import contextlib
import hashlib
from zlib import crc32

import msgspec

from bocage.features.programs.beginning import Sitting, Terms, begin
from bocage.features.programs.challenges import Answer, ChallengeStorage, Change, Made
from bocage.features.programs.tables import Tables
from bocage.http.app_state import AppState
from bocage.http.matches import check_options
from bocage.http.seating import is_loopback
from bocage.log.create import create, new_id
from bocage.log.fairness import is_nonce, new_nonce
from bocage.protocol.challenges import Challenge, ChallengeAnswer, ChallengePlayer, NewChallenge, Standing
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel.registry import UnknownGameError, find_game
from bocage.store import Player

_ANSWERED: dict[str, Standing] = {"accept": "accepted", "decline": "declined", "cancel": "cancelled"}


class Challenges:
    """Challenges on one node."""

    def __init__(self, state: AppState, storage: ChallengeStorage, tables: Tables) -> None:
        self._state = state
        self._node = state.node
        self.storage = storage
        self._tables = tables

    async def make(self, player: Player, other: str, wish: NewChallenge, address: str) -> Challenge:
        """Challenge a player.

        Refusals: ``no_player``, ``apart``, ``offline``, ``no_game``, ``other_ladder``, ``not_kept``, ``limit``,
        those of the options and the clock, ``not_ratable``, ``bad_nonce``.
        """
        if wish.nonce and not is_nonce(wish.nonce):
            raise RefusedError("bad_nonce")
        self._state.take("challenge_rate", player.id)
        self._check_terms(wish)
        challenged = await self._node.store.player(other)
        if challenged is None or challenged.suspended or other == player.id:
            raise RefusedError("no_player")
        if await self._state.blocked(player.id, [other]):
            raise RefusedError("apart")
        if wish.rated and player.program != challenged.program:
            raise RefusedError("other_ladder")
        if wish.rated and not await self._state.recoverable(player.id):
            raise RefusedError("not_kept")
        if challenged.program and await self._tables.of(other) is None:
            raise RefusedError("offline")
        most = self._node.limits.challenges
        if any([len(await self.storage.waiting(one)) >= most for one in (player.id, other)]):
            raise RefusedError("limit", limit="challenges")
        now = self._node.now()
        made = Made(
            id=new_id(),
            game=wish.game,
            challenger=player.id,
            challenged=other,
            at=now,
            until=now + wish.time * 1000,
            match=new_id(),
            nonce=wish.nonce or new_nonce(),
            options=wish.options,
            seat_options=wish.seat_options,
            clock=wish.clock,
            seat=-1 if wish.seat is msgspec.UNSET else wish.seat,
            rated=wish.rated,
            private=wish.private,
            where=where_of(address),
        )
        await self._node.store.keep_player(player.id)
        await self.storage.add(made)
        return await self._tell(made, None)

    def _check_terms(self, wish: NewChallenge) -> None:
        try:
            game = find_game(wish.game)
        except UnknownGameError:
            raise RefusedError("no_game") from None
        if game.seats != 2:
            raise RefusedError("bad_request", "game: for two players")
        seat = 0 if wish.seat is msgspec.UNSET else wish.seat
        if seat >= game.seats:
            raise RefusedError("no_seat")
        check_options(game, game.Options, wish.options)
        check_options(game, game.SeatOptions, wish.seat_options)
        create(game, "", wish.options, wish.clock, rated=wish.rated)

    async def waiting(self, player: str) -> list[Challenge]:
        """Return the challenges to and from a player that wait for an answer, oldest first."""
        return [await self.shown(made, None) for made in await self.storage.waiting(player)]

    async def find(self, player: str, name: str) -> Challenge:
        """Return a challenge to or from a player. Raises ``no_challenge``."""
        made, answer = await self._found(player, name)
        return await self.shown(made, answer)

    async def _found(self, player: str, name: str) -> tuple[Made, Answer | None]:
        found = await self.storage.find(name) if name.isascii() and name.isalnum() else None
        if found is None or player not in (found[0].challenger, found[0].challenged):
            raise RefusedError("no_challenge")
        return found

    async def answer(self, player: Player, name: str, wish: ChallengeAnswer, address: str) -> Challenge:
        """Accept, decline or cancel a challenge. The same answer may be repeated.

        Refusals: ``no_challenge``, ``challenge_over``, ``bad_nonce``, ``bad_options``, ``apart``, ``not_kept``,
        ``same_address``.
        """
        if wish.nonce and not is_nonce(wish.nonce):
            raise RefusedError("bad_nonce")
        made, answer = await self._found(player.id, name)
        if (player.id == made.challenger) != (wish.answer == "cancel"):
            raise RefusedError("no_challenge")
        if answer is None and self._node.now() >= made.until:
            raise RefusedError("challenge_over")
        if answer is None:
            if wish.answer == "accept":
                await self._check_acceptance(player, made, wish, address)
            nonce = wish.nonce or new_nonce()
            answer = await self.storage.answer(made, Answer(wish.answer, wish.reason, nonce, wish.seat_options))
        if answer.answer != wish.answer:
            raise RefusedError("challenge_over")
        if answer.answer == "accept":
            await self._begin(made, answer)
        return await self._tell(made, answer)

    async def _check_acceptance(self, player: Player, made: Made, wish: ChallengeAnswer, address: str) -> None:
        game = find_game(made.game)
        check_options(game, game.SeatOptions, wish.seat_options)
        challenger = await self._node.store.player(made.challenger)
        if challenger is None or challenger.suspended:
            raise RefusedError("no_challenge")
        if await self._state.blocked(player.id, [made.challenger]):
            raise RefusedError("apart")
        if made.rated and not await self._state.recoverable(player.id):
            raise RefusedError("not_kept")
        if made.rated and not made.private and made.where and made.where == where_of(address):
            raise RefusedError("same_address")

    async def withdraw(self, player: Player, address: str) -> None:
        """Cancel the challenges by a player, and decline those to them."""
        for made in await self.storage.waiting(player.id):
            # Another answer may have come first.
            with contextlib.suppress(RefusedError):
                answer = ChallengeAnswer("cancel" if made.challenger == player.id else "decline")
                await self.answer(player, made.id, answer, address)

    async def _begin(self, made: Made, answer: Answer) -> None:
        first = made.seat if made.seat >= 0 else crc32(made.match.encode()) % 2
        terms = Terms(made.match, made.game, made.options, made.clock, made.rated, made.private)
        sittings = (
            Sitting(made.challenger, first, made.nonce, made.seat_options),
            Sitting(made.challenged, 1 - first, answer.nonce, answer.seat_options),
        )
        await begin(self._node, terms, sittings)

    async def _tell(self, made: Made, answer: Answer | None) -> Challenge:
        challenge = await self.shown(made, answer)
        await self.storage.publish(Change((made.challenger, made.challenged), challenge))
        return challenge

    async def shown(self, made: Made, answer: Answer | None) -> Challenge:
        """Return a challenge for the wire."""
        status = _ANSWERED[answer.answer] if answer else "expired" if self._node.now() >= made.until else "waiting"
        accepted = answer is not None and answer.answer == "accept"
        players = []
        for who in (made.challenger, made.challenged):
            known = await self._node.store.player(who)
            players.append(ChallengePlayer(who, known.name if known else "", bool(known and known.program)))
        return Challenge(
            challenge=made.id,
            game=made.game,
            challenger=players[0],
            challenged=players[1],
            at=made.at,
            until=made.until,
            options=made.options,
            clock=made.clock,
            seat=made.seat,
            rated=made.rated,
            private=made.private,
            status=status,
            reason=answer.reason if answer else "",
            match=made.match if accepted else "",
        )


def where_of(address: str) -> str:
    """Return a digest of an address; empty for the service's own machine."""
    return "" if is_loopback(address) else hashlib.sha256(address.encode()).hexdigest()[:16]
