"""What a game is, and how games are found and checked."""

from bocage.protocol.messages import Odds
from bocage.rules.kernel.copying import shallow
from bocage.rules.kernel.exercise import Exercise
from bocage.rules.kernel.flow import FlowGame, FlowState, StackFrame, Stage
from bocage.rules.kernel.game import (
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
from bocage.rules.kernel.lesson import Comment, Lesson
from bocage.rules.kernel.open_game import OpenGame

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
    "OpenGame",
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
