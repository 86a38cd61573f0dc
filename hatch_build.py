"""The compiled form of the wheel: hot modules translated to C by mypyc, beside their sources. Off unless asked for.

    HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 pip wheel --no-deps .

docs/decisions/032-compiled-build.md says what is gained, and what a module must not hold to be in the list.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import chdir
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: Modules that run for each action. None defines a struct, or a class that one outside this list inherits from.
HOT = (
    "protocol/bocage/protocol/framing.py",
    "protocol/bocage/protocol/patch.py",
    "protocol/bocage/protocol/short.py",
    "service/bocage/rules/squad/fire.py",
    "service/bocage/rules/squad/movement.py",
    "service/bocage/rules/squad/resolve.py",
    "service/bocage/rules/squad/rolls.py",
    "service/bocage/rules/squad/turn.py",
    "service/bocage/rules/squad/view.py",
    "service/bocage/rules/company_commander/assault.py",
    "service/bocage/rules/company_commander/board.py",
    "service/bocage/rules/company_commander/deploy.py",
    "service/bocage/rules/company_commander/eligible.py",
    "service/bocage/rules/company_commander/loops.py",
    "service/bocage/rules/company_commander/recon.py",
    "service/bocage/rules/company_commander/targets.py",
    "service/bocage/rules/company_commander/turn.py",
    "service/bocage/rules/company_commander/view.py",
    "service/bocage/rules/omaha/assault.py",
    "service/bocage/rules/omaha/beach.py",
    "service/bocage/rules/omaha/fire.py",
    "service/bocage/rules/omaha/view.py",
    "service/bocage/rules/zombies/enemy.py",
    "service/bocage/rules/zombies/flow.py",
    "service/bocage/rules/zombies/tank.py",
    "service/bocage/log/chain.py",
    "service/bocage/log/clock.py",
    "service/bocage/log/judge.py",
    "service/bocage/log/match.py",
    "service/bocage/log/outline.py",
    "service/bocage/log/view.py",
    "service/bocage/live/rooms.py",
    "service/bocage/live/audience.py",
    "service/bocage/live/feed.py",
    "service/bocage/live/room.py",
    "service/bocage/live/outbox.py",
    "service/bocage/store/appends.py",
    "service/bocage/store/followed_logs.py",
)
#: Types are checked by `make types`. Of the packages that a node imports, only msgspec must be there to build a
#: wheel: without it, mypy does not understand keywords of structs.
OPTIONS = (
    "--config-file=",
    "--ignore-missing-imports",
    "--follow-imports=silent",
    "--namespace-packages",
    "--explicit-package-bases",
)


class CompiledHook(BuildHookInterface[Any]):
    """Compiles the hot modules and adds them to the wheel, which then fits one Python and one kind of machine."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile. An editable install stays as it is."""
        if version == "editable":
            return
        from mypyc.build import mypycify
        from setuptools import Distribution
        from setuptools.command.build_ext import build_ext

        self._made = tempfile.TemporaryDirectory(prefix="bocage-compiled-")
        folder = Path(self._made.name)
        # The folders that hold the package: docs/decisions/055-one-package.md
        os.environ["MYPYPATH"] = os.pathsep.join(("protocol", "service", "clients"))
        with chdir(self.root):
            extensions = mypycify(
                [*OPTIONS, *HOT],
                opt_level=os.environ.get("MYPYC_OPT_LEVEL", "2"),
                debug_level="0",
                target_dir=str(folder / "c"),
            )
            command = build_ext(Distribution({"name": "bocage", "ext_modules": extensions}))
            command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "objects")
            command.parallel = os.cpu_count()
            command.finalize_options()
            command.run()
        for path in sorted((folder / "lib").rglob("*")):
            if path.is_file():
                build_data["force_include"][str(path)] = path.relative_to(folder / "lib").as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The wheel is written."""
        if version != "editable":
            self._made.cleanup()
