"""Addresses of callers, as limits count them, behind the proxies that the operator named and those they did not."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

log = logging.getLogger("bocage.node")

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

#: Headers by which a proxy says for whom it asks. The first one alone is believed, of proxies that are named.
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")
#: Every peer that connects is a proxy.
EVERYBODY = "*"
#: Addresses whose names are at hand.
REMEMBERED = 4096
#: The part of IPv6 that one household or host has (RFC 6177): it may use each of its addresses in turn.
SITE_BITS = 64
#: Seconds before the same address is logged again.
LOG_AGAIN = 3600.0
#: Most addresses remembered. Anybody can send such headers, so while there are as many, no other is logged.
MOST_LOGGED = 256


class Proxies:
    """The reverse proxies whose ``X-Forwarded-For`` is believed."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        """``names``: addresses, networks (``10.0.0.0/8``), or ``*``. Raises ``ValueError`` for anything else."""
        names = set(names)
        self._everybody = EVERYBODY in names
        self._networks: list[Network] = [ip_network(name, strict=False) for name in names - {EVERYBODY}]
        #: Parsing an address takes longer than all other work for a new connection.
        self.peer = lru_cache(REMEMBERED)(self._peer)

    def caller(self, peer: str, forwarded: Sequence[str]) -> str:
        """The name under which limits count a client that came from ``peer`` with these headers, in their order.

        Each proxy adds the address of its own peer on the right, so the list is read from there as long as proxies
        wrote it; anybody may have written what stands further left. ``*`` means one proxy, whatever its
        address: the last entry. A network of IPv6 counts as one caller.
        """
        caller = parsed(peer)
        if caller is None:
            return peer
        hops = [hop for header in forwarded for hop in header.split(",")]
        if self._everybody or self._is_proxy(caller):
            while hops and (hop := parsed(hops.pop())) is not None:
                caller = hop
                if not self._is_proxy(caller):
                    break
        return name_of(caller)

    def believes(self, peer: str) -> bool:
        """True if ``peer`` is one of these proxies."""
        return self.peer(peer) == ""

    def _peer(self, peer: str) -> str:
        """The name under which limits count a peer; empty: it is a proxy, or has no address."""
        address = parsed(peer)
        if address is None or self._everybody or self._is_proxy(address):
            return ""
        return name_of(address)

    def _is_proxy(self, address: Address) -> bool:
        return any(address in network for network in self._networks)


def parsed(text: str) -> Address | None:
    """The address in an entry of ``X-Forwarded-For``, with or without a port; None: there is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def name_of(address: Address) -> str:
    """The name under which limits count an address."""
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Network((int(address), SITE_BITS), strict=False))


class UnnamedProxies:
    """Logs addresses that send these headers and are not believed, each once an hour; counts their requests."""

    def __init__(self, proxies: Proxies, clock: Callable[[], float]) -> None:
        """``proxies``: those that are named. ``clock``: seconds."""
        self.seen = 0
        self._proxies = proxies
        self._clock = clock
        #: Address → when it was logged, the oldest first.
        self._logged: OrderedDict[str, float] = OrderedDict()

    def note(self, address: str, sent: Collection[str]) -> None:
        """A request from ``address`` came with the headers ``sent`` (lower case), some of which a proxy sends."""
        named = self._proxies.believes(address)
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
        while self._logged and now - next(iter(self._logged.values())) >= LOG_AGAIN:
            self._logged.popitem(last=False)
        if address in self._logged or len(self._logged) >= MOST_LOGGED:
            return False
        self._logged[address] = now
        return True
