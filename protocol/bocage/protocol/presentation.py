"""How a game presents itself to clients: data only, the same for every match of a rules version.

A game writes it in its ``presentation.py`` and ``/api/games`` hands it out. Clients keep no lists of games.
Every word in it is a key of the game's catalogue.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

#: Colours of the page's theme. The page decides how they look in light and in dark.
Colour: TypeAlias = Literal["olive", "grey", "red", "blue", "gold", "sand", "sea", "wood"]
Complexity: TypeAlias = Literal["light", "medium", "heavy"]

#: How a shape of an emblem is drawn: filled with a colour or a pattern, as a counter, as a line, as a letter.
Style: TypeAlias = Literal[
    "wood",
    "sand",
    "sea",
    "grey",
    "olive",
    "ink",
    "fields",
    "streets",
    "swell",
    "counter",
    "counter_grey",
    "counter_dark",
    "counter_pale",
    "line",
    "line_red",
    "dash_red",
    "hedge",
    "surf",
    "beam",
    "letter",
    "letter_light",
]


class Shape(msgspec.Struct, frozen=True, omit_defaults=True):
    """One shape of an emblem, which is 140 units wide and 96 high: an outline, or a letter in place of one."""

    style: Style
    path: Annotated[str, Meta(description="SVG path data, relative to `x`, `y`.")] = ""
    text: Annotated[str, Meta(description="What is written, centred at `x`, `y`, in place of a path.")] = ""
    x: float = 0
    y: float = 0


class Window(msgspec.Struct, frozen=True):
    """A reaction window: a decision that a player may ask the client to pass by itself."""

    decision: Annotated[str, Meta(description="The kind of the decision.")]
    verb: Annotated[str, Meta(description="`do` of the action that passes it.")]
    own: Annotated[
        bool, Meta(description="It answers nobody, or need not: it is asked in the own turn as well.")
    ] = False


class Group(msgspec.Struct, frozen=True):
    """Legal actions that a client with a long list offers as one line first, and apart from each other then."""

    verb: Annotated[str, Meta(description="`do` of the actions.")]
    text: Annotated[str, Meta(description="Text key of the line, filled with the fields of the first of them.")]
    by: Annotated[
        tuple[str, ...], Meta(description="Fields in which they agree; an action without one stays apart.")
    ] = ()


class Flag(msgspec.Struct, frozen=True):
    """A property of a thing on the table: a field of the view that is true, or a number above 0."""

    of: Annotated[str, Meta(description="The kind of thing that has the field, such as `unit`.")]
    name: Annotated[str, Meta(description="The field.")]
    text: Annotated[str, Meta(description="Text key of its label; the hole `n` takes a number.")]


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event that is marked on the scrub bar of a replay."""

    event: str
    kind: Literal["turn", "loss"]
    when: Annotated[str, Meta(description="Only where this field of the event is true or not 0.")] = ""


class Brought(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a roll brought, as a number.

    ``true``: 1 where ``field`` is true, else 0. ``false``: the reverse. ``number``: ``field``, at least 0.
    ``faces``: how many numbers of the list ``field`` reach ``at_least`` after the number ``plus`` is added to each;
    those that reach ``twice_at``, where it is not 0, count twice.
    """

    field: str
    count: Literal["true", "false", "number", "faces"]
    at_least: int = 0
    twice_at: int = 0
    plus: Annotated[str, Meta(description="A field; one that is left out counts as 0.")] = ""


class Average(msgspec.Struct, frozen=True, omit_defaults=True):
    """What such a roll brings on average: a row of a table.

    The row is named by the word in the field ``word``, or by a number: the fields ``plus`` less the fields
    ``minus``. There a list of pairs (name, number) counts as the sum of its numbers, and a field that is left out
    counts as 0. A number beyond the table takes its nearest row. ``times``: a list field; the row counts once for
    each of its members.
    """

    rows: dict[str, float]
    word: str = ""
    plus: tuple[str, ...] = ()
    minus: tuple[str, ...] = ()
    times: str = ""


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """A roll that the graph of luck counts: an event, what it brought, and what it brings on average.

    Without ``who`` seat 0 rolled. With it, the first ``letters`` letters of that field, a word or a number, are the
    number of a seat, or a key of the view's field ``seats``, which gives the seat. Where the field is left out,
    nobody rolled. ``when``: a field that must be set; of several rows for an event the first that fits counts.
    """

    event: str
    brought: Brought
    average: Average
    who: str = ""
    letters: int = 0
    seats: str = ""
    when: str = ""


class Panel(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of the generic table, which stands where a client has no table for the game."""

    field: Annotated[str, Meta(description="Path into the view, with dots between the names.")]
    shape: Annotated[
        Literal["number", "word", "cards", "rows", "places"],
        Meta(description="A number; a word; cards (keys or list, with counts); a row per key; a place per key."),
    ]
    title: Annotated[str, Meta(description="Text key of its heading; empty: its name is made of the field.")] = ""
    names: Annotated[str, Meta(description="What its keys are called: `<names>.<key>` is a text key.")] = ""
    values: Annotated[str, Meta(description="What its values are called: `<values>.<value>` is a text key.")] = ""


class Matter(msgspec.Struct, frozen=True):
    """An option, of the match or of a seat, that matters only where others have certain values."""

    option: str
    when: Annotated[
        dict[str, tuple[Any, ...]],
        Meta(
            description="Option of the match → its values; `{seat}` in a name stands for the seat of who chooses."
        ),
    ]


class Presentation(msgspec.Struct, frozen=True):
    """How a game presents itself. What is left out is plain: an olive card without an emblem, no window to pass."""

    goal: Annotated[str, Meta(description="Text key of one line that says how to win.")] = "game.tagline"
    colour: Colour = "olive"
    emblem: Annotated[tuple[Shape, ...], Meta(description="Drawn in this order; empty: none.")] = ()
    minutes: Annotated[int, Meta(description="Length of a short game; 0: not known.")] = 0
    minutes_most: Annotated[int, Meta(description="Length of a long game; 0: most are as long as `minutes`.")] = 0
    complexity: Complexity = "medium"
    strategies: Annotated[
        tuple[str, ...],
        Meta(description="House bots in the order in which they are offered: from the weakest to the strongest."),
    ] = ()
    begins_with: Annotated[
        str, Meta(description="The house bot that is sent where nobody chose one; empty: the first.")
    ] = ""
    variant: Annotated[str, Meta(description="The option to choose first, shown as tiles; empty: none.")] = ""
    foremost: Annotated[
        tuple[str, ...],
        Meta(description="Options of the match or of a seat that are asked next; the others, on request."),
    ] = ()
    matters: Annotated[tuple[Matter, ...], Meta(description="Options left out here always matter.")] = ()
    windows: tuple[Window, ...] = ()
    ends: Annotated[
        tuple[str, ...],
        Meta(description="`do` of the actions that end a step, such as *pass*: always on the same button."),
    ] = ()
    launches: Annotated[
        tuple[str, ...],
        Meta(
            description="Those among `ends` that carry out what was put together; nobody need be asked about them."
        ),
    ] = ()
    phases: Annotated[
        tuple[str, ...],
        Meta(
            description="Those among `ends` that end a phase of a turn of several: who has acted in a phase ends it"
            " themselves, even where nothing else is left, for the next one has its end on the same button."
        ),
    ] = ()
    whole: Annotated[
        tuple[str, ...],
        Meta(
            description="Figures whose chances are all that can be, where they stand together: as percentages they"
            " add up to 100."
        ),
    ] = ()
    groups: tuple[Group, ...] = ()
    flags: tuple[Flag, ...] = ()
    marks: tuple[Mark, ...] = ()
    rolls: tuple[Roll, ...] = ()
    panels: tuple[Panel, ...] = ()
