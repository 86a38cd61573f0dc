"""Maps: storage, endpoints, and hooks of the core."""

from __future__ import annotations

import re
from collections.abc import Coroutine, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from prometheus_client.core import CounterMetricFamily, Metric

from bocage.features.maps import endpoints, fairness, operator
from bocage.features.maps.queue import FairnessQueue
from bocage.features.maps.runs import RunStorage
from bocage.features.maps.storage import MapStorage
from bocage.features.maps.wire import ID_PATTERN, KeptCopy
from bocage.http.app_state import AppState
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Feature, Head, KeptKey, Screen
from bocage.http.operator_acts import OperatorAct
from bocage.protocol.messages import Language
from bocage.settings import Settings
from bocage.store.store import Store

#: The id of a map may follow in the path.
SCREEN = Screen(
    {
        "en": ("Maps", "Draw the ground that you fight for, and see how fair it is before you play."),
        "ja": ("マップ", "戦場を自分で描き、公平さを確かめてから対戦できます。"),
    },
    parts=1,
)

WORKSHOP = Screen(
    {
        "en": ("Map workshop", "Paint the ground hex by hex, and play SQUAD on it."),
        "ja": ("マップ工房", "戦場をヘクスごとに描いて、SQUADで遊べます。"),
    },
    parts=0,
)
#: Title of the link to a shared map, by language.
TITLE: Mapping[Language, str] = {"en": "{name}: a map by {owner}", "ja": "{name}：{owner}さんのマップ"}


class Maps(Feature):
    """Maps on one node."""

    endpoints: ClassVar[tuple[Endpoint, ...]] = (*endpoints.ENDPOINTS, *fairness.ENDPOINTS)
    acts: ClassVar[Mapping[str, OperatorAct]] = operator.ACTS
    screens: ClassVar[Mapping[str, Screen]] = {"maps": SCREEN, "workshop": WORKSHOP}
    kept_keys: ClassVar[tuple[KeptKey, ...]] = (
        KeptKey(r"maps:.*", export="maps"),
        KeptKey(r"map:.*", export="maps"),
    )

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__(store, settings)
        self.storage = MapStorage(store.topology)
        self.runs = RunStorage(store.topology)
        self.queue = FairnessQueue(self.runs)

    @property
    def parts(self) -> tuple[MapStorage, RunStorage, FairnessQueue]:
        """Storage, and the queue of games on maps."""
        return self.storage, self.runs, self.queue

    async def start(self, app: AppState) -> None:
        """Use the engine of ``app``; without this there is none."""
        self.queue.opponents = app.opponents

    def background(self, app: AppState) -> Iterable[tuple[str, Coroutine[Any, Any, None]]]:
        """Play the games that say how fair a map is."""
        return [("maps", self.queue.run())]

    def metrics(self) -> Iterator[Metric]:
        """Yield the number of games played on maps, and of failures."""
        yield CounterMetricFamily("bocage_map_games", "Games of the engine on maps.", self.queue.played)
        yield CounterMetricFamily("bocage_map_games_failed", "Maps on which it could not play.", self.queue.failed)

    async def head(self, screen: str, part: str, lang: Language) -> Head | None:
        """Return the name of a shared map and its player's, with the picture of its game."""
        if screen != "maps" or not re.fullmatch(ID_PATTERN, part):
            return None
        found = await self.storage.find(part, "")
        if found is None:
            return None
        names = await self.store.names([found.owner])
        title = TITLE[lang].format(name=found.copy.name, owner=names.get(found.owner, ""))
        return Head(title, SCREEN.words[lang][1], found.game)

    async def kept(self, player: str) -> Mapping[str, object]:
        """Return the player's maps."""
        maps = []
        for name in await self.storage.names_of(player):
            one = await self.storage.find(name, player)
            if one is not None and one.owner == player:
                copy = one.copy
                maps.append(
                    KeptCopy(one.id, one.game, copy.name, copy.shared, copy.created, one.text, copy.forked_from)
                )
        return {"maps": maps}

    async def forget(self, player: str) -> None:
        """Delete the player's copies of maps; matches on them remain."""
        await self.storage.forget(player)


FEATURE = Maps
