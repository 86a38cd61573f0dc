"""``python -m bocage_tools.compiled``: compiled modules beside the sources of a checkout.

    python -m bocage_tools.compiled wheel      a compiled wheel in ./dist, for this Python
    python -m bocage_tools.compiled wheels     one for each Python that Bocage supports and that is found here
    python -m bocage_tools.compiled prepare    what `make serve` does first
    python -m bocage_tools.compiled serve      `bocage serve` with compiled modules, if they fit the sources

Compiled modules are taken from a wheel, into the folder ``compiled`` of the environment, with the wheel's list of
files and their hashes (RECORD). Each process compares the sources with that list when it starts: if one differs, it
runs plain Python. See docs/decisions/066-compiled-where-it-runs.md.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.abc import MetaPathFinder
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

#: The checkout.
ROOT = Path(__file__).resolve().parents[2]
#: Compiled modules of this environment.
FOLDER = Path(sys.prefix) / "compiled"
#: Folders of the checkout that hold the package, and the packages that compiled modules are in or import.
PARTS = ("protocol", "service")
BASIS = ("protocol", "rules", "log", "store", "live", "limits", "word_filter.py")
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
SUPPORTED = range(11, 15)


def missing() -> str:
    """Return the requirement for compiling that this machine lacks; empty: none."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"a C compiler ({compiler})"
    header = Path(sysconfig.get_path("include")) / "Python.h"
    return "" if header.exists() else f"the headers of Python ({header}; Debian's python3-dev)"


def build(folder: Path, python: str = sys.executable, level: int = 2) -> None:
    """Build a compiled wheel in ``folder``. ``level``: of the C compiler's optimisation; 1 takes half as long as 2.

    Raises ``CalledProcessError``.
    """
    environment = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1", "MYPYC_OPT_LEVEL": str(level)}
    if (constraints := ROOT / "constraints.txt").exists():
        environment["PIP_CONSTRAINT"] = str(constraints)
    pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT)], check=True, env=environment)


def build_all(folder: Path) -> None:
    """Build a compiled wheel for each Python that is found."""
    for python in pythons():
        with tempfile.TemporaryDirectory(prefix="bocage-wheel-") as place:
            subprocess.run([python, "-m", "venv", place], check=True)
            build(folder, str(Path(place) / "bin" / "python"))
        print(f"{python}: a wheel in {folder}", flush=True)


def pythons() -> Iterator[str]:
    """The Pythons that Bocage supports, oldest first: those on the PATH, else those of pyenv."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for minor in SUPPORTED:
        code = f"import sys, ensurepip, venv; sys.exit(sys.version_info[:2] != (3, {minor}))"
        for found in (f"python3.{minor}", *map(str, sorted(versions.glob(f"3.{minor}.*/bin/python3")))):
            with suppress(OSError):
                if subprocess.run([found, "-c", code], check=False, capture_output=True).returncode == 0:
                    yield found
                    break


def fits(record: Iterable[str], root: Path = ROOT) -> bool:
    """True if the sources of the checkout ``root`` are those of the wheel with this RECORD."""
    compared = 0
    for path, digest, _ in csv.reader(record):
        package, _, rest = path.partition("/")
        if package != "bocage" or not path.endswith(".py") or rest.partition("/")[0] not in BASIS:
            continue
        source = next((one for part in PARTS if (one := root / part / path).exists()), None)
        if source is None or digest != f"sha256={digest_of(source.read_bytes())}":
            return False
        compared += 1
    return compared > 0


def digest_of(data: bytes) -> str:
    """A SHA-256 as wheels write it."""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def record_in(folder: Path) -> Sequence[str]:
    """The RECORD of compiled modules in ``folder``; empty: there are none."""
    with suppress(OSError):
        return (folder / "RECORD").read_text(encoding="utf-8").splitlines()
    return ()


def unpack(wheel: Path, folder: Path, root: Path = ROOT) -> bool:
    """Replace ``folder`` with the compiled modules of ``wheel``, if they fit this Python and these sources."""
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        modules = [name for name in names if name.endswith(SUFFIX)]
        record = next(name for name in names if name.endswith(".dist-info/RECORD"))
        lines = packed.read(record).decode().splitlines()
        if not modules or not fits(lines, root):
            return False
        shutil.rmtree(folder, ignore_errors=True)
        packed.extractall(folder, modules)
    (folder / "RECORD").write_text("\n".join(lines), encoding="utf-8")
    return True


def prepare() -> str:
    """Take compiled modules from a wheel in ./dist, or compile them the first time. Returns what to tell."""
    if fits(record_in(FOLDER)) or any(unpack(wheel, FOLDER) for wheel in (ROOT / "dist").glob("bocage-*.whl")):
        return ""
    if FOLDER.exists():
        return "Sources differ from what was compiled: plain Python is served. `make compiled` compiles them."
    if missing():
        return ""
    print("Compiling modules, once; this takes a minute or two. `make serve COMPILED=0` does without.", flush=True)
    with tempfile.TemporaryDirectory(prefix="bocage-wheel-") as place, suppress(subprocess.CalledProcessError):
        build(Path(place), level=1)
        (wheel,) = Path(place).glob("bocage-*.whl")
        if unpack(wheel, FOLDER):
            return ""
    # Not tried again at each start.
    FOLDER.mkdir(exist_ok=True)
    return "Modules cannot be compiled here: plain Python is served."


class CompiledModules(MetaPathFinder):
    """Finds compiled modules before their sources."""

    def __init__(self, folder: Path) -> None:
        paths = folder.rglob(f"*{SUFFIX}")
        self._paths = {str(path.relative_to(folder)).removesuffix(SUFFIX).replace("/", "."): path for path in paths}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        found = self._paths.get(name)
        if found is None:
            return None
        return spec_from_file_location(name, found, loader=ExtensionFileLoader(name, str(found)))


def serve() -> int:
    """``bocage serve``, with compiled modules if they fit."""
    if fits(record_in(FOLDER)):
        sys.meta_path.insert(0, CompiledModules(FOLDER))
    from bocage.cli.main import main as command

    return command()


def main() -> int:
    """Do what the command line says. Returns the exit code."""
    match sys.argv[1:]:
        case ["serve", *_]:
            return serve()
        case ["prepare"]:
            if told := prepare():
                print(told, flush=True)
        case ["wheel"]:
            build(ROOT / "dist")
        case ["wheels"]:
            build_all(ROOT / "dist")
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
