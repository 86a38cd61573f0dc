"""Who counts as one caller: where a connection comes from, seen through the proxies in front of the service."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

#: Every peer that connects is a proxy.
EVERYBODY = "*"
#: Addresses whose names are at hand.
REMEMBERED = 4096
#: The part of IPv6 that one household or host has (RFC 6177): it may use each of its addresses in turn.
SITE_BITS = 64


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
        """Whether ``peer`` is one of these proxies."""
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
