"""The interface of a game, and how games are found and checked."""

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
    DrawnMap,
    Event,
    Figure,
    Game,
    NoOptions,
    OptionError,
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
from bocage.rules.kernel.options import Negotiable
from bocage.rules.kernel.scenario import Scenario, ScenarioError
from bocage.rules.kernel.spaces import Counts, Number, Spaces, Sums

__all__ = [
    "LANGUAGES",
    "OPEN",
    "PUBLIC",
    "Action",
    "AnyGame",
    "Comment",
    "Context",
    "Counts",
    "Decision",
    "DrawnMap",
    "Event",
    "Exercise",
    "Figure",
    "FlowGame",
    "FlowState",
    "Game",
    "Lesson",
    "Negotiable",
    "NoOptions",
    "Number",
    "Odds",
    "OpenGame",
    "OptionError",
    "Outcome",
    "Refusal",
    "Scenario",
    "ScenarioError",
    "Seen",
    "Share",
    "Spaces",
    "StackFrame",
    "Stage",
    "Step",
    "Sums",
    "Told",
    "UnimaginableError",
    "Viewer",
    "shallow",
]
