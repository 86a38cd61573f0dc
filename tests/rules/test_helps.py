"""Every card and counter that a client names can be explained, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from bocage.protocol.text import render
from bocage.rules.kernel import Game
from bocage.rules.kernel.registry import find_game, house_games
from tests.rules.toy import CARDS
from tests.rules.toy import GAME as TOY

#: A hole or a key that was not filled.
LEFT_OVER = re.compile(r"[{}|]|\b[a-z_]+\.[a-z_]+\b")
ENDS: dict[str, str] = {"en": ".", "ja": "。"}
GAMES = house_games()


def names(text: Mapping[str, str]) -> list[str]:
    """The names of cards and counters; what has a hole in it is a label."""
    return [
        key
        for key, words in text.items()
        if key.startswith(("card.", "counter.")) and not key.endswith(".help") and "{" not in words
    ]


def matches(game: Game[Any]) -> Iterator[dict[str, Any]]:
    """The default options, and each choice of each option beside the other defaults."""
    usual: dict[str, Any] = msgspec.to_builtins(game.Options())
    for name, kind in get_type_hints(game.Options).items():
        for value in (False, True) if kind is bool else get_args(kind):
            yield {**usual, name: value}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("language", ENDS)
def test_every_card_and_counter_has_a_help_of_whole_sentences(game: Game[Any], language: str) -> None:
    assert (wanting := helps_wanting(game, language)) == [], (
        f"{game.id} explains not all that it names: text[{language!r}] wants {wanting}, as sentences that end "
        f"in {ENDS[language]!r} whatever the options are (docs/adding-a-game.md, step 6)"
    )


def helps_wanting(game: Game[Any], language: str) -> list[str]:
    """The keys of helps that are missing or no whole sentences with some options."""
    text = game.text[language]
    wanting = set()
    for options in matches(game):
        for key in names(text):
            words = render(text, f"{key}.help", options, language)
            if not words.endswith(ENDS[language]) or LEFT_OVER.search(words):
                wanting.add(f"{key}.help")
    return sorted(wanting)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("language", ENDS)
def test_every_sign_of_a_piece_is_explained_in_whole_sentences(game: Game[Any], language: str) -> None:
    text = game.text[language]
    beside = (
        key for texts in game.text.values() for key in texts if re.fullmatch(r"about\..*|track\..*\.help", key)
    )
    keys = {f"about.{flag.name}" for flag in game.presentation.flags} | {*beside}
    wanting = {
        key
        for options in matches(game)
        for key in keys
        if not (words := render(text, key, {**options, "n": 2}, language)).endswith(ENDS[language])
        or LEFT_OVER.search(words)
    }
    assert wanting == set()


def test_there_is_something_to_explain() -> None:
    assert sum(len(names(game.text["en"])) for game in GAMES) >= 40


def test_a_card_without_help_is_named() -> None:
    assert helps_wanting(TOY, "en") == [f"card.{card}.help" for card in sorted(CARDS)]


def helps(game: str, language: str, thing: str, **options: Any) -> str:
    found = find_game(game)
    chosen = {**msgspec.to_builtins(found.Options()), **options}
    return render(found.text[language], f"{thing}.help", chosen, language)


@pytest.mark.parametrize("number", [3, 4, 5, 6])
def test_a_zombies_help_says_what_it_falls_to(number: int) -> None:
    thing = f"counter.z{number}"
    assert f"above {number}" in helps("zombies", "en", thing)
    assert f"of {number} or more" in helps("zombies", "en", thing, equal_kills=True)
    assert "above" not in helps("zombies", "en", thing, equal_kills=True)
    assert "超え" in helps("zombies", "ja", thing)
    assert f"{number}以上" in helps("zombies", "ja", thing, equal_kills=True)


def test_the_tanks_help_says_what_damage_does() -> None:
    assert "may not move" not in helps("zombies", "en", "counter.m5")
    assert "may not move" in helps("zombies", "en", "counter.m5", simple_breakdowns=True)
    assert "移動" in helps("zombies", "ja", "counter.m5", simple_breakdowns=True)


@pytest.mark.parametrize("reading", ["icon", "never", "always"])
@pytest.mark.parametrize("shape", ["x", "delta"])
def test_an_obstacles_help_says_when_the_gun_fires(reading: str, shape: str) -> None:
    plain = helps("omaha", "en", "card.x", crawl_fire=reading)
    assert ("from the side only" in plain) == (reading == "never")
    eye = helps("omaha", "en", f"card.{shape}_eye", crawl_fire=reading)
    assert ("nor while you crawl" in eye, "crawling onto it draws fire" in eye) == (
        reading != "always",
        reading == "always",
    )
    assert ("匍匐で乗るときも撃たれません" in helps("omaha", "ja", f"card.{shape}_eye", crawl_fire=reading)) == (
        reading != "always"
    )
    assert ("横から" in helps("omaha", "ja", "card.x", crawl_fire=reading)) == (reading == "never")


def test_open_ground_help_mentions_possible_mines() -> None:
    for language, word in (("en", "mine costs"), ("ja", "地雷")):
        assert word not in helps("omaha", language, "card.open")
        assert word in helps("omaha", language, "card.open", mines_under_open=True)
