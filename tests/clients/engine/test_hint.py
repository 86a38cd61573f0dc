"""Hints: from what the player sees and nothing else, the same again, with a reason that the texts know."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest

from bocage.bots import find_strategy
from bocage.engine import strongest
from bocage.engine.choices import choices_of
from bocage.engine.evaluate import seen_in
from bocage.engine.hint import hint
from bocage.engine.strongest import NoEngineError, Strongest
from bocage.engine.version import version_of
from bocage.engine.worker import HintRequest, answer_any
from bocage.protocol.codes import common_text
from bocage.protocol.hint import Advice, HintQuestion
from bocage.protocol.review import Why
from bocage.rules.kernel import Decision, Game
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.kernel.registry import find_game
from bocage.rules.omaha.actions import Blast, Move, PlaceNest
from bocage.rules.omaha.data import TRACKS
from tests.all_games import THINKING, THINKING_FOR_LONG
from tests.clients.engine.positions import QUICK, document, positions
from tests.rules.toy import GAME as TOY


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine thinks little."""

    class Quick(Strongest):
        def __init__(self, game: Game[Any]) -> None:
            super().__init__(game)
            self.level = QUICK

    monkeypatch.setattr("bocage.engine.hint.strongest", Quick)


def question(game: Game[Any], state: Any, decision: Decision) -> HintQuestion:
    actions = msgspec.json.encode(decision.actions)
    return HintQuestion(game.id, msgspec.Raw(msgspec.json.encode(document(game, state))), msgspec.Raw(actions))


@pytest.mark.parametrize("name", THINKING_FOR_LONG)
def test_what_is_hidden_changes_no_hint(name: str) -> None:
    game = find_game(name)
    chance, changed, themes = new_playthrough(game, "hint"), 0, set()
    for number, (state, decision) in enumerate(positions(game, 3)):
        found = hint(question(game, state, decision))
        assert 0 <= found.at < len(decision.actions)
        assert found.engine == version_of(name)
        themes.add(found.why.theme)
        other = game.resample(state, decision.seat, chance.chance(number, "other"))
        changed += other != state
        assert hint(question(game, other, decision)) == found
    assert changed > 1
    for lang in ("en", "ja"):
        assert {f"why.{theme}" for theme in themes} <= common_text(lang).keys()


def test_where_nothing_else_can_be_chosen_it_says_so() -> None:
    game = find_game("omaha")
    state, decision = positions(game, 1)[0]
    only = msgspec.structs.replace(decision, actions=decision.actions[:1])
    assert hint(question(game, state, only)) == Advice(0, Why("only"), version_of("omaha"))


def test_reason_needs_a_significant_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("squad")
    asked = [question(game, state, decision) for state, decision in positions(game, 2)]
    monkeypatch.setattr("bocage.engine.hint.SURE", math.inf)
    assert {hint(one).why.theme for one in asked} == {"close"}
    monkeypatch.setattr("bocage.engine.hint.SURE", -1e9)
    monkeypatch.setattr("bocage.engine.hint.WORTH", -1.0)
    assert "close" not in {hint(one).why.theme for one in asked}


#: On the beach in the first assault, an obstacle ahead: in few worlds, both ways past it look alike.
AHEAD: dict[str, Any] = {
    "phase": "assault",
    "assault": 1,
    "strength": 6,
    "charges": 8,
    "rounds": 8,
    "stock": 14,
    "grid": {
        **dict.fromkeys(("L0", "C0", "R0"), "water"),
        **dict.fromkeys(("L1", "R1", "L3", "R3"), "wire"),
        **dict.fromkeys(("C1", "C2"), "destroyed_mine"),
        **dict.fromkeys(("R2", "C3"), "delta"),
        "L2": "open",
    },
    "fronts": {"C1": "x", "C2": "x_eye"},
    "trail": [],
    "squad": "C2",
}


def test_a_hint_is_what_a_review_finds_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player was told to blast, and the review called that the one mistake of the match."""
    monkeypatch.undo()
    game = find_game("omaha")
    ways = [Move(cell, sniper) for sniper in (False, True) for cell in ("C3", "L2", "R2")]
    actions = [*ways, Blast("C3"), Blast("R2")]
    options = msgspec.to_builtins(game.Options())
    view = {"rules": game.rules, "options": options, "turn": 0, "decision": "assault", "table": AHEAD}
    asked = HintQuestion("omaha", msgspec.Raw(msgspec.json.encode(view)), msgspec.Raw(msgspec.json.encode(actions)))
    assert actions[hint(asked).at] == Move("C3", True)


#: Before the last assault: the fourth hit kills, three charges and no round are left, and one way needs no luck: to
#: the right, over two cards that are blasted.
NARROW: dict[str, Any] = {
    "phase": "place_nest",
    "assault": 4,
    "strength": 5,
    "charges": 3,
    "rounds": 0,
    "stock": 11,
    "grid": {
        **dict.fromkeys(("L0", "C0", "R0"), "x"),
        "C2": "open",
        **dict.fromkeys(("L1", "C1", "R1", "L2", "L3", "C3", "R3"), "wire"),
        "R2": "delta",
    },
    "fronts": {},
    "trail": [],
    "squad": "C0",
}


def test_narrow_way_is_found_before_calling_it_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who had won from there was told that no way to win was left: the heuristic had found none."""
    monkeypatch.undo()
    monkeypatch.setattr("bocage.engine.lookahead.Lookahead.judge", lambda *_: 0.0)
    game = find_game("omaha")
    actions = [PlaceNest("L3"), PlaceNest("R3")]
    options = msgspec.to_builtins(game.Options())
    for strength, told in ((5, (PlaceNest("R3"), "ahead")), (3, (PlaceNest("L3"), "lost"))):
        table = NARROW | {"strength": strength}
        view = {"rules": game.rules, "options": options, "turn": 0, "decision": "place_nest", "table": table}
        documents = (msgspec.Raw(msgspec.json.encode(each)) for each in (view, actions))
        found = hint(HintQuestion("omaha", *documents))
        assert (actions[found.at], found.why.theme) == told


def test_where_nothing_wins_any_more_the_hint_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player was told that all choices were about as good, in a match that could not be won."""
    monkeypatch.undo()
    game, themes = find_game("omaha"), []
    for state, decision in positions(game, 3, each=2):
        if decision.kind != "assault":
            continue
        # As they stand, but in the last assault, with one hit left and nothing to clear a way.
        late = game.copy(state)
        late.assault, late.charges, late.rounds = 4, 0, 0
        late.hits = len(TRACKS[late.options.squad_track]) - 2
        owed = game.decision(late)
        if owed is not None and len(owed.actions) > 1:
            themes.append(hint(question(game, late, owed)).why.theme)
    assert themes
    assert set(themes) == {"lost"}


def _silent(progress: object) -> None:
    """Nobody listens."""


def test_a_worker_tells_what_went_wrong() -> None:
    game = find_game("omaha")
    asked = question(game, *positions(game, 1)[0])
    right = answer_any(HintRequest(msgspec.Raw(msgspec.json.encode(asked))), _silent)
    assert (right.error, msgspec.json.decode(right.made, type=Advice)) == ("", hint(asked))
    broken = msgspec.structs.replace(asked, game="nothing")
    wrong = answer_any(HintRequest(msgspec.Raw(msgspec.json.encode(broken))), _silent)
    assert wrong.error.startswith("UnknownGameError")


def test_a_game_without_an_engine_has_no_strongest_level() -> None:
    with pytest.raises(NoEngineError):
        strongest.strongest(TOY)


def test_the_strongest_counts_actions_not_seconds() -> None:
    for name in THINKING:
        assert strongest.strongest(find_game(name)).level.seconds == math.inf


def test_the_search_of_a_hint_starts_from_the_corrected_sergeant() -> None:
    """Without time to look ahead, it advises what the veteran plays, in every kind of match."""
    game = find_game("squad")
    best, other = Strongest(game), 0
    best.level = msgspec.structs.replace(best.level, nodes=0, rounds=0)
    veteran: Any = find_strategy("veteran", "squad")
    play = veteran.make(dict(game.facts()))
    corrected = choices_of("squad")
    assert corrected is not None
    for state, decision in positions(game, 60):
        seen, actions = document(game, state), msgspec.to_builtins(decision.actions)
        if not corrected.knows(seen):
            continue
        found = best.search().choose(
            seen_in(game, seen, decision.seat, decision.actions), seen, decision.actions, ""
        )
        assert msgspec.to_builtins(found.action) == play(seen, actions)
        other += found.action != decision.actions[best.heuristic.index(seen, decision.actions)]
    assert other > 3
