"""A feature: a part of the service that can be left out."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from prometheus_client.core import Metric

from bocage.http.endpoint import Endpoint
from bocage.protocol.messages import Language
from bocage.protocol.profile import Rating
from bocage.protocol.review import ReviewedSeat
from bocage.settings import Settings
from bocage.store.advice import Advice
from bocage.store.store import Store

if TYPE_CHECKING:
    from bocage.http.app_state import AppState


class Screen(msgspec.Struct, frozen=True):
    """A screen of the page. ``words``: title and description for chats that show links, by language.
    ``parts``: how many parts of the path may follow the first one."""

    words: Mapping[Language, tuple[str, str]]
    parts: int = 1


class KeptKey(msgspec.Struct, frozen=True):
    """A kind of key in Redis that holds the id or name of a player.

    ``key``: a regular expression. ``export``: the field of ``PlayerData`` that shows its contents; empty: none, for
    the reason ``untold``. ``stays``: why it may be there after the player has left; empty: it is not.
    """

    key: str
    export: str = ""
    untold: str = ""
    stays: str = ""


class Feature:
    """Base class of features. One object of each is made for a store, in the order of ``bocage.features.NAMES``.

    The methods are hooks that the core calls; each does nothing unless a feature overrides it. Commands for
    operators use features without a node: :meth:`start` is not called there.
    """

    endpoints: ClassVar[tuple[Endpoint, ...]] = ()
    #: Refusal codes of every endpoint whose path names a match.
    match_refusals: ClassVar[tuple[str, ...]] = ()
    #: Screens of the page, by the first part of their addresses.
    screens: ClassVar[Mapping[str, Screen]] = {}

    #: The keys that the feature writes about players.
    kept_keys: ClassVar[tuple[KeptKey, ...]] = ()

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings

    @property
    def parts(self) -> tuple[object, ...]:
        """Objects that the feature's own endpoints get by their class, from ``AppState.part``."""
        return ()

    @classmethod
    def advice(cls, settings: Settings) -> Iterable[Advice]:
        """Advice for an operator who starts ``bocage doctor`` with these settings."""
        return ()

    async def start(self, app: AppState) -> None:
        """Prepare before the node of ``app`` accepts connections."""

    def background(self, app: AppState) -> Iterable[tuple[str, Coroutine[Any, Any, None]]]:
        """Name and coroutine of each task that runs until the node stops."""
        return ()

    async def apart(self, player: str, others: Iterable[str]) -> bool:
        """Whether ``player`` must not be seated at a match with one of the ``others``."""
        return False

    async def friends_of(self, player: str, other: str) -> bool:
        """Whether two players are friends."""
        return False

    async def recoverable(self, player: str) -> bool:
        """Whether a player can sign in again after the loss of a device; rated matches require it."""
        return True

    def has_engine(self, game: str) -> bool:
        """Whether matches of ``game`` are reviewed here, and hints given."""
        return False

    async def review_sums(self, matches: Iterable[str]) -> Mapping[str, Sequence[ReviewedSeat]]:
        """Luck and skill of each seat, of those of ``matches`` that have a review."""
        return {}

    async def ratings(self, player: str, program: bool, own: bool) -> Mapping[str, Rating]:
        """The rating of a player by game; with ``own``, as only the player may see it. ``program``: the kind of
        ladders."""
        return {}

    def metrics(self) -> Iterable[Metric]:
        """Metrics for the operator, as they stand."""
        return ()

    async def kept(self, player: str) -> Mapping[str, object]:
        """Data kept about a player, by field of ``PlayerData``."""
        return {}

    async def forget(self, player: str) -> None:
        """Delete data kept about a player who leaves. May be called again at any time."""
