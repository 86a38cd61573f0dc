"""What every request can reach: the node, the bots, the rates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

from bocage.features.notices.channels import Channels
from bocage.features.notices.public_http import Reach
from bocage.features.notices.sender import NoticeSender
from bocage.http.archivist import Archivist
from bocage.http.feature import Feature
from bocage.http.metrics import registry
from bocage.limits import Rates, over_limit
from bocage.live.node import Node
from bocage.protocol.profile import Rating
from bocage.protocol.review import ReviewedSeat
from bocage.store import Player

F = TypeVar("F", bound=Feature)
T = TypeVar("T")


class Opponents(Protocol):
    """The house bots, which are clients like all others. ``bocage.app`` provides them."""

    #: What the bots' requests carry in the header Bocage-House, and nobody else's; empty: there are no bots.
    key: str

    def strategies(self, game: str) -> list[str]:
        """Names of the strategies that play ``game``."""

    def invite(self, game: str, match: str, strategy: str, code: str = "") -> None:
        """Ask a bot to take the free seat of a match; ``code``: its invite code, if it is private."""

    def thoughts(self) -> Mapping[str, float]:
        """Of bots that search: decisions ``thought`` about, ``full`` and ``failed`` (played without search), their
        ``seconds`` of processor time and the ``longest``; how many are ``waiting``, and the seconds that one more
        would ``wait``. Empty: there are none."""

    def engine(self, game: str) -> str:
        """The version of the engine that reviews matches of a game; empty: there is none."""

    async def review(self, course: bytes, tell: Callable[[int, int], None]) -> bytes | None:
        """The review of a course (``bocage.rules.kernel.course.Course``), both as JSON; None: it failed.

        ``tell``: is told how many choices were looked at, and how many there are.
        Raises ``TimeoutError`` where the machine has no time for it now.
        """

    async def hint(self, question: bytes) -> bytes | None:
        """The engine's advice on a question (``bocage.protocol.hint``), both as JSON; None: it failed.

        Raises ``TimeoutError`` where too many wait, or the machine has no time for it now.
        """


class NoOpponents:
    """A service without bots of its own."""

    key = ""

    def strategies(self, game: str) -> list[str]:
        """None."""
        return []

    def invite(self, game: str, match: str, strategy: str, code: str = "") -> None:
        """Nobody comes."""

    def thoughts(self) -> Mapping[str, float]:
        """Nobody thinks."""
        return {}

    def engine(self, game: str) -> str:
        """There is none."""
        return ""

    async def review(self, course: bytes, tell: Callable[[int, int], None]) -> bytes | None:
        """Nobody reviews."""
        return None

    async def hint(self, question: bytes) -> bytes | None:
        """Nobody advises."""
        return None


class AppState:
    """One per node, shared by all requests."""

    def __init__(
        self,
        node: Node,
        opponents: Opponents | None = None,
        channels: Channels | None = None,
        site: str = "http://localhost",
        features: Sequence[Feature] = (),
    ) -> None:
        """``channels``: how notices are delivered. ``site``: the address of the service."""
        self.node = node
        self.features = features
        self.site = site
        self.channels = channels or Channels(Reach(False), lambda: node.now())
        self.notices = NoticeSender(node, self.channels.deliver, site, self.channels.prepare)
        #: The path that the service is below, without a slash at its end; empty: none.
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
            "match_rate": Rates(limits.match_rate / 60, limits.match_burst),
            "hint_rate": Rates(limits.hint_rate / 60, limits.hint_burst),
            "address_hint_rate": Rates(limits.address_hint_rate / 60, limits.address_hint_burst),
            "address_match_rate": Rates(limits.address_match_rate / 60, limits.address_match_burst),
        }
        self.archivist = Archivist()
        self.registry = registry(self)
        #: Answers by (path as in the table of endpoints, status).
        self.answered: Counter[tuple[str, int]] = Counter()

    def feature(self, kind: type[F]) -> F:
        """The object of a feature, by its class. For the feature's own endpoints."""
        return next(one for one in self.features if isinstance(one, kind))

    def part(self, kind: type[T]) -> T:
        """The object of a class among the parts of features. For endpoints of the same feature."""
        return next(part for feature in self.features for part in feature.parts if isinstance(part, kind))

    async def apart(self, player: str, others: Iterable[str]) -> bool:
        """Whether ``player`` must not be seated at a match with one of the ``others``."""
        others = list(others)
        return any([await feature.apart(player, others) for feature in self.features])

    async def friends(self, player: str, other: str) -> bool:
        """Whether two players are friends."""
        return any([await feature.friends_of(player, other) for feature in self.features])

    async def recoverable(self, player: str) -> bool:
        """Whether a player can sign in again after the loss of a device, as far as features know."""
        return all([await feature.recoverable(player) for feature in self.features])

    def has_engine(self, game: str) -> bool:
        """Whether matches of ``game`` are reviewed here, and hints given."""
        return any(feature.has_engine(game) for feature in self.features)

    async def review_sums(self, matches: Iterable[str]) -> dict[str, Sequence[ReviewedSeat]]:
        """Luck and skill of each seat, of those of ``matches`` that have a review."""
        asked = list(matches)
        sums: dict[str, Sequence[ReviewedSeat]] = {}
        for feature in self.features:
            sums |= await feature.review_sums(asked)
        return sums

    async def ratings(self, player: Player, own: bool) -> dict[str, Rating]:
        """The rating of a player by game; with ``own``, as only the player may see it."""
        found: dict[str, Rating] = {}
        for feature in self.features:
            found |= await feature.ratings(player.id, player.program, own)
        return found

    def take(self, limit: str, key: str) -> None:
        """Count one thing against the rate ``limit`` of ``key``. Raises ``RefusedError`` after too many."""
        wait = self._rates[limit].take(key, self.node.clock())
        if wait:
            raise over_limit(limit, wait)
