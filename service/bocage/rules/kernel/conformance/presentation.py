"""Check of a game's presentation: every word, event and field that it names exists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import get_type_hints

import msgspec

from bocage.protocol.codes import common_text
from bocage.protocol.presentation import BoardEffect, Group, Lead, Mark, Panel, Presentation, Roll, Window
from bocage.rules.kernel.conformance.coverage import tag_of
from bocage.rules.kernel.conformance.moment import BrokenError
from bocage.rules.kernel.game import LANGUAGES, AnyGame
from bocage.rules.kernel.legal import verbs


def check_presentation(game: AnyGame) -> None:
    """Raises :class:`BrokenError` where the declaration names a word, an event or a field that does not exist."""
    if wrong := list(faults(game)):
        raise BrokenError(f"presentation: {'; '.join(wrong)}")


def faults(game: AnyGame) -> Iterator[str]:
    """Faults of a game's presentation, a sentence each."""
    shown: Presentation = game.presentation
    events = {
        tag_of(kind): {field.encode_name for field in msgspec.structs.fields(kind)} for kind in verbs(game.Events)
    }
    words = {shown.goal, *(flag.text for flag in shown.flags), *(panel.title for panel in shown.panels)}
    words |= {group.text for group in shown.groups}
    words |= {f"bot.{name}{end}" for name in shown.strategies for end in ("", ".help")}
    yield from _words(game, words)
    yield from _emblem(shown)
    yield from _windows(game, shown)
    yield from _groups(game, shown.groups)
    yield from _marks(game, shown.marks, events)
    if shown.lead is not None:
        yield from _lead(game, shown.lead)
    for roll in shown.rolls:
        yield from _roll(game, roll, events)
    for effect in shown.effects:
        yield from _effect(effect, events)
    yield from _panels(game, shown.panels)
    yield from _matters(game, shown)
    yield from _twice("flag", ((flag.of, flag.name) for flag in shown.flags))
    if shown.begins_with and shown.begins_with not in shown.strategies:
        yield f"it begins with {shown.begins_with!r}, which is no strategy that is offered"
    yield from _twice("strategy", ((name,) for name in shown.strategies))


def _words(game: AnyGame, keys: set[str]) -> Iterator[str]:
    for language in LANGUAGES:
        known = game.text[language].keys() | common_text(language).keys()
        yield from (f"text[{language!r}] has no {key!r}" for key in sorted(keys - {""} - known))


def _emblem(shown: Presentation) -> Iterator[str]:
    if any(bool(shape.path) == bool(shape.text) for shape in shown.emblem):
        yield "a shape of the emblem needs either a path or a text"
    if shown.minutes < 0:
        yield "a game takes 0 minutes or more"
    if shown.minutes_most and not 0 < shown.minutes < shown.minutes_most:
        yield "a long game takes more minutes than a short one, or 0: not said"


def _matters(game: AnyGame, shown: Presentation) -> Iterator[str]:
    own = {field.name for field in msgspec.structs.fields(game.Options)}
    all_there = own | {field.name for field in msgspec.structs.fields(game.SeatOptions)}
    if shown.variant and shown.variant not in own:
        yield f"the variant {shown.variant!r} is no option"
    yield from (f"{name!r}, asked first, is no option" for name in shown.foremost if name not in all_there)
    for matter in shown.matters:
        named = {name.format(seat=seat) for name in matter.when for seat in range(game.seats)}
        yield from (f"{name!r} is no option" for name in sorted(({matter.option} - all_there) | (named - own)))


def _windows(game: AnyGame, shown: Presentation) -> Iterator[str]:
    actions = {tag_of(kind) for kind in verbs(game.Actions)}
    yield from (f"a step is ended by {verb!r}, which is no action" for verb in shown.ends if verb not in actions)
    yield from _twice("end", ((verb,) for verb in shown.ends))
    yield from (
        f"{verb!r} is launched, but is not among the ends" for verb in shown.launches if verb not in shown.ends
    )
    yield from (
        f"{verb!r} ends a phase, but is not among the ends" for verb in shown.phases if verb not in shown.ends
    )
    figures = () if game.Figures is None else tuple(tag_of(kind) for kind in verbs(game.Figures))
    yield from (f"{name!r} is part of a whole, but no figure" for name in shown.whole if name not in figures)
    windows: tuple[Window, ...] = shown.windows
    for window in windows:
        if window.verb not in shown.ends:
            yield f"{window.verb!r} passes the window {window.decision!r}, but is not among the ends"
        if window.decision not in game.decisions:
            yield f"a window names the decision {window.decision!r}, which the game does not have"
        if window.verb not in actions:
            yield f"the window {window.decision!r} is passed by {window.verb!r}, which is no action"
    yield from _twice("window", ((window.decision,) for window in windows))


def _groups(game: AnyGame, groups: tuple[Group, ...]) -> Iterator[str]:
    fields = {tag_of(kind): {field.name for field in msgspec.structs.fields(kind)} for kind in verbs(game.Actions)}
    for group in groups:
        if group.verb not in fields:
            yield f"a group holds {group.verb!r}, which is no action"
        else:
            lacking = sorted(set(group.by) - fields[group.verb])
            yield from (f"the action {group.verb!r} has no field {field!r}" for field in lacking)
    yield from _twice("group", ((group.verb, *group.by) for group in groups))


def _marks(game: AnyGame, marks: tuple[Mark, ...], events: Mapping[str, set[str]]) -> Iterator[str]:
    options = {field.name for field in msgspec.structs.fields(game.Options)}
    for mark in marks:
        if mark.event not in events:
            yield f"a mark names the event {mark.event!r}, which the game does not have"
            continue
        for field in sorted({mark.when, mark.number} - {""} - events[mark.event]):
            yield f"the event {mark.event!r} has no field {field!r}"
        if mark.cap and mark.cap not in options:
            yield f"the last turn is that of {mark.cap!r}, which is no option"
        if bool(mark.number) != bool(mark.last or mark.cap):
            yield f"the last turn of {mark.event!r} needs both a field and a number or an option"
    yield from _twice("mark", ((mark.event,) for mark in marks))


def _lead(game: AnyGame, lead: Lead) -> Iterator[str]:
    fields = get_type_hints(game.View)
    for field in (lead.field, lead.seats):
        if field and field not in fields:
            yield f"the lead names {field!r}, which the view does not have"


def _roll(game: AnyGame, roll: Roll, events: Mapping[str, set[str]]) -> Iterator[str]:
    if roll.event not in events:
        yield f"a roll names the event {roll.event!r}, which the game does not have"
        return
    average, brought = roll.average, roll.brought
    named = {roll.who, brought.field, brought.plus, average.word, average.times, *average.plus, *average.minus}
    for field in sorted(named - {""} - events[roll.event]):
        yield f"the event {roll.event!r} has no field {field!r}"
    if not average.rows:
        yield f"the roll {roll.event!r} has no averages"
    if not average.word and not all(_is_whole(row) for row in average.rows):
        yield f"the averages of {roll.event!r} are found by numbers, but not all rows are numbers"
    if bool(roll.who) != bool(roll.letters):
        yield f"who rolled {roll.event!r} needs both a field and a number of letters"
    if roll.seats and roll.seats not in get_type_hints(game.View):
        yield f"the view has no field {roll.seats!r}"


def _effect(effect: BoardEffect, events: Mapping[str, set[str]]) -> Iterator[str]:
    if effect.event not in events:
        yield f"an effect shows the event {effect.event!r}, which the game does not have"
        return
    named = {effect.at, effect.start, effect.number, effect.card, *effect.when, *effect.missed}
    for field in sorted(named - {""} - events[effect.event]):
        yield f"the event {effect.event!r} has no field {field!r}"
    if bool(effect.card) != (effect.shape == "card"):
        yield f"an effect of {effect.event!r} turns a card over if, and only if, it names one"


def _is_whole(row: str) -> bool:
    return row.removeprefix("-").isdecimal()


def _panels(game: AnyGame, panels: tuple[Panel, ...]) -> Iterator[str]:
    fields = get_type_hints(game.View)
    spaces = {key.partition(".")[0] for key in game.text[LANGUAGES[0]]}
    for panel in panels:
        if panel.field.partition(".")[0] not in fields:
            yield f"a panel names {panel.field!r}, which the view does not have"
        for space in sorted({panel.names, panel.values} - {""} - spaces):
            yield f"the panel {panel.field!r} names texts {space!r}, of which there are none"
    yield from _twice("panel", ((panel.field,) for panel in panels))


def _twice(what: str, keys: Iterable[tuple[str, ...]]) -> Iterator[str]:
    seen: set[tuple[str, ...]] = set()
    for key in keys:
        if key in seen:
            yield f"the {what} {'.'.join(key)!r} stands there twice"
        seen.add(key)
