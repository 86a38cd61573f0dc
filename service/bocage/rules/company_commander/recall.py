"""Knowledge from the public log beyond the view."""

from __future__ import annotations

from bocage.rules.company_commander import events as ev
from bocage.rules.company_commander.data import LANE_OF, Lane
from bocage.rules.company_commander.tactical import TACTICAL
from bocage.rules.kernel import Event, Seen


class Recall:
    """Memory of a viewer; empty without events.

    ``came_from``: by unit that moved in this player-turn, its previous place. ``removed``: a unit left the game in
    this player-turn. ``aides``: units that an HQ has helped to rally in it. ``mission``: the front that the last
    scout looked at, "" after Air Reconnaissance.
    """

    def __init__(self, seen: Seen) -> None:
        self.came_from: dict[str, Lane] = {}
        self.removed = False
        self.aides: tuple[tuple[str, str], ...] = ()
        self.mission = ""
        self._at: dict[str, Lane] = {}
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
            case ev.Played(_, card, unit=unit):
                effect = TACTICAL[card].effect
                if effect == "return_unit":
                    self._at[unit] = self.came_from.pop(unit)
                elif effect == "mission_success":
                    self.mission = ""
