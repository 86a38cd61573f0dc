"""Golden logs: whole games as text that a person can review, written and compared by machine.

A game's recipes stand in ``tests/rules/<id>/golden_scripts.py``:

    GOLDENS = {
        "default": Recipe(seed="default"),
        "no_swaps": Recipe(options=Options(swaps=False), seed="no swaps", script=(Play("fox"),)),
    }

and make ``service/bocage/rules/<id>/goldens/<name>.txt``. ``python -m tests.goldens [game]`` writes them anew;
review the diff. tests/rules/test_goldens.py compares every stored file with a fresh run.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.rules.kernel.conformance import Policy, random_choice


class Recipe(msgspec.Struct, frozen=True):
    """What makes one golden log. ``options`` and ``seats`` default to the usual ones.

    The actions of ``script`` are played first, whichever seat decides; ``policy`` chooses the rest.
    ``language`` is that of all words in the file; ``note`` is a line that says what to look for.
    """

    seed: str
    options: Any = None
    seats: tuple[Any, ...] | None = None
    script: tuple[Any, ...] = ()
    policy: Policy = random_choice
    language: str = "en"
    note: str = ""
