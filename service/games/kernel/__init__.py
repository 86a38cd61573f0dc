"""What a game is, and how games are found and checked."""

from protocol.messages import Odds
from service.games.kernel.copying import shallow
from service.games.kernel.exercise import Exercise
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
    Figure,
    Game,
    NoOptions,
    Outcome,
    Refusal,
    Seen,
    Share,
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
    "Exercise",
    "Figure",
    "FlowGame",
    "FlowState",
    "Game",
    "Lesson",
    "NoOptions",
    "Odds",
    "Outcome",
    "Refusal",
    "Seen",
    "Share",
    "StackFrame",
    "Stage",
    "Step",
    "Told",
    "UnimaginableError",
    "Viewer",
    "shallow",
]
