"""The service's REST side about a player: who they are, whom they know, what they are told."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, TypeVar

from bocage.protocol.profile import Profile, SeenBy
from bocage.protocol.rest import NewPlayer, PlayerInfo

if TYPE_CHECKING:
    from bocage.features.accounts.wire import Left, MoveLink, PlayerData
    from bocage.features.notices.wire import NewNoticeChannel, NoticeChannelMade, NoticeTable
    from bocage.features.ratings.wire import Kind, Ladder
    from bocage.features.social.wire import BlockTable, FriendTable
    from bocage.features.vacations.wire import VacationTable

T = TypeVar("T")


class Account(ABC):
    """Requests about one player. Methods raise as those of :class:`bocage.sdk.rest.Rest`."""

    async def create_player(self, name: str = "") -> NewPlayer:
        """A new guest and their token."""
        return await self._post("/api/players", {"name": name}, NewPlayer)

    async def flag_program(self) -> PlayerInfo:
        """Say, for good, that this player is a program; rated matches of programs want that."""
        return await self._post("/api/players/me/program", {}, PlayerInfo)

    async def make_recovery_codes(self) -> list[str]:
        """Codes with which this player can sign in again, each once. Keep them: they are told this once."""
        from bocage.features.accounts.wire import RecoveryCodes

        return (await self._post("/api/players/me/recovery-codes", {}, RecoveryCodes)).codes

    async def sign_in(self, code: str, device: str = "") -> NewPlayer:
        """The player whose one-time link or recovery code this is, and a token for this device."""
        return await self._post("/api/sign-in", {"code": code, "device": device}, NewPlayer)

    async def make_link(self) -> MoveLink:
        """A code by which another device becomes this player, once and for a short time."""
        from bocage.features.accounts.wire import MoveLink

        return await self._post("/api/players/me/link", {}, MoveLink)

    async def ladder(self, game: str, kind: Kind = "people") -> Ladder:
        """The ladder of a game, of people or of programs; with a token, also this player's own rating."""
        from bocage.features.ratings.wire import Ladder

        return await self._get(f"/api/ladder?game={game}&kind={kind}", Ladder)

    async def profile(self, player: str) -> Profile:
        """The record of a player: this one's own, or one that is public (else ``no_profile``)."""
        return await self._get(f"/api/players/{player}", Profile)

    async def show_profile(self, seen_by: SeenBy) -> None:
        """Say who may see this player's record besides them."""
        await self._post("/api/players/me/profile", {"seen_by": seen_by}, PlayerInfo)

    async def notices(self) -> NoticeTable:
        """What this player is told while they look elsewhere, and where."""
        from bocage.features.notices.wire import NoticeTable

        return await self._get("/api/players/me/notices", NoticeTable)

    async def add_notices(self, channel: NewNoticeChannel) -> NoticeChannelMade:
        """A further channel for notices; a webhook's ``secret`` is told this once."""
        from bocage.features.notices.wire import NoticeChannelMade

        return await self._post("/api/players/me/notices/channels", channel, NoticeChannelMade)

    async def block(self, player: str, blocked: bool = True) -> BlockTable:
        """Never play with somebody, or no more than that; whom this player blocked."""
        from bocage.features.social.wire import BlockTable

        return await self._post("/api/players/me/blocks", {"player": player, "blocked": blocked}, BlockTable)

    async def mute(self, player: str, muted: bool = True) -> BlockTable:
        """Read no chat by somebody, or read it again; whom this player blocked and muted."""
        from bocage.features.social.wire import BlockTable

        return await self._post("/api/players/me/mutes", {"player": player, "muted": muted}, BlockTable)

    async def friends(self) -> FriendTable:
        """This player's friends, who asked, and who was asked."""
        from bocage.features.social.wire import FriendTable

        return await self._get("/api/players/me/friends", FriendTable)

    async def befriend(self, player: str, friend: bool = True) -> FriendTable:
        """Ask somebody to be friends, or agree to it; or decline, take it back, end it."""
        from bocage.features.social.wire import FriendTable

        return await self._post("/api/players/me/friends", {"player": player, "friend": friend}, FriendTable)

    async def vacation(self) -> VacationTable:
        """This player's vacation, and how many days of the year are left."""
        from bocage.features.vacations.wire import VacationTable

        return await self._get("/api/players/me/vacation", VacationTable)

    async def take_vacation(self, days: int) -> VacationTable:
        """Let the vacation last ``days`` days from its beginning, which is now if there is none; 0: end it."""
        from bocage.features.vacations.wire import VacationTable

        return await self._post("/api/players/me/vacation", {"days": days}, VacationTable)

    async def rename(self, name: str) -> PlayerInfo:
        """Take another name; it shows everywhere at once."""
        return await self._post("/api/players/me", {"name": name}, PlayerInfo)

    async def data(self) -> PlayerData:
        """All that is kept about this player."""
        from bocage.features.accounts.wire import PlayerData

        return await self._get("/api/players/me/data", PlayerData)

    async def leave(self, confirm: str) -> Left:
        """Leave for good; nobody can undo it. ``confirm``: this player's name, as it is now."""
        from bocage.features.accounts.wire import Left

        return await self._post("/api/players/me/leave", {"confirm": confirm}, Left)

    @abstractmethod
    async def _get(self, path: str, kind: type[T]) -> T:
        """What is at a path."""

    @abstractmethod
    async def _post(self, path: str, body: Any, kind: type[T], *, invite: str = "", key: str = "") -> T:
        """The answer to a body that is sent there."""
