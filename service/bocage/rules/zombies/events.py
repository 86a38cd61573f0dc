"""Events, one frozen struct per kind. All of them are public.

``mods`` holds (code, value) pairs, so that a client can show "3 +2 M8 = 5" without knowing the rules.
"""

from __future__ import annotations

from typing import TypeAlias

from bocage.rules.kernel import Event
from bocage.rules.zombies.actions import Benefit, Loss
from bocage.rules.zombies.data import EventKind

Mods: TypeAlias = tuple[tuple[str, int], ...]


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A turn begins."""

    turn: int


class ApRolled(Event, frozen=True, tag="ap_rolled"):
    """``ap``: points for the actions that follow; 0: the turn ends. ``steps``: hexes of a counterattack."""

    die: int
    ap: int = 0
    steps: int = 0


class Stopped(Event, frozen=True, tag="stopped"):
    """The player dropped the remaining points."""

    ap: int


class Counterattack(Event, frozen=True, tag="counterattack"):
    """Zombies advance, by up to ``steps`` hexes."""

    steps: int


class RevealRolled(Event, frozen=True, tag="reveal_rolled"):
    """No zombie is in sight: a die names the hex whose face-down counter is turned up, if it holds one."""

    die: int
    number: int
    hex: str
    mods: Mods = ()
    found: bool = False


class TurnedUp(Event, frozen=True, tag="turned_up"):
    """A face-down counter was turned up."""

    hex: str
    counter: str


class ZombieMoved(Event, frozen=True, tag="zombie_moved"):
    """``path``: the hexes entered, in order; ``start``: where it came from."""

    zombie: str
    start: str
    path: tuple[str, ...]


class Struck(Event, frozen=True, tag="struck"):
    """A zombie in the M5's hex does one damage."""

    zombie: str


class Lost(Event, frozen=True, tag="lost"):
    """Equipment or a rider took the damage."""

    what: Loss


class HullDamaged(Event, frozen=True, tag="hull_damaged"):
    """The M5 is turned to its damaged side."""


class TankDestroyed(Event, frozen=True, tag="tank_destroyed"):
    """The damaged M5 was hit again."""


class Overrun(Event, frozen=True, tag="overrun"):
    """Two zombies share the M5's hex."""

    hex: str
    zombies: tuple[str, ...]


class Moved(Event, frozen=True, tag="moved"):
    """The M5 drove to a hex."""

    start: str
    hex: str


class Boarded(Event, frozen=True, tag="boarded"):
    """``aboard``: how many ride now."""

    hex: str
    aboard: int


class Fired(Event, frozen=True, tag="fired"):
    """``needs``: the smallest modified die (``total``) that destroys the target."""

    hex: str
    target: str
    die: int
    total: int
    needs: int
    mods: Mods = ()
    hit: bool = False


class Rammed(Event, frozen=True, tag="rammed"):
    """As :class:`Fired`, in the M5's own hex."""

    hex: str
    target: str
    die: int
    total: int
    needs: int
    mods: Mods = ()
    hit: bool = False


class AmmoOut(Event, frozen=True, tag="ammo_out"):
    """A natural 1 while firing."""


class TrackBroken(Event, frozen=True, tag="track_broken"):
    """A natural 1 while ramming."""


class Destroyed(Event, frozen=True, tag="destroyed"):
    """A target left the map. ``face_down``: it was hit unseen and is shown now."""

    hex: str
    counter: str
    face_down: bool = False


class RepairRolled(Event, frozen=True, tag="repair_rolled"):
    """A repair roll: it succeeds on a die of at most the points spent."""

    die: int
    ap: int
    success: bool = False


class Mended(Event, frozen=True, tag="mended"):
    """``counter``: the equipment mounted, where ``what`` is "mount"."""

    what: Benefit
    counter: str = ""


class EventRolled(Event, frozen=True, tag="event_rolled"):
    """A roll on the event table; ``row`` is the die with its modifiers."""

    die: int
    row: int
    kind: EventKind
    mods: Mods = ()


class Declined(Event, frozen=True, tag="declined"):
    """The player did not ask the locals."""


class Zombified(Event, frozen=True, tag="zombified"):
    """A rider turned into a zombie that had been killed."""

    zombie: str
    hex: str


class MarkerSwapped(Event, frozen=True, tag="marker_swapped"):
    """The turn marker's counter lies face-down in ``hex``; the event counter marks the turns, face-up."""

    hex: str


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """All face-down counters and the turn marker were mixed; ``hexes`` hold face-down counters now."""

    hexes: tuple[str, ...]


class EventRemoved(Event, frozen=True, tag="event_removed"):
    """The event counter leaves the map."""

    hex: str


class AllRevealed(Event, frozen=True, tag="all_revealed"):
    """The game is over. ``counters``: hex → what lay face-down there; ``marker``: the turn marker's counter."""

    marker: str
    counters: dict[str, str]


Events: TypeAlias = (
    TurnBegan
    | ApRolled
    | Stopped
    | Counterattack
    | RevealRolled
    | TurnedUp
    | ZombieMoved
    | Struck
    | Lost
    | HullDamaged
    | TankDestroyed
    | Overrun
    | Moved
    | Boarded
    | Fired
    | Rammed
    | AmmoOut
    | TrackBroken
    | Destroyed
    | RepairRolled
    | Mended
    | EventRolled
    | Declined
    | Zombified
    | MarkerSwapped
    | Reshuffled
    | EventRemoved
    | AllRevealed
)
