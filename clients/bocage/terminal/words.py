"""Texts of one game in one language: the service's catalogue, and the terminal's own."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any

from bocage.protocol.codes import common_text
from bocage.protocol.presentation import Flag
from bocage.protocol.text import Catalogue, fill, in_match, render
from bocage.terminal.text import UI

#: Namespaces with whole sentences, not names of things on the table.
_SENTENCES = frozenset(
    (
        "action",
        "event",
        "rolled",
        "figure",
        "decision",
        "option",
        "seat_option",
        "outcome",
        "refusal",
        "close",
        "game",
    )
)


class Words:
    """Renders actions, events and views of one game in one language."""

    def __init__(
        self,
        lang: str,
        catalogue: Catalogue | None = None,
        flags: Sequence[Flag] = (),
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """``catalogue``: of the game; without one, values are shown as they are. ``flags``: of its presentation.

        ``options``: of the match that is told of.
        """
        self._flags = flags
        self.lang = lang
        self.catalogue: Mapping[str, str] = {**common_text(lang), **in_match(catalogue or {}, options or {})}
        self._ui = UI[lang]
        self._names = _index(self.catalogue)

    def and_these(self, texts: Mapping[str, Mapping[str, str]]) -> Words:
        """Return a copy with additional texts of the terminal, given by language."""
        more = copy(self)
        more._ui = {**self._ui, **texts.get(self.lang, {})}
        return more

    def ui(self, key: str, **fields: Any) -> str:
        """Return one of the terminal's own texts."""
        return fill(self._ui, self._ui[key], fields, self.lang)

    def say(self, key: str, fields: Mapping[str, Any] | None = None) -> str:
        """Return a text of the game's catalogue; a missing one is made from its key."""
        return render(self.catalogue, key, fields or {}, self.lang)

    def has(self, key: str) -> bool:
        return key in self.catalogue

    def name(self, namespace: str, value: Any) -> str:
        """Return the name of a thing; the bare value if the catalogue has none."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        key = f"{namespace}.{text}"
        return self.say(key) if key in self.catalogue else text

    def names(self, namespace: str, values: Iterable[Any]) -> str:
        """Return the names of several things, joined."""
        return self.join(self.name(namespace, value) for value in values)

    def join(self, texts: Iterable[str]) -> str:
        return ("、" if self.lang == "ja" else ", ").join(texts)

    def pair(self, name: str, text: str) -> str:
        """Join a name and its value."""
        return self.ui("pair", name=name, text=text)

    def label(self, value: Any) -> str:
        """Return a name for any id found in a view; an unknown one with spaces for underscores."""
        text = str(value)
        key = self._names.get(text)
        return self.say(key) if key else text.replace("_", " ")

    def flags(self, of: str, thing: Mapping[str, Any]) -> list[str]:
        """Return the labels of the flags set on a thing."""
        shown = [flag for flag in self._flags if flag.of == of and thing.get(flag.name)]
        return [self.say(flag.text, {"n": thing[flag.name]}) for flag in shown]

    def field(self, name: str) -> str:
        """Return the name of a field of a view; for an id, as :meth:`label`."""
        return self.say(f"label.{name}") if f"label.{name}" in self.catalogue else self.label(name)

    def action(self, action: Mapping[str, Any]) -> str:
        return self.say(f"action.{action.get('do', '')}", action)

    def called(self, name: str, left: bool = True) -> str:
        """Return a player's name, or a substitute.

        ``left``: an empty name means a deleted account; else, as in files, an unknown one.
        """
        return name or self.ui("seat.left" if left else "seat.nameless")

    def event(self, event: Mapping[str, Any]) -> str:
        told = event
        if event.get("ev") == "seated":
            told = {**event, "name": self.called(event.get("name", ""), event.get("left", False))}
        return self.say(f"event.{event.get('ev', '')}", told)

    def figure(self, figure: Mapping[str, Any]) -> str:
        return self.say(f"figure.{figure.get('figure', '')}", figure)


def _index(catalogue: Mapping[str, str]) -> dict[str, str]:
    """Map ids to catalogue keys; if several things share an id, cards come first, then the catalogue's order."""
    found: dict[str, str] = {}
    for key, text in catalogue.items():
        namespace, _, name = key.partition(".")
        if namespace in _SENTENCES or "." in name or "{" in text:
            continue
        if namespace == "card":
            found[name] = key
        else:
            found.setdefault(name, key)
    return found


def kind(bot: bool, house: bool) -> dict[str, bool]:
    """Classify a seat's player: a declared program, or a house bot."""
    return {"bot": bot and not house, "house": house}


def width(text: str) -> int:
    """Return the terminal columns of ``text``; Japanese characters take two."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def pad(text: str, columns: int) -> str:
    """Pad ``text`` with spaces to ``columns``."""
    return text + " " * max(0, columns - width(text))


def clip(text: str, columns: int) -> str:
    """Cut ``text`` to ``columns`` of a terminal."""
    while width(text) > columns:
        text = text[:-1]
    return text


def grid(rows: list[list[str]]) -> list[str]:
    """Align a table's columns, separated by bars, at which screen readers pause."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [" | ".join(pad(cell, size) for cell, size in zip(row, widths, strict=True)).rstrip() for row in rows]
