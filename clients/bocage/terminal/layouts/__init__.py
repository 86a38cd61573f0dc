"""Text layouts of tables: a module per game, or the generic form.

A layout has ``lines(view, words, facts)``: view of the match, words, facts of the game → lines. It may have
``WORDS``, texts of its own by language.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, TypeAlias

from bocage.terminal import generic
from bocage.terminal.words import Words

Layout: TypeAlias = Callable[[Mapping[str, Any], Words, Mapping[str, Any]], list[str]]

#: Game → module of its layout.
MODULES: Mapping[str, ModuleType] = {
    found.name: importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)
}


def table(view: Mapping[str, Any], words: Words, facts: Mapping[str, Any]) -> list[str]:
    """Format the table of a match."""
    module = MODULES.get(view["game"])
    if module is None or "table" not in view:
        return generic.lines(view.get("table", {}), words)
    layout: Layout = module.lines
    return layout(view, words.and_these(getattr(module, "WORDS", {})), facts)
