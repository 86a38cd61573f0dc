"""The kit looks at odds: who tells any tells them well."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

import pytest

from bocage.rules.kernel import Decision, Figure, Odds, Seen, Share
from bocage.rules.kernel.conformance import check_game
from bocage.rules.kernel.odds import DIFFERENCES, at_least, die_at_least, other, share, totals
from tests.rules.toy import CARDS, Play, Toy
from tests.rules.toy_text import TEXT


class Total(Figure, frozen=True, tag="total"):
    """The chance of ``n`` points at least."""

    n: int
    chance: Share = (1, 1)


class Deck(Figure, frozen=True, tag="deck"):
    cards: int


class OddToy(Toy):
    """What a card and a die bring, and how many cards lie there."""

    Figures: ClassVar[Any] = Total | Deck
    text: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "en": {**TEXT["en"], "figure.total": "{n} or more {chance:%}", "figure.deck": "{cards} cards left"},
        "ja": {**TEXT["ja"], "figure.total": "{n}点以上{chance:%}", "figure.deck": "残り{cards}枚"},
    }

    def odds(self, seen: Seen, decision: Decision) -> Odds | None:
        return Odds([Deck(seen.table["deck"])], [self.about(action) for action in decision.actions])

    def about(self, action: Any) -> list[Figure]:
        return [Total(10, die_at_least(10 - CARDS[action.card]))] if isinstance(action, Play) else []


class TooFew(OddToy):
    def odds(self, seen: Seen, decision: Decision) -> Odds | None:
        return Odds([], [[]] * (len(decision.actions) + 1))


class Certain(OddToy):
    def about(self, action: Any) -> list[Figure]:
        return [Total(10, (7, 6))]


class Undeclared(OddToy):
    Figures: ClassVar[Any] = Deck
    text: ClassVar[Mapping[str, Mapping[str, str]]] = {
        language: {key: text for key, text in words.items() if key != "figure.total"}
        for language, words in OddToy.text.items()
    }


class NoneDeclared(OddToy):
    Figures: ClassVar[Any] = None
    text: ClassVar[Mapping[str, Mapping[str, str]]] = TEXT


class Wordless(OddToy):
    text: ClassVar[Mapping[str, Mapping[str, str]]] = TEXT


class Moody(OddToy):
    """Another number for a view that came over the wire, where pairs are lists."""

    def odds(self, seen: Seen, decision: Decision) -> Odds | None:
        self.asked = not getattr(self, "asked", False)
        return Odds([Deck(int(self.asked))])


class Meddler(OddToy):
    def odds(self, seen: Seen, decision: Decision) -> Odds | None:
        seen.table["hands"].clear()
        return None


def test_a_toy_with_odds_passes() -> None:
    assert check_game(OddToy(), games=60, seed=1, deep=3).missing() == []


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (TooFew(), "for"),
        (Certain(), "tells a chance that cannot be"),
        (Undeclared(), "is not in the Figures union"),
        (NoneDeclared(), "Game.Figures names none"),
        (Wordless(), "lacks ['figure.deck', 'figure.total']"),
        (Moody(), "differ for a view that came over the wire"),
        (Meddler(), "changed the view"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Toy) else "",
)
def test_a_toy_with_broken_odds_fails(game: Toy, said: str) -> None:
    with pytest.raises(AssertionError, match=re.escape(said)):
        check_game(game, games=20, seed=5, deep=2)


def test_chances_of_dice_are_counted() -> None:
    assert [die_at_least(least) for least in (0, 1, 4, 6, 7)] == [(6, 6), (6, 6), (3, 6), (1, 6), (0, 6)]
    assert at_least(totals(2), 8) == (15, 36)
    assert at_least(totals(4), 24) == (1, 1296)
    assert at_least(DIFFERENCES, 1) == (15, 36)
    assert other((15, 36)) == (21, 36)


def test_chance_of_many_ways_is_rounded_to_a_billionth() -> None:
    assert share(Fraction(2, 6)) == (1, 3)
    ways, of = share(Fraction(2**50 + 1, 2**52))
    assert of <= 10**9
    assert abs(Fraction(ways, of) - Fraction(1, 4)) < Fraction(1, 10**9)
