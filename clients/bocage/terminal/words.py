"""Words of one game in one language: the service's catalogue, and the terminal's own."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any

from bocage.protocol.codes import common_text
from bocage.protocol.presentation import Flag
from bocage.protocol.text import Catalogue, fill, in_match, render
from bocage.terminal.text import UI

#: Namespaces whose entries are whole sentences: no names of things on the table.
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
        """The same words with further texts of the terminal, given by language."""
        more = copy(self)
        more._ui = {**self._ui, **texts.get(self.lang, {})}
        return more

    def ui(self, key: str, **fields: Any) -> str:
        """One of the terminal's own texts."""
        return fill(self._ui, self._ui[key], fields, self.lang)

    def say(self, key: str, fields: Mapping[str, Any] | None = None) -> str:
        """A text of the game's catalogue; what it lacks is shown as its id, in words."""
        return render(self.catalogue, key, fields or {}, self.lang)

    def has(self, key: str) -> bool:
        return key in self.catalogue

    def name(self, namespace: str, value: Any) -> str:
        """The name of a thing; the bare value where the catalogue has none."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        key = f"{namespace}.{text}"
        return self.say(key) if key in self.catalogue else text

    def names(self, namespace: str, values: Iterable[Any]) -> str:
        """Names of several things, joined."""
        return self.join(self.name(namespace, value) for value in values)

    def join(self, texts: Iterable[str]) -> str:
        return ("、" if self.lang == "ja" else ", ").join(texts)

    def pair(self, name: str, text: str) -> str:
        """A name and what belongs to it."""
        return self.ui("pair", name=name, text=text)

    def label(self, value: Any) -> str:
        """A name for any id found in a view, whatever its namespace; spaces for underscores where there is none."""
        text = str(value)
        key = self._names.get(text)
        return self.say(key) if key else text.replace("_", " ")

    def flags(self, of: str, thing: Mapping[str, Any]) -> list[str]:
        """The labels of the flags that are set on a thing."""
        shown = [flag for flag in self._flags if flag.of == of and thing.get(flag.name)]
        return [self.say(flag.text, {"n": thing[flag.name]}) for flag in shown]

    def field(self, name: str) -> str:
        """What a field of a view is called; for an id, as :meth:`label`."""
        return self.say(f"label.{name}") if f"label.{name}" in self.catalogue else self.label(name)

    def action(self, action: Mapping[str, Any]) -> str:
        return self.say(f"action.{action.get('do', '')}", action)

    def called(self, name: str, left: bool = True) -> str:
        """A player's name, wherever one is shown; where there is none, what is said instead.

        ``left``: that is because they left the service. A log in a file names nobody.
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
    """Id → catalogue key; where several things share an id, cards come first, then the catalogue's order."""
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
    """What is said of a seat's player: a program by their own word, or one of the service's own bots."""
    return {"bot": bot and not house, "house": house}


def width(text: str) -> int:
    """How many columns of a terminal ``text`` takes; Japanese characters take two."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def pad(text: str, columns: int) -> str:
    """``text`` and spaces up to ``columns``."""
    return text + " " * max(0, columns - width(text))


def clip(text: str, columns: int) -> str:
    """As much of ``text`` as ``columns`` of a terminal hold."""
    while width(text) > columns:
        text = text[:-1]
    return text


def grid(rows: list[list[str]]) -> list[str]:
    """Lines of a table with aligned columns; the bars between let a screen reader pause."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [" | ".join(pad(cell, size) for cell, size in zip(row, widths, strict=True)).rstrip() for row in rows]
