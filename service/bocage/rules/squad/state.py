"""The state: plain data. The base game is the same shape as the map with one squad per seat."""

from __future__ import annotations

from typing import Literal, TypeAlias, final

import msgspec

from bocage.rules.kernel import FlowState, StackFrame, shallow
from bocage.rules.squad.actions import Move
from bocage.rules.squad.data import KIND, NATIONS, OPEN_GROUND
from bocage.rules.squad.options import Options


class Squad(msgspec.Struct):
    """One squad. Every field is an immutable value, so that a shallow copy is a copy."""

    id: str
    seat: int
    nation: str
    men: int
    #: Instance ids, sorted.
    hand: tuple[str, ...] = ()
    pinned: bool = False
    #: Commander killed: hand limit −1 (SQ-39).
    leaderless: bool = False

    # Position: instance ids of the cards that lie there, "" for none.
    terrain: str = ""
    concealment: str = ""
    encircled: str = ""
    #: Map: number of the hex; −1 before placement and on the range scale.
    hex: int = -1
    #: Flanking variant: own Flanking Fire in play, by side.
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()

    #: Attacks suffered, hit or miss, and men lost to them, for the next Morale Phase. Forgotten after it, and at
    #: the end of the own turn unless ``morale_memory`` says otherwise (SQ-2).
    fired_at: int = 0
    killed: int = 0
    #: Enemy squads flanked in the player turn before this one (SQ-79, SQ-127).
    flanked_before: tuple[str, ...] = ()

    # This turn's record.
    declared: bool = False
    point_man: bool = False
    #: The point man fell (SQ-74).
    stopped: bool = False
    smoke: bool = False
    covering: bool = False
    #: Attacked in this turn's Opportunity Fire.
    shot_at: bool = False
    moved: bool = False
    #: Enemy squads flanked by this turn's move.
    flanked: tuple[str, ...] = ()
    attacked: bool = False
    ambush: bool = False
    enfilade: bool = False
    flanking_fire: bool = False
    #: The point-blank attack at short range was made (SQ-37).
    close_combat: bool = False

    @property
    def limit(self) -> int:
        """Hand limit in the own Discard Phase (SQ-39)."""
        return NATIONS[self.nation].limit - self.leaderless

    @property
    def flank_cards(self) -> tuple[str, ...]:
        """Flanking variant: all own Flanking Fire in play."""
        return self.left + self.right

    def end_turn(self) -> None:
        """This turn's record becomes the previous turn's; turn-long effects end."""
        self.flanked_before = self.flanked
        self.flanked = ()
        self.declared = self.point_man = self.stopped = self.smoke = self.covering = False
        self.shot_at = self.moved = self.attacked = False
        self.ambush = self.enfilade = self.flanking_fire = self.close_combat = False


# Frames: what is going on, by the steps of the sheet ---------------------------------------------------------


class SetupTerrain(StackFrame, tag="setup_terrain"):
    """S4, S5."""

    squad: str


@final
class Placement(StackFrame, tag="placement"):
    """SQ-116: the squads still to be placed, in order."""

    left: tuple[str, ...]


@final
class Turn(StackFrame, tag="turn"):
    """The bottom of the stack: which of the nine phases opens next, and which groups of squads come later."""

    next_phase: int = 0
    later: tuple[tuple[str, ...], ...] = ()


class Draw(StackFrame, tag="draw"):
    """D1."""

    squad: str


class UtilityStep(StackFrame, tag="utility"):
    """D2."""

    squad: str


class Roll(StackFrame, tag="roll"):
    """M1 to M3, Y1 to Y2: the modifier window of a roll, then the roll."""

    squad: str
    roll: Literal["morale", "rally"]
    #: The seat that has priority; −1 before the window opens.
    priority: int = -1
    passes: int = 0
    mods: tuple[tuple[str, int], ...] = ()


class DeclareStep(StackFrame, tag="declare"):
    """C1."""

    squad: str


class SmokeStep(StackFrame, tag="smoke"):
    """C2."""

    squad: str


class AttackStep(StackFrame, tag="attack_step"):
    """C3, O1, P1, R1. ``squad`` fires; ``chance``: the squad whose commander may just have fallen (SQ-41)."""

    squad: str
    phase: str
    chance: str = ""


class MoveStep(StackFrame, tag="move"):
    """V1."""

    squad: str


class BarrierStep(StackFrame, tag="barriers"):
    """V2: ``asked`` are the enemy squads that may still stop the move, in order (SQ-124)."""

    squad: str
    move: Move
    asked: tuple[str, ...]


class EngineerStep(StackFrame, tag="engineer"):
    """V3, V4b: ``owner`` played ``barrier`` (as ``trait``) against the move of ``squad``."""

    squad: str
    owner: str
    barrier: str
    trait: str


class MineStep(StackFrame, tag="mine"):
    """V5: the mine of ``squad`` just killed men of ``target``."""

    squad: str
    target: str


class PostMove(StackFrame, tag="post_move"):
    """V6: ``roles`` may still be played; ``side`` is where a Flanking Fire would lie."""

    squad: str
    roles: tuple[str, ...]
    side: Literal["", "left", "right"] = ""
    flanked: bool = False


class ExtraCard(StackFrame, tag="extra_card"):
    """E1."""

    squad: str


class DiscardDown(StackFrame, tag="discard"):
    """E2."""

    squad: str


Frames: TypeAlias = (
    SetupTerrain
    | Placement
    | Turn
    | Draw
    | UtilityStep
    | Roll
    | DeclareStep
    | SmokeStep
    | AttackStep
    | MoveStep
    | BarrierStep
    | EngineerStep
    | MineStep
    | PostMove
    | ExtraCard
    | DiscardDown
)


class State(FlowState):
    """A match. Tuples are replaced, never changed, so that copies may share them."""

    stack: list[Frames]
    options: Options
    #: The seat of the first turn.
    first: int
    #: Squad id → squad, in id order; eliminated squads are gone.
    squads: dict[str, Squad]
    #: Index 0 is the top.
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    #: Out of the game (SQ-40).
    aside: tuple[str, ...] = ()
    #: Per seat: how many cards from the top of the deck they have seen (SQ-44).
    seen: tuple[int, int] = (0, 0)
    objectives: tuple[int, int] = (0, 0)
    #: Player turn, from 1; 0 during setup.
    turn: int = 0
    active: int = -1
    #: The phase that goes on; "" during setup.
    phase: str = ""
    #: Squads of the active player that take their phases now (SQ-119).
    group: tuple[str, ...] = ()
    #: Range scale; "" on the map.
    range: str = ""
    #: Map: "column,row" → terrain, open hexes left out. Never changed after setup.
    terrain: dict[str, str] = msgspec.field(default_factory=dict)
    #: The nationality of each seat's first squad, kept for reports when that squad is gone.
    nations: tuple[str, str] = ("", "")

    def of(self, seat: int) -> list[Squad]:
        """The squads of a seat, in id order."""
        return [squad for squad in self.squads.values() if squad.seat == seat]

    def enemies(self, squad: Squad) -> list[Squad]:
        """The enemy squads of ``squad``, in id order."""
        seat = squad.seat
        return [other for other in self.squads.values() if other.seat != seat]


def kind_on(card: str) -> str:
    """The terrain that a card in play makes; open ground when there is none."""
    return KIND[card] if card else OPEN_GROUND


def copy(state: State) -> State:
    """A state that shares nothing mutable with ``state``."""
    twin = shallow(state)
    twin.squads = {name: shallow(squad) for name, squad in state.squads.items()}
    twin.stack = [shallow(frame) for frame in state.stack]
    return twin
