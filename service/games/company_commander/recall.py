"""What the public log tells beyond the view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from service.games.company_commander import events as ev
from service.games.company_commander.data import LANE_OF, SIDES, Lane
from service.games.company_commander.tactical import TACTICAL
from service.games.dice import Chance
from service.games.kernel import Event, Seen


class Recall:
    """What a viewer remembers. Without events nothing.

    ``came_from``: by unit that moved in this player-turn, where it stood before. ``removed``: a unit left the
    game in this player-turn. ``aides``: whom an HQ has helped to rally in it. ``mission``: the front that the last
    scout looked at, "" after Air Reconnaissance.
    """

    def __init__(self, seen: Seen) -> None:
        self.came_from: dict[str, Lane] = {}
        self.removed = False
        self.aides: tuple[tuple[str, str], ...] = ()
        self.mission = ""
        self._at: dict[str, Lane] = {}
        #: The side that looks.
        self._side = next((name for name in SIDES if seen.table["seats"][name] == seen.viewer), "")
        #: Cards that the other side was seen to hold and not to lose; None: it is not remembered.
        self._held: Counter[str] | None = None
        for event in seen.events or ():
            self._hear(event)

    def _hear(self, event: Event) -> None:
        match event:
            case ev.TurnBegan():
                self.came_from = {}
                self.removed = False
                self.aides = ()
            case ev.Deployed(unit, front):
                self._at[unit] = LANE_OF[front]
            case ev.Moved(unit, front):
                self.came_from[unit] = self._at[unit]
                self._at[unit] = LANE_OF[front]
            case ev.Removed():
                self.removed = True
            case ev.Rallied(unit, helper=helper) if helper:
                self.aides = (*self.aides, (unit, helper))
            case ev.Scouted(front=front):
                self.mission = front
            case ev.Peeked(side, cards=cards) if side == self._side:
                self._held = Counter(cards)
            case ev.Played(side, card, unit=unit):
                self._leaves(side, card)
                effect = TACTICAL[card].effect
                if effect == "return_unit":
                    self._at[unit] = self.came_from.pop(unit)
                elif effect == "mission_success":
                    self.mission = ""
            case ev.Discarded(side, card):
                self._leaves(side, card)

    def _leaves(self, side: str, card: str) -> None:
        if side != self._side and self._held and self._held[card]:
            self._held[card] -= 1

    def known(self, glimpsed: Sequence[str], out_of_sight: Sequence[str], size: int, dice: Chance) -> list[str]:
        """Which of the cards that were seen in the other hand are there still, of at most ``size`` cards.

        Without events: those that lie ``out_of_sight`` now, as far as the hand can hold them.
        """
        if self._held is not None:
            return list(self._held.elements())
        left = Counter(out_of_sight)
        held: list[str] = []
        for card in glimpsed:
            if left[card] > 0:
                left[card] -= 1
                held.append(card)
        dice.shuffle(held)
        return held[:size]
