"""Decisions as sent to the player who owes them: legal actions, odds, a hint."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bocage.protocol.review import Why


class Odds(msgspec.Struct, frozen=True, omit_defaults=True):
    """Costs and chances of a decision, computed from what the player may see. Sent only on request.

    A figure is an object whose field `figure` names its kind; its words are the text `figure.<kind>` of the game.
    A chance is a pair: favourable ways, all ways.
    """

    question: Annotated[list[Any], Meta(description="Figures about the whole question.")] = []
    actions: Annotated[
        list[list[Any]], Meta(description="Figures of each legal action, in their order. Absent: there are none.")
    ] = []


class Hint(msgspec.Struct, frozen=True):
    """The action that the engine recommends, and why. Computed from your own view alone."""

    action: Annotated[Any, Meta(description="One of the legal actions.")]
    why: Annotated[
        Why,
        Meta(
            description="Why it is better than the other actions. The text `hint.<theme>`, filled with its fields"
            " and the action, says both."
        ),
    ]


class DecisionView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision that you owe. Others see in their view who decides (`turn`) and about what (`decision`)."""

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
            description="Your view shows everybody that there is no other choice, so an immediate answer reveals"
            " nothing. Only with odds."
        ),
    ] = False
    hint: (
        Annotated[Hint, Meta(description="The hint that you asked for, about this decision.")] | msgspec.UnsetType
    ) = msgspec.UNSET
