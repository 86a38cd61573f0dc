"""A match as lines of text, never redrawn, so that it suits screen readers and logs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from bocage.protocol.decisions import Hint, Odds
from bocage.protocol.text import ending
from bocage.terminal.layouts import table
from bocage.terminal.words import Words, kind


class Screen:
    """Formats matches of one game."""

    def __init__(self, words: Words, facts: Mapping[str, Any]) -> None:
        self.words = words
        self.facts = facts

    def head(self, match: str, seq: int, view: Mapping[str, Any], seat: int, now: float) -> list[str]:
        """Format game, players, clock, draw offer. ``now``: the service's time in ms, for running clocks."""
        words = self.words
        lines = [words.ui("head", game=words.say("game.name"), match=match, seq=seq)]
        lines += [self._seat(view, int(number), seat) for number in view["seats"]]
        clock = self._clock(view, now)
        if clock:
            lines.append(words.ui("clock", clocks=clock))
        if "fork" in view:
            fork = view["fork"]
            known = not fork["resampled"]
            lines.append(words.ui("fork", match=fork["match"], seq=fork["seq"], known=known))
        offer = view.get("draw_offer", -1)
        if offer >= 0:
            key = "draw_offered" if offer == seat else "draw_offer"
            lines.append(words.ui(key, seat=self.player(view, offer)))
        return [*lines, *self.undo(view, seat)]

    def undo(self, view: Mapping[str, Any], seat: int) -> list[str]:
        """Format a possible undo, or a request for one."""
        asks = view.get("undo_asked", -1)
        if asks >= 0:
            return [self.words.ui("undo_mine" if asks == seat else "undo_asked", seat=self.player(view, asks))]
        return [self.words.ui("undo")] if seat >= 0 and view.get("undo", -1) == seat else []

    def table(self, view: Mapping[str, Any]) -> list[str]:
        """Format the table; nothing before the match begins."""
        return table(view, self.words, self.facts) if "table" in view else []

    def actions(self, actions: Sequence[Mapping[str, Any]]) -> list[str]:
        """Format the legal actions, numbered from 1."""
        size = len(str(len(actions)))
        return [f"{number:>{size}}  {self.words.action(action)}" for number, action in enumerate(actions, 1)]

    def choices(self, actions: Sequence[Mapping[str, Any]], odds: Odds, hint: Hint | None = None) -> list[str]:
        """Format figures about the decision; then the legal actions with theirs.

        ``hint``: the last line gives the engine's action and reason.
        """
        words = self.words
        rows = self.actions(actions)
        if odds.actions:
            known = (words.join(map(words.figure, figures)) for figures in odds.actions)
            rows = [
                words.ui("odds", action=row, figures=text) if text else row
                for row, text in zip(rows, known, strict=True)
            ]
        if hint is not None:
            number = next((at for at, action in enumerate(actions, 1) if action == hint.action), 0)
            said = words.say(f"hint.{hint.why.theme}", {**msgspec.to_builtins(hint.why), "action": hint.action})
            rows.append(words.ui("hinted", n=number, hint=said))
        return [*map(words.figure, odds.question), *rows]

    def events(self, events: Iterable[Mapping[str, Any]]) -> list[str]:
        """Format events. Those without a text in the catalogue are omitted."""
        return [self.words.event(event) for event in events if self.words.has(f"event.{event['ev']}")]

    def outcome(self, view: Mapping[str, Any]) -> list[str]:
        """Format the result of the match."""
        words = self.words
        outcome = view["outcome"]
        why = ending(outcome["reason"], outcome["winners"], len(view["seats"]))
        lines = [words.ui("ended", reason=words.say(*why))]
        # A match that never began has no winner.
        if len(view["seats"]) > 1 and "table" in view:
            winners = words.join(self.player(view, seat) for seat in outcome["winners"])
            lines.append(words.ui("ended.won", names=winners) if winners else words.ui("ended.draw"))
        return lines

    def options(self, view: Mapping[str, Any]) -> list[str]:
        """Format the options of the match."""
        words = self.words
        shown, below = [], []
        for name, value in view["options"].items():
            label = words.name("option", name)
            if isinstance(value, str) and "\n" in value:
                below += [words.pair(label, "").rstrip(), *value.splitlines()]
            else:
                shown.append(words.pair(label, words.name(f"option.{name}", value)))
        return [words.ui("options", options=words.join(shown)), *below]

    def decision(self, kind: str) -> str:
        """Format the kind of a decision."""
        return self.words.say(f"decision.{kind}")

    def player(self, view: Mapping[str, Any], seat: int) -> str:
        """Format a seat with its player's name."""
        name = self._name(view["seats"].get(str(seat), {}))
        side = self.words.name("seat", seat)
        return self.words.ui("player", seat=side, name=name) if name else side

    def explain(self, word: str, options: Mapping[str, Any]) -> list[str]:
        """Return the help texts of things whose name or id contains ``word``, in a match with these options."""
        words = self.words
        found = []
        for key in words.catalogue:
            name = words.catalogue.get(key.removesuffix(".help"), "")
            if key.endswith(".help") and word.lower() in f"{key} {name}".lower():
                found.append(words.pair(name, words.say(key, options)))
        return list(dict.fromkeys(found))  # copies of a card have the same text

    def _name(self, player: Mapping[str, Any]) -> str:
        return self.words.called(player.get("name", ""), player.get("left", False)) if player else ""

    def _seat(self, view: Mapping[str, Any], number: int, seat: int) -> str:
        side = self.words.name("seat", number)
        player = view["seats"][str(number)]
        if not player:
            house = view.get("house", "")
            return self.words.ui("seat.kept" if house else "seat.free", seat=side, name=house)
        return self.words.ui(
            "seat",
            seat=side,
            name=self._name(player),
            you=number == seat,
            **kind("bot" in player, "house" in player),
        )

    def _clock(self, view: Mapping[str, Any], now: float) -> str:
        clock = view["clock"]
        decider = view.get("turn", -1)
        if clock["kind"] == "none":
            return ""
        running = max(0.0, now - clock.get("since", now)) if now else 0.0
        if clock["kind"] == "days":
            return self.duration(clock["base"] - running)
        return self.words.join(
            self.words.ui(
                "clock.left",
                seat=self.words.name("seat", number),
                left=self.duration(left - (running if int(number) == decider else 0.0)),
            )
            for number, left in clock["left"].items()
        )

    def duration(self, ms: float) -> str:
        """Format a duration."""
        seconds = max(0, math.ceil(ms / 1000))
        hours, minutes = seconds // 3600, seconds // 60 % 60
        if seconds >= 2 * 86_400:
            days, rest = divmod(round(seconds / 3600), 24)
            return self.words.ui("clock.days", n=days, h=rest)
        if hours:
            return f"{hours}:{minutes:02}:{seconds % 60:02}"
        return f"{minutes}:{seconds % 60:02}"
