"""The relying party of passkeys (WebAuthn): a domain, and the origins of the service's pages. Pure."""

from __future__ import annotations

import importlib.util
import ipaddress
from urllib.parse import urlsplit

import msgspec

from bocage.features.accounts.wire import NotOffered


class RelyingParty(msgspec.Struct, frozen=True):
    """Who asks for passkeys: the domain ``id``, at pages of these origins. ``why``: why it does not ask."""

    id: str
    origins: tuple[str, ...]
    why: NotOffered = ""


def installed() -> bool:
    """Whether the package that checks answers is there."""
    return importlib.util.find_spec("webauthn") is not None


def relying_party(site: str, domain: str = "", origins: tuple[str, ...] = ()) -> RelyingParty:
    """The relying party of a service that people reach at the address ``site``.

    A service that is reached at this machine alone takes the name localhost: a passkey belongs to a name, not to a
    number. ``domain``, ``origins``: what the operator chose instead; empty: it follows from the site.
    """
    parts = urlsplit(site)
    host = parts.hostname or ""
    if _is_loopback(host):
        host = "localhost"
        site = f"{parts.scheme}://localhost" + (f":{parts.port}" if parts.port else "")
    else:
        site = f"{parts.scheme}://{parts.netloc}"
    wanted = origins or (site.lower(),)
    return RelyingParty(domain or host, wanted, _why_not(domain or host, wanted))


def _why_not(domain: str, origins: tuple[str, ...]) -> NotOffered:
    if not installed():
        return "package"
    if _is_number(domain):
        return "number"
    # Browsers know no passkeys on pages without TLS, except on localhost.
    plain = [one for one in origins if not one.startswith("https://") and urlsplit(one).hostname != "localhost"]
    return "plain" if plain else ""


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    return host == "localhost" or (_is_number(host) and ipaddress.ip_address(host).is_loopback)
