"""What a game is, and how games are found and checked."""

from service.games.kernel.copying import shallow
from service.games.kernel.flow import FlowGame, FlowState, StackFrame, Stage
from service.games.kernel.game import (
    LANGUAGES,
    OPEN,
    PUBLIC,
    Action,
    AnyGame,
    Context,
    Decision,
    Event,
    Game,
    NoOptions,
    Outcome,
    Refusal,
    Seen,
    Step,
    Told,
    UnimaginableError,
    Viewer,
)
from service.games.kernel.lesson import Comment, Lesson

__all__ = [
    "LANGUAGES",
    "OPEN",
    "PUBLIC",
    "Action",
    "AnyGame",
    "Comment",
    "Context",
    "Decision",
    "Event",
    "FlowGame",
    "FlowState",
    "Game",
    "Lesson",
    "NoOptions",
    "Outcome",
    "Refusal",
    "Seen",
    "StackFrame",
    "Stage",
    "Step",
    "Told",
    "UnimaginableError",
    "Viewer",
    "shallow",
]
