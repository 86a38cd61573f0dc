"""REST requests: games and matches."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlencode

import httpx2
import msgspec

from bocage.protocol.messages import LobbyRow
from bocage.protocol.presentation import Presentation
from bocage.protocol.rest import (
    GameInfo,
    Games,
    LimitRow,
    LimitTable,
    MatchCreated,
    Matches,
    Recording,
    RefusalBody,
)
from bocage.protocol.review import Review
from bocage.sdk.account import Account
from bocage.sdk.backoff import retry_after
from bocage.sdk.errors import RefusedError, UnreachableError
from bocage.sdk.requests import LONGEST_RETRY, UNKNOWN_RULES

if TYPE_CHECKING:
    from bocage.features.reviews.wire import HintGiven

T = TypeVar("T")

#: Timeout of a request in seconds.
TIMEOUT = 30.0
#: Number of retries.
TRIES = 4
#: Matches per page of the lobby.
PAGE = 200


def new_key() -> str:
    """Return an idempotency key."""
    return secrets.token_hex(16)


def new_nonce() -> str:
    """Return a player's share of the match key: 16 random bytes, hex."""
    return secrets.token_hex(16)


class Rest(Account):
    """Requests of one player. Every method may raise :class:`RefusedError` and :class:`UnreachableError`."""

    def __init__(
        self,
        url: str,
        *,
        token: str = "",
        lang: str = "en",
        rng: random.Random | None = None,
        headers: Mapping[str, str] | None = None,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        """``url``: http(s)://host[:port]. ``token``: of the player. ``headers``: additional headers.

        ``transport``: for tests.
        """
        self._rng = rng or random.Random()
        headers = {"Accept-Language": lang, **(headers or {})}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        # Loading certificates is slow, and not needed for plain http.
        secure = url.startswith("https:")
        self._http = httpx2.AsyncClient(
            base_url=url, headers=headers, timeout=TIMEOUT, verify=secure, transport=transport
        )

    async def __aenter__(self) -> Rest:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    # Games ----------------------------------------------------------------------------------

    async def games(self) -> list[GameInfo]:
        """Return all games of the service."""
        return (await self._get("/api/games", Games)).games

    async def game(self, game: str) -> GameInfo:
        """Return one game."""
        return await self._get(f"/api/games/{game}", GameInfo)

    async def text(self, game: str, lang: str) -> dict[str, str]:
        """Return the catalogue of a game in one language: key → template (see bocage.protocol.text)."""
        return await self._get(f"/api/games/{game}/text/{lang}", dict[str, str])

    async def presentation(self, game: str) -> Presentation:
        """Return how a game presents itself: flags, windows, emblem."""
        return (await self.game(game)).presentation

    async def facts(self, game: str) -> dict[str, Any]:
        """Return the printed facts of a game: cards, maps, tables."""
        return await self._get(f"/api/games/{game}/facts", dict[str, Any])

    # Matches --------------------------------------------------------------------------------

    async def create_match(
        self,
        game: str,
        *,
        options: Mapping[str, Any] | None = None,
        seat_options: Mapping[str, Any] | None = None,
        seat: int | None = None,
        clock: Mapping[str, Any] | None = None,
        access: Mapping[str, Any] | None = None,
        opponent: str = "",
        bot: bool = False,
        undo: bool = True,
        rated: bool = False,
        hints: bool = True,
        agree: bool = False,
        dice: str = "",
        key: str = "",
    ) -> MatchCreated:
        """Create a match and join it (a solo match begins at once).

        ``seat``: default: the first. ``clock``: ``{"kind": "bank", "base": ms, "increment": ms}`` or
        ``{"kind": "days", "base": ms}``. ``access``: ``{"private": bool, "open_delay": seconds}``. ``opponent``:
        strategy of a house bot. ``bot``: this player is a program. ``undo``: actions that rolled and revealed
        nothing can be undone, between people by consent. ``rated``: the result counts for ratings (see
        docs/protocol.md). ``hints``: players may request hints. ``agree``: play begins when both players
        have accepted the options that they may negotiate. ``dice``: key of a solo scenario, from which they follow.
        ``key``: idempotency key, valid for a day and across processes; default: a new one.
        """
        wishes: dict[str, Any] = {"game": game, "nonce": new_nonce()}
        given = {"options": options, "seat_options": seat_options, "clock": clock, "access": access}
        wishes |= {key: value for key, value in given.items() if value}
        if seat is not None:
            wishes["seat"] = seat
        if opponent:
            wishes["opponent"] = opponent
        if bot:
            wishes["bot"] = True
        if not undo:
            wishes["undo"] = False
        if rated:
            wishes["rated"] = True
        if not hints:
            wishes["hints"] = False
        if agree:
            wishes["agree"] = True
        if dice:
            wishes["key"] = dice
        return await self._post("/api/matches", wishes, MatchCreated, key=key or new_key())

    async def fork(
        self,
        match: str,
        seq: int,
        *,
        seat: int | None = None,
        options: Mapping[str, Any] | None = None,
        opponent: str = "",
        bot: bool = False,
        invite: str = "",
        key: str = "",
    ) -> MatchCreated:
        """Continue ``match`` from its position after entry ``seq``. ``options``: of the seat; the rest as
        :meth:`create_match`. Unless that match is over, what this player cannot know is drawn again.
        """
        wishes: dict[str, Any] = {"seq": seq, "nonce": new_nonce()}
        wishes |= {name: value for name, value in {"options": options, "opponent": opponent}.items() if value}
        if seat is not None:
            wishes["seat"] = seat
        if bot:
            wishes["bot"] = True
        return await self._post(
            f"/api/matches/{match}/fork", wishes, MatchCreated, invite=invite, key=key or new_key()
        )

    async def rematch(self, match: str, *, bot: bool = False, rated: bool = False) -> MatchCreated:
        """Create the rematch of a finished match with seats exchanged, or join it if the other player has created
        it.

        ``rated``: agree to a rated rematch of a rated match.
        """
        wishes: dict[str, Any] = {"nonce": new_nonce()}
        wishes |= {name: True for name, said in (("bot", bot), ("rated", rated)) if said}
        return await self._post(f"/api/matches/{match}/rematch", wishes, MatchCreated)

    async def join(
        self,
        match: str,
        *,
        seat: int | None = None,
        options: Mapping[str, Any] | None = None,
        invite: str = "",
        bot: bool = False,
        rated: bool = False,
    ) -> None:
        """Join an open match on ``seat``, or the first free one. ``rated``: agree to a rated match."""
        wishes: dict[str, Any] = {"nonce": new_nonce()}
        if seat is not None:
            wishes["seat"] = seat
        if options:
            wishes["options"] = options
        if invite:
            wishes["invite"] = invite
        if bot:
            wishes["bot"] = True
        if rated:
            wishes["rated"] = True
        await self._post(f"/api/matches/{match}/join", wishes, dict[str, Any])

    async def matches(
        self,
        *,
        game: str = "",
        status: str = "",
        bots: bool | None = None,
        forks: bool | None = None,
        most: int = 200,
    ) -> list[LobbyRow]:
        """Return up to ``most`` public matches that are open or in play.

        ``status``: "open" or "playing". ``bots``: only with, or without, programs; ``forks``: only forks, or none.
        """
        asked: dict[str, Any] = {"game": game, "status": status}
        asked |= {
            name: "yes" if flag else "no" for name, flag in (("bots", bots), ("forks", forks)) if flag is not None
        }
        found: list[LobbyRow] = []
        while len(found) < most:
            wanted = {name: value for name, value in asked.items() if value}
            if most - len(found) < PAGE:
                wanted["limit"] = most - len(found)
            page = await self._get("/api/matches" + (f"?{urlencode(wanted)}" if wanted else ""), Matches)
            found += page.matches
            if not page.next:
                break
            asked["after"] = page.next
        return found

    async def recent(self) -> list[LobbyRow]:
        """Return finished public matches, newest first."""
        return (await self._get("/api/matches/recent", Matches)).matches

    async def mine(self) -> list[LobbyRow]:
        """Return this player's matches, unfinished ones first."""
        return (await self._get("/api/matches/mine", Matches)).matches

    async def export(self, match: str, *, invite: str = "") -> bytes:
        """Return the log of a finished match for ``bocage verify`` and ``bocage replay`` (JSON lines)."""
        return (await self._call("GET", f"/api/matches/{match}/export", invite=invite)).content

    async def replay(self, match: str, eyes: str = "", *, invite: str = "") -> Recording:
        """Return a match as a viewer saw it, entry by entry.

        ``eyes``: "public", "open", or a seat; default: the own view.
        """
        path = f"/api/matches/{match}/replay" + (f"?as={eyes}" if eyes else "")
        return msgspec.json.decode((await self._call("GET", path, invite=invite)).content, type=Recording)

    async def review(self, match: str, *, invite: str = "") -> Review:
        """Return the review of a finished match. Refused as ``review_pending`` while it is being made."""
        path = f"/api/matches/{match}/review"
        return msgspec.json.decode((await self._call("GET", path, invite=invite)).content, type=Review)

    async def hint(self, match: str, seq: int) -> HintGiven:
        """Request a hint about this player's decision at log position ``seq``; others see the request. Idempotent.

        Raises :class:`RefusedError`: ``no_hints`` if the match has none, ``not_your_turn``, ``stale``.
        """
        from bocage.features.reviews.wire import HintGiven

        return await self._post(f"/api/matches/{match}/hint", {"seq": seq}, HintGiven)

    async def resign(self, match: str) -> None:
        """Resign a match; before it begins, cancel it."""
        await self._post(f"/api/matches/{match}/resign", {}, dict[str, Any])

    async def withdraw(self, match: str) -> None:
        """Cancel a match that this player created, as long as it waits for others."""
        await self._post(f"/api/matches/{match}/withdraw", {}, dict[str, Any])

    async def limits(self) -> list[LimitRow]:
        """Return all limits of the service."""
        return (await self._get("/api/limits", LimitTable)).limits

    # -----------------------------------------------------------------------------------------

    async def _get(self, path: str, kind: type[T]) -> T:
        return msgspec.json.decode((await self._call("GET", path)).content, type=kind)

    async def _post(self, path: str, body: Any, kind: type[T], *, invite: str = "", key: str = "") -> T:
        content = msgspec.json.encode(body)
        return msgspec.json.decode((await self._call("POST", path, content, invite, key)).content, type=kind)

    async def _call(
        self, method: str, path: str, content: bytes | None = None, invite: str = "", key: str = ""
    ) -> httpx2.Response:
        """Send a request; retry if the connection failed before it was sent, or as told by the service.

        With a ``key`` it is also retried after it was sent: the service recognises it.
        """
        headers = {"Content-Type": "application/json"} if content else {}
        if invite:
            headers["Bocage-Invite"] = invite
        if key:
            headers["Idempotency-Key"] = f'"{key}"'
        tries = TRIES
        while True:
            tries -= 1
            wait = self._rng.uniform(0.05, 0.25) * (TRIES - tries)
            try:
                response = await self._http.request(method, path, content=content, headers=headers)
            except httpx2.ConnectError as error:
                if not tries:
                    raise UnreachableError(f"nothing answers at {self._http.base_url}") from error
            except httpx2.TransportError as error:
                # It may have been carried out: only retry if that is harmless.
                if not tries or not (key or method == "GET"):
                    raise UnreachableError(
                        f"{self._http.base_url}{path}: {error or type(error).__name__}"
                    ) from error
            else:
                # 202: the resource is still being made.
                if response.is_success and response.status_code != 202:
                    return response
                refusal = _refusal(response)
                if tries and refusal.code == UNKNOWN_RULES:
                    # Another node may know them: make the next but one request use another connection.
                    headers["Connection"] = "close"
                elif not tries or not 0 < refusal.retry <= LONGEST_RETRY:
                    raise refusal
                else:
                    wait = refusal.retry / 1000 * self._rng.uniform(1.0, 1.5)
            await asyncio.sleep(wait)


def _refusal(response: httpx2.Response) -> RefusedError:
    try:
        body = msgspec.json.decode(response.content, type=RefusalBody)
    except msgspec.DecodeError:
        # The response is from a proxy, not from the service.
        text = f"HTTP {response.status_code} {response.reason_phrase}"
        wait = retry_after(response.headers.get("Retry-After", ""))
        body = RefusalBody(f"http_{response.status_code}", text, retry=round(wait * 1000))
    return RefusedError(**msgspec.structs.asdict(body))
