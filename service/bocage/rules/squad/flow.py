"""The sequence of a game: which step handles which frame of the stack."""

from __future__ import annotations

from typing import Any

from bocage.rules.kernel import StackFrame, Stage
from bocage.rules.squad.discarding import DiscardStage, ExtraCardStage
from bocage.rules.squad.fire import AttackStage, DeclareStage, SmokeStage
from bocage.rules.squad.movement import BarrierStage, EngineerStage, MineStage, MoveStage, PostMoveStage
from bocage.rules.squad.opening import PlacementStage, SetupTerrainStage
from bocage.rules.squad.rolls import RollStage
from bocage.rules.squad.state import (
    AttackStep,
    BarrierStep,
    DeclareStep,
    DiscardDown,
    Draw,
    EngineerStep,
    ExtraCard,
    MineStep,
    MoveStep,
    Placement,
    PostMove,
    Roll,
    SetupTerrain,
    SmokeStep,
    Turn,
    UtilityStep,
)
from bocage.rules.squad.turn import DrawStage, TurnStage, UtilityStage

STAGES: dict[type[StackFrame], Stage[Any, Any]] = {
    SetupTerrain: SetupTerrainStage(),
    Placement: PlacementStage(),
    Turn: TurnStage(),
    Draw: DrawStage(),
    UtilityStep: UtilityStage(),
    Roll: RollStage(),
    DeclareStep: DeclareStage(),
    SmokeStep: SmokeStage(),
    AttackStep: AttackStage(),
    MoveStep: MoveStage(),
    BarrierStep: BarrierStage(),
    EngineerStep: EngineerStage(),
    MineStep: MineStage(),
    PostMove: PostMoveStage(),
    ExtraCard: ExtraCardStage(),
    DiscardDown: DiscardStage(),
}
