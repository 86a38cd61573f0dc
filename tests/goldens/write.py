"""From a recipe to the text of a golden log.

    == 3 · First · turn: Play a card or swap one            who decides what
    legal 4: Play Fox | Play Bear | Swap Fox … | …          the legal list, in words
    played: Play Bear {"do":"play","card":"bear"}
    dice: 4/6                                               draws: value/bound, values from 0
    told all: First plays Bear … {"ev":"played",…}          each telling once, with those who hear it
    told seat 0: …
    view seat 0, open: {"deck":2}                           merge patches of the views that changed

Whole views of all viewers stand at the start and at the end, one line per top-level key.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from bocage.protocol import patch, text
from bocage.protocol.codes import common_text
from bocage.rules.dice import Dice
from bocage.rules.kernel.conformance.moment import encode_json, viewers
from bocage.rules.kernel.conformance.views import name_of
from bocage.rules.kernel.game import Decision, Game, Told
from bocage.rules.kernel.play import Playthrough, new_playthrough
from tests.goldens import Recipe


def golden(game: Game[Any], name: str, recipe: Recipe) -> str:
    """The golden log of ``recipe``: the same text on every machine.

    Raises ``ValueError`` when an action of the script is not legal at its turn.
    """
    return _Writer(game, name, recipe).write()


class _Writer:
    def __init__(self, game: Game[Any], name: str, recipe: Recipe) -> None:
        self.game = game
        self.recipe = recipe
        self.playthrough: Playthrough = new_playthrough(game, recipe.seed, recipe.options, recipe.seats, usual=True)
        options = msgspec.to_builtins(self.playthrough.options)
        self.words = {**common_text(recipe.language), **text.in_match(game.text[recipe.language], options)}
        self.lines = [f"{self.say('game.name', {})} ({game.id}, rules {game.rules}): golden log {name!r}"]
        if recipe.note:
            self.lines.append(recipe.note)

    def write(self) -> str:
        game, playthrough = self.game, self.playthrough
        rng = Random(f"{playthrough.seed}/play")
        self.lines += [
            f"options {_json(playthrough.options)}",
            f"seats {_json(playthrough.seats)}",
            f"seed {_json(playthrough.seed)}",
            "dice as value/bound, values from 0; views as merge patches, whole at the start and the end",
            "",
            "== 0 · setup",
        ]
        dice = playthrough.dice(0)
        begun = game.setup(playthrough.options, playthrough.seats, dice)
        state = begun.state
        self.rolled(dice)
        self.told(begun.events)
        views = self.views(state)
        self.whole(views)
        while (decision := game.decision(state)) is not None:
            action = self.choose(state, decision, rng)
            playthrough.actions.append(action)
            dice = playthrough.dice(len(playthrough.actions))
            self.asked(decision, action)
            step = game.apply(state, action, dice)
            state = step.state
            self.rolled(dice)
            self.told(step.events)
            before, views = views, self.views(state)
            self.changed(before, views)
        outcome = game.outcome(state)
        assert outcome is not None
        winners = ", ".join(self.say(f"seat.{seat}", {}) for seat in outcome.winners) or "-"
        self.lines += [
            "",
            f"== end · winner: {winners} · {outcome.reason}: {self.say(f'outcome.{outcome.reason}', {})}",
        ]
        self.whole(views)
        self.lines.append(f"state SHA-256 {hashlib.sha256(game.pack(state)).hexdigest()}")
        return "\n".join(self.lines) + "\n"

    def choose(self, state: Any, decision: Decision, rng: Random) -> Any:
        number = len(self.playthrough.actions)
        if number >= len(self.recipe.script):
            return self.recipe.policy(self.game, state, decision, rng)
        action = self.recipe.script[number]
        if action not in decision.actions:
            raise ValueError(f"step {number + 1}: {action!r} is not legal; legal are {decision.actions}")
        return action

    def say(self, key: str, fields: Mapping[str, Any]) -> str:
        return text.render(self.words, key, fields, self.recipe.language)

    def views(self, state: Any) -> dict[str, Mapping[str, Any]]:
        return {name_of(viewer): self.game.view(state, viewer) for viewer in viewers(self.game)}

    def asked(self, decision: Decision, action: Any) -> None:
        said = [self.sentence("action", one) for one in decision.actions]
        who, what = self.say(f"seat.{decision.seat}", {}), self.say(f"decision.{decision.kind}", {})
        self.lines += [
            "",
            f"== {len(self.playthrough.actions)} · {who} · {decision.kind}: {what}",
            f"legal {len(said)}: {' | '.join(said)}",
            f"played: {self.sentence('action', action)} {_json(action)}",
        ]

    def sentence(self, space: str, thing: Any) -> str:
        fields = msgspec.to_builtins(thing)
        return self.say(f"{space}.{thing.__struct_config__.tag}", fields)

    def rolled(self, dice: Dice) -> None:
        if dice.draws:
            self.lines.append("dice: " + " ".join(f"{value}/{bound}" for bound, value in dice.draws))

    def told(self, events: list[Told]) -> None:
        everybody = viewers(self.game)
        for event in events:
            heard: dict[str, list[str]] = {}
            for viewer in everybody:
                one = event.to(viewer)
                heard.setdefault(f"{self.sentence('event', one)} {_json(one)}", []).append(name_of(viewer))
            for said, names in heard.items():
                self.lines.append(f"told {'all' if len(names) == len(everybody) else ', '.join(names)}: {said}")

    def changed(self, before: Mapping[str, Mapping[str, Any]], after: Mapping[str, Mapping[str, Any]]) -> None:
        shared: dict[str, list[str]] = {}
        for name, view in after.items():
            if change := patch.diff(before[name], view):
                shared.setdefault(_json(change), []).append(name)
        for merge, names in shared.items():
            self.lines.append(f"view {'all' if len(names) == len(after) else ', '.join(names)}: {merge}")

    def whole(self, views: Mapping[str, Mapping[str, Any]]) -> None:
        for name, view in views.items():
            self.lines.append(f"view {name}:")
            self.lines += [f"    {key}: {_json(value)}" for key, value in view.items()]


def _json(value: Any) -> str:
    return encode_json(value).decode()
