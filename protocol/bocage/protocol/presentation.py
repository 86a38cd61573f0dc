"""A game's presentation for clients: data, the same for every match of a rules version.

Defined in the game's ``presentation.py`` and served by ``/api/games``, so that clients need no lists of games.
All words in it are keys of the game's catalogue.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

#: Colours of the page's theme, which defines them for light and dark mode.
Colour: TypeAlias = Literal["olive", "grey", "red", "blue", "gold", "sand", "sea", "wood"]
Complexity: TypeAlias = Literal["light", "medium", "heavy"]

#: Style of a shape in an emblem: a fill colour or pattern, a counter, a line, a letter.
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

#: Shapes of effects: attacks (to ``bite``), results of attacks (to ``spark``), acts.
BoardShape: TypeAlias = Literal[
    "shot",
    "burst",
    "lob",
    "shell",
    "blast",
    "flame",
    "rush",
    "bite",
    "fall",
    "gone",
    "duck",
    "rise",
    "spark",
    "march",
    "smoke",
    "scan",
    "wire",
    "flag",
    "card",
    "dice",
]


class Shape(msgspec.Struct, frozen=True, omit_defaults=True):
    """One shape of an emblem (140 units wide, 96 high): an outline, or a letter."""

    style: Style
    path: Annotated[str, Meta(description="SVG path data, relative to `x`, `y`.")] = ""
    text: Annotated[str, Meta(description="Text centred at `x`, `y`, instead of a path.")] = ""
    x: float = 0
    y: float = 0


class Window(msgspec.Struct, frozen=True):
    """A reaction window: a decision that the client can pass automatically at the player's request."""

    decision: Annotated[str, Meta(description="The kind of the decision.")]
    verb: Annotated[str, Meta(description="`do` of the passing action.")]
    own: Annotated[bool, Meta(description="Also offered in the player's own turn.")] = False


class Group(msgspec.Struct, frozen=True):
    """Legal actions that a client may collapse into one line of a long list."""

    verb: Annotated[str, Meta(description="`do` of the actions.")]
    text: Annotated[str, Meta(description="Text key of the line, filled with the fields of the first action.")]
    by: Annotated[
        tuple[str, ...], Meta(description="Fields with equal values; an action that lacks one is not grouped.")
    ] = ()
    paid: Annotated[
        str,
        Meta(description="Field that names the card which is paid: even a short list has one line for all."),
    ] = ""


class Flag(msgspec.Struct, frozen=True):
    """A flag of an object on the table: a field of the view that is true or above 0."""

    of: Annotated[str, Meta(description="Kind of object with the field, such as `unit`.")]
    name: Annotated[str, Meta(description="Name of the field.")]
    text: Annotated[str, Meta(description="Text key of its label; `n` is the number.")]


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event marked on the scrub bar of a replay. A turn is named on the board, and the last turn as such."""

    event: str
    kind: Literal["turn", "loss"]
    when: Annotated[str, Meta(description="Only if this field of the event is true or not 0.")] = ""
    number: Annotated[str, Meta(description="Field with the number of the turn; empty: unknown.")] = ""
    last: Annotated[int, Meta(description="Number of the last turn; 0: unknown.")] = 0
    cap: Annotated[str, Meta(description="Option of the match with the number of the last turn.")] = ""


class Lead(msgspec.Struct, frozen=True, omit_defaults=True):
    """Counts that show which seat leads: the one with the most. A new leader is named on the board."""

    field: Annotated[str, Meta(description="Field of the view: key → count, or key → object with the count.")]
    value: Annotated[str, Meta(description="Field of those objects.")] = ""
    seats: Annotated[str, Meta(description="Field of the view: key → seat. Empty: the keys are seats.")] = ""


class Brought(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a roll, as a number.

    ``true``: 1 if ``field`` is true, else 0. ``false``: the reverse. ``number``: ``field``, at least 0.
    ``faces``: how many numbers of the list ``field``, each plus the number ``plus``, reach ``at_least``; those that
    reach ``twice_at``, unless that is 0, count twice.
    """

    field: str
    count: Literal["true", "false", "number", "faces"]
    at_least: int = 0
    twice_at: int = 0
    plus: Annotated[str, Meta(description="A field; 0 if absent.")] = ""


class Average(msgspec.Struct, frozen=True, omit_defaults=True):
    """The average result of a roll: a row of a table.

    The row is chosen by the word in the field ``word``, or by a number: the sum of the fields ``plus`` minus that
    of the fields ``minus``. A list of pairs (name, number) counts as the sum of its numbers, an absent field as 0.
    A number outside the table uses the nearest row. ``times``: a list field; the row counts once per item.
    """

    rows: dict[str, float]
    word: str = ""
    plus: tuple[str, ...] = ()
    minus: tuple[str, ...] = ()
    times: str = ""


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """A roll in the graph of luck: an event, its result, and the average result.

    Without ``who``, seat 0 rolled. Otherwise the first ``letters`` letters of that field (a word or a number) are a
    seat number, or a key of the view's field ``seats``, which gives the seat; if the field is absent, nobody
    rolled. ``when``: a field that must be set. Of several rows for an event the first match counts.
    """

    event: str
    brought: Brought
    average: Average
    who: str = ""
    letters: int = 0
    seats: str = ""
    when: str = ""


class BoardEffect(msgspec.Struct, frozen=True, omit_defaults=True):
    """An effect of an event on the board. All rows that fit an event are shown, attacks before their results.

    ``at`` and ``start`` are fields of the event that name a piece or a place, or several; empty: the board decides.
    """

    event: str
    shape: Annotated[BoardShape, Meta(description="A word of the vocabulary: docs/decisions/072-board-effects.md.")]
    at: Annotated[str, Meta(description="Where it is seen.")] = ""
    start: Annotated[str, Meta(description="Where an attack comes from.")] = ""
    when: Annotated[
        dict[str, tuple[Any, ...]],
        Meta(description="Fields → values; an absent field counts as `null`. Empty: always."),
    ] = {}
    missed: Annotated[
        dict[str, tuple[Any, ...]],
        Meta(description="Fields → values with which it misses by sight. Empty: it always hits."),
    ] = {}
    number: Annotated[str, Meta(description="How many men it concerns, at least one; empty: one.")] = ""
    card: Annotated[str, Meta(description="The card that is turned over, for the shape `card`.")] = ""


class Panel(msgspec.Struct, frozen=True, omit_defaults=True):
    """A panel of the generic table, for clients without a table of their own for the game."""

    field: Annotated[str, Meta(description="Path into the view, separated by dots.")]
    shape: Annotated[
        Literal["number", "word", "cards", "rows", "places"],
        Meta(description="Number, word, cards (keys or list, with counts), one row per key, or one place per key."),
    ]
    title: Annotated[str, Meta(description="Text key of its heading; empty: derived from the field.")] = ""
    names: Annotated[str, Meta(description="Prefix of the names of keys: the text `<names>.<key>`.")] = ""
    values: Annotated[str, Meta(description="Prefix of the names of values: the text `<values>.<value>`.")] = ""


class Matter(msgspec.Struct, frozen=True):
    """An option, of the match or of a seat, that applies only if other options have certain values."""

    option: str
    when: Annotated[
        dict[str, tuple[Any, ...]],
        Meta(description="Option of the match → values; `{seat}` in a name is the chooser's seat."),
    ]


class Presentation(msgspec.Struct, frozen=True):
    """How a game presents itself. Defaults: an olive card without an emblem, no reaction windows."""

    goal: Annotated[str, Meta(description="Text key of one line on how to win.")] = "game.tagline"
    colour: Colour = "olive"
    emblem: Annotated[tuple[Shape, ...], Meta(description="Shapes in drawing order; empty: none.")] = ()
    minutes: Annotated[int, Meta(description="Minutes of a short game; 0: unknown.")] = 0
    minutes_most: Annotated[int, Meta(description="Minutes of a long game; 0: as `minutes`.")] = 0
    complexity: Complexity = "medium"
    strategies: Annotated[
        tuple[str, ...],
        Meta(description="House bots from the weakest to the strongest."),
    ] = ()
    begins_with: Annotated[str, Meta(description="The default house bot; empty: the first.")] = ""
    variant: Annotated[str, Meta(description="The option to choose first, shown as tiles; empty: none.")] = ""
    foremost: Annotated[
        tuple[str, ...],
        Meta(description="Options of the match or of a seat to show next; the others on request."),
    ] = ()
    matters: Annotated[tuple[Matter, ...], Meta(description="Conditional options; all others always apply.")] = ()
    windows: tuple[Window, ...] = ()
    ends: Annotated[
        tuple[str, ...],
        Meta(description="`do` of the actions that end a step, such as *pass*: shown on the same button."),
    ] = ()
    launches: Annotated[
        tuple[str, ...],
        Meta(description="Those among `ends` that carry out a composed action, so they need no confirmation."),
    ] = ()
    phases: Annotated[
        tuple[str, ...],
        Meta(
            description="Those among `ends` that end a phase of a turn with several phases. The player always ends"
            " a phase themselves, even if nothing else is left, as the next phase's end has the same button."
        ),
    ] = ()
    whole: Annotated[
        tuple[str, ...],
        Meta(description="Figures whose chances are exhaustive: shown together, their percentages add up to 100."),
    ] = ()
    groups: tuple[Group, ...] = ()
    flags: tuple[Flag, ...] = ()
    marks: tuple[Mark, ...] = ()
    rolls: tuple[Roll, ...] = ()
    effects: tuple[BoardEffect, ...] = ()
    lead: Lead | None = None
    panels: tuple[Panel, ...] = ()
