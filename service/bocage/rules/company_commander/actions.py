"""Everything a player can do. Ids: units ``us_rifle2``, fronts ``de_l``, cards ``smoke``."""

from __future__ import annotations

from typing import Literal, TypeAlias

from bocage.rules.kernel.game import Action


class Deploy(Action, frozen=True, tag="deploy"):
    """Put a drawn squad card (``card``) on an own front."""

    card: str
    front: str


class Move(Action, frozen=True, tag="move"):
    """Move a unit to an adjacent own front."""

    unit: str
    front: str


class HqDraw(Action, frozen=True, tag="hq_draw"):
    """Draw the card that a Company HQ on the table is good for. CC-6"""

    deck: Literal["squad", "tactical"]


class Proxy(Action, frozen=True, tag="proxy"):
    """COMMANDER: the Company HQ stands in for this turn's commander of a front. CC-O4"""

    front: str


class Play(Action, frozen=True, tag="play", omit_defaults=True):
    """Play a tactical card, on a unit or a front where it names one."""

    card: str
    unit: str = ""
    front: str = ""


class Discard(Action, frozen=True, tag="discard"):
    """Discard a card over the hand limit."""

    card: str


class Recon(Action, frozen=True, tag="recon"):
    """Send a unit on a mission into the front directly across."""

    unit: str


class Peek(Action, frozen=True, tag="peek"):
    """A mission succeeded: look at the other hand."""


class Mark(Action, frozen=True, tag="mark"):
    """A mission succeeded: +1 on this turn's suppression rolls against a front."""

    front: str


class Suppress(Action, frozen=True, tag="suppress"):
    """Declare a suppression attack on an enemy front."""

    unit: str
    front: str


class Join(Action, frozen=True, tag="assault_add"):
    """Add a unit to the assault on an enemy front; the first one starts it."""

    unit: str
    front: str


class Withdraw(Action, frozen=True, tag="assault_remove"):
    """Take a unit out of the assault under construction; without units it is called off."""

    unit: str


class Commit(Action, frozen=True, tag="assault_commit"):
    """Launch the assault under construction."""


class Rally(Action, frozen=True, tag="rally", omit_defaults=True):
    """Roll to rally a pinned unit, with the help of an HQ or without."""

    unit: str
    helper: str = ""


class Pass(Action, frozen=True, tag="pass"):
    """Play no (further) card in this window."""


class EndPhase(Action, frozen=True, tag="end_phase"):
    """Do nothing more in this phase."""


Actions: TypeAlias = (
    Deploy
    | Move
    | HqDraw
    | Proxy
    | Play
    | Discard
    | Recon
    | Peek
    | Mark
    | Suppress
    | Join
    | Withdraw
    | Commit
    | Rally
    | Pass
    | EndPhase
)
