"""The interface of features: parts of the service that can be left out."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from prometheus_client.core import Metric

from bocage.http.endpoint import Endpoint
from bocage.http.operator_acts import OperatorAct
from bocage.protocol.messages import Language
from bocage.protocol.profile import Rating
from bocage.protocol.review import ReviewedSeat
from bocage.settings import Settings
from bocage.store.advice import Advice
from bocage.store.store import Store

if TYPE_CHECKING:
    from bocage.http.app_state import AppState


class Screen(msgspec.Struct, frozen=True):
    """A screen of the page. ``words``: title and description for link previews, by language.

    ``parts``: most path segments after the first.
    """

    words: Mapping[Language, tuple[str, str]]
    parts: int = 1


class Head(msgspec.Struct, frozen=True):
    """Title and description in a link preview. ``game``: selects the picture; empty: that of the page."""

    title: str
    text: str
    game: str = ""


class KeptKey(msgspec.Struct, frozen=True):
    """A kind of key in Redis that contains the id or name of a player.

    ``key``: a regular expression. ``export``: the field of ``PlayerData`` with its content; empty: not exported,
    for the reason ``not_exported``. ``survives``: why it outlives the account; empty: it does not.
    """

    key: str
    export: str = ""
    not_exported: str = ""
    survives: str = ""


class NoticeText(msgspec.Struct, frozen=True):
    """The text of a notice. ``path``: screen of the link. ``others``: names of players in it."""

    title: str
    text: str
    path: str
    others: tuple[str, ...] = ()


class Announcement(msgspec.Struct, frozen=True):
    """A notice to all subscribers of its kind. ``number``: increases with each, such as the number of a day."""

    kind: str
    about: str
    number: int


class Feature:
    """Base class of features. Each is instantiated once per store, in the order of ``bocage.features.NAMES``.

    Methods are hooks called by the core; by default they do nothing. Where several features answer, ``blocked`` and
    ``friends_of`` hold if one says so and ``recoverable`` if all do; mappings are merged. A slot of live play that
    is set in :meth:`start`, such as ``rooms.time_away``, belongs to one feature. Operators' commands use features
    without a node, so without :meth:`start`.
    """

    endpoints: ClassVar[tuple[Endpoint, ...]] = ()
    #: Refusal codes of all endpoints with a match in the path.
    match_refusals: ClassVar[tuple[str, ...]] = ()
    #: Screens of the page by the first segment of their paths.
    screens: ClassVar[Mapping[str, Screen]] = {}

    #: Kinds of notices for which the feature has texts.
    notice_kinds: ClassVar[tuple[str, ...]] = ()
    #: Actions of ``bocage admin`` by name.
    acts: ClassVar[Mapping[str, OperatorAct]] = {}
    #: Keys with data about players.
    kept_keys: ClassVar[tuple[KeptKey, ...]] = ()

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings

    @property
    def parts(self) -> tuple[object, ...]:
        """Objects that endpoints of the feature find by class with ``AppState.part``."""
        return ()

    @classmethod
    def advice(cls, settings: Settings) -> Iterable[Advice]:
        """Return findings for ``bocage doctor`` with these settings."""
        return ()

    async def start(self, app: AppState) -> None:
        """Prepare, before the node of ``app`` accepts connections."""

    def background(self, app: AppState) -> Iterable[tuple[str, Coroutine[Any, Any, None]]]:
        """Return names and coroutines of tasks that run until the node stops."""
        return ()

    async def notify(self, kind: str, player: str, about: str) -> None:
        """Queue a notice, at most one a day of the same kind and subject. Raises ``StoreError``."""

    async def notice(self, kind: str, player: str, about: str, lang: Language) -> NoticeText | None:
        """Return the text of a notice of one of the ``notice_kinds``; None: the notice is no longer valid."""
        return None

    def announcement(self, now: int) -> Announcement | None:
        """Return the announcement that is current at ``now`` (ms)."""
        return None

    async def head(self, screen: str, part: str, lang: Language) -> Head | None:
        """Return the head of a screen followed by ``part`` in the path; None: those of the screen."""
        return None

    def picture(self, game: str) -> str:
        """Return the path of the link picture of a game, or of the page for an empty ``game``; empty: none."""
        return ""

    async def blocked(self, player: str, others: Iterable[str]) -> bool:
        """True if ``player`` may not play with one of the ``others``."""
        return False

    async def friends_of(self, player: str, other: str) -> bool:
        """True if two players are friends."""
        return False

    async def report(self, by: str, player: str, reason: str, note: str) -> None:
        """Keep a report about a player for the operator. ``by``: reporter. ``reason``: ``name`` or ``other``."""

    async def recoverable(self, player: str) -> bool:
        """True if the player can recover the account after losing a device. Rated matches require it."""
        return True

    def has_engine(self, game: str) -> bool:
        """True if the feature reviews matches of ``game`` and gives hints."""
        return False

    async def review_sums(self, matches: Iterable[str]) -> Mapping[str, Sequence[ReviewedSeat]]:
        """Return luck and skill of each seat in the reviewed ones of ``matches``."""
        return {}

    async def ratings(self, player: str, program: bool, own: bool) -> Mapping[str, Rating]:
        """Return a player's ratings by game; with ``own``, including what only they may see. ``program``: selects
        the ladders.
        """
        return {}

    def metrics(self) -> Iterable[Metric]:
        """Return the current metrics of the feature."""
        return ()

    async def facts(self, player: str) -> Sequence[str]:
        """Return facts about a player for operators, as text."""
        return ()

    async def kept(self, player: str) -> Mapping[str, object]:
        """Return stored data about a player, by field of ``PlayerData``."""
        return {}

    async def forget(self, player: str) -> None:
        """Delete stored data about a player whose account is deleted. Idempotent."""
