"""Proxies that nobody named in BOCAGE_PROXIES: everybody behind them shares the limits of one address."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Collection

from bocage.live.interfaces import FORWARDED

log = logging.getLogger("bocage.node")

#: Seconds before the same address is logged again.
AGAIN = 3600.0
#: Most addresses remembered. Anybody can send such headers, so while there are as many, no other is logged.
REMEMBERED = 256


class UnnamedProxies:
    """Logs addresses that send these headers and are not believed, each once an hour; counts their requests."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """``clock``: seconds."""
        self.seen = 0
        self._clock = clock
        #: Address → when it was logged, the oldest first.
        self._logged: OrderedDict[str, float] = OrderedDict()

    def note(self, address: str, named: bool, sent: Collection[str]) -> None:
        """A request from ``address`` came with the headers ``sent``; ``named``: it is one of BOCAGE_PROXIES."""
        header = next((name for name in FORWARDED if name in sent), "")
        if not address or not header or (named and header == FORWARDED[0]):
            return
        self.seen += 1
        if not self._is_due(address):
            return
        if named:
            log.warning(
                "proxy %s sends %s, but no X-Forwarded-For, which alone is believed: everybody behind it counts as"
                " one caller; set it up to add X-Forwarded-For",
                address,
                header,
            )
        else:
            log.warning(
                "%s sends %s and is not believed, because BOCAGE_PROXIES does not name it: everybody behind it"
                " counts as one caller; if it is your proxy, add %s to BOCAGE_PROXIES",
                address,
                header,
                address,
            )

    def _is_due(self, address: str) -> bool:
        now = self._clock()
        while self._logged and now - next(iter(self._logged.values())) >= AGAIN:
            self._logged.popitem(last=False)
        if address in self._logged or len(self._logged) >= REMEMBERED:
            return False
        self._logged[address] = now
        return True
