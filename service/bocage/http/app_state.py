"""State shared by all HTTP handlers of a node."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

from bocage.http.feature import Feature
from bocage.http.long_responses import LongResponses
from bocage.http.metrics import registry
from bocage.limits import Rates, over_limit
from bocage.live.node import Node
from bocage.protocol.profile import Rating
from bocage.protocol.review import ReviewedSeat
from bocage.store import Player

T = TypeVar("T")


class Opponents(Protocol):
    """The house bots, ordinary clients of the service. ``bocage.app`` provides them."""

    #: Secret that the bots send in the header Bocage-House; empty: there are no bots.
    key: str

    def strategies(self, game: str) -> list[str]:
        """Return the names of the strategies for ``game``."""

    def invite(self, game: str, match: str, strategy: str, code: str = "") -> None:
        """Invite a bot to the free seat of a match. ``code``: invite code of a private match."""

    def thoughts(self) -> Mapping[str, float]:
        """Return statistics of the bots that search; empty: there are none.

        Numbers of decisions ``thought`` about, ``full`` and ``failed`` (played without search); processor
        ``seconds``, the ``longest``; number ``waiting``, and seconds that one more would ``wait``.
        """

    def engine(self, game: str) -> str:
        """Return the version of the engine that reviews matches of a game; empty: there is none."""

    async def review(self, course: bytes, tell: Callable[[int, int], None]) -> bytes | None:
        """Review a course (``bocage.rules.kernel.course.Course``), both as JSON; None on failure.

        ``tell`` receives the progress: choices done, and all. Raises ``TimeoutError`` if the machine is too busy.
        """

    async def hint(self, question: bytes) -> bytes | None:
        """Answer a question (``bocage.protocol.hint``), both as JSON; None on failure.

        Raises ``TimeoutError`` if too many questions wait or the machine is too busy.
        """

    def sides(self, game: str) -> list[str]:
        """Return the sides between which the engine measures fairness; empty: it does not."""

    async def play(self, question: bytes) -> bytes | None:
        """Play games of the engine against itself (``bocage.protocol.fairness``), both as JSON; None on failure.

        Raises ``TimeoutError`` if the machine is too busy.
        """


class NoOpponents:
    """A service without bots of its own."""

    key = ""

    def strategies(self, game: str) -> list[str]:
        """Return nothing."""
        return []

    def invite(self, game: str, match: str, strategy: str, code: str = "") -> None:
        """Do nothing."""

    def thoughts(self) -> Mapping[str, float]:
        """Return nothing."""
        return {}

    def engine(self, game: str) -> str:
        """Return nothing."""
        return ""

    async def review(self, course: bytes, tell: Callable[[int, int], None]) -> bytes | None:
        """Return nothing."""
        return None

    async def hint(self, question: bytes) -> bytes | None:
        """Return nothing."""
        return None

    def sides(self, game: str) -> list[str]:
        """Return nothing."""
        return []

    async def play(self, question: bytes) -> bytes | None:
        """Return nothing."""
        return None


class KnownPrograms:
    """Programs that sent requests to this node, by sign-in: they are limited by account instead of address."""

    def __init__(self, most: int = 10_000) -> None:
        self._most = most
        self._players: dict[str, str] = {}

    def seen(self, sign_in: str, player: str) -> None:
        """Remember a sign-in of a program, instead of the one remembered longest if there are too many."""
        if sign_in not in self._players and len(self._players) >= self._most:
            del self._players[next(iter(self._players))]
        self._players[sign_in] = player

    def find(self, sign_in: str) -> str:
        """Return the program with this sign-in; empty: not known."""
        return self._players.get(sign_in, "")


class AppState:
    def __init__(
        self,
        node: Node,
        opponents: Opponents | None = None,
        site: str = "http://localhost",
        features: Sequence[Feature] = (),
    ) -> None:
        """``site``: base URL of the service."""
        self.node = node
        self.features = features
        self.site = site
        #: Path prefix of the service, without a slash at its end; empty: none.
        self.folder = urlsplit(site).path
        self.opponents = opponents or NoOpponents()
        limits = node.limits
        self._rates = {
            "request_rate": Rates(limits.request_rate, limits.request_burst),
            "player_rate": Rates(limits.player_rate / 60, limits.player_burst),
            "friend_requests": Rates(limits.friend_requests / 86_400, limits.friend_requests),
            "vacation_changes": Rates(limits.vacation_changes / 86_400, limits.vacation_changes),
            "data_rate": Rates(limits.data_rate / 3600, limits.data_rate),
            "report_rate": Rates(limits.report_rate / 60, limits.report_burst),
            "profile_rate": Rates(limits.profile_rate / 60, limits.profile_burst),
            "sign_in_rate": Rates(limits.sign_in_rate / 60, limits.sign_in_burst),
            "notice_rate": Rates(limits.notice_rate / 60, limits.notice_burst),
            "challenge_rate": Rates(limits.challenge_rate / 60, limits.challenge_burst),
            "match_rate": Rates(limits.match_rate / 60, limits.match_burst),
            "map_rate": Rates(limits.map_rate / 60, limits.map_rate),
            "hint_rate": Rates(limits.hint_rate / 60, limits.hint_burst),
            "address_hint_rate": Rates(limits.address_hint_rate / 60, limits.address_hint_burst),
            "address_match_rate": Rates(limits.address_match_rate / 60, limits.address_match_burst),
        }
        self.programs = KnownPrograms()
        self.long_responses = LongResponses()
        self.registry = registry(self)
        #: Number of responses by path of the endpoint and status.
        self.answered: Counter[tuple[str, int]] = Counter()

    def part(self, kind: type[T]) -> T:
        """Return the instance of a class among the parts of features, for endpoints of the same feature."""
        return next(part for feature in self.features for part in feature.parts if isinstance(part, kind))

    async def blocked(self, player: str, others: Iterable[str]) -> bool:
        """True if ``player`` may not play with one of the ``others``."""
        others = list(others)
        return any([await feature.blocked(player, others) for feature in self.features])

    async def friends(self, player: str, other: str) -> bool:
        return any([await feature.friends_of(player, other) for feature in self.features])

    async def notify(self, kind: str, player: str, about: str) -> None:
        """Queue a notice, at most one a day of the same kind and subject. Raises ``StoreError``."""
        for feature in self.features:
            await feature.notify(kind, player, about)

    async def report(self, by: str, player: str, reason: str, note: str) -> None:
        """Keep a report about a player for the operator. ``by``: reporter. ``reason``: ``name`` or ``other``."""
        for feature in self.features:
            await feature.report(by, player, reason, note)

    async def recoverable(self, player: str) -> bool:
        """True if the player can recover the account after losing a device. The owner of a program always can."""
        if await self.node.store.public_records.owner(player):
            return True
        return all([await feature.recoverable(player) for feature in self.features])

    def has_engine(self, game: str) -> bool:
        """True if the service offers reviews and hints for ``game``."""
        return any(feature.has_engine(game) for feature in self.features)

    async def review_sums(self, matches: Iterable[str]) -> dict[str, Sequence[ReviewedSeat]]:
        """Return luck and skill of each seat in the reviewed ones of ``matches``."""
        asked = list(matches)
        sums: dict[str, Sequence[ReviewedSeat]] = {}
        for feature in self.features:
            sums |= await feature.review_sums(asked)
        return sums

    async def ratings(self, player: Player, own: bool) -> dict[str, Rating]:
        """Return a player's ratings by game; with ``own``, including what only they may see."""
        found: dict[str, Rating] = {}
        for feature in self.features:
            found |= await feature.ratings(player.id, player.program, own)
        return found

    def take(self, limit: str, key: str) -> None:
        """Count one use of the rate limit ``limit`` for ``key``. Raises ``RefusedError`` beyond it."""
        wait = self._rates[limit].take(key, self.node.clock())
        if wait:
            raise over_limit(limit, wait)
