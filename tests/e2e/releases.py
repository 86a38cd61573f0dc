"""Releases of the service as trees of their own."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.checkout import LEFT
from tests.e2e.nodes import ROOT

#: A second version of SQUAD's rules: a match goes on for one turn more than its option says.
SECOND = '''"""The second version of the rules: one turn more."""

from typing import ClassVar

import msgspec

from bocage.rules.dice import Chance
from bocage.rules.kernel import Step
from bocage.rules.squad.game import SquadGame
from bocage.rules.squad.options import Options, SeatOptions
from bocage.rules.squad.state import State


class SecondSquad(SquadGame):
    """SQUAD with one turn more."""

    rules: ClassVar[int] = 2

    def setup(self, options: Options, seats: tuple[SeatOptions, ...], dice: Chance) -> Step[State]:
        return super().setup(msgspec.structs.replace(options, turn_cap=options.turn_cap + 1), seats, dice)


GAME = SecondSquad()
'''
PACKAGE = '''"""Two versions of the rules: new matches are played by the second, old ones go on under the first."""

from bocage.rules.squad.game import GAME as FIRST
from bocage.rules.squad.second import GAME

OLDER_RULES = (FIRST,)
'''


def install(folder: Path, second: bool) -> Path:
    """A release in ``folder``: this one, or the next, which brings the second rules of SQUAD."""
    folder.mkdir()
    for name in ("protocol", "service", "clients", "deploy", "docs"):
        shutil.copytree(ROOT / name, folder / name, ignore=LEFT)
    for name in ("tests/__init__.py", "tests/known.py", "tests/e2e/__init__.py", "tests/e2e/known_serve.py"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    if second:
        squad = folder / "service" / "bocage" / "rules" / "squad"
        (squad / "second.py").write_text(SECOND, encoding="utf-8")
        (squad / "__init__.py").write_text(PACKAGE, encoding="utf-8")
    return folder
