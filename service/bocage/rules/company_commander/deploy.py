"""Phases 1 and 2: Deploy (with the HQ's card) and Tactics (with the hand limit)."""

from __future__ import annotations

from collections import Counter

from bocage.rules.company_commander import flags as f
from bocage.rules.company_commander.actions import Deploy, Discard, HqDraw, Move
from bocage.rules.company_commander.board import deploy, put, replace
from bocage.rules.company_commander.command import has_company_hq
from bocage.rules.company_commander.data import (
    ADJACENT,
    DE,
    FRONTS,
    HAND_LIMIT,
    LANE_OF,
    SIDES,
    SQUAD_DRAW,
    TACTICAL_DRAW,
    UNITS,
    US,
    unit_name,
)
from bocage.rules.company_commander.decks import draw_squad, draw_tactical, shed
from bocage.rules.company_commander.eligible import movers
from bocage.rules.company_commander.events import Deployed, Discarded, Moved
from bocage.rules.company_commander.loops import Loop, proxies
from bocage.rules.company_commander.position import cards_of
from bocage.rules.company_commander.state import DeployFrame, DiscardFrame, State, TacticsFrame, Unit
from bocage.rules.company_commander.windows import open_window
from bocage.rules.kernel.flow import Stage
from bocage.rules.kernel.game import Action, Context, Decision


def place(state: State, text: str, ctx: Context) -> None:
    """Put the units of an opening position on the table; their cards have left the squad decks. CC-2"""
    for side in (US, DE):
        copies: Counter[str] = Counter()
        for number, (card, lane) in enumerate(cards_of(text, side), 1):
            copies[card] += 1
            unit = put(state, side, Unit(unit_name(UNITS[card], copies[card]), card, number, lane))
            ctx.tell(Deployed(unit.id, FRONTS[side][lane]))


def begin_deploy(state: State, ctx: Context) -> None:
    """Begin the phase: squad cards are drawn."""
    draw_squad(state, SQUAD_DRAW, ctx)
    state.stack.append(DeployFrame())


class DeployStage(Loop[DeployFrame]):
    """The active player places drawn units and moves others."""

    point = "deploy"

    def acts(self, state: State) -> list[Action]:
        fronts = FRONTS[state.active]
        center, *wings = fronts[1], fronts[0], fronts[2]
        acts: list[Action] = [
            Deploy(card, front) for card in dict.fromkeys(state.pending) for front in (center, *wings)
        ]
        acts += [Move(unit.id, fronts[lane]) for unit in movers(state) for lane in ADJACENT[unit.lane]]
        if not state.hq_drawn and has_company_hq(state):  # CC-6
            if state.squads[state.active]:
                acts.append(HqDraw("squad"))
            if state.tactical or state.discards:
                acts.append(HqDraw("tactical"))
        return acts + proxies(state)

    def may_end(self, state: State) -> bool:
        """Only when every drawn unit is placed. CC-4"""
        return not state.pending  # CC-4

    def end(self, state: State, ctx: Context) -> None:
        state.stack.pop()
        if any(unit.flags & f.MOVED for unit in state.units[state.active].values()):  # CC-43
            open_window(state, "on_move")

    def do(self, state: State, action: Action, ctx: Context) -> None:
        if isinstance(action, Deploy):
            deploy(state, action.card, LANE_OF[action.front], ctx)
        elif isinstance(action, Move):
            unit = state.units[state.active][action.unit]
            moved = replace(
                unit,
                lane=LANE_OF[action.front],
                came_from=unit.lane,
                flags=unit.flags | f.MOVED | f.MOVE_TRIED,
            )
            put(state, state.active, moved)
            ctx.tell(Moved(unit.id, action.front))
        else:
            assert isinstance(action, HqDraw)
            state.hq_drawn = True
            (draw_squad if action.deck == "squad" else draw_tactical)(state, 1, ctx)


def begin_tactics(state: State, ctx: Context) -> None:
    """Begin the phase: tactical cards are drawn."""
    draw_tactical(state, TACTICAL_DRAW, ctx)
    state.stack += (DiscardFrame(), TacticsFrame())


class TacticsStage(Loop[TacticsFrame]):
    """The active player plays tactical cards."""

    point = "tactics"

    def acts(self, state: State) -> list[Action]:
        return proxies(state)


class DiscardStage(Stage[State, DiscardFrame]):
    """Checked once, after the Tactics loop. CC-10"""

    def waits(self, state: State, frame: DiscardFrame) -> bool:
        return len(state.hands[state.active]) > HAND_LIMIT

    def decision(self, state: State, frame: DiscardFrame) -> Decision:
        actions = [Discard(card) for card in dict.fromkeys(state.hands[state.active])]
        return Decision(state.seat(state.active), "discard", actions, actions[0])

    def act(self, state: State, frame: DiscardFrame, action: Discard, ctx: Context) -> None:
        shed(state, state.active, action.card)
        state.discards += (action.card,)
        ctx.tell(Discarded(SIDES[state.active], action.card))
