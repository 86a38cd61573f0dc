"""A table set up by hand, and a hand to play on it with scripted dice.

    scene = Scene("suppression", us="81mm:center", de="sniper:center jager1:left", us_hand="radio")
    scene.do(Suppress("us_81mm", "de_c"), 6, 4, 2)

Faces are dice as printed; a pick among n candidates is a face from 1 to n. All scripted faces must be used.
Decks hold what is neither on the table nor in a hand; the top cards can be named. The invariants are asserted
after every step.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from bocage.rules.company_commander import GAME
from bocage.rules.company_commander import flags as f
from bocage.rules.company_commander.actions import EndPhase, Pass
from bocage.rules.company_commander.board import find, replace
from bocage.rules.company_commander.data import FRONTS, HQS, LANE_OF, SIDES, UNITS, squad_deck, unit_name
from bocage.rules.company_commander.options import Options
from bocage.rules.company_commander.state import (
    DeployFrame,
    DiscardFrame,
    Frames,
    State,
    TacticsFrame,
    TurnFrame,
    Unit,
    WindowFrame,
)
from bocage.rules.company_commander.tactical import tactical_deck
from bocage.rules.company_commander.turn import PHASES, phase
from bocage.rules.dice import ScriptedDice
from bocage.rules.kernel import Odds
from bocage.rules.kernel.game import Context, Decision, Event, Seen, Viewer

E = TypeVar("E", bound=Event)

END, PASS = EndPhase(), Pass()
CARD_OF = {unit_name(row, n): card for card, row in UNITS.items() for n in range(1, row.count + 1)}

#: The loops of the phases that draw, without their draws.
_LOOPS: dict[str, tuple[Frames, ...]] = {
    "deploy": (DeployFrame(),),
    "tactics": (DiscardFrame(), TacticsFrame()),
}


class Scene:
    """A match in the middle of things. Seat 0 is the US side."""

    def __init__(
        self,
        at: str = "deploy",
        *,
        us: str = "",
        de: str = "",
        us_hand: str = "",
        de_hand: str = "",
        active: str = "us",
        turn: int = 1,
        options: Options | None = None,
        us_top: str = "",
        de_top: str = "",
        top: str = "",
        us_deck: str | None = None,
        de_deck: str | None = None,
        deck: str | None = None,
        lost: tuple[int, int] = (0, 0),
        draws: bool = False,
        faces: tuple[int, ...] = (),
        **fields: Any,
    ) -> None:
        """Enter the phase ``at``.

        ``us_top``, ``de_top``, ``top``: cards on top of the decks. ``us_deck``, ``de_deck``: all that is left of a
        squad deck, the rest stands in the center; ``deck``: all that is left of the tactical deck, the rest is
        discarded. ``lost``: how many units of each side are out of the game. ``draws``: whether the phase's own
        draws happen (else nothing is drawn on entering).
        """
        pairs = (_units("us", us, us_deck), _units("de", de, de_deck))
        hands = (tuple(sorted(us_hand.split())), tuple(sorted(de_hand.split())))
        squads = [_deck(side, pairs[side], (us_top, de_top)[side]) for side in (0, 1)]
        removed = [_lost(squads[side], lost[side]) for side in (0, 1)]
        squads = [_less(squads[side], [*removed[side]]) for side in (0, 1)]
        tactical = _less(tactical_deck(), [*hands[0], *hands[1]])
        if deck is not None:
            fields["discards"] = _less(tactical, deck.split())
            tactical = tuple(deck.split())
        start = [name for name, _ in PHASES].index(at)
        self.state = State(
            stack=[TurnFrame(start)] if draws or at not in _LOOPS else [TurnFrame(start + 1), *_LOOPS[at]],
            result=None,
            options=options or Options(creator_side="us"),
            us_seat=0,
            active=SIDES.index(active),
            squads=(squads[0], squads[1]),
            tactical=(*top.split(), *_less(tactical, top.split())),
            units=pairs,
            hands=hands,
            removed=(removed[0], removed[1]),
            score=(lost[1], lost[0]),
            turn=turn,
        )
        for name, value in fields.items():
            setattr(self.state, name, value)
        self.events: list[Event] = []
        self.private: dict[Viewer, list[Event]] = {0: [], 1: []}
        self._advance(faces)

    # Setting up -----------------------------------------------------------------------------------

    def _advance(self, faces: tuple[int, ...]) -> None:
        dice = ScriptedDice(faces, keep_order=True)
        ctx = Context(dice)
        GAME.advance(self.state, ctx)
        assert dice.left == 0
        self._note(ctx)
        GAME.assert_invariants(self.state)

    def mark(self, unit: str, **changes: Any) -> Scene:
        """Change a unit on the table: ``pins=1``, ``casualties=1``, ``flags=...``."""
        found = find(self.state, unit)
        assert found is not None
        side, old = found
        self.state.units[side][unit] = replace(old, **changes)
        return self

    # Looking --------------------------------------------------------------------------------------

    def decision(self) -> Decision:
        decision = GAME.decision(self.state)
        assert decision is not None
        return decision

    def _odds(self) -> Odds | None:
        decision = self.decision()
        return GAME.odds(Seen(GAME.view(self.state, decision.seat), self.state.options, decision.seat), decision)

    def about_question(self) -> list[Any]:
        """What is known of the question."""
        odds = self._odds()
        return list(odds.question) if odds else []

    def about_each(self) -> dict[Any, list[Any]]:
        """What is known of each legal action."""
        decision, odds = self.decision(), self._odds()
        known = odds.actions if odds and odds.actions else [[] for _ in decision.actions]
        return dict(zip(decision.actions, known, strict=True))

    @property
    def asks(self) -> tuple[str, str]:
        """(decision kind, side asked)."""
        decision = self.decision()
        return decision.kind, SIDES[self.state.side(decision.seat)]

    @property
    def legal(self) -> list[Any]:
        return self.decision().actions

    def offers(self, kind: type[Any], **fields: Any) -> list[Any]:
        """The legal actions of a type with these field values."""
        return [a for a in self.legal if type(a) is kind and all(getattr(a, k) == v for k, v in fields.items())]

    def unit(self, name: str) -> Unit:
        found = find(self.state, name)
        assert found is not None, f"{name} is not on the table"
        return found[1]

    def gone(self, name: str) -> bool:
        return find(self.state, name) is None

    def flagged(self, name: str, flag: int) -> bool:
        return bool(self.unit(name).flags & flag)

    def front_of(self, name: str) -> str:
        found = find(self.state, name)
        assert found is not None
        return FRONTS[found[0]][found[1].lane]

    @property
    def phase(self) -> str:
        return phase(self.state)

    @property
    def window(self) -> str:
        """The open window, "" if none."""
        frame = self.state.stack[-1]
        return frame.point if isinstance(frame, WindowFrame) else ""

    @property
    def result(self) -> tuple[tuple[str, ...], str]:
        """(winning sides, reason)."""
        outcome = GAME.outcome(self.state)
        assert outcome is not None, "the game goes on"
        return tuple(SIDES[self.state.side(seat)] for seat in outcome.winners), outcome.reason

    @property
    def over(self) -> bool:
        return GAME.outcome(self.state) is not None

    def told(self, kind: type[E]) -> list[E]:
        """The events of a type since the last ``do`` (or the setting up), as the public hears them."""
        return [event for event in self.events if type(event) is kind]

    def hears(self, seat: int, kind: type[E]) -> list[E]:
        return [event for event in self.private[seat] if type(event) is kind]

    # Playing --------------------------------------------------------------------------------------

    def do(self, action: Any, *faces: int) -> Scene:
        """Play a legal action with exactly these dice."""
        assert action in self.legal, f"{action} is not legal: {self.legal}"
        dice = ScriptedDice(faces, keep_order=True)
        before = GAME.pack(self.state)
        step = GAME.apply(self.state, action, dice)
        assert GAME.pack(self.state) == before
        assert dice.left == 0, f"{dice.left} dice were not thrown"
        self.state = step.state
        ctx = Context(dice)
        ctx.events = step.events
        self._note(ctx)
        GAME.assert_invariants(self.state)
        return self

    def _note(self, ctx: Context) -> None:
        self.events = [told.public for told in ctx.events]
        self.private = {seat: [told.to(seat) for told in ctx.events] for seat in (0, 1)}

    def passes(self, *faces: int) -> Scene:
        return self.do(PASS, *faces)

    def ends(self, *faces: int) -> Scene:
        return self.do(END, *faces)

    def to(self, kind: str) -> Scene:
        """Pass and end (throwing no dice) until that kind of decision is owed."""
        for _ in range(40):
            if self.asks[0] == kind:
                return self
            self.do(self.decision().default)
        raise AssertionError(f"never asked for {kind}")


def _units(side: str, spec: str, deck: str | None) -> dict[str, Unit]:
    """``rifle1:left:p1:c1`` … in order of arrival (p: pins, c: casualties), then all but ``deck``."""
    units: dict[str, Unit] = {}
    for n, word in enumerate(spec.split(), start=1):
        name, front, *marks = word.split(":")
        marked = {mark[0]: int(mark[1:]) for mark in marks}
        unit, lane = f"{side}_{name}", LANE_OF[f"{side}_{front[0]}"]
        units[unit] = Unit(unit, CARD_OF[unit], n, lane, marked.get("c", 0), marked.get("p", 0))
    if deck is not None:
        left = [f"{side}_{name}" for name in deck.split()]
        for card in _less(squad_deck(SIDES.index(side)), [*(unit.card for unit in units.values()), *left]):
            n = len(units) + 1
            unit = unit_name(UNITS[card], 1 + sum(other.card == card for other in units.values()))
            units[unit] = Unit(unit, card, n, 1)
    return units


def _deck(side: int, units: dict[str, Unit], top: str) -> tuple[str, ...]:
    first = [f"{SIDES[side]}_{name}" for name in top.split()]
    rest = _less(squad_deck(side), [unit.card for unit in units.values()])
    return (*first, *_less(rest, first))


def _lost(deck: tuple[str, ...], count: int) -> tuple[str, ...]:
    """That many cards of a deck, of kinds that no unit on the table has to be numbered after."""
    return tuple(card for card in deck if UNITS[card].count == 1 and card not in HQS)[:count]


def _less(cards: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """``cards`` in their order, less one copy for each of ``gone``, which must be there."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


__all__ = ["END", "PASS", "Scene", "f"]
