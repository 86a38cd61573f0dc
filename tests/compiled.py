"""The compiled form: build it, and run the tests of rules and matches on it.

    python -m tests.compiled

Builds the wheel with its hot modules compiled, unpacks it over a copy of the checkout, and runs tests there. Where
there is no C compiler, or no header of Python, it says so and does nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from bocage_tools.compiled import build, missing
from tests.checkout import ROOT, copy_to

#: Tests that run on the compiled form.
TESTS = ("tests/log", "tests/live/room", "tests/live/sockets", "tests/rules/test_goldens.py")
#: Prints where each module that the command line names comes from.
WHERE = "import importlib, sys; [print(importlib.import_module(name).__file__) for name in sys.argv[1:]]"


def hot(source: str) -> list[str]:
    """The modules that ``hatch_build.py`` compiles: paths of their sources."""
    names: dict[str, tuple[str, ...]] = {}
    exec(source[source.index("HOT = (") : source.index("\n)", source.index("HOT = (")) + 2], names)
    return list(names["HOT"])


def main() -> int:
    """Build, check and test; the exit code of the tests."""
    if lacking := missing():
        print(f"The compiled form is not tested: this machine lacks {lacking}.")
        return 0
    with tempfile.TemporaryDirectory(prefix="bocage-compiled-") as folder:
        wheels, tree = Path(folder) / "wheels", Path(folder) / "tree"
        tree.mkdir()
        build(wheels, level=0)
        copy_to(tree)
        (wheel,) = wheels.iterdir()
        zipfile.ZipFile(wheel).extractall(tree / "wheel")
        # The wheel is found before the sources, and the tests beside them.
        imports = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tree / "wheel"), str(tree)))}
        modules = [
            path.partition("/")[2].removesuffix(".py").replace("/", ".")
            for path in hot((ROOT / "hatch_build.py").read_text())
        ]
        names = [sys.executable, "-c", WHERE, *modules]
        said = subprocess.run(names, cwd=tree, env=imports, check=True, capture_output=True, text=True)
        found = said.stdout.split()
        plain = [path for path in found if path.endswith(".py") or not Path(path).is_relative_to(tree)]
        if plain or len(found) != len(modules):
            print(f"not compiled: {plain}")
            return 1
        print(f"{wheel.name}: {len(found)} modules compiled")
        tests = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *TESTS]
        return subprocess.run(tests, cwd=tree, env=imports, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
