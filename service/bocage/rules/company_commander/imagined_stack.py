"""The step of a turn that a view shows: the stack of an imagined state."""

from __future__ import annotations

from bocage.rules.company_commander.actions import Mark
from bocage.rules.company_commander.data import FRONTS, LANE_OF, LANES, Lane
from bocage.rules.company_commander.recall import Recall
from bocage.rules.company_commander.state import (
    AssaultFrame,
    BuildFrame,
    DeployFrame,
    DiscardFrame,
    Frames,
    MissionFrame,
    RallyFrame,
    ReconFrame,
    ResolveFrame,
    SpottedFrame,
    State,
    SupportFrame,
    SuppressionFrame,
    TacticsFrame,
    UnitRollFrame,
    WindowFrame,
)
from bocage.rules.company_commander.turn import PHASES
from bocage.rules.kernel import Seen

_NUMBER = {name: number for number, (name, _) in enumerate(PHASES, 1)}


def phase_number(phase: str) -> int:
    """Number of phases of the turn that have begun."""
    return _NUMBER[phase]


def rebuild_stack(state: State, seen: Seen, recall: Recall) -> None:
    """Push the steps above the turn's own onto the stack of ``state``."""
    assert seen.owed is not None
    kind = seen.owed.kind
    loop = _loop(seen, recall)
    if kind == "on_move":
        state.stack.append(WindowFrame("on_move"))
        return
    state.stack += loop
    match kind:
        case "discard":
            state.stack.pop()
        case "mission":
            state.stack.append(MissionFrame(_lanes(state, seen, recall)))
        case "build":
            state.stack.append(BuildFrame())
        case "spotted":
            state.stack += [SpottedFrame(seen.table["target"]["unit"]), WindowFrame("spotted")]
        case "on_roll":
            state.stack += [_declared(seen), WindowFrame("on_roll")]
        case "attack":
            state.stack.append(ResolveFrame())
            if state.hands[1 - state.active]:
                state.stack.append(WindowFrame("defence"))
            state.stack.append(WindowFrame("attack"))
        case "defence":
            state.stack += [ResolveFrame(), WindowFrame("defence")]
        case "on_recon" | "on_suppression" | "on_assault" | "on_rally":
            state.stack.append(WindowFrame(kind))


def _loop(seen: Seen, recall: Recall) -> list[Frames]:
    """The loop of the phase."""
    match seen.table["phase"]:
        case "deploy":
            return [DeployFrame()]
        case "tactics":
            return [DiscardFrame(), TacticsFrame()]
        case "recon":
            return [ReconFrame()]
        case "suppression":
            return [SuppressionFrame()]
        case "assault":
            return [AssaultFrame()]
    shown = tuple(seen.table.get("aides", {}).items())
    return [RallyFrame(recall.aides if seen.events is not None else shown)]


def _lanes(state: State, seen: Seen, recall: Recall) -> tuple[Lane, ...]:
    """The fronts that a mission may mark."""
    assert seen.owed is not None
    marked = tuple(LANE_OF[action.front] for action in seen.owed.actions if isinstance(action, Mark))
    if marked:
        return marked
    if recall.mission in FRONTS[1 - state.active]:
        return (LANE_OF[recall.mission],)
    return LANES


def _declared(seen: Seen) -> Frames:
    """The suppression attack that waits for its dice."""
    target = seen.table["target"]
    lane = LANE_OF[target["front"]]
    return UnitRollFrame(target["unit"], lane) if "unit" in target else SupportFrame(target["card"], lane)
