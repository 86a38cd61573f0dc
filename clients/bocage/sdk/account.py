"""REST requests about a player: account, friends, blocks, maps, notices, vacations."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from bocage.protocol.challenges import Challenge, ChallengeAnswer, ChallengeTable, NewChallenge, Reason
from bocage.protocol.profile import Profile, SeenBy
from bocage.protocol.rest import NewPlayer, PlayerInfo

if TYPE_CHECKING:
    from bocage.features.accounts.wire import Left, MoveLink, PlayerData
    from bocage.features.maps.wire import MapInfo
    from bocage.features.notices.wire import NewNoticeChannel, NoticeChannelMade, NoticeTable
    from bocage.features.programs.wire import OwnProgram, OwnPrograms, ProgramInfo, Programs, Scope, TokenMade
    from bocage.features.ratings.wire import Kind, Ladder, LadderRecord
    from bocage.features.social.wire import BlockTable, FriendTable
    from bocage.features.vacations.wire import VacationTable

T = TypeVar("T")


class Account(ABC):
    """Requests about one player. Methods raise as those of :class:`bocage.sdk.rest.Rest`."""

    async def create_player(self, name: str = "") -> NewPlayer:
        """Create a player. Returns their token, too."""
        return await self._post("/api/players", {"name": name}, NewPlayer)

    async def flag_program(self) -> PlayerInfo:
        """Declare this player a program, permanently, as rated matches of programs require."""
        return await self._post("/api/players/me/program", {}, PlayerInfo)

    async def make_recovery_codes(self) -> list[str]:
        """Create recovery codes, each for one sign-in. They are returned only once: store them."""
        from bocage.features.accounts.wire import RecoveryCodes

        return (await self._post("/api/players/me/recovery-codes", {}, RecoveryCodes)).codes

    async def sign_in(self, code: str, device: str = "") -> NewPlayer:
        """Redeem a one-time link or recovery code. Returns the player and a token for this device."""
        return await self._post("/api/sign-in", {"code": code, "device": device}, NewPlayer)

    async def make_link(self) -> MoveLink:
        """Create a short-lived code with which another device can sign in as this player, once."""
        from bocage.features.accounts.wire import MoveLink

        return await self._post("/api/players/me/link", {}, MoveLink)

    async def ladder(self, game: str, kind: Kind = "people") -> Ladder:
        """Return the ladder of a game, of people or of programs; with a token, also this player's rating."""
        from bocage.features.ratings.wire import Ladder

        return await self._get(f"/api/ladder?game={game}&kind={kind}", Ladder)

    async def ladder_record(self, game: str, player: str) -> LadderRecord:
        """Return a program's record on the ladder of a game."""
        from bocage.features.ratings.wire import LadderRecord

        return await self._get(f"/api/ladder/record?game={game}&player={player}", LadderRecord)

    async def profile(self, player: str) -> Profile:
        """Return a player's record: this player's, or a visible one (else ``no_profile``)."""
        return await self._get(f"/api/players/{player}", Profile)

    async def show_profile(self, seen_by: SeenBy) -> None:
        """Set the audience of this player's record."""
        await self._post("/api/players/me/profile", {"seen_by": seen_by}, PlayerInfo)

    async def notices(self) -> NoticeTable:
        """Return this player's notice preferences and channels."""
        from bocage.features.notices.wire import NoticeTable

        return await self._get("/api/players/me/notices", NoticeTable)

    async def add_notices(self, channel: NewNoticeChannel) -> NoticeChannelMade:
        """Add a channel for notices. A webhook's ``secret`` is returned only once."""
        from bocage.features.notices.wire import NoticeChannelMade

        return await self._post("/api/players/me/notices/channels", channel, NoticeChannelMade)

    async def block(self, player: str, blocked: bool = True) -> BlockTable:
        """Block or unblock a player. Returns the blocked and muted players."""
        from bocage.features.social.wire import BlockTable

        return await self._post("/api/players/me/blocks", {"player": player, "blocked": blocked}, BlockTable)

    async def mute(self, player: str, muted: bool = True) -> BlockTable:
        """Mute or unmute a player. Returns the blocked and muted players."""
        from bocage.features.social.wire import BlockTable

        return await self._post("/api/players/me/mutes", {"player": player, "muted": muted}, BlockTable)

    async def friends(self) -> FriendTable:
        """Return this player's friends, and pending requests."""
        from bocage.features.social.wire import FriendTable

        return await self._get("/api/players/me/friends", FriendTable)

    async def befriend(self, player: str, friend: bool = True) -> FriendTable:
        """Send or accept a friend request; or decline, withdraw or end it."""
        from bocage.features.social.wire import FriendTable

        return await self._post("/api/players/me/friends", {"player": player, "friend": friend}, FriendTable)

    async def keep_map(self, text: str, name: str, *, shared: bool = False, forked_from: str = "") -> MapInfo:
        """Keep a map. Its ``options`` are those of a match on it, for :meth:`create_match`."""
        from bocage.features.maps.wire import MapInfo

        wish = {"text": text, "name": name, "shared": shared, "forked_from": forked_from}
        return await self._post("/api/maps", wish, MapInfo)

    async def map(self, name: str) -> MapInfo:
        """Return a map by id: this player's, or a shared one (else ``no_map``)."""
        from bocage.features.maps.wire import MapInfo

        return await self._get(f"/api/maps/{name}", MapInfo)

    async def vacation(self) -> VacationTable:
        """Return this player's vacation, and the days left this year."""
        from bocage.features.vacations.wire import VacationTable

        return await self._get("/api/players/me/vacation", VacationTable)

    async def take_vacation(self, days: int) -> VacationTable:
        """Set the vacation to ``days`` days from its beginning, now if there is none; 0 ends it."""
        from bocage.features.vacations.wire import VacationTable

        return await self._post("/api/players/me/vacation", {"days": days}, VacationTable)

    async def programs(self, game: str = "") -> Programs:
        """Return the programs that are online, or those of them that play ``game``."""
        from bocage.features.programs.wire import Programs

        return await self._get(f"/api/programs?game={game}" if game else "/api/programs", Programs)

    async def program(self, player: str) -> ProgramInfo:
        """Return one program: its owner if they are named, its ratings, its free tables."""
        from bocage.features.programs.wire import ProgramInfo

        return await self._get(f"/api/programs/{player}", ProgramInfo)

    async def create_program(self, name: str, *, named: bool = False, scopes: Sequence[Scope] = ()) -> TokenMade:
        """Create a program that belongs to this player. ``named``: show the owner. ``scopes``: of its token."""
        from bocage.features.programs.wire import TokenMade

        body = {"name": name, "named": named, "scopes": list(scopes)}
        return await self._post("/api/programs", body, TokenMade)

    async def change_program(
        self, program: str, *, named: bool | None = None, ladder: bool | None = None
    ) -> OwnProgram:
        """Show the owner with a program; let the service arrange matches for it. None: as before."""
        from bocage.features.programs.wire import OwnProgram

        wishes = {"named": named, "ladder": ladder}
        body = {name: wish for name, wish in wishes.items() if wish is not None}
        return await self._post(f"/api/programs/{program}", body, OwnProgram)

    async def retire_program(self, program: str, name: str) -> ProgramInfo:
        """Retire a program for good. ``name``: its present name, to confirm it."""
        from bocage.features.programs.wire import ProgramInfo

        return await self._post(f"/api/programs/{program}/retire", {"confirm": name}, ProgramInfo)

    async def own_programs(self) -> OwnPrograms:
        """Return this player's programs and their tokens."""
        from bocage.features.programs.wire import OwnPrograms

        return await self._get("/api/programs/mine", OwnPrograms)

    async def create_token(self, program: str, scopes: Sequence[Scope] = (), device: str = "") -> TokenMade:
        """Create a token of a program: this player, or one of their programs."""
        from bocage.features.programs.wire import TokenMade

        body = {"scopes": list(scopes), "device": device}
        return await self._post(f"/api/programs/{program}/sign-ins", body, TokenMade)

    async def revoke_token(self, program: str, sign_in: str) -> OwnProgram:
        """End a token of a program."""
        from bocage.features.programs.wire import OwnProgram

        return await self._post(f"/api/programs/{program}/revoke", {"sign_in": sign_in}, OwnProgram)

    async def challenge(self, player: str, terms: NewChallenge) -> Challenge:
        """Challenge a player to a match."""
        return await self._post(f"/api/players/{player}/challenge", terms, Challenge)

    async def challenges(self) -> list[Challenge]:
        """Return the challenges to and from this player that wait for an answer."""
        return (await self._get("/api/challenges", ChallengeTable)).challenges

    async def find_challenge(self, challenge: str) -> Challenge:
        """Return a challenge by or to this player, until some minutes after it expires."""
        return await self._get(f"/api/challenges/{challenge}", Challenge)

    async def accept_challenge(self, challenge: str) -> Challenge:
        """Accept a challenge. The match begins, with both seated."""
        return await self._post(f"/api/challenges/{challenge}", ChallengeAnswer("accept"), Challenge)

    async def decline_challenge(self, challenge: str, reason: Reason = "") -> Challenge:
        """Decline a challenge."""
        return await self._post(f"/api/challenges/{challenge}", ChallengeAnswer("decline", reason), Challenge)

    async def cancel_challenge(self, challenge: str) -> Challenge:
        """Cancel a challenge of this player."""
        return await self._post(f"/api/challenges/{challenge}", ChallengeAnswer("cancel"), Challenge)

    async def rename(self, name: str) -> PlayerInfo:
        return await self._post("/api/players/me", {"name": name}, PlayerInfo)

    async def data(self) -> PlayerData:
        """Return all stored data about this player."""
        from bocage.features.accounts.wire import PlayerData

        return await self._get("/api/players/me/data", PlayerData)

    async def leave(self, confirm: str) -> Left:
        """Delete this player's account, permanently. ``confirm``: their current name."""
        from bocage.features.accounts.wire import Left

        return await self._post("/api/players/me/leave", {"confirm": confirm}, Left)

    @abstractmethod
    async def _get(self, path: str, kind: type[T]) -> T:
        """Get a resource."""

    @abstractmethod
    async def _post(self, path: str, body: Any, kind: type[T], *, invite: str = "", key: str = "") -> T:
        """Post a body."""
