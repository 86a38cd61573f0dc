"""The interface of a game: a handful of pure functions over plain data.

A rules author subclasses :class:`Game` (or :class:`~bocage.rules.kernel.flow.FlowGame`, which adds an explicit
stack of steps) and exposes one instance as ``GAME`` in the package of the game.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, cast

import msgspec

from bocage.protocol.messages import Odds
from bocage.protocol.presentation import Presentation, Shape
from bocage.rules.dice import Chance
from bocage.rules.kernel.exercise import Exercise, read_exercises
from bocage.rules.kernel.lesson import Lesson
from bocage.rules.kernel.options import Negotiable
from bocage.rules.kernel.scenario import Scenario, read_scenarios
from bocage.rules.kernel.spaces import Spaces

#: The viewer: a seat (0, 1, …), or one of the two below.
Viewer: TypeAlias = int
#: Spectators: what lies open on the table.
PUBLIC: Viewer = -1
#: Open hands: everything any seat or face-down piece holds. After the end, and for delayed open watching.
OPEN: Viewer = -2

Language: TypeAlias = str
LANGUAGES: tuple[Language, ...] = ("en", "ja")


class Action(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, cache_hash=True):
    """Base of every action: named, self-describing, comparable, hashable. The tag is the verb."""


class Event(msgspec.Struct, frozen=True, tag_field="ev", omit_defaults=True):
    """Base of every event: data from which clients make words, pictures and animations.

    Fields that hold their default are left out on the wire; no field may be None.
    """


class Figure(msgspec.Struct, frozen=True, tag_field="figure", omit_defaults=True):
    """Base of every figure: one thing that a player wants to know before choosing. The tag names its kind.

    Fields that hold their default are left out on the wire; no field may be None. A chance is a :data:`Share`.
    """


#: A chance: in how many ways it comes about, of how many that are alike.
Share: TypeAlias = tuple[int, int]


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a game (or of a seat) that has none."""


class Told(msgspec.Struct, frozen=True):
    """One event with its public form, and its forms for seats or open hands that get another one."""

    public: Event
    private: dict[int, Event] = {}

    def to(self, viewer: Viewer) -> Event:
        """The event as ``viewer`` gets it.

        Open hands get the form of the first seat named in ``private``, unless ``private`` names ``OPEN``.
        """
        if not self.private:
            return self.public
        if viewer == OPEN and OPEN not in self.private:
            return next(iter(self.private.values()))
        return self.private.get(viewer, self.public)


class Decision(msgspec.Struct, frozen=True):
    """One seat owes one action out of a finite list.

    ``seat`` and ``kind`` are public; ``actions`` and ``default`` belong to the decider alone (they may
    depend on a hidden hand). ``default`` is what a timeout plays; it is one of ``actions``.
    """

    seat: int
    kind: str
    actions: list[Any]
    default: Any


class Outcome(msgspec.Struct, frozen=True):
    """Outcome of a match: the winning seats (none: a draw, or defeat of a solo player) and a reason id."""

    winners: tuple[int, ...]
    reason: str


class Refusal(msgspec.Struct, frozen=True):
    """Why an action is not legal: a text key (``refusal.<code>``) and the ruling that says so, if any."""

    code: str
    rule: str = ""


S = TypeVar("S", bound=msgspec.Struct)


class Context:
    """Context of a reducer: dice, and a place for events."""

    __slots__ = ("dice", "events")

    def __init__(self, dice: Chance) -> None:
        self.dice = dice
        self.events: list[Told] = []

    def tell(self, public: Event, private: dict[int, Event] | None = None) -> None:
        """Tell ``public`` to everybody, except seats named in ``private``, which get their own form.

        ``OPEN`` may be named too: open hands alone are told things that no seat knows, such as a face-down piece.
        """
        self.events.append(Told(public, private) if private else Told(public))


class Seen(msgspec.Struct, frozen=True):
    """A viewer's knowledge of a match: all that :meth:`Game.imagine` may use.

    ``table``: the game's own view, as plain data. ``options``: the match's. ``events``: the viewer's events since
    the beginning, setup included, oldest first, without undone ones; None if unknown. ``owed``: the decision owed,
    as the viewer knows it: without actions for another seat.
    """

    table: Mapping[str, Any]
    options: Any
    viewer: Viewer = 0
    events: tuple[Event, ...] | None = None
    owed: Decision | None = None


class DrawnMap(msgspec.Struct, frozen=True):
    """A map that players drew. ``id``: the hash of its content. ``options``: of a match that is played on it.

    ``counts``: how many places of each kind it has, by text key. ``view``: what :meth:`Game.picture` draws of it.
    """

    id: str
    options: Mapping[str, object]
    counts: Mapping[str, int]
    view: Mapping[str, object]


class OptionError(ValueError):
    """An option that its type permits and the game refuses.

    ``code``: for programs. The game's text ``refusal.<code>``, filled with ``fields``: the sentence in a language.
    """

    def __init__(self, code: str, text: str, fields: Mapping[str, object]) -> None:
        super().__init__(f"{code}: {text}")
        self.code = code
        self.fields = fields


class UnimaginableError(LookupError):
    """A game whose rules do not say how to imagine a state, or a view from which none can be."""


class Step(msgspec.Struct, Generic[S]):
    """Result of one action (or setup)."""

    state: S
    events: list[Told]


class Game(ABC, Generic[S]):
    """The rules of one game. Instances hold no state of any match; every method is pure."""

    #: Folder name, wire name and text namespace.
    id: ClassVar[str]
    #: Rules version, pinned in entry 1 of every log. Raise it when any stored log would fold differently.
    rules: ClassVar[int] = 1
    #: Number of players: 1 or 2.
    seats: ClassVar[int]
    #: Struct types: match options, one seat's options, the state.
    Options: ClassVar[type[msgspec.Struct]] = NoOptions
    SeatOptions: ClassVar[type[msgspec.Struct]] = NoOptions
    State: ClassVar[type[msgspec.Struct]]
    #: Tagged unions of the game's Action and Event structs.
    Actions: ClassVar[Any]
    Events: ClassVar[Any]
    #: Tagged union of the game's Figure structs; None: the game has no :meth:`odds`.
    Figures: ClassVar[Any] = None
    #: Kinds of events that come of no die and reveal nothing hidden. An action with no other events can be
    #: undone. The conformance kit tries them in other worlds.
    quiet: ClassVar[tuple[type[Event], ...]] = ()
    #: Every decision kind, in the order a game meets them.
    decisions: ClassVar[tuple[str, ...]]
    #: TypedDict that every view of the game matches exactly (no unknown keys, no nulls).
    View: ClassVar[Any]
    #: Catalogues: language → key → template (see protocol/bocage/protocol/text.py for the template form).
    text: ClassVar[Mapping[Language, Mapping[str, str]]]
    #: Presentation in lists, replays and on the generic table, for clients: its presentation.py.
    presentation: ClassVar[Presentation] = Presentation()
    #: Options of the deal of the day, Monday first; empty: the game has none. Only for games of one player.
    daily: ClassVar[tuple[Mapping[str, object], ...]] = ()

    def __init__(self) -> None:
        self._pack = msgspec.msgpack.Encoder().encode
        self._unpack = msgspec.msgpack.Decoder(self.State).decode

    # The rules ------------------------------------------------------------------------------

    @abstractmethod
    def setup(self, options: Any, seats: tuple[Any, ...], dice: Chance) -> Step[S]:
        """The first state. ``seats`` holds one ``SeatOptions`` per seat."""

    @abstractmethod
    def decision(self, state: S) -> Decision | None:
        """The seat and the decision it owes now; None when the game is over."""

    @abstractmethod
    def reduce(self, state: S, action: Any, ctx: Context) -> None:
        """Carry out a legal action, in place, up to the next decision or the end.

        Only callers that own ``state`` use this (the fold of a log); all others use :meth:`apply`.
        """

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> Mapping[str, object]:
        """The view of ``viewer``, built up from nothing. Matches ``View``; holds no None."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Winners and reason; None while the game goes on."""

    @abstractmethod
    def assert_invariants(self, state: S) -> None:
        """Raise ``AssertionError`` when ``state`` cannot have come from legal play."""

    @abstractmethod
    def resample(self, state: S, viewer: Viewer, dice: Chance) -> S:
        """Another state that ``viewer`` cannot tell from ``state``, with everything redrawn that they do not know.

        Used by the leak test, by forks of running matches and by searching bots.
        """

    def imagine(self, seen: Seen, dice: Chance) -> S:
        """A state that a seat may hold for possible while a decision is owed, drawn evenly from what it knows.

        The state gives that seat the same view, the same decision and the same legal list. Without ``events`` it
        fits the view, and may be one that only an attentive player could rule out. Raises
        :class:`UnimaginableError` for a game that does not offer this, and where ``owed`` is wanted and missing.
        """
        raise UnimaginableError(f"{self.id} cannot be imagined")

    def odds(self, seen: Seen, decision: Decision) -> Odds | None:
        """Figures for the owner of ``seen`` before they answer ``decision``; None: none.

        Computed from the view (and the options) alone. Chances are exact: true dice, and every possibility of what
        is hidden from this viewer equally likely.
        """
        return None

    def any_hand(self, state: S, seat: int) -> S | None:
        """``state``, but ``seat`` holds all at once what the public holds for possible; None: nothing is hidden.

        Only for asking what could be decided: such a state need not be one of legal play.
        """
        return None

    def refusal(self, state: S, seat: int, action: Action) -> Refusal | None:
        """A reason for an action that is well-formed but not in the legal list; None: no special one.

        May use only what ``seat`` can see.
        """
        return None

    def facts(self) -> Mapping[str, object]:
        """Printed facts a client needs to draw the game (cards, maps, tables); constant for a rules version."""
        return {}

    def spaces(self) -> Spaces:
        """Return values of actions and views that their types leave open; constant for a rules version."""
        return Spaces()

    def content(self) -> frozenset[str]:
        """Ids of everything printed that random play must reach (cards, units, table rows, options of a card).

        Action verbs, event kinds and decision kinds count by themselves and are not listed here.
        """
        return frozenset()

    def used(self, thing: Action | Event) -> Iterable[str]:
        """Items of :meth:`content` that an action or event shows."""
        return ()

    def facets(self, state: S) -> Mapping[str, str]:
        """Of a finished game: groups of reports besides outcome and length, such as each side's nation."""
        return {}

    def turns(self, state: S) -> int | None:
        """Of a finished game: its number of turns, for reports; None: the game does not count them."""
        return None

    def score(self, state: S) -> int | None:
        """Of a finished solo game: its points, never below 0; None: the game counts none."""
        return None

    def symbols(self, state: S) -> str:
        """Of a finished game with points: a short row of signs that shows its course, and nothing of the deal."""
        return ""

    def sides(self, state: S) -> Sequence[str]:
        """Of a finished game: the side of each seat, as a text key, such as its nation; empty: no sides."""
        return ()

    def same_sides(self, state: S, options: Any, seats: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
        """Options of a match, and of its seats, under which another match has the same sides as ``state``, the
        first state of a match.

        Choices left to chance there (sides, a nation) are named. A rematch is made with them.
        """
        return options, seats

    def picture(self, view: Mapping[str, object]) -> tuple[Shape, ...]:
        """A position as a small picture to be saved, on a canvas of ``PICTURE``; empty: the emblem stands for it.

        ``view``: what its reader may see, as plain data.
        """
        return ()

    def read_map(self, text: str) -> DrawnMap | None:
        """The map that a text draws; None: the game has no maps of its players.

        Raises ``ValueError`` for a text that draws none; its own text begins with a code.
        """
        return None

    def map_id(self, options: Mapping[str, object]) -> str:
        """The id of the map drawn by players on which a match with these options is played; empty: none."""
        return ""

    def lesson(self) -> Lesson | None:
        """The guided first game; None: there is none, which games in ``bocage.rules`` may not say."""
        return None

    def exercises(self) -> tuple[Exercise, ...]:
        """Positions in which a better move is to be found: those in ``exercises.json`` beside the game's module."""
        return read_exercises(Path(inspect.getfile(type(self))).parent)

    def negotiable(self, options: Any) -> Negotiable:
        """The options that players of a match with ``options`` may still change before play, if all agree."""
        return Negotiable()

    def scenarios(self) -> tuple[Scenario, ...]:
        """Ready-made matches: the documents in the folder ``scenarios`` beside the game's module."""
        return read_scenarios(Path(inspect.getfile(type(self))).parent)

    # Derived --------------------------------------------------------------------------------

    @property
    def has_maps(self) -> bool:
        """True if the game is played on maps drawn by players."""
        try:
            return self.read_map("") is not None
        except ValueError:
            return True

    def public_part(self, state: S) -> Mapping[str, object]:
        """The part that all views of ``state`` have in common. Games with large views override it, together with
        :meth:`own_part`: then it is made, and compared with the one before, once for all viewers of an entry.

        ``bocage.protocol.patch.merge`` of both parts gives :meth:`view`. Each value inside an object is in one of
        them; an object that holds values of both is in the own part only while it is in the public one.
        """
        return {}

    def own_part(self, state: S, viewer: Viewer) -> Mapping[str, object]:
        """The rest of the view of ``viewer``."""
        return self.view(state, viewer)

    def copy(self, state: S) -> S:
        """A state that shares nothing mutable with ``state``. Games override this with something faster."""
        return self.unpack(self._pack(state))

    def forced(self, state: S) -> bool:
        """True if everybody can see that the decision has a single option, whatever the decider holds.

        Passing it at once reveals nothing about a hand. Always false in games without :meth:`any_hand`.
        """
        decision = self.decision(state)
        if decision is None or len(decision.actions) != 1:
            return False
        widest = self.any_hand(state, decision.seat)
        if widest is None:
            return False
        possible = self.decision(widest)
        return possible is not None and possible.actions == decision.actions

    def apply(self, state: S, action: Action, dice: Chance) -> Step[S]:
        """The state after a legal action, and its events; ``state`` itself is left alone."""
        after = self.copy(state)
        ctx = Context(dice)
        self.reduce(after, action, ctx)
        return Step(after, ctx.events)

    def pack(self, state: S) -> bytes:
        """The bytes (msgpack) of a state; equal states give equal bytes."""
        return self._pack(state)

    def unpack(self, data: bytes) -> S:
        """The state packed by :meth:`pack`."""
        return cast(S, self._unpack(data))


#: A game of which the caller does not know the types.
AnyGame: TypeAlias = Game[Any]
