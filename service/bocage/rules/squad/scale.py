"""The range scale: base game, and the flanking variant on top of it."""

from __future__ import annotations

from typing import Literal

from bocage.rules.dice import Chance
from bocage.rules.kernel import Context
from bocage.rules.squad import events as ev
from bocage.rules.squad.actions import Move
from bocage.rules.squad.cards import discard, spend, take
from bocage.rules.squad.data import KIND, OPEN_GROUND, RANGES, WORTH, uses
from bocage.rules.squad.events import Modifiers
from bocage.rules.squad.ground import Ground
from bocage.rules.squad.options import Options
from bocage.rules.squad.state import PostMove, SetupTerrain, Squad, State, kind_on

_CHANGE = {"closer": -1, "hold": 0, "lateral_left": 0, "lateral_right": 0, "farther": +1}

Step = Literal["closer", "hold", "lateral_left", "lateral_right", "farther"]
Side = Literal["left", "right"]


class Scale(Ground):
    """One squad per seat, one range between them, a position made of cards."""

    price_of_a_move = 1
    steps: tuple[Step, ...] = ("closer", "hold", "farther")

    def survey(self, options: Options, dice: Chance) -> dict[str, str]:
        return {}

    def deploy(self, state: State, order: list[str]) -> None:
        state.range = "L"
        state.stack += [SetupTerrain(squad) for squad in reversed(order)]

    def range_between(self, state: State, one: Squad, other: Squad) -> str:
        return state.range

    def in_reach(self, state: State, squad: Squad) -> list[tuple[Squad, str]]:
        return [(enemy, state.range) for enemy in state.enemies(squad)]

    def terrain_of(self, state: State, squad: Squad) -> str:
        return kind_on(squad.terrain)

    def can_move(self, state: State, squad: Squad) -> bool:
        return bool(squad.hand)

    def moves(self, state: State, squad: Squad) -> list[Move]:
        # Any card pays for open ground (SQ-77); no step beyond the ends of the scale (SQ-78).
        at = RANGES.index(state.range)
        steps = [step for step in self.steps if 0 <= at + _CHANGE[step] < len(RANGES)]
        terrain = uses(state.options.variant, squad.nation, "terrain")
        moves = []
        for card in squad.hand:
            moves += [Move(squad.id, card, "open", step) for step in steps]
            if card in terrain:
                moves += [Move(squad.id, card, "terrain", step) for step in steps]
        return moves

    def default_move(self, moves: list[Move]) -> Move:
        return next(move for move in moves if _CHANGE[move.step] == 0)

    def announce(self, state: State, squad: Squad, move: Move, ctx: Context) -> None:
        # A terrain card lies beside the position until it is known whether the move succeeds (V1).
        if move.into == "open":
            spend(state, squad, move.card)
        else:
            take(squad, move.card)
        ctx.tell(ev.Announced(squad.id, self.goal(state, move), KIND[move.card], move.step))

    def goal(self, state: State, move: Move) -> str:
        return KIND[move.card] if move.into == "terrain" else OPEN_GROUND

    def guards(self, state: State, squad: Squad, move: Move) -> tuple[str, ...]:
        return tuple(enemy.id for enemy in state.enemies(squad))

    def flanks(self, state: State, squad: Squad, move: Move) -> tuple[str, ...]:
        return tuple(enemy.id for enemy in state.enemies(squad)) if _CHANGE[move.step] == 0 else ()

    def complete(self, state: State, squad: Squad, move: Move, ctx: Context) -> None:
        discard(state, squad.terrain, squad.concealment, squad.encircled)  # SQ-29, SQ-77
        squad.terrain = move.card if move.into == "terrain" else ""
        squad.concealment = squad.encircled = ""
        state.range = range_after(state, move)
        squad.moved = True
        squad.flanked = self.flanks(state, squad, move)
        ctx.tell(ev.Moved(squad.id, self.goal(state, move), state.range, move.step))

    def cancel(self, state: State, move: Move) -> None:
        if move.into == "terrain":
            discard(state, move.card)  # SQ-83


def range_after(state: State, move: Move) -> str:
    """The range after a move that succeeds (SQ-78)."""
    return RANGES[RANGES.index(state.range) + _CHANGE[move.step]]


class FlankingScale(Scale):
    """The flanking variant: Flanking Fire stays in play after a lateral move (SQ-101 … SQ-111)."""

    steps = ("closer", "lateral_left", "lateral_right", "farther")

    def complete(self, state: State, squad: Squad, move: Move, ctx: Context) -> None:
        super().complete(state, squad, move, ctx)
        for enemy in state.enemies(squad):
            self._lose(state, enemy, ctx)  # SQ-109

    def post_move(self, state: State, squad: Squad, move: Move) -> PostMove:
        side: Literal["", "left", "right"] = ""
        if move.into == "terrain" or state.options.flank_open:  # SQ-103
            side = _side_of(move)
        roles = ("objective", "conceal", "flank") if side else ("objective", "conceal")
        return PostMove(squad.id, roles, side)

    def settle(self, state: State, squad: Squad, frame: PostMove, ctx: Context) -> None:
        if not frame.flanked:
            self._lose(state, squad, ctx)  # SQ-108

    def flanking_bonus(self, state: State, squad: Squad) -> Modifiers:
        count = len(squad.left) + len(squad.right)
        if not count:
            return ()
        if count > 1 and state.options.flank_encircled == "plus3":
            return (("encircled", WORTH["encircled"]),)
        return (("flanking_fire", count * WORTH["flanking_fire"]),)  # SQ-104

    def surrounded(self, state: State, squad: Squad) -> bool:
        return any(len(enemy.flank_cards) > 1 for enemy in state.enemies(squad))  # SQ-107

    def _lose(self, state: State, squad: Squad, ctx: Context) -> None:
        cards = squad.flank_cards
        if cards:
            discard(state, *cards)
            squad.left = squad.right = ()
            ctx.tell(ev.FlankLost(squad.id, len(cards)))


def _side_of(move: Move) -> Literal["", "left", "right"]:
    return "left" if move.step == "lateral_left" else "right" if move.step == "lateral_right" else ""


def put_flank(state: State, squad: Squad, card: str, side: Literal["", "left", "right"]) -> None:
    """Lay Flanking Fire at the side just moved to, by either reading of "again" (SQ-105, SQ-106)."""
    left, right = squad.left, squad.right
    on, off = (left, right) if side == "left" else (right, left)
    if state.options.flank_side == "same":
        discard(state, *off)
        on, off = (*on, card), ()
    else:
        discard(state, *on)
        on = (card,)
    squad.left, squad.right = (on, off) if side == "left" else (off, on)
