"""The relying party of passkeys (WebAuthn): a domain, and the origins of the service's pages. Pure."""

from __future__ import annotations

import importlib.util
import ipaddress
from urllib.parse import urlsplit

import msgspec

from bocage.features.accounts.wire import NotOffered


class RelyingParty(msgspec.Struct, frozen=True):
    """``id``: domain. ``origins``: of the pages that use passkeys. ``why``: reason for not offering them."""

    id: str
    origins: tuple[str, ...]
    why: NotOffered = ""


def installed() -> bool:
    """True if the package that verifies answers is installed."""
    return importlib.util.find_spec("webauthn") is not None


def relying_party(site: str, domain: str = "", origins: tuple[str, ...] = ()) -> RelyingParty:
    """Return the relying party of a service with the public address ``site``.

    For a loopback address the domain is localhost, as passkeys need a name. ``domain``, ``origins``: settings of
    the operator; empty: derived from the site.
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
    # Browsers offer passkeys only with TLS, or on localhost.
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
