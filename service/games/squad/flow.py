"""The sequence of a game: which step handles which frame of the stack."""

from __future__ import annotations

from typing import Any

from service.games.kernel import StackFrame, Stage
from service.games.squad.discarding import DiscardStage, ExtraCardStage
from service.games.squad.fire import AttackStage, DeclareStage, SmokeStage
from service.games.squad.movement import BarrierStage, EngineerStage, MineStage, MoveStage, PostMoveStage
from service.games.squad.opening import PlacementStage, SetupTerrainStage
from service.games.squad.rolls import RollStage
from service.games.squad.state import (
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
from service.games.squad.turn import DrawStage, TurnStage, UtilityStage

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
