"""Japanese of the commands for players, translated when printing.

All other code prints English sentences; ``ja.py`` maps each to its Japanese. ``{0}``, ``{1}``, … are the variable
parts, in the order of the English; they are translated too if they are known sentences. Commands for operators and
authors of games are English only. ``tests/cli/test_words.py`` finds sentences without a translation.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NoReturn

from bocage.cli.ja import JA
from bocage.protocol.messages import Language

_HOLE = re.compile(r"\{(\d)\}")


def default_language() -> Language:
    """Return BOCAGE_LANG, else the language of the environment, else English."""
    for name in ("BOCAGE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := os.environ.get(name):
            return "ja" if wanted.lower().startswith("ja") else "en"
    return "en"


def translate(text: str, language: Language) -> str:
    """Translate an English sentence of ours; an unknown one is returned as it is."""
    if language == "en" or not text:
        return text
    if text in JA:
        return JA[text]
    for pattern, target in _patterns(JA):
        if found := pattern.fullmatch(text):
            return _fill(target, [translate(hole, language) for hole in found.groups()])
    return text


def _fill(target: str, holes: list[str]) -> str:
    return _HOLE.sub(lambda hole: holes[int(hole[1])], target)


@cache
def _patterns_of(templates: tuple[tuple[str, str], ...]) -> list[tuple[re.Pattern[str], str]]:
    found = []
    # Patterns with the most fixed text first, as they are the most specific.
    for english, japanese in sorted(templates, key=lambda pair: -len(_HOLE.sub("", pair[0]))):
        parts = _HOLE.split(english)
        # Between the parts are the placeholder numbers, in ascending order.
        pattern = "(.+?)".join(re.escape(part) for part in parts[::2])
        found.append((re.compile(pattern, re.DOTALL), japanese))
    return found


def _patterns(catalogue: Mapping[str, str]) -> list[tuple[re.Pattern[str], str]]:
    return _patterns_of(tuple((english, ja) for english, ja in catalogue.items() if "{0}" in english))


class Parser(argparse.ArgumentParser):
    """An argument parser with help and errors in the language of the environment."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        self._language = self.language()
        for name in ("description", "epilog"):
            if keywords.get(name):
                keywords[name] = translate(keywords[name], self._language)
        super().__init__(*arguments, **keywords)

    @staticmethod
    def language() -> Language:
        return default_language()

    def format_usage(self) -> str:
        return self._translated(super().format_usage())

    def format_help(self) -> str:
        for group in self._action_groups:
            group.title = translate(group.title or "", self._language)
        for action in self._actions:
            if action.help and action.help is not argparse.SUPPRESS:
                action.help = translate(action.help, self._language)
        return self._translated(super().format_help())

    def error(self, message: str) -> NoReturn:
        """Print the usage and ``message``, translated, and exit with code 2."""
        super().error(translate(message, self._language))

    def _translated(self, text: str) -> str:
        head = "usage: "
        return translate(head, self._language) + text.removeprefix(head)


class EnglishParser(Parser):
    """An argument parser of commands without Japanese."""

    @staticmethod
    def language() -> Language:
        return "en"
