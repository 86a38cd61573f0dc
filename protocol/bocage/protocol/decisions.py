"""What a player is asked, with all that the service knows for them: legal actions, odds, a hint."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bocage.protocol.review import Why


class Odds(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player wants to know before deciding, from what they may see. Sent only to those who ask for it.

    A figure is an object whose field `figure` names its kind; its words are the text `figure.<kind>` of the game.
    A chance is a pair: ways, of how many.
    """

    question: Annotated[list[Any], Meta(description="Figures about the whole question.")] = []
    actions: Annotated[
        list[list[Any]], Meta(description="Per legal action, in their order: its figures. Absent: none has any.")
    ] = []


class Hint(msgspec.Struct, frozen=True):
    """What the engine would do, and why; made from your own view alone."""

    action: Annotated[Any, Meta(description="One of the legal actions.")]
    why: Annotated[Why, Meta(description="Why, beside the other actions: the text `why.<theme>`.")]


class DecisionView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision that you owe. Others read in their view whose turn it is (`turn`) and what for (`decision`)."""

    seat: Annotated[int, Meta(description="The seat that decides: yours.")]
    kind: Annotated[str, Meta(description="What it decides about; a text key `decision.<kind>` of the game.")]
    actions: Annotated[list[Any], Meta(description="The legal actions.")] | msgspec.UnsetType = msgspec.UNSET
    default: Annotated[Any, Meta(description="The action that a timeout plays.")] = msgspec.UNSET
    odds: (
        Annotated[Odds, Meta(description="Costs and chances; only where you asked for them and the game has them.")]
        | msgspec.UnsetType
    ) = msgspec.UNSET
    forced: Annotated[
        bool,
        Meta(
            description="Everybody can see that nothing else could be chosen, whatever you hold: to answer at once"
            " tells nothing. Only where you asked for odds."
        ),
    ] = False
    hint: (
        Annotated[Hint, Meta(description="The hint that you asked for, about this decision.")] | msgspec.UnsetType
    ) = msgspec.UNSET
