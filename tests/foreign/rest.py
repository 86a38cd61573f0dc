"""``python -m tests.foreign.rest SCHEMATHESIS [argument…]``: schemathesis against a service of its own.

``SCHEMATHESIS`` is the command; further arguments go to ``schemathesis run``. See ``make foreign``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from tests.http.site import NO_LIMITS

ROOT = Path(__file__).parents[2]
SETTINGS = Path(__file__).with_name("schemathesis.toml")


@contextmanager
def service(data: Path) -> Iterator[str]:
    """The address of a service that refuses nobody for asking too much."""
    limits = ",".join(f"{name}={value}" for name, value in msgspec.to_builtins(NO_LIMITS).items() if value == 10**6)
    arguments = ("serve", "--port", "0", "--workers", "1", "--data", str(data))
    process = subprocess.Popen(
        (sys.executable, "-m", "bocage.cli", *arguments),
        stdout=subprocess.PIPE,
        env={**os.environ, "BOCAGE_LIMITS": limits},
        cwd=ROOT,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1]
    finally:
        process.terminate()
        process.wait()


def main(command: str, arguments: Sequence[str]) -> int:
    """Run it; 0: nothing was found."""
    with tempfile.TemporaryDirectory(prefix="bocage-rest-") as folder, service(Path(folder)) as address:
        run = (command, "--config-file", str(SETTINGS), "run", f"{address}/api/openapi.json", "--checks", "all")
        paths = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
        return subprocess.run((*run, *arguments), cwd=ROOT, env={**os.environ, "PYTHONPATH": paths}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
