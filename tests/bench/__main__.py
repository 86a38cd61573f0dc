"""``python -m tests.bench [--small] [NAME …]``: run the benches named, or all.

Each is a module here with ``main()``.
``--small``: in their smallest forms, which show that they run; their figures mean nothing.
"""

from __future__ import annotations

import importlib
import sys

from tests.bench.small import make_small

#: In the order they run.
BENCHES = (
    "calls",
    "reducers",
    "updates",
    "service",
    "workers",
    "latency",
    "layers",
    "growth",
    "hostile",
    "cold",
    "page",
    "engine",
    "rest",
    "connection",
    "proxies",
)
#: Those that need an environment with other packages: a command of the Makefile each.
APART = ("learning",)


def main(names: list[str]) -> int:
    """Run benches; an exit code."""
    small, names = "--small" in names, [name for name in names if name != "--small"]
    if unknown := [name for name in names if name not in BENCHES]:
        print(f"no bench {', '.join(unknown)}; there are: {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    for name in names or BENCHES:
        print(f"# {name}", flush=True)
        if small:
            make_small()
        importlib.import_module(f"tests.bench.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
