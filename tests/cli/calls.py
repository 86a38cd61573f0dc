"""Stands for a function of a layer below, in tests of commands."""

from __future__ import annotations

from typing import Any


class Calls:
    """Notes what is called, with what."""

    def __init__(self, answer: Any = None) -> None:
        self.made: list[tuple[tuple[Any, ...], dict[str, Any]]] = []
        self.answer = answer

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        self.made.append((arguments, named))
        return self.answer

    async def later(self, *arguments: Any, **named: Any) -> Any:
        return self(*arguments, **named)

    @property
    def only(self) -> Any:
        (call,) = self.made
        return call
