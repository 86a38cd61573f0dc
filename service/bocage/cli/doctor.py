"""``bocage doctor``: diagnose whether a service can run here as configured."""

from __future__ import annotations

import argparse
import contextlib
import http.client
import os
import re
import resource
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from bocage import features
from bocage.cli.common import FAILED, CommandError
from bocage.cli.doctor_checks import Machine, check_machine, check_settings
from bocage.cli.env_file import add_env_file, take_env_file
from bocage.settings import Settings, SettingsError, add_arguments, from_arguments, unknown
from bocage.store.advice import Advice, check_redis
from bocage.store.embedded import EmbeddedError, EmbeddedRedis, find_server
from bocage.store.inspection import inspect_redis
from bocage.store.private import OTHERS
from bocage.store.records import StorageUnavailableError
from bocage.store.rights import RightsError
from bocage.workers.assignment import cores

if TYPE_CHECKING:
    from bocage.cli.common import Commands
    from bocage.store.advice import Level

#: Timeout for a node's metrics in seconds.
METRICS_TIME = 2.0
#: Counter of requests from proxies that BOCAGE_PROXIES does not name.
UNNAMED = "bocage_unnamed_proxy_requests_total"
#: Label of each level, worst first.
WORDS: dict[Level, str] = {"wrong": "WRONG", "look": "look", "fine": "fine"}


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "doctor",
        description="Checks settings, Redis, durability, descriptors, clocks, disk and proxies. Takes the settings"
        " of bocage serve, changes nothing, and may run beside it. Exit code 1: something is wrong.",
    )
    add_env_file(parser)
    add_arguments(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    try:
        take_env_file(chosen.env_file, os.environ)
        settings = from_arguments(chosen, os.environ)
    except SettingsError as error:
        raise CommandError(str(error)) from None
    machine = machine_here(Path(settings.data))
    found = [
        *check_settings(settings, unknown(os.environ), machine),
        *check_machine(settings, machine),
        *_proxies(settings, machine),
        *_redis(settings),
        *(one for feature in features.installed() for one in feature.advice(settings)),
    ]
    order = list(WORDS)
    for advice in sorted(found, key=lambda advice: order.index(advice.level)):
        print(f"{WORDS[advice.level]:6} {advice.text}")
    return FAILED if any(advice.level == "wrong" for advice in found) else 0


def machine_here(data: Path) -> Machine:
    """Inspect this machine and account. ``data``: directory of the private Redis."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    there = next(path for path in (data, *data.resolve().parents) if path.is_dir())
    disk = shutil.disk_usage(there)
    about = data.stat() if data.is_dir() else None
    return Machine(
        cores=cores(),
        descriptors=1 << 30 if hard == resource.RLIM_INFINITY else hard,
        disk=(disk.free, disk.total),
        root=os.geteuid() == 0,
        data_open=bool(about and stat.S_IMODE(about.st_mode) & OTHERS),
        data_foreign=bool(about and os.geteuid() not in (0, about.st_uid)),
    )


def _proxies(settings: Settings, machine: Machine) -> Iterator[Advice]:
    """Check the metrics of a running service for requests from unnamed proxies."""
    address = settings.metrics_address()
    if address is None:
        return
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(address[0], address[0])
    seen = 0
    for number in range(settings.workers or machine.cores):
        with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
            asking = http.client.HTTPConnection(host, address[1] + number, timeout=METRICS_TIME)
            with contextlib.closing(asking):
                asking.request("GET", "/metrics")
                told = asking.getresponse().read().decode()
            seen += sum(int(float(one)) for one in re.findall(rf"^{UNNAMED} (\S+)$", told, re.MULTILINE))
    if seen:
        yield Advice(
            "look",
            f"{seen} requests came through a proxy that is not trusted, and count as one caller's: the log of the "
            "service names its address; add it to BOCAGE_PROXIES",
        )


def _redis(settings: Settings) -> Iterator[Advice]:
    """Check the configured Redis, else a running private one, else the program for it."""
    try:
        if settings.redis:
            url = settings.redis
        else:
            program = find_server()
            url = EmbeddedRedis(Path(settings.data) / "redis").url
        yield from check_redis(
            inspect_redis(url),
            cluster="cluster=true" in url,
            durability=settings.durability,
            replicas=settings.replicas,
        )
    except (EmbeddedError, RightsError) as error:
        yield Advice("wrong", str(error))
    except ValueError as error:
        yield Advice("wrong", f"BOCAGE_REDIS is no address of a Redis: {error}")
    except StorageUnavailableError as error:
        if settings.redis:
            yield Advice("wrong", f"Redis does not answer: {error}")
        else:
            version = ".".join(map(str, program.version))
            yield Advice(
                "fine", f"the private Redis does not run now; it will be {program.path}, version {version}"
            )
