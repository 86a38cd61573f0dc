"""Events.

Open cards are named by card id: a card on the table is a printed card, not a copy of it. Drawn cards are named
to their owner alone, by instance id.
"""

from __future__ import annotations

from typing import TypeAlias

from bocage.rules.kernel import Event

#: (code, value) pairs: what was added to a roll. Zeros are left out.
Modifiers: TypeAlias = tuple[tuple[str, int], ...]


class Drafted(Event, frozen=True, tag="drafted"):
    """The nationality of a squad; ``lot``: chance chose it."""

    squad: str
    nation: str
    lot: bool = False


class Initiative(Event, frozen=True, tag="initiative"):
    """One die per seat; the higher one has the first turn, a tie is rolled again (SQ-14). ``first`` is −1 then."""

    dice: tuple[int, int]
    first: int
    tie: bool = False


class Dealt(Event, frozen=True, tag="dealt"):
    """A squad's first hand; ``cards`` (instances) for its owner alone."""

    squad: str
    n: int
    cards: tuple[str, ...] = ()


class Deployed(Event, frozen=True, tag="deployed"):
    """A squad starts on a terrain card, or on a hex."""

    squad: str
    terrain: str
    to: str = ""


class TurnStarted(Event, frozen=True, tag="turn"):
    """A player turn begins."""

    turn: int
    seat: int


class Drew(Event, frozen=True, tag="drew"):
    """Cards drawn; ``cards`` (instances) for their owner alone."""

    squad: str
    n: int
    cards: tuple[str, ...] = ()


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """The discard pile became the deck."""

    n: int


class UsedTrait(Event, frozen=True, tag="used_trait"):
    """A trait was played in the Draw Phase; ``men`` joined the squad."""

    squad: str
    card: str
    trait: str
    men: int = 0


class Modified(Event, frozen=True, tag="modified"):
    """A card changes the coming roll of the squad ``target`` by ``n``."""

    squad: str
    target: str
    card: str
    n: int
    trait: str = ""


class MoraleChecked(Event, frozen=True, tag="morale_checked"):
    """A morale check. ``result``: steady, pinned, or rout."""

    squad: str
    die: int
    total: int
    result: str
    mods: Modifiers = ()


class Routed(Event, frozen=True, tag="routed"):
    """A rout roll and its losses."""

    squad: str
    dice: tuple[int, int]
    kills: int = 0


class Rallied(Event, frozen=True, tag="rallied"):
    """A rally roll. ``result``: rallied or pinned."""

    squad: str
    die: int
    total: int
    result: str
    mods: Modifiers = ()


class Declared(Event, frozen=True, tag="declared"):
    """A squad stays, will move, or will move with a point man."""

    squad: str
    how: str


class Smoked(Event, frozen=True, tag="smoked"):
    """A squad moves behind smoke."""

    squad: str
    card: str


class Attacked(Event, frozen=True, tag="attacked"):
    """One attack: ``raw`` (first die minus second die) plus ``mods`` is ``total``; ``kills`` men fall.

    ``terrain`` is what the target stands in (absent: open ground). ``one``: one man falls at most.
    """

    squad: str
    target: str
    card: str
    range: str
    dice: tuple[int, int]
    total: int
    raw: int = 0
    trait: str = ""
    mode: str = ""
    terrain: str = ""
    mods: Modifiers = ()
    kills: int = 0
    one: bool = False


class PointManHit(Event, frozen=True, tag="point_man_hit"):
    """The point man fell: the squad's move is off (SQ-74)."""

    squad: str


class BonusPlayed(Event, frozen=True, tag="bonus_played"):
    """Attacks of a squad are better from now on."""

    squad: str
    card: str
    n: int
    trait: str = ""


class Surrounded(Event, frozen=True, tag="surrounded"):
    """Encircled lies on the position of ``target``."""

    squad: str
    target: str
    card: str


class Scouted(Event, frozen=True, tag="scouted"):
    """A player looked at the next ``n`` cards of the deck; ``cards`` for them alone, the top one first."""

    squad: str
    card: str
    n: int
    trait: str = ""
    cards: tuple[str, ...] = ()


class CommanderFell(Event, frozen=True, tag="commander_fell"):
    """The commander of ``target`` was killed: hand limit −1 for the rest of the game."""

    squad: str
    target: str
    card: str


class Announced(Event, frozen=True, tag="announced"):
    """A move is under way; barriers may stop it. ``terrain``: where it leads."""

    squad: str
    terrain: str
    card: str = ""
    step: str = ""
    to: str = ""


class BarrierPlayed(Event, frozen=True, tag="barrier_played"):
    """A barrier lies in the way of ``target``."""

    squad: str
    target: str
    card: str
    trait: str = ""


class Cleared(Event, frozen=True, tag="cleared"):
    """An engineer cleared the barrier, which was played as ``trait`` if that is one."""

    squad: str
    card: str
    trait: str = ""


class Cancelled(Event, frozen=True, tag="cancelled"):
    """The move is off: the barrier ``card`` stopped it, or no hex is left to go to (SQ-123)."""

    squad: str
    card: str = ""


class MineHit(Event, frozen=True, tag="mine_hit"):
    """Losses in a minefield of ``owner``: ``raw`` (first die minus second die) plus ``mods`` is ``total``."""

    squad: str
    dice: tuple[int, int]
    total: int
    raw: int = 0
    mods: Modifiers = ()
    kills: int = 0
    owner: str = ""


class Moved(Event, frozen=True, tag="moved"):
    """A move succeeded. ``range``: the new range (range scale); ``to``: the new hex (map)."""

    squad: str
    terrain: str
    range: str = ""
    step: str = ""
    to: str = ""


class Scored(Event, frozen=True, tag="scored"):
    """A mission objective; ``n`` is the player's new count."""

    squad: str
    card: str
    n: int


class Concealed(Event, frozen=True, tag="concealed"):
    """The position is concealed."""

    squad: str
    card: str
    trait: str = ""


class Flanked(Event, frozen=True, tag="flanked"):
    """Flanking variant: Flanking Fire stays in play at that ``side``; ``n`` cards now."""

    squad: str
    card: str
    side: str
    n: int
    trait: str = ""


class FlankLost(Event, frozen=True, tag="flank_lost"):
    """Flanking variant: all Flanking Fire of a squad was discarded."""

    squad: str
    n: int


class Discarded(Event, frozen=True, tag="discarded"):
    """A card over the hand limit."""

    squad: str
    card: str


class Eliminated(Event, frozen=True, tag="eliminated"):
    """A squad lost its last man; ``cards`` went to the discard pile."""

    squad: str
    cards: tuple[str, ...] = ()


Events: TypeAlias = (
    Drafted
    | Initiative
    | Dealt
    | Deployed
    | TurnStarted
    | Drew
    | Reshuffled
    | UsedTrait
    | Modified
    | MoraleChecked
    | Routed
    | Rallied
    | Declared
    | Smoked
    | Attacked
    | PointManHit
    | BonusPlayed
    | Surrounded
    | Scouted
    | CommanderFell
    | Announced
    | BarrierPlayed
    | Cleared
    | Cancelled
    | MineHit
    | Moved
    | Scored
    | Concealed
    | Flanked
    | FlankLost
    | Discarded
    | Eliminated
)
