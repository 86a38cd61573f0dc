"""Nodes of the service as processes of their own: to start, to stop and to kill."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from types import TracebackType

from tests.checkout import search_path
from tests.redis_server import free_port

#: Everything here comes from one address, and faster than people are.
LIMITS = (
    "request_rate=100000,request_burst=100000,player_rate=100000,player_burst=100000,"
    "match_rate=100000,match_burst=100000,address_match_rate=100000,address_match_burst=100000,"
    "open_matches=100000,address_open_matches=100000,message_rate=100000,message_burst=100000,"
    "address_sockets=10000,address_connections=10000,address_rate=1000000,address_burst=1000000,matches_per_socket=1000"
)


ROOT = Path(__file__).parents[2]
#: Seconds after which a node that does not start or end will not do so any more.
PATIENCE = 120

#: How often each node was started, by its log.
_launches: Counter[Path] = Counter()


class NodeProcess:
    """``bocage serve`` with its log in ``folder``. ``redis`` empty: with a private one.

    ``root``: the sources it runs from; another release may be put there between two starts.
    """

    def __init__(
        self,
        folder: Path,
        redis: str = "",
        name: str = "node",
        root: Path = ROOT,
        games: str = "",
        launched: bool = True,
        **settings: str,
    ) -> None:
        """``games``: modules with further games, with blanks between. ``launched``: the context starts it."""
        self._launched = launched
        self._name = name
        self.root = root
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = folder / f"{name}.log"
        self._word = folder / f"{name}.word"
        self._environment = {
            **os.environ,
            "BOCAGE_PORT": str(self.port),
            "BOCAGE_DATA": str(folder / "data"),
            "BOCAGE_REDIS": redis,
            "BOCAGE_LIMITS": LIMITS,
            "BOCAGE_WORKERS": "1",
            "KNOWN_SERVE_GAMES": games,
            "KNOWN_SERVE_WORD": str(folder / f"{name}.word"),
            **{f"BOCAGE_{key.upper()}": value for key, value in settings.items()},
        }
        self.command = [sys.executable, "-m", "tests.e2e.known_serve"]
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> NodeProcess:
        try:
            if self._launched:
                self.start()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def log(self) -> str:
        """What the node has written so far."""
        return self._log.read_text()

    def draw_for(self, word: str) -> None:
        """What is drawn from now on is the same whenever it is drawn for this word: say, the name of a test."""
        fresh = self._word.with_suffix(".fresh")
        fresh.write_text(word)
        fresh.replace(self._word)

    def launch(self, output: int | None = None) -> None:
        """Start the process; it is not ready yet. ``output``: the descriptor it writes to, instead of its log."""
        # What it draws is known, and yet never twice the same over the same data.
        _launches[self._log] += 1
        with open(self._log, "ab") as log:
            self._process = subprocess.Popen(
                self.command,
                cwd=self.root,
                env={
                    **self._environment,
                    "PYTHONPATH": search_path(self.root),
                    "KNOWN_SERVE_SEED": f"{self._name} {_launches[self._log]}",
                },
                stdin=subprocess.DEVNULL,
                stdout=log if output is None else output,
                stderr=log if output is None else output,
                start_new_session=True,
            )

    def start(self) -> None:
        """Start, and wait until new work may come."""
        self.launch()
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            assert self._process is not None
            if self._process.poll() is not None:
                raise RuntimeError(self.log)
            if self.is_ready():
                return
            time.sleep(0.02)
        raise TimeoutError(self.log)

    def is_ready(self) -> bool:
        """Whether it takes new work."""
        # It is asked often, and a client of httpx2 would read all certificates each time.
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            asking.request("GET", "/readyz")
            return asking.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            asking.close()

    def hang_up(self) -> None:
        """Ask it to replace its workers (SIGHUP)."""
        self.send(signal.SIGHUP)

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        """It is gone from one moment to the next (SIGKILL)."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Stop it as an operator does (SIGTERM); its exit code, 0 when it does not run."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        process, self._process = self._process, None
        process.send_signal(how)
        try:
            return process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
