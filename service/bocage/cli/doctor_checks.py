"""What is wrong, or worth a look, about a service that is to run here. Pure: facts in, advice out."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bocage.settings import Settings
from bocage.store.advice import Advice, size

#: Descriptors below which a node serves few people.
FEW_DESCRIPTORS = 4096
#: Bytes of disk below which the private Redis may soon be unable to write.
LITTLE_DISK = 1 << 30
#: Share of the disk below which somebody should look.
LOW_DISK = 0.1


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """What there is of the machine and the account.

    ``descriptors``: files that a process may have open. ``disk``: bytes free and in all where the data lie.
    ``data_open``: others may read the data; ``data_foreign``: the folder belongs to another account.
    """

    cores: int
    descriptors: int
    disk: tuple[int, int]
    root: bool = False
    data_open: bool = False
    data_foreign: bool = False


def check_settings(settings: Settings, unknown: list[str], machine: Machine) -> Iterator[Advice]:
    """What the settings say together."""
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
            "BOCAGE_PROXIES=* believes the addresses that anybody names: let nobody but the one proxy reach "
            "the port",
        )
    elif proxies:
        yield Advice("fine", f"addresses are believed that these proxies name: {', '.join(sorted(proxies))}")
    elif open_to_all:
        yield Advice(
            "look",
            "the service listens at all addresses without TLS, and no proxy is named: put one before it and name "
            "it in BOCAGE_PROXIES",
        )
    else:
        yield Advice("fine", f"only {settings.host} is listened at, and no proxy is believed")
    metrics = settings.metrics_address()
    if metrics is None:
        yield Advice("look", "metrics are served nowhere: BOCAGE_METRICS=127.0.0.1:9464 serves them for Prometheus")
    elif metrics[0] in ("0.0.0.0", "::"):
        yield Advice("look", "metrics are served at all addresses: only the operator should reach their port")
    else:
        yield Advice("fine", f"metrics are served at {settings.metrics}")


def check_machine(settings: Settings, machine: Machine) -> Iterator[Advice]:
    """Descriptors, disk, account."""
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
        yield Advice("look", f"others may read the folder {settings.data}: the next start takes that from them")
