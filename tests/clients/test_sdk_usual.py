"""What the SDK does for who wishes for nothing: the defaults of everything that programs may call."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from bocage import sdk

#: All that is more than nothing, no and nobody.
USUAL = {
    "account.Account.ladder": {"kind": "people"},
    "account.Account.block": {"blocked": True},
    "account.Account.mute": {"muted": True},
    "account.Account.befriend": {"friend": True},
    "backoff.Backoff": {"first": 0.1, "longest": 10.0},
    # A bot is glad about every match, also of who takes actions back; people are asked first.
    "bot.run_bot": {"name": "bot", "at_once": 4, "agrees": True},
    "bot.BotPlayer": {"agrees": True},
    "client.Client": {"lang": "en", "patience": 10.0, "longest_wait": 10.0, "per_match": True},
    "program.Program": {"tables": 4},
    "rest.Rest": {"lang": "en"},
    "rest.Rest.create_match": {"undo": True, "hints": True},
    "rest.Rest.matches": {"most": 200},
    "state_queue.StateQueue": {"bound": 1024},
}


def called() -> Iterator[tuple[str, FunctionType]]:
    """Every function and method that is not hidden, by its name; a class stands for what makes one."""
    for found in pkgutil.iter_modules(sdk.__path__):
        module = importlib.import_module(f"bocage.sdk.{found.name}")
        for name, value in vars(module).items():
            if name.startswith("_") or getattr(value, "__module__", "") != module.__name__:
                continue
            # ``connect`` is another name of a class.
            for inner, method in vars(value).items() if isinstance(value, type) and name == value.__name__ else ():
                if isinstance(method, FunctionType) and (inner == "__init__" or not inner.startswith("_")):
                    yield f"{found.name}.{name}{'' if inner == '__init__' else f'.{inner}'}", method
            if isinstance(value, FunctionType):
                yield f"{found.name}.{name}", value


def test_what_is_not_said_is_what_is_usual() -> None:
    said: dict[str, dict[str, Any]] = {
        name: {
            one.name: one.default
            for one in inspect.signature(function).parameters.values()
            if one.default is not one.empty and not callable(one.default)
        }
        for name, function in called()
    }
    more = {name: {key: value for key, value in usual.items() if value} for name, usual in said.items()}
    assert {name: usual for name, usual in more.items() if usual} == USUAL
    assert len([value for usual in said.values() for value in usual.values()]) > 50
