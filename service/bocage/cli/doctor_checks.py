"""Diagnosis of settings and machine: facts in, advice out. Pure."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bocage.settings import Settings
from bocage.store.advice import Advice, size

#: Descriptors below which a node can serve few people.
FEW_DESCRIPTORS = 4096
#: Free bytes below which the private Redis may soon be unable to write.
LITTLE_DISK = 1 << 30
#: Share of free disk space below which to warn.
LOW_DISK = 0.1


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """Facts about the machine and the account.

    ``descriptors``: limit of open files per process. ``disk``: free and total bytes where the data are.
    ``data_open``: other accounts can read the data; ``data_foreign``: the folder belongs to another account.
    """

    cores: int
    descriptors: int
    disk: tuple[int, int]
    root: bool = False
    data_open: bool = False
    data_foreign: bool = False


def check_settings(settings: Settings, unknown: list[str], machine: Machine) -> Iterator[Advice]:
    """Check combinations of settings."""
    for name in unknown:
        yield Advice("look", f"{name} is no setting of this service")
    workers = settings.workers or machine.cores
    if workers > machine.cores:
        yield Advice(
            "look", f"{workers} workers share {machine.cores} processor cores: they do no more than {machine.cores}"
        )
    else:
        yield Advice("fine", f"{workers} of {machine.cores} processor cores are used")
    open_to_all = settings.host in ("0.0.0.0", "::")
    proxies = settings.proxy_addresses()
    if "*" in proxies:
        yield Advice(
            "look",
            "BOCAGE_PROXIES=* trusts the addresses that any client claims: let only the one proxy reach the port",
        )
    elif proxies:
        yield Advice("fine", f"these proxies are trusted: {', '.join(sorted(proxies))}")
    elif open_to_all:
        yield Advice(
            "look",
            "the service listens at all addresses without TLS, and no proxy is trusted: put one in front and name "
            "it in BOCAGE_PROXIES",
        )
    else:
        yield Advice("fine", f"the service listens only at {settings.host}, and no proxy is trusted")
    metrics = settings.metrics_address()
    if metrics is None:
        yield Advice("look", "metrics are not served: BOCAGE_METRICS=127.0.0.1:9464 serves them for Prometheus")
    elif metrics[0] in ("0.0.0.0", "::"):
        yield Advice("look", "metrics are served at all addresses: only the operator should reach their port")
    else:
        yield Advice("fine", f"metrics are served at {settings.metrics}")


def check_machine(settings: Settings, machine: Machine) -> Iterator[Advice]:
    """Check descriptors, disk, account."""
    if machine.descriptors < FEW_DESCRIPTORS:
        yield Advice(
            "look",
            f"a process may have {machine.descriptors} files open, one per connection: raise the limit (ulimit "
            "-Hn, LimitNOFILE)",
        )
    else:
        yield Advice("fine", f"a process may have {machine.descriptors} files open")
    if machine.root:
        yield Advice("look", "this account is root: give the service an account of its own")
    if settings.redis:
        return
    free, all_ = machine.disk
    if free < LITTLE_DISK:
        yield Advice("wrong", f"only {size(free)} of disk are free in {settings.data}: soon nothing can be stored")
    elif free < all_ * LOW_DISK:
        yield Advice("look", f"only {size(free)} of disk are free in {settings.data}, of {size(all_)}")
    else:
        yield Advice("fine", f"{size(free)} of disk are free in {settings.data}")
    if machine.data_foreign:
        yield Advice("wrong", f"the folder {settings.data} belongs to another account: the service will not use it")
    elif machine.data_open:
        yield Advice("look", f"others may read the folder {settings.data}: the next start restricts it")
