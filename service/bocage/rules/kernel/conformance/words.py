"""Words: everything a player reads exists in every language, and every template finds what it names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from bocage.protocol.codes import common_text
from bocage.protocol.text import fill, render
from bocage.rules.kernel.conformance.coverage import tag_of
from bocage.rules.kernel.conformance.moment import BrokenError, encode
from bocage.rules.kernel.game import LANGUAGES, Action, AnyGame, Event, Figure, Outcome
from bocage.rules.kernel.legal import verbs
from bocage.rules.kernel.open_game import OpenGame
from bocage.rules.kernel.options import option_texts

#: Namespaces whose keys must all belong to something the game declares.
_CLOSED = ("action", "event", "rolled", "figure", "decision", "seat", "option")
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_ENGLISH_WORD = re.compile(r"[a-z]{4,}")
_HOLE_NAME = re.compile(r"\{([^{}:?#|]*)")


class _Watched(dict[str, str]):
    """A catalogue that records missing keys."""

    def __init__(self, catalogue: Mapping[str, str]) -> None:
        super().__init__(catalogue)
        self.missed: list[str] = []

    def get(self, key: str, default: Any = None) -> Any:
        if key not in self:
            self.missed.append(key)
        return super().get(key, default)


class Words:
    """Checks the catalogues once, then everything met in play (each different thing once)."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        own = {language: game.text.get(language, {}) for language in LANGUAGES}
        self._catalogues = {language: _Watched(catalogue) for language, catalogue in own.items()}
        #: Words of clients: the game's, and those common to all games.
        self._merged = {language: _Watched({**common_text(language), **own[language]}) for language in LANGUAGES}
        self._met: set[tuple[type[Any], bytes]] = set()

    def check_catalogues(self) -> None:
        """Both languages complete and alike in keys, every template well-formed, nothing left over."""
        game = self._game
        kinds = {"action": verbs(game.Actions), "event": verbs(game.Events), "figure": figures(game)}
        wanted = required_keys(game)
        rolled = {f"rolled.{tag_of(kind)}": kind for kind in verbs(game.Events)}
        for language, catalogue in self._catalogues.items():
            if lacking := sorted(wanted - catalogue.keys()):
                raise BrokenError(f"text[{language!r}] lacks {lacking}")
            suffixes = {key.partition(".")[2] for key in catalogue}
            if lacking := sorted(i for i in game.content() if i not in suffixes and i not in catalogue):
                raise BrokenError(f"text[{language!r}] names no content {lacking}")
            if stray := sorted(key for key in catalogue if _is_stray(key, wanted | rolled.keys())):
                raise BrokenError(f"text[{language!r}] holds {stray}, which the game does not have")
            if taken := sorted(catalogue.keys() & common_text(language).keys()):
                raise BrokenError(
                    f"text[{language!r}] holds {taken}, which belong to the catalogue all games share"
                )
            for key, template in catalogue.items():
                _check_template(language, key, template)
            for space, types in kinds.items():
                for kind in types:
                    _check_holes(language, catalogue, f"{space}.{tag_of(kind)}", kind)
            for key in sorted(rolled.keys() & catalogue.keys()):
                _check_holes(language, catalogue, key, rolled[key])
        first, *others = LANGUAGES
        for other in others:
            if odd := sorted(self._catalogues[first].keys() ^ self._catalogues[other].keys()):
                raise BrokenError(f"only one of {first!r} and {other!r} has {odd}")
            # An open game may leave its Japanese out.
            if not isinstance(game, OpenGame) or game.ja:
                self._check_translated(first, other)

    def check_thing(self, space: str, thing: Action | Event | Figure) -> None:
        """Check that an action, event or figure makes a sentence in every language, as it comes over the wire."""
        mark = (type(thing), encode(thing))
        if mark in self._met:
            return
        self._met.add(mark)
        wire = msgspec.to_builtins(thing)
        whole = {**_defaults(type(thing)), **wire}
        key = f"{space}.{tag_of(type(thing))}"
        for language in LANGUAGES:
            text = self._render(language, key, wire)
            if whole != wire and text != self._render(language, key, whole):
                raise BrokenError(
                    f"text[{language!r}][{key!r}] shows a field that is left out on the wire when it holds its "
                    f"default: {text!r}; guard it with {{field?…|…}} or give the field no default"
                )

    def check_key(self, key: str) -> None:
        """A key that play came across, such as an outcome or a refusal, has text in every language."""
        for language in LANGUAGES:
            self._render(language, key, {})

    def _render(self, language: str, key: str, fields: Mapping[str, Any]) -> str:
        catalogue = self._merged[language]
        catalogue.missed.clear()
        try:
            text = render(catalogue, key, fields, language)
        except (TypeError, ValueError) as problem:
            raise BrokenError(f"text[{language!r}][{key!r}] cannot show {fields}: {problem!r}") from problem
        if catalogue.missed:
            raise BrokenError(f"text[{language!r}] lacks {catalogue.missed}, needed to show {key!r} with {fields}")
        if not text.strip():
            raise BrokenError(f"text[{language!r}][{key!r}] makes nothing of {fields}")
        return text

    def _check_translated(self, one: str, other: str) -> None:
        for key, template in self._catalogues[one].items():
            if _JAPANESE.search(template):
                raise BrokenError(f"text[{one!r}][{key!r}] holds Japanese: {template!r}")
            # Holes, then what branches ask; their words count.
            words = re.sub(r"\{\w+[?#]", "", re.sub(r"\{\w+(:[^{}?#|]*)?\}", "", template))
            if template == self._catalogues[other][key] and _ENGLISH_WORD.search(words):
                raise BrokenError(f"text[{other!r}][{key!r}] is not translated: {template!r}")


def figures(game: AnyGame) -> Iterable[type[Figure]]:
    """The kinds of figures that a game's odds are made of."""
    return () if game.Figures is None else verbs(game.Figures)


def outcome_key(outcome: Outcome) -> str:
    """The text key of an outcome."""
    return f"outcome.{outcome.reason}"


def required_keys(game: AnyGame) -> set[str]:
    """Required keys of a game's catalogues, besides content and keys that templates look up."""
    return {
        "game.name",
        "game.tagline",
        *(f"action.{tag_of(kind)}" for kind in verbs(game.Actions)),
        *(f"event.{tag_of(kind)}" for kind in verbs(game.Events)),
        *(f"figure.{tag_of(kind)}" for kind in figures(game)),
        *(f"decision.{kind}" for kind in game.decisions),
        *(f"seat.{seat}" for seat in range(game.seats)),
        *option_texts(game.Options),
        *option_texts(game.SeatOptions),
    }


def _is_stray(key: str, wanted: set[str]) -> bool:
    space, _, rest = key.partition(".")
    if space not in _CLOSED or not rest:
        return False
    return key not in wanted and f"{space}.{rest.split('.')[0]}" not in wanted


def _check_template(language: str, key: str, template: str) -> None:
    if not template.strip():
        raise BrokenError(f"text[{language!r}][{key!r}] is empty")
    try:
        fill({}, template, {}, language)
    except (ValueError, TypeError) as problem:
        raise BrokenError(f"text[{language!r}][{key!r}] is no template: {problem}") from None
    if template.count("{") != template.count("}"):
        raise BrokenError(f"text[{language!r}][{key!r}] has a brace too many: {template!r}")


def _check_holes(language: str, catalogue: Mapping[str, str], key: str, kind: type[Any]) -> None:
    fields = {field.encode_name for field in msgspec.structs.fields(kind)}
    if unknown := sorted(hole_names(catalogue[key]) - fields):
        raise BrokenError(f"text[{language!r}][{key!r}] names {unknown}, but the fields are {sorted(fields)}")


def hole_names(template: str) -> set[str]:
    """The fields that a template names."""
    return set(_HOLE_NAME.findall(template))


@cache
def _defaults(kind: type[Any]) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        if field.default is not msgspec.NODEFAULT:
            found[field.encode_name] = msgspec.to_builtins(field.default)
        elif field.default_factory is not msgspec.NODEFAULT:
            found[field.encode_name] = msgspec.to_builtins(field.default_factory())
    return found
