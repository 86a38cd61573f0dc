"""Everything hidden from a viewer varies under ``resample``.

The leak test takes anything that ``resample`` keeps for known. So hidden parts are first proved: in two worlds with
the same view, events and question for a viewer, open hands see different values at some path of their view; or,
where the worlds differ by one draw, their states differ at some path. Resampling that world for that viewer must
change the path, sooner or later. This finds a ``resample`` that leaves a face-down card where it lies, and an
``imagine`` that knows it. Lengths of lists and orders of items are not tested: most lengths are public, and a state
may hold in any order what is shown sorted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

import msgspec

from bocage.rules.dice import Chance
from bocage.rules.kernel.conformance.moment import BrokenError
from bocage.rules.kernel.conformance.paths import differing
from bocage.rules.kernel.game import OPEN, AnyGame, Viewer

#: Worlds drawn per state until all that is hidden there has varied.
_WORLDS = 100
#: In how many states something may be hidden and keep its value in all worlds before it counts as kept.
_STATES = 4
#: States after which a path that never varied is not tried any further.
_ENOUGH = 6
#: Pairs taken in per viewer, of those that come up at every look.
PAIRS = 150


class Path(msgspec.Struct):
    """A path of the state that was proved to be hidden from a viewer."""

    #: States in which it was hidden and never varied, and whether it varied in any other.
    met: int = 0
    varied: bool = False
    #: The line that plays the game of the first of these states again.
    line: str = ""


#: Viewer whose resampling (``seat 1``), or imagining, it is → path → its record.
Hidden = dict[str, dict[str, Path]]


def note_hidden(
    hidden: dict[str, Path],
    paths: Iterable[str],
    state: object,
    draw: Callable[[int], object],
    line: Callable[[], str],
) -> None:
    """Draw worlds beside ``state`` until each of ``paths``, hidden in it, has varied.

    ``draw``: the world of that number. ``line``: plays the game again.
    """
    entries = {path: hidden.setdefault(path, Path()) for path in paths if not path.endswith("#")}
    kept = {path for path, entry in entries.items() if not entry.varied and entry.met < _ENOUGH}
    for number in range(_WORLDS):
        if not kept:
            return
        changed = differing(state, draw(number))
        grown = tuple(path[:-1] for path in changed if path.endswith("#"))
        for path in changed | {path for path in kept if path.startswith(grown)}:
            hidden.setdefault(path, Path()).varied = True
            kept.discard(path)
    for path in kept:
        entries[path].met += 1
        entries[path].line = entries[path].line or line()


def note_pair(
    game: AnyGame,
    hidden: dict[str, Path],
    viewer: Viewer,
    here: msgspec.Struct,
    there: msgspec.Struct,
    chance: Callable[[str], Chance],
    line: Callable[[], str],
) -> None:
    """Record that ``viewer`` cannot tell the states ``here`` and ``there`` apart, but open hands may."""

    def draw(number: int) -> object:
        return game.view(game.resample(here, viewer, chance(f"hidden {viewer} {number}")), OPEN)

    seen, other = game.view(here, OPEN), game.view(there, OPEN)
    if seen != other:
        note_hidden(hidden, differing(seen, other), seen, draw, line)


def note_draw(
    game: AnyGame,
    hidden: dict[str, Path],
    viewer: Viewer,
    here: msgspec.Struct,
    there: msgspec.Struct,
    chance: Callable[[str], Chance],
    line: Callable[[], str],
) -> None:
    """As :func:`note_pair` for states that differ by one draw: nothing that came of it is known to ``viewer``."""
    if viewer == OPEN:
        return  # what open hands do not know is an order, or which of two pieces is which: games may keep that

    def draw(number: int) -> object:
        return game.resample(here, viewer, chance(f"hidden {viewer} {number}"))

    note_hidden(hidden, differing(here, there), here, draw, line)


def check_kept(game: AnyGame, hidden: Hidden, kept: Collection[str] = (), least: int = _STATES) -> None:
    """Nothing that is hidden was kept in all worlds, but for the paths that are named in ``kept``."""
    for who, paths in hidden.items():
        for path, entry in sorted(paths.items()):
            if entry.varied or entry.met < least or path in kept:
                continue
            by, _, viewer = who.partition(" for ")
            raise BrokenError(
                f"{game.id}: {by} for {viewer} never varies {path!r}, which {viewer} cannot know: it "
                f"was hidden in {entry.met} states, and the same in all worlds drawn for them. What {by} keeps, "
                f"the leak test takes for known: draw it anew\nrepeat_game(GAME, {entry.line!r})"
            )
