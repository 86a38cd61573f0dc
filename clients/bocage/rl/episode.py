"""A match in memory, played by the numbers of its actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from bocage.protocol.refusal import RefusedError
from bocage.rl.planes import layout_of
from bocage.rl.vocabulary import vocabulary_of
from bocage.rules.dice import Dice, Key
from bocage.rules.kernel import OPEN, Context, Decision, Event, Game, Told
from bocage.rules.kernel.legal import ILLEGAL
from bocage.rules.kernel.registry import find_game


class Setting:
    """The setup of a match: a game under a rules version, options, and options of each seat."""

    def __init__(
        self,
        game: str,
        version: int | None = None,
        options: Mapping[str, Any] | None = None,
        seats: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        """``version``: of the rules (default: the newest). Other options have their defaults.

        Raises ``LookupError`` for a game that is not installed, ``ValueError`` for options that it does not offer.
        """
        self.game: Game[Any] = find_game(game, version)
        self.vocabulary = vocabulary_of(self.game)
        self.layout = layout_of(self.game)
        chosen = [*seats, *({} for _ in range(self.game.seats - len(seats)))]
        try:
            self.options = msgspec.convert(dict(options or {}), self.game.Options)
            self.seats = tuple(msgspec.convert(dict(one), self.game.SeatOptions) for one in chosen)
        except msgspec.ValidationError as error:
            raise ValueError(f"{game} has no such options: {error}") from None


class Episode:
    """One match. Its dice follow from ``key``, as in the service."""

    __slots__ = ("_key", "_legal", "decision", "setting", "state", "steps", "told")

    def __init__(self, setting: Setting, key: bytes) -> None:
        """Set up the match. ``key``: 32 bytes."""
        self.setting = setting
        self._key = Key(key)
        begun = setting.game.setup(setting.options, setting.seats, Dice(self._key, 1))
        self.state = begun.state
        #: All events, including those of the setup.
        self.told: list[Told] = begun.events
        #: Number of actions played.
        self.steps = 0
        self.decision: Decision | None
        self._ask()

    def _ask(self) -> None:
        self.decision = self.setting.game.decision(self.state)
        self._legal: list[int] | None = None

    @property
    def turn(self) -> int:
        """The deciding seat; -1: the match is over."""
        return -1 if self.decision is None else self.decision.seat

    @property
    def legal(self) -> list[int]:
        """The numbers of all legal actions in the order of the rules; empty when the match is over."""
        if self._legal is None:
            self._legal = [] if self.decision is None else self.setting.vocabulary.numbers(self.decision.actions)
        return self._legal

    def play(self, number: int) -> None:
        """Play an action. Raises :class:`RefusedError` for an illegal one, without changes."""
        try:
            at = self.legal.index(number)
        except ValueError:
            raise RefusedError(ILLEGAL, detail=f"action {number}") from None
        assert self.decision is not None
        self.steps += 1
        ctx = Context(Dice(self._key, self.steps + 1))
        self.setting.game.reduce(self.state, self.decision.actions[at], ctx)
        self.told += ctx.events
        self._ask()

    def copy(self) -> Episode:
        """Return a copy to play on independently, with the same future dice."""
        other = object.__new__(Episode)
        other.setting, other._key, other.steps = self.setting, self._key, self.steps
        other.state = self.setting.game.copy(self.state)
        other.told = [*self.told]
        other._ask()
        return other

    def rewards(self) -> list[float]:
        """Return the reward of each seat: 1 for a win, -1 for a defeat, 0 for a draw or an unfinished match."""
        outcome = self.setting.game.outcome(self.state)
        seats = self.setting.game.seats
        if outcome is None or (seats > 1 and not outcome.winners):
            return [0.0] * seats
        return [1.0 if seat in outcome.winners else -1.0 for seat in range(seats)]

    def score(self) -> int | None:
        """Return the points of a finished solo match; None: not finished, or a game without points."""
        return None if self.decision is not None else self.setting.game.score(self.state)

    def encode(self, out: Any, seat: int) -> None:
        """Write the observation of ``seat`` into ``out``, an array of zeros of the layout's size."""
        decision = self.decision
        turn, kind = (decision.seat, decision.kind) if decision else (-1, "")
        self.setting.layout.encode(out, self.setting.game.view(self.state, seat), seat, turn, kind)

    def encode_everything(self, out: Any) -> None:
        """Write the view of open hands, which no seat may see."""
        self.encode(out, OPEN)

    def document(self, seat: int) -> dict[str, Any]:
        """Return the document of ``seat`` as sent to clients of the service, without players and clocks."""
        setting = self.setting
        shown: dict[str, Any] = {
            "game": setting.game.id,
            "rules": setting.game.rules,
            "options": msgspec.to_builtins(setting.options),
            "status": "playing" if self.decision else "ended",
            "table": msgspec.to_builtins(setting.game.view(self.state, seat)),
        }
        if self.decision:
            shown |= {"turn": self.decision.seat, "decision": self.decision.kind}
        if outcome := setting.game.outcome(self.state):
            shown["outcome"] = {"winners": list(outcome.winners), "reason": outcome.reason}
        return shown

    def actions(self) -> list[dict[str, Any]]:
        """Return the legal actions as sent to clients, in the order of :attr:`legal`."""
        return [] if self.decision is None else msgspec.to_builtins(self.decision.actions)

    def events(self, seat: int, since: int = 0) -> list[Event]:
        """Return the events as sent to ``seat``, without the first ``since``."""
        return [told.to(seat) for told in self.told[since:]]
