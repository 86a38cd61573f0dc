"""How choices read: those that spend different cards are told apart."""

from __future__ import annotations

from collections import defaultdict

import msgspec
import pytest

from bocage.rules.squad import GAME, actions
from bocage.rules.squad.data import KIND
from bocage.rules.squad.text import TEXT
from bocage.terminal.words import Words
from tests.rules.imagining import decisions
from tests.rules.squad.policies import eager, flanker


@pytest.mark.parametrize("language", ["en", "ja"])
def test_choices_that_read_alike_spend_cards_of_one_kind(language: str) -> None:
    """Of equal choices the page makes one line with a count, and the first of their cards is spent."""
    words = Words(language, TEXT[language])
    verbs = set()
    for number in range(24):
        for moment in decisions(GAME, f"choices/{number}", flanker if number % 3 == 0 else eager):
            kinds: dict[str, set[str]] = defaultdict(set)
            for action in moment.decision.actions:
                fields = msgspec.to_builtins(action)
                if fields.get("trait"):
                    verbs.add(fields["do"])
                kinds[words.action(fields)].add(KIND.get(fields.get("card", ""), ""))
            assert [text for text, spent in kinds.items() if len(spent) > 1] == []
    assert verbs >= {"conceal", "barrier", "attack", "scout", "modify"}
    # Rare: a German of the flanking variant who holds both.
    kept = [actions.Flank("0.1", "flanking_fire_1"), actions.Flank("0.1", "national_trait_1", "flanking_fire")]
    assert len({words.action(msgspec.to_builtins(action)) for action in kept}) == 2
